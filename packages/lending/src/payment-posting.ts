import { type AllocatedPayment, allocate, nothingAllocated } from './allocation.ts';
import { catchUp } from './catch-up.ts';
import { followedBy, unchanged } from './change.ts';
import { giveInterestBack, keptOf } from './charge-relief.ts';
import { closeInOrder } from './closing.ts';
import { withAllPayments, withCountedPayment } from './counted-payment.ts';
import { type CouponDiscount, discountParts } from './coupon.ts';
import type { Day } from './day.ts';
import { type LadderStanding, leastCountingNgwee, limitOf } from './ladder.ts';
import { allocateTowards, bookAround, clearedState, isCaughtUpPast } from './late-payment.ts';
import { floatAccount, type LedgerAccount, matched, type OperatorName, transfer } from './ledger.ts';
import {
  type Change,
  type CountedPayment,
  type CouponUse,
  type Instalment,
  instalmentOf,
  isRunning,
  type Loan,
  type LoanEvent,
} from './loan.ts';
import type { LoanMessage } from './loan-message.ts';
import { add, minimum, type Ngwee, ngwee, subtract, sum, ZERO } from './money.ts';
import { firstOwedInstalment, owedOnInstalment, owedOnLoan, paidSince } from './owed.ts';
import { postingOf, receiptNoOf } from './posting.ts';
import type { KeptInterest } from './quote.ts';
import { type PlannedRebates, planRebates } from './rebate.ts';
import { asOfValueDay } from './value-day.ts';
import { type PostedInOrder, postInOrder } from './value-day-order.ts';

/** Money that an operator has collected for an attempt. */
export type ReceivedMoney = {
  attemptId: string;
  operator: OperatorName;
  amountNgwee: Ngwee;
  /** The value day: the payment counts for what was owed at the end of it. */
  submittedOn: Day;
  on: Day;
  ladder: LadderStanding;
};

export type Payment = {
  source: 'operator' | 'wallet';
  from: LedgerAccount;
  attemptId: string | null;
  amountNgwee: Ngwee;
  valueOn: Day;
  on: Day;
  ladder: LadderStanding;
  /** The coupon fixed at the submission. */
  coupon: CouponUse | null;
  /** The interest that an early settlement still charges; `null` for any other payment. */
  keptInterest: readonly KeptInterest[] | null;
};

/** A payment through an operator, without a coupon. It counts from the day of its submission. */
export function paymentOf(received: ReceivedMoney): Payment {
  const { attemptId, operator, amountNgwee, submittedOn, on, ladder } = received;
  return {
    source: 'operator',
    from: floatAccount(operator, 'collection'),
    attemptId,
    amountNgwee,
    valueOn: submittedOn,
    on,
    ladder,
    coupon: null,
    keptInterest: null,
  };
}

/** A payment from wallet credit, without a coupon. It counts at once. */
export function walletPaymentOf(paid: Pick<Payment, 'amountNgwee' | 'on' | 'ladder'>): Payment {
  return {
    ...paid,
    source: 'wallet',
    from: 'wallet_credit',
    attemptId: null,
    valueOn: paid.on,
    coupon: null,
    keptInterest: null,
  };
}

/** True for a loan whose instalments can be paid: it runs, or it was written off. */
export function isRepayable(loan: Loan): boolean {
  return isRunning(loan) || loan.state === 'written_off';
}

/**
 * Posts a payment on a loan that is caught up to the value day, or to a later day when the attempt had failed before.
 * Money that no instalment owes becomes wallet credit. It is never refused. Rules: docs/rules/repayment.md and
 * docs/rules/value-day.md.
 */
