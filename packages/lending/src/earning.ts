import { unchanged } from './change.ts';
import { type Day, daysBetween } from './day.ts';
import { transfer } from './ledger.ts';
import type { Change, Instalment, Loan } from './loan.ts';
import { type Ngwee, ngwee, roundHalfUp, subtract, sum, ZERO } from './money.ts';
import { instalmentTotal, serviceFeeOf } from './owed.ts';
import { equalParts } from './schedule.ts';

/**
 * Moves interest and fee from unearned to income for the days up to and with `throughOn`: by the day, over the period
 * of each instalment. What is rounded is the total so far, so that the parts posted add up exactly whichever days they
 * were posted on. What has been earned is never taken back, even if the dates move away.
 */
export function earnThrough(loan: Loan, throughOn: Day): Change {
  const fees = feeParts(loan);
  return earnUpTo(
    loan,
    sum(loan.instalments.map((instalment) => interestOfDays(loan, instalment, throughOn))),
    sum(
      loan.instalments.map((instalment, index) => earnedOf(loan, instalment, fees[index] ?? ZERO, throughOn)),
    ),
  );
}

/** A loan that is settled by its schedule has earned everything. */
export function earnAll(loan: Loan): Change {
  return earnUpTo(loan, instalmentTotal(loan.instalments, 'interestNgwee'), serviceFeeOf(loan));
}

function earnUpTo(loan: Loan, interestNgwee: Ngwee, feeNgwee: Ngwee): Change {
  const interestEarnedNgwee = ngwee(Math.max(interestNgwee, loan.interestEarnedNgwee));
  const feeEarnedNgwee = ngwee(Math.max(feeNgwee, loan.feeEarnedNgwee));
  const interest = subtract(interestEarnedNgwee, loan.interestEarnedNgwee);
  const fee = subtract(feeEarnedNgwee, loan.feeEarnedNgwee);
  return {
    ...unchanged({ ...loan, interestEarnedNgwee, feeEarnedNgwee }),
    transfers: [
      ...transfer('unearned_interest', 'interest_income', interest),
      ...transfer('unearned_fee', 'fee_income', fee),
    ],
  };
}

/** A fee that was deducted belongs to no instalment's bill, but it is earned over the same periods. */
function feeParts(loan: Loan): Ngwee[] {
  return loan.terms.feeMode === 'deducted'
    ? equalParts(serviceFeeOf(loan), loan.instalments.length)
    : loan.instalments.map((instalment) => instalment.feeNgwee);
}

/** The interest of an instalment for the days of its period up to and with `throughOn`. */
export function interestOfDays(loan: Loan, instalment: Instalment, throughOn: Day): Ngwee {
  return earnedOf(loan, instalment, instalment.interestNgwee, throughOn);
}

// An extension moves the due date away, but the interest is for the days that were priced.
function earnedOf(loan: Loan, instalment: Instalment, amount: Ngwee, throughOn: Day): Ngwee {
  const periodDays = loan.terms.termDays / loan.terms.instalmentCount;
  const daysEarned = daysBetween(instalment.startsOn, throughOn);
  if (daysEarned <= 0) return ZERO;
  if (daysEarned >= periodDays) return amount;
  return roundHalfUp(BigInt(amount) * BigInt(daysEarned), BigInt(periodDays));
}
