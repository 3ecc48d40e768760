import { type AllocatedPayment, allocate, nothingAllocated } from './allocation.ts';
import { unchanged } from './change.ts';
import { giveInterestBack, keptOf } from './charge-relief.ts';
import type { CouponDiscount } from './coupon.ts';
import { type Day, laterOf } from './day.ts';
import { allocateTowards, isCaughtUpPast } from './late-payment.ts';
import {
  type Change,
  type CountedPayment,
  type Instalment,
  instalmentOf,
  isRunning,
  type Loan,
  type LoanEvent,
} from './loan.ts';
import { add, minimum, type Ngwee, ngwee, subtract, sum, ZERO } from './money.ts';
import { firstOwedInstalment, instalmentTotal } from './owed.ts';
import type { KeptInterest } from './quote.ts';
import { type PlannedRebates, planRebates } from './rebate.ts';
import { type PostedInOrder, postInOrder } from './value-day-order.ts';

// The interest that a payment gives back for coming early: a settlement at once, a repayment by its rebates. A late
// payment gives back what the loan would not charge with its payments in order. Rule: docs/rules/early-settlement.md.

export type EarlyPayment = PlannedRebates & { savingNgwee: Ngwee };

/** What a payment gives back, and the loan with its payments in order; `inOrder` is `null` for one that is not late. */
export type PlannedPayment = { early: EarlyPayment; inOrder: PostedInOrder | null };

type PaidEarly = {
  amountNgwee: Ngwee;
  valueOn: Day;
  /** The interest that an early settlement still charges; `null` for any other payment. */
  keptInterest: readonly KeptInterest[] | null;
};

/** True for a loan whose instalments can be paid: it runs, or it was written off. */
export function isRepayable(loan: Loan): boolean {
  return isRunning(loan) || loan.state === 'written_off';
}

/** True for a loan that was paid out and not cancelled: a payment of it counts for its instalments. */
export function hasPlan(loan: Loan): boolean {
  return isRepayable(loan) || loan.state === 'settled' || loan.state === 'recovered';
}

/** Plans a payment in ngwee with the discount of its coupon. `counted` is its place among the payments of the loan. */
export function planPayment(
  loan: Loan,
  payment: PaidEarly,
  { discount, counted }: { discount: CouponDiscount | null; counted: CountedPayment },
): PlannedPayment {
  const discountNgwee = discount?.totalNgwee ?? ZERO;
  const discounted = withDiscount(loan, discountNgwee);
  const early = earlyPaymentOf(discounted, payment, discountNgwee);
  if (!hasPlan(loan) || !isCaughtUpPast(loan, payment.valueOn)) return { early, inOrder: null };
  const charging = discounted.instalments.map((instalment) => ({
    ...instalment,
    interestNgwee: keptOf(early.keptInterest, instalment),
  }));
  const inOrder = postInOrder(loan, { ...discounted, instalments: charging }, counted);
  const isSettlement = payment.keptInterest !== null;
  return { early: inOrder.rebates === null ? early : earlyInOrder(loan, inOrder, isSettlement), inOrder };
}

/** Plans the rest of the money in ngwee that bought an extension: it pays what is owed. */
export function planRestOfExtension(
  loan: Loan,
  { restNgwee, valueOn, inOrder }: { restNgwee: Ngwee; valueOn: Day; inOrder: PostedInOrder | null },
): PlannedPayment {
  if (inOrder !== null && inOrder.rebates !== null)
    return { early: earlyInOrder(loan, inOrder, false), inOrder };
  const payment = { amountNgwee: inOrder === null ? restNgwee : ZERO, valueOn, keptInterest: null };
  return { early: earlyPaymentOf(loan, payment, ZERO), inOrder };
}

function withDiscount(loan: Loan, discountNgwee: Ngwee): Loan {
  const period = firstOwedInstalment(loan)?.period;
  const instalments = loan.instalments.map((instalment) =>
    instalment.period === period
      ? { ...instalment, discountNgwee: add(instalment.discountNgwee, discountNgwee) }
      : instalment,
  );
  return { ...loan, instalments };
}

