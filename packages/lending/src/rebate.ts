import { type Day, daysBetween } from './day.ts';
import { interestOfDays } from './earning.ts';
import type { Instalment, Loan, LoanTerms } from './loan.ts';
import { add, minimum, type Ngwee, ngwee, subtract, sum, ZERO } from './money.ts';
import { instalmentTotal, isCleared, owedOnInstalment } from './owed.ts';
import type { KeptInterest } from './quote.ts';
import { share } from './rate.ts';
import { planSchedule } from './schedule.ts';
import { asOfValueDay } from './value-day.ts';

// A rebate is interest given back because principal was paid before its time. Rule: docs/rules/early-settlement.md.

/** The rebate in ngwee for one instalment that a repayment cleared, and the days by which it was early. */
export type Rebate = { period: number; days: number; amountNgwee: Ngwee };

/** The rebates of one repayment, and the interest in ngwee that each instalment still charges after them. */
export type PlannedRebates = { rebates: readonly Rebate[]; keptInterest: readonly KeptInterest[] };

/** True for terms under which paying early gives interest back. A declining balance always does. */
export function givesInterestBack({
  interestMethod,
  settlementInterest,
}: Pick<LoanTerms, 'interestMethod' | 'settlementInterest'>): boolean {
  return interestMethod === 'declining' || settlementInterest !== 'fixed';
}

/**
 * The rebates of a repayment of `clearsNgwee` (its money and its discount) on `valueOn`. Each instalment that it clears
 * before its time gives back its own principal × daily rate × days early. When nothing is left to pay, the last rebate is
 * what settling would still have saved.
 */
export function planRebates(loan: Loan, clearsNgwee: Ngwee, valueOn: Day): PlannedRebates {
  return planRebatesOwing(loan, clearsNgwee, valueOn, (instalment) => owedAsOf(instalment, valueOn));
}

/** The same for instalments that owe `owedOf` (ngwee) on `valueOn`. */
export function planRebatesOwing(
  loan: Loan,
  clearsNgwee: Ngwee,
  valueOn: Day,
  owedOf: (instalment: Instalment) => Ngwee,
): PlannedRebates {
  const rebates: Rebate[] = [];
  if (!givesInterestBack(loan.terms)) return { rebates, keptInterest: interestOf(loan.instalments) };
  let { instalments } = loan;
  let left = clearsNgwee;
  const unpaid = instalments.filter((instalment) => owedOf(instalment) > 0);
  for (const { period } of unpaid) {
    const before = { ...loan, instalments };
    const instalment = instalments[period - 1]!;
    const owedNgwee = owedOf(instalment);
    if (left < owedNgwee) break;
    left = subtract(left, owedNgwee);
    const isLast = period === unpaid.at(-1)?.period;
    const lowered = isLast
      ? withLessInterest(instalments, savingOfSettling(before, [instalment], valueOn))
      : withRebate(instalments, rebateOf(before, [instalment], valueOn), period);
    const amountNgwee = subtract(interestTotal(instalments), interestTotal(lowered));
    if (amountNgwee > 0)
      rebates.push({ period, days: unusedDaysThrough(loan, period, valueOn), amountNgwee });
    // The interest of the cleared instalments was paid, so it is money for the next ones.
    left = add(left, subtract(interestTotal(instalments, period), interestTotal(lowered, period)));
    instalments = lowered;
  }
  return { rebates, keptInterest: interestOf(instalments) };
}

/** The interest in ngwee that each instalment still charges when the whole loan is settled at the end of `on`. */
export function interestWhenSettled(loan: Loan, on: Day): KeptInterest[] {
  const unpaid = loan.instalments.filter((instalment) => !isCleared(instalment));
  return interestOf(withLessInterest(loan.instalments, savingOfSettling(loan, unpaid, on)));
}

/**
 * The interest in ngwee that settling gives back: on the whole loan, all that is charged above the interest of the days
 * used. It is at least what the unpaid instalments would give back if each were paid alone.
 */
function savingOfSettling(loan: Loan, unpaid: readonly Instalment[], on: Day): Ngwee {
  if (!givesInterestBack(loan.terms)) return ZERO;
  const scheduled = loan.takenOn?.plans ?? planSchedule(loan.terms).instalments;
  const ofDaysUsed = loan.instalments.map((instalment, index) => {
    const agreedNgwee = scheduled[index]?.interestNgwee ?? instalment.interestNgwee;
    const interestNgwee = subtract(agreedNgwee, instalment.interestWaivedNgwee);
    return interestOfDays(loan, { ...instalment, interestNgwee }, on);
  });
  const aboveDaysUsed = interestTotal(loan.instalments) - sum(ofDaysUsed);
  return ngwee(Math.max(0, aboveDaysUsed, rebateOf(loan, unpaid, on)));
}

