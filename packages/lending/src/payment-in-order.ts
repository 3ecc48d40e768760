import { allocate } from './allocation.ts';
import { chargingOnly, crediting } from './charge-relief.ts';
import type { Day } from './day.ts';
import type { Instalment, Loan } from './loan.ts';
import { add, minimum, type Ngwee, ngwee, subtract, sum, ZERO } from './money.ts';
import { firstOwedInstalment, instalmentTotal, owedOnInstalment } from './owed.ts';
import type { KeptInterest } from './quote.ts';
import { interestWhenSettled, planRebatesOwing, type Rebate, unusedDaysThrough } from './rebate.ts';
import { planSchedule } from './schedule.ts';

// How one payment pays a loan while all its payments are posted in the order of their value days, with the interest that
// it gives back for coming early. Rule: docs/rules/value-day.md.

/** Instalments after a payment, and what it gave back for each. */
export type PaidInOrder = { instalments: readonly Instalment[]; rebates: readonly Rebate[] };

/** Pays what is owed with an amount in ngwee at the end of `on`. The instalments that it clears early give interest back. */
export function repaymentInOrder(loan: Loan, amountNgwee: Ngwee, on: Day): PaidInOrder {
  const { rebates, keptInterest } = planRebatesOwing(
    loan,
    amountNgwee,
    on,
    (instalment) => owedOnInstalment(instalment).totalNgwee,
  );
  const { instalments } = allocate(loan.instalments, amountNgwee, loan.terms.repaymentOrder);
  return { instalments: givingBack({ ...loan, instalments }, keptInterest, rebates), rebates };
}

/** Settles the loan with an amount in ngwee at the end of `on`. A loan that owes nothing is settled already. */
export function settlementInOrder(loan: Loan, amountNgwee: Ngwee, on: Day): PaidInOrder {
  if (firstOwedInstalment(loan) === undefined) return { instalments: loan.instalments, rebates: [] };
  const keptInterest = interestWhenSettled(loan, on);
  const rebates = loan.instalments
    .map(({ period, interestNgwee }, index): Rebate => {
      const kept = keptInterest[index]?.interestNgwee ?? interestNgwee;
      return {
        period,
        days: unusedDaysThrough(loan, period, on),
        amountNgwee: subtract(interestNgwee, kept),
      };
    })
    .filter((rebate) => rebate.amountNgwee > 0);
  const lowered = givingBack(loan, keptInterest, rebates);
  return { instalments: allocate(lowered, amountNgwee, loan.terms.repaymentOrder).instalments, rebates };
}

function givingBack(
  { instalments, terms }: Loan,
  keptInterest: readonly KeptInterest[],
  rebates: readonly Rebate[],
): readonly Instalment[] {
  if (rebates.length === 0) return instalments;
  const charging = chargingOnly(instalments, keptInterest);
  const refunded = allocate(charging.instalments, sum(charging.refunds), terms.repaymentOrder);
  return crediting(refunded.instalments, charging.refunds, refunded.remainderNgwee).map((instalment) => {
    const ofPeriod = rebates.filter(({ period }) => period === instalment.period);
    return {
      ...instalment,
      rebateNgwee: sum([instalment.rebateNgwee, ...ofPeriod.map(({ amountNgwee }) => amountNgwee)]),
    };
  });
}

/** The loan with the interest that was agreed, less what staff waived, as if none had been given back. */
export function withAgreedInterest(loan: Loan): Loan {
  const scheduled = loan.takenOn?.plans ?? planSchedule(loan.terms).instalments;
  const instalments = loan.instalments.map((instalment, index) => {
    const agreedNgwee = scheduled[index]?.interestNgwee ?? instalment.interestNgwee;
    return {
      ...instalment,
      interestNgwee: ngwee(Math.max(0, agreedNgwee - instalment.interestWaivedNgwee)),
      rebateNgwee: ZERO,
      creditedInterestNgwee: ZERO,
    };
  });
  return { ...loan, instalments };
}

/**
 * True when payments in order leave the interest that a loan charges and has credited, but for one ngwee of rounding for
 * each instalment: one rebate of many instalments is rounded once, and what was given stays given.
 */
export function explainInterest(inOrder: readonly Instalment[], charged: readonly Instalment[]): boolean {
  const isNear = (amount: 'interestNgwee' | 'creditedInterestNgwee') => {
    const total = (instalments: readonly Instalment[]) => sum(instalments.map((one) => one[amount]));
    return Math.abs(total(inOrder) - total(charged)) <= charged.length;
  };
  return isNear('interestNgwee') && isNear('creditedInterestNgwee');
}

/**
 * The rebates that instalments have more than they had, in all as much as less interest is charged. `given` says the days
 * by which each was early.
 */
export function rebatesSince(
  before: readonly Instalment[],
  after: readonly Instalment[],
  given: readonly Rebate[],
): Rebate[] {
  let left = subtract(instalmentTotal(before, 'interestNgwee'), instalmentTotal(after, 'interestNgwee'));
  return after.flatMap(({ period, rebateNgwee }, index) => {
    const more = Math.max(0, rebateNgwee - (before[index]?.rebateNgwee ?? 0));
    const amountNgwee = minimum(left, ngwee(more));
    left = subtract(left, amountNgwee);
    const days = given.find((rebate) => rebate.period === period)?.days ?? 0;
    return amountNgwee > 0 ? [{ period, days, amountNgwee }] : [];
  });
}

/** Instalments that were paid the interest that `before` charges more, before it is given back. */
export function paidBeforeRebates(before: readonly Instalment[], after: readonly Instalment[]): Instalment[] {
  return after.map((instalment, index) => {
    const givenBack = Math.max(0, (before[index]?.interestNgwee ?? 0) - instalment.interestNgwee);
    return { ...instalment, interestPaidNgwee: add(instalment.interestPaidNgwee, ngwee(givenBack)) };
  });
}
