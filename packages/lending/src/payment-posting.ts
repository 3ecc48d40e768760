import { allocate } from './allocation.ts';
import { catchUp } from './catch-up.ts';
import { followedBy, unchanged } from './change.ts';
import { closeInOrder } from './closing.ts';
import { withAllPayments, withCountedPayment } from './counted-payment.ts';
import { type CouponDiscount, discountParts } from './coupon.ts';
import type { Day } from './day.ts';
import {
  allocatedOf,
  bookRebates,
  bookSettlement,
  hasPlan,
  isRepayable,
  type PlannedPayment,
  planPayment,
} from './early-payment.ts';
import { type LadderStanding, leastCountingNgwee, limitOf } from './ladder.ts';
import { bookAround, clearedState } from './late-payment.ts';
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
import { add, type Ngwee, ngwee, subtract, sum, ZERO } from './money.ts';
import { firstOwedInstalment, owedOnInstalment, owedOnLoan, paidSince } from './owed.ts';
import { postingOf, receiptNoOf } from './posting.ts';
import type { KeptInterest } from './quote.ts';
import { asOfValueDay } from './value-day.ts';

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
  const counted: CountedPayment = {
    receiptNo,
    valueOn,
    amountNgwee,
    extension: null,
    ...(payment.keptInterest === null ? {} : { isSettlement: true }),
  };
  const planned = planPayment(loan, payment, { discount, counted });
  const { early, inOrder } = planned;
  const booked = bookAround(loan, inOrder, { on, reason: 'paid_on_value_day' }, (before) =>
    bookPayment(before, payment, { discount, planned, receiptNo }),
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

type Booking = { discount: CouponDiscount | null; planned: PlannedPayment; receiptNo: string };

function bookPayment(loan: Loan, payment: Payment, booking: Booking): Change {
  const { discount, planned, receiptNo } = booking;
  const { early, inOrder } = planned;
  const { source, attemptId, amountNgwee, valueOn, coupon } = payment;
  const period = firstOwedInstalment(loan)?.period ?? loan.instalments.length;
  const isSettlement = payment.keptInterest !== null;
  const relieved = isSettlement ? bookSettlement(loan, { ...planned, valueOn }) : unchanged(loan);
  const reduced = followedBy(relieved, (before) => bookDiscount(before, period, valueOn, discount));
  const paidFor = followedBy(reduced, (before) =>
    // A repayment pays the interest that its rebates give back, and the rebates then place this money again.
    bookMoney(before, payment, inOrder?.beforeRebates ?? null),
  );
  const booked = followedBy(paidFor, (before) =>
    isSettlement ? unchanged(before) : bookRebates(before, { ...planned, valueOn }),
  );
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

function bookMoney(loan: Loan, payment: Payment, target: readonly Instalment[] | null): Change {
  const { from, amountNgwee } = payment;
  const { instalments, parts, remainderNgwee } = allocatedOf(loan, amountNgwee, target);
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

function paidFromWallet({ source, amountNgwee }: Payment): Ngwee {
  return source === 'wallet' ? amountNgwee : ZERO;
}