/**
 * Principal × daily rate × days early of some instalments in ngwee, rounded half up once, less their rebates so far. The
 * rebate of an instalment counts up to its own share, so that what it had above it lowers no other one's.
 */
function rebateOf(loan: Loan, instalments: readonly Instalment[], on: Day): Ngwee {
  const ofDays = (principalDays: number) => share(ngwee(principalDays), loan.terms.dailyRate);
  const early = instalments.map(({ period, principalNgwee, rebateNgwee }) => {
    const principalDays = principalNgwee * unusedDaysThrough(loan, period, on);
    return { principalDays, givenNgwee: minimum(rebateNgwee, ofDays(principalDays)) };
  });
  const principalDays = early.reduce((total, plan) => total + plan.principalDays, 0);
  return ngwee(Math.max(0, ofDays(principalDays) - sum(early.map(({ givenNgwee }) => givenNgwee))));
}

/**
 * The days after `on` for which interest is charged up to the end of an instalment's period. The days by which an
 * extension moved a due date are not among them, because no interest is charged for them.
 */
export function unusedDaysThrough(loan: Loan, period: number, on: Day): number {
  const periodDays = loan.terms.termDays / loan.terms.instalmentCount;
  return loan.instalments
    .filter((instalment) => instalment.period <= period)
    .reduce(
      (days, { startsOn }) =>
        days + Math.min(periodDays, Math.max(0, periodDays - daysBetween(startsOn, on))),
      0,
    );
}

/**
 * A rebate for the instalment `period` lowers the interest owed on the next one. What exceeds it lowers interest that was
 * paid, so that it is money for the next one too. Interest of later instalments is lowered last.
 */
function withRebate(instalments: readonly Instalment[], amountNgwee: Ngwee, period: number): Instalment[] {
  const next = withLessOwedInterest(instalments.slice(period, period + 1), amountNgwee);
  const before = withLessInterest(instalments.slice(0, period), next.leftNgwee);
  const takenBefore = subtract(interestTotal(instalments, period), interestTotal(before));
  const later = withLessOwedInterest(instalments.slice(period + 1), subtract(next.leftNgwee, takenBefore));
  return [...before, ...next.instalments, ...later.instalments];
}

function withLessOwedInterest(
  instalments: readonly Instalment[],
  amountNgwee: Ngwee,
): { instalments: Instalment[]; leftNgwee: Ngwee } {
  let leftNgwee = amountNgwee;
  const lowered = instalments.map((instalment) => {
    const taken = minimum(leftNgwee, owedOnInstalment(instalment).interestNgwee);
    leftNgwee = subtract(leftNgwee, taken);
    return { ...instalment, interestNgwee: subtract(instalment.interestNgwee, taken) };
  });
  return { instalments: lowered, leftNgwee };
}

/**
 * The instalments with `amountNgwee` less interest, of the last one first. A coupon never pays principal, so the
 * interest that it paid stays.
 */
function withLessInterest(instalments: readonly Instalment[], amountNgwee: Ngwee): Instalment[] {
  let left = amountNgwee;
  const lastFirst = [...instalments].reverse().map((instalment) => {
    const { interestNgwee, feeNgwee, discountNgwee } = instalment;
    const paidByCoupon = minimum(interestNgwee, ngwee(Math.max(0, discountNgwee - feeNgwee)));
    const taken = minimum(left, subtract(interestNgwee, paidByCoupon));
    left = subtract(left, taken);
    return { ...instalment, interestNgwee: subtract(interestNgwee, taken) };
  });
  return lastFirst.reverse();
}

function owedAsOf(instalment: Instalment, valueOn: Day): Ngwee {
  return owedOnInstalment(asOfValueDay(instalment, valueOn)).totalNgwee;
}

function interestTotal(instalments: readonly Instalment[], throughPeriod = instalments.length): Ngwee {
  return instalmentTotal(instalments.slice(0, throughPeriod), 'interestNgwee');
}

function interestOf(instalments: readonly Instalment[]): KeptInterest[] {
  return instalments.map(({ period, interestNgwee }) => ({ period, interestNgwee }));
}