function earlyPaymentOf(
  loan: Loan,
  { keptInterest, amountNgwee, valueOn }: PaidEarly,
  discountNgwee: Ngwee,
): EarlyPayment {
  if (keptInterest !== null) {
    const kept = loan.instalments.map((instalment) => ({
      period: instalment.period,
      interestNgwee: minimum(instalment.interestNgwee, keptOf(keptInterest, instalment)),
    }));
    return { keptInterest: kept, rebates: [], savingNgwee: savingOf(loan, kept) };
  }
  if (!isRunning(loan)) return { keptInterest: [], rebates: [], savingNgwee: ZERO };
  // A payment with an earlier value day than another one clears an instalment with it, and so on the later of both days.
  const clearedOn = laterOf(valueOn, loan.countedPayments.at(-1)?.valueOn ?? valueOn);
  const planned = planRebates(loan, add(amountNgwee, discountNgwee), clearedOn);
  return { ...planned, savingNgwee: sum(planned.rebates.map((rebate) => rebate.amountNgwee)) };
}

function earlyInOrder(
  loan: Loan,
  { instalments, rebates }: PostedInOrder,
  isSettlement: boolean,
): EarlyPayment {
  const keptInterest = instalments.map(({ period, interestNgwee }) => ({ period, interestNgwee }));
  return {
    keptInterest,
    rebates: isSettlement ? [] : (rebates ?? []),
    savingNgwee: savingOf(loan, keptInterest),
  };
}

function savingOf(loan: Loan, keptInterest: readonly KeptInterest[]): Ngwee {
  const keptNgwee = sum(keptInterest.map(({ interestNgwee }) => interestNgwee));
  return subtract(instalmentTotal(loan.instalments, 'interestNgwee'), keptNgwee);
}

type GivenBack = PlannedPayment & { valueOn: Day };

/** Gives back the interest that a settlement does not charge, and pays the rest of the loan with what was paid of it. */
export function bookSettlement(loan: Loan, givenBack: GivenBack): Change {
  return withRebates(giveBack(loan, givenBack), givenBack, ({ period, interestNgwee }) =>
    ngwee(Math.max(0, (instalmentOf(loan, period)?.interestNgwee ?? interestNgwee) - interestNgwee)),
  );
}

/** Gives back the interest of the instalments that the payment cleared early, and pays the rest of the loan with it. */
export function bookRebates(loan: Loan, givenBack: GivenBack): Change {
  const { valueOn, early, inOrder } = givenBack;
  const { rebates } = early;
  const isUnchanged = rebates.length === 0 && (inOrder === null || inOrder.rebates === null);
  if (isUnchanged) return unchanged(loan);
  const given = withRebates(
    giveBack(loan, givenBack),
    givenBack,
    ({ period }) => rebates.find((rebate) => rebate.period === period)?.amountNgwee ?? ZERO,
  );
  let walletLeft = ngwee(given.walletNgwee);
  const lastFirst = [...rebates].reverse().map(({ period, days, amountNgwee }): LoanEvent => {
    const walletNgwee = minimum(amountNgwee, walletLeft);
    walletLeft = subtract(walletLeft, walletNgwee);
    return { kind: 'rebate_given', on: valueOn, period, days, amountNgwee, walletNgwee };
  });
  return { ...given, events: lastFirst.reverse() };
}

function giveBack(loan: Loan, { early, valueOn, inOrder }: GivenBack): Change {
  return giveInterestBack(loan, early.keptInterest, {
    valueOn,
    allocateRefund: (before, refundNgwee) =>
      inOrder === null
        ? allocatedOf(before, refundNgwee, null)
        : allocateTowards(before, inOrder.instalments, refundNgwee),
  });
}

/** Keeps with each instalment what was given back for it, so that it is not given back twice. */
function withRebates(
  given: Change,
  { inOrder }: PlannedPayment,
  rebateOf: (instalment: Instalment) => Ngwee,
): Change {
  const instalments = given.loan.instalments.map((instalment, index) => {
    const aim = inOrder !== null && inOrder.rebates !== null ? inOrder.instalments[index] : undefined;
    const { rebateNgwee, creditedInterestNgwee } = aim ?? {
      rebateNgwee: add(instalment.rebateNgwee, rebateOf(instalment)),
      creditedInterestNgwee: instalment.creditedInterestNgwee,
    };
    return { ...instalment, rebateNgwee, creditedInterestNgwee };
  });
  return { ...given, loan: { ...given.loan, instalments } };
}

/** Pays a loan that can be paid: towards what the payments in order pay, or in the usual order. */
export function allocatedOf(
  loan: Loan,
  amountNgwee: Ngwee,
  target: readonly Instalment[] | null,
): AllocatedPayment {
  if (!isRepayable(loan)) return nothingAllocated(loan.instalments, amountNgwee);
  return target === null
    ? allocate(loan.instalments, amountNgwee, loan.terms.repaymentOrder)
    : allocateTowards(loan, target, amountNgwee);
}