export function postPayment(given: Loan, payment: Payment): Change {
  const loan = hasPlan(given) ? withAllPayments(given) : given;
  const { amountNgwee, valueOn, on } = payment;
  const receiptNo = receiptNoOf(loan);
  const discount = countingDiscount(loan, payment);
  const early = earlyPaymentOf(loan, payment, discount);
  const counted = { receiptNo, valueOn, amountNgwee, extension: null };
  const inOrder = orderOf(loan, payment, { discount, early, counted });
  const booked = bookAround(loan, inOrder, { on, reason: 'paid_on_value_day' }, (before) =>
    bookPayment(before, payment, { discount, early, receiptNo, inOrder }),
  );
  const kept = followedBy(booked, (before) =>
    unchanged(hasPlan(before) ? withCountedPayment(before, counted) : before),
  );
  const closing = { valueOn, clearedOn: inOrder?.clearedOn ?? null, wasOnTime: loan.worstDaysLate === 0 };
  const closed = followedBy(kept, (before) => closeInOrder(before, closing, payment.ladder));
  const caughtUp = followedBy(closed, (before) => catchUp(before, on));
  const hasClosed = isRepayable(loan) && !isRepayable(caughtUp.loan);
  const walletNgwee = ngwee(caughtUp.walletNgwee + paidFromWallet(payment));
  const message: LoanMessage = hasClosed
    ? {
        kind: 'loan_settled',
        amountNgwee,
        receiptNo,
        walletNgwee,
        ...ruleNotMet(caughtUp.loan, payment.ladder),
      }
    : {
        kind: 'repayment_received',
        amountNgwee,
        receiptNo,
        remainingNgwee: isRepayable(caughtUp.loan) ? owedOnLoan(caughtUp.loan).totalNgwee : ZERO,
        walletNgwee,
        ...(early.savingNgwee > 0 ? { savingNgwee: early.savingNgwee } : {}),
      };
  return { ...caughtUp, messages: [...caughtUp.messages, message] };
}

/** True for a loan that was paid out and not cancelled: a payment of it counts for its instalments. */
function hasPlan(loan: Loan): boolean {
  return isRepayable(loan) || loan.state === 'settled' || loan.state === 'recovered';
}

/** The loan with all its payments in the order of their value days; `null` for a payment that is not late. */
function orderOf(
  loan: Loan,
  { valueOn }: Payment,
  {
    discount,
    early: { keptInterest },
    counted,
  }: { discount: CouponDiscount | null; early: EarlyPayment; counted: CountedPayment },
): PostedInOrder | null {
  if (!hasPlan(loan) || !isCaughtUpPast(loan, valueOn)) return null;
  const period = firstOwedInstalment(loan)?.period;
  const instalments = loan.instalments.map((instalment) => ({
    ...instalment,
    interestNgwee: minimum(instalment.interestNgwee, keptOf(keptInterest, instalment)),
    discountNgwee:
      instalment.period === period
        ? add(instalment.discountNgwee, discount?.totalNgwee ?? ZERO)
        : instalment.discountNgwee,
  }));
  return postInOrder(loan, { ...loan, instalments }, counted);
}

/** The rule of the ladder that a loan on time did not meet. Empty for any other loan. */
function ruleNotMet({ state, worstDaysLate, ladderMove, limitNgwee }: Loan, ladder: LadderStanding) {
  if (state !== 'settled' || worstDaysLate > 0 || ladderMove?.isCounted !== false) return {};
  const { rule, place } = ladder;
  return {
    leastCountingNgwee: leastCountingNgwee(rule, limitNgwee ?? limitOf(rule, place)),
    minDaysHeld: rule.minDaysHeld,
  };
}

/** The discount of the fixed coupon, if it is still applied and clears the instalment together with the money. */
function countingDiscount(loan: Loan, { coupon, amountNgwee, valueOn }: Payment): CouponDiscount | null {
  const first = firstOwedInstalment(loan);
  if (coupon === null || first === undefined || !isRunning(loan)) return null;
  const isStillApplied =
    loan.coupon?.userCouponId === coupon.userCouponId && loan.coupon.period === first.period;
  if (!isStillApplied) return null;
  const asOfThen = asOfValueDay(first, valueOn);
  const discount = discountParts(asOfThen, coupon.discountNgwee);
  const clears = add(amountNgwee, discount.totalNgwee) >= owedOnInstalment(asOfThen).totalNgwee;
  return clears && discount.totalNgwee > 0 ? discount : null;
}

/** The interest that a payment gives back for coming early: a settlement at once, a repayment by its rebates. */
type EarlyPayment = PlannedRebates & { savingNgwee: Ngwee };

