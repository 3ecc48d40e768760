import { unchanged } from './change.ts';
import { type Day, daysBetween } from './day.ts';
import { transfer } from './ledger.ts';
import type { Change, Instalment, Loan } from './loan.ts';
import { type Ngwee, ngwee, partOf, subtract, sum, ZERO } from './money.ts';
import { instalmentTotal, serviceFeeOf } from './owed.ts';
import { equalParts } from './schedule.ts';

/**
 * Moves interest and fee from unearned to income for the days up to and including `throughOn`, evenly over the days of
 * each instalment's period. The total so far is rounded, so the parts add up exactly on any posting days. Earned income
 * is never taken back here, even when an extension moves the dates. It is never refused. Rule: docs/rules/ledger.md.
 */
export function earnThrough(loan: Loan, throughOn: Day): Change {
  const { interestNgwee, feeNgwee } = incomeOfDays(loan, throughOn);
  return earnUpTo(loan, interestNgwee, feeNgwee);
}

/** The parts of a loan that determine how much income each day brings. */
export type EarningLoan = Pick<Loan, 'terms' | 'receivedNgwee' | 'instalments'>;

/**
 * The interest and the fee of a loan in ngwee for the days up to and including `throughOn`, whatever the ledger has
 * posted so far. Rule: docs/rules/accrual.md.
 */
export function incomeOfDays(loan: EarningLoan, throughOn: Day): { interestNgwee: Ngwee; feeNgwee: Ngwee } {
  const fees = feeParts(loan);
  return {
    interestNgwee: sum(loan.instalments.map((instalment) => interestOfDays(loan, instalment, throughOn))),
    feeNgwee: sum(
      loan.instalments.map((instalment, index) => earnedOf(loan, instalment, fees[index] ?? ZERO, throughOn)),
    ),
  };
}

/** Moves all interest and fee that is left to income, for a loan that is settled. */
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

/** A deducted fee is on no instalment's bill, but it is earned over the same periods. */
function feeParts(loan: EarningLoan): Ngwee[] {
  return loan.terms.feeMode === 'deducted'
    ? equalParts(serviceFeeOf(loan), loan.instalments.length)
    : loan.instalments.map((instalment) => instalment.feeNgwee);
}

/**
 * The interest of an instalment in ngwee for the days of its period up to and including `throughOn`, rounded half up.
 * Rule: docs/rules/early-settlement.md.
 */
export function interestOfDays(loan: Pick<Loan, 'terms'>, instalment: Instalment, throughOn: Day): Ngwee {
  return earnedOf(loan, instalment, instalment.interestNgwee, throughOn);
}

// An extension moves the due date, but interest is charged for the days that were priced.
function earnedOf(loan: Pick<Loan, 'terms'>, instalment: Instalment, amount: Ngwee, throughOn: Day): Ngwee {
  const periodDays = loan.terms.termDays / loan.terms.instalmentCount;
  const daysEarned = daysBetween(instalment.startsOn, throughOn);
  if (daysEarned <= 0) return ZERO;
  if (daysEarned >= periodDays) return amount;
  return partOf(amount, daysEarned, 1, periodDays);
}