function earlyPaymentOf(loan: Loan, payment: Payment, discount: CouponDiscount | null): EarlyPayment {
  const { keptInterest, amountNgwee, valueOn } = payment;
  if (keptInterest !== null) {
    const savings = loan.instalments.map((instalment) =>
      ngwee(Math.max(0, instalment.interestNgwee - keptOf(keptInterest, instalment))),
    );
    return { keptInterest, rebates: [], savingNgwee: sum(savings) };
  }
  if (!isRunning(loan)) return { keptInterest: [], rebates: [], savingNgwee: ZERO };
  const period = firstOwedInstalment(loan)?.period;
  const discountNgwee = discount?.totalNgwee ?? ZERO;
  const instalments = loan.instalments.map((instalment) =>
    instalment.period === period
      ? { ...instalment, discountNgwee: add(instalment.discountNgwee, discountNgwee) }
      : instalment,
  );
  const planned = planRebates({ ...loan, instalments }, add(amountNgwee, discountNgwee), valueOn);
  return { ...planned, savingNgwee: sum(planned.rebates.map((rebate) => rebate.amountNgwee)) };
}

type Booking = {
  discount: CouponDiscount | null;
  early: EarlyPayment;
  receiptNo: string;
  inOrder: PostedInOrder | null;
};

function bookPayment(loan: Loan, payment: Payment, booking: Booking): Change {
  const { discount, early, receiptNo, inOrder } = booking;
  const { source, attemptId, amountNgwee, valueOn, coupon } = payment;
  const period = firstOwedInstalment(loan)?.period ?? loan.instalments.length;
  const isSettlement = payment.keptInterest !== null;
  const relieved = isSettlement ? bookSettlement(loan, { early, valueOn, inOrder }) : unchanged(loan);
  const reduced = followedBy(relieved, (before) => bookDiscount(before, period, valueOn, discount));
  const paidFor = followedBy(reduced, (before) =>
    bookMoney(before, payment, beforeRebates(before, early, inOrder)),
  );
  const booked = followedBy(paidFor, (before) => bookRebates(before, { early, valueOn, inOrder }));
  const paid = paidSince(reduced.loan, paidFor.loan);
  const usedCoupon = discount === null ? null : coupon;
  const repaid: LoanEvent = {
    kind: 'repaid',
    on: valueOn,
    purpose: isSettlement ? 'settlement' : 'repayment',
    source,
    attemptId,
    period,
    amountNgwee,
    allocation: { ...paid, walletNgwee: subtract(amountNgwee, sum(Object.values(paid))) },
    discountNgwee: discount?.totalNgwee ?? ZERO,
    savingNgwee: early.savingNgwee,
    isRecovery: loan.state === 'written_off',
    userCouponId: usedCoupon?.userCouponId ?? null,
    receiptNo,
    posting: postingOf(loan, booked),
  };
  const used: LoanEvent[] =
    discount === null || usedCoupon === null
      ? []
      : [
          {
            kind: 'coupon_used',
            on: valueOn,
            userCouponId: usedCoupon.userCouponId,
            period,
            discountNgwee: discount.totalNgwee,
          },
        ];
  return { ...booked, events: [repaid, ...used, ...booked.events] };
}

type GivenBack = { early: EarlyPayment; valueOn: Day; inOrder: PostedInOrder | null };

function bookSettlement(loan: Loan, givenBack: GivenBack): Change {
  const given = giveBack(loan, givenBack);
  return withRebates(given, ({ period, interestNgwee }) =>
    subtract(instalmentOf(loan, period)?.interestNgwee ?? interestNgwee, interestNgwee),
  );
}

/** Gives back the interest of the instalments that the payment cleared early, and pays the rest of the loan with it. */
function bookRebates(loan: Loan, givenBack: GivenBack): Change {
  const { valueOn } = givenBack;
  const { rebates } = givenBack.early;
  if (rebates.length === 0) return unchanged(loan);
  const given = withRebates(
    giveBack(loan, givenBack),
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
    allocateRefund: (before, refundNgwee) => allocatedOf(before, refundNgwee, inOrder),
  });
}

/** Keeps with each instalment what was given back for it, so that it is not given back twice. */
function withRebates(given: Change, rebateOf: (instalment: Instalment) => Ngwee): Change {
  const instalments = given.loan.instalments.map((instalment) => ({
    ...instalment,
    rebateNgwee: add(instalment.rebateNgwee, rebateOf(instalment)),
  }));
  return { ...given, loan: { ...given.loan, instalments } };
}

/**
 * Pays each charge with its part of the discount. Money that had paid that part before pays the rest of the instalment,
 * so the coupon has the same worth before and after a part payment.
 */
function bookDiscount(loan: Loan, period: number, valueOn: Day, discount: CouponDiscount | null): Change {
  const discounted = instalmentOf(loan, period);
  if (discount === null || discounted === undefined) return unchanged(loan);
  const { instalments, parts } = allocate([asOfValueDay(discounted, valueOn)], discount.totalNgwee, [
    'fee',
    'interest',
    'penalty',
    'principal',
  ]);
  const [paid = discounted] = instalments;
  const discountNgwee = add(discounted.discountNgwee, discount.totalNgwee);
  return {
    ...unchanged({
      ...loan,
      coupon: null,
      instalments: loan.instalments.map((instalment) =>
        instalment === discounted
          ? { ...paid, penaltyNgwee: discounted.penaltyNgwee, discountNgwee }
          : instalment,
      ),
    }),
    transfers: [
      ...transfer('coupon_expense', 'fee_receivable', discount.feeNgwee),
      ...transfer('coupon_expense', 'interest_receivable', discount.interestNgwee),
      ...transfer('coupon_expense', 'penalty_receivable', discount.penaltyNgwee),
      ...matched(
        [
          ['fee_receivable', discount.feeNgwee],
          ['interest_receivable', discount.interestNgwee],
          ['penalty_receivable', discount.penaltyNgwee],
        ],
        [
          ['fee_receivable', parts.feeNgwee],
          ['interest_receivable', parts.interestNgwee],
          ['penalty_receivable', parts.penaltyNgwee],
          ['principal_receivable', parts.principalNgwee],
        ],
      ),
    ],
  };
}

function bookMoney(loan: Loan, payment: Payment, inOrder: PostedInOrder | null): Change {
  const { from, amountNgwee } = payment;
  const { instalments, parts, remainderNgwee } = allocatedOf(loan, amountNgwee, inOrder);
  const booked = unchanged({ ...loan, instalments });
  const toWallet = from === 'wallet_credit' ? [] : transfer(from, 'wallet_credit', remainderNgwee);
  const walletNgwee = remainderNgwee - paidFromWallet(payment);
  if (loan.state === 'written_off') {
    const recoveredNgwee = subtract(amountNgwee, remainderNgwee);
    return {
      ...booked,
      loan: { ...loan, instalments: instalments.map(clearedState) },
      transfers: [...transfer(from, 'recovery_income', recoveredNgwee), ...toWallet],
      walletNgwee,
    };
  }
  return {
    ...booked,
    transfers: [
      ...transfer(from, 'penalty_receivable', parts.penaltyNgwee),
      ...transfer(from, 'fee_receivable', parts.feeNgwee),
      ...transfer(from, 'interest_receivable', parts.interestNgwee),
      ...transfer(from, 'principal_receivable', parts.principalNgwee),
      ...toWallet,
    ],
    walletNgwee,
  };
}

function allocatedOf(loan: Loan, amountNgwee: Ngwee, inOrder: PostedInOrder | null): AllocatedPayment {
  if (!isRepayable(loan)) return nothingAllocated(loan.instalments, amountNgwee);
  return inOrder === null
    ? allocate(loan.instalments, amountNgwee, loan.terms.repaymentOrder)
    : allocateTowards(loan, inOrder.instalments, amountNgwee);
}

/** A repayment pays the interest that its rebates give back, and the rebates then place this money again. */
function beforeRebates(
  loan: Loan,
  { keptInterest }: EarlyPayment,
  inOrder: PostedInOrder | null,
): PostedInOrder | null {
  if (inOrder === null) return null;
  const instalments = inOrder.instalments.map((aim, index) => {
    const instalment = loan.instalments[index] ?? aim;
    const givenBack = Math.max(0, instalment.interestNgwee - keptOf(keptInterest, instalment));
    return { ...aim, interestPaidNgwee: ngwee(aim.interestPaidNgwee + givenBack) };
  });
  return { ...inOrder, instalments };
}

function paidFromWallet({ source, amountNgwee }: Payment): Ngwee {
  return source === 'wallet' ? amountNgwee : ZERO;
}
