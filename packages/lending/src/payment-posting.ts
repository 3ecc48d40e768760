import { type AllocatedPayment, allocate, nothingAllocated } from './allocation.ts';
import { catchUp } from './catch-up.ts';
import { followedBy, unchanged } from './change.ts';
import { chargeOnly } from './charge-relief.ts';
import { closeWhenCleared } from './closing.ts';
import { type CouponDiscount, discountParts } from './coupon.ts';
import type { Day } from './day.ts';
import type { LadderStanding } from './ladder.ts';
import { floatAccount, type LedgerAccount, matched, type OperatorName, transfer } from './ledger.ts';
import {
  type Change,
  type CouponUse,
  type Instalment,
  instalmentOf,
  isRunning,
  type KeptInterest,
  type Loan,
  type LoanEvent,
  type LoanMessage,
} from './loan.ts';
import { add, type Ngwee, ngwee, subtract, sum, ZERO } from './money.ts';
import { firstOwedInstalment, isCleared, owedOnInstalment, owedOnLoan, paidSince } from './owed.ts';
import { postingOf, receiptNoOf } from './posting.ts';
import { allocateForValueDay, asOfValueDay, waiveSinceValueDay } from './value-day.ts';

/** Money that an operator says has come, for the attempt that asked for it. */
export type ReceivedMoney = {
  attemptId: string;
  operator: OperatorName;
  amountNgwee: Ngwee;
  /** The value day: what is owed is judged as it stood at the end of it. */
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
  /** The coupon that the submission froze. */
  coupon: CouponUse | null;
  /** What an early settlement still charges of the interest; `null` for any other payment. */
  keptInterest: readonly KeptInterest[] | null;
};

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

/** A payment from wallet credit, which counts at once. */
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

/** A loan on whose instalments money can still be laid: one that runs, or one that was written off. */
export function isRepayable(loan: Loan): boolean {
  return isRunning(loan) || loan.state === 'written_off';
}

/** Lays money on a loan that is accrued to the value day, or past it when we had given the payment up. */
export function postPayment(loan: Loan, payment: Payment): Change {
  const { amountNgwee, valueOn, on } = payment;
  const receiptNo = receiptNoOf(loan);
  const discount = countingDiscount(loan, payment);
  const savingNgwee = savingOf(loan, payment);
  const clearsNgwee = sum([amountNgwee, discount?.totalNgwee ?? ZERO, savingNgwee]);
  const hasPlan = isRepayable(loan) || loan.state === 'settled' || loan.state === 'recovered';
  const waived = hasPlan
    ? waiveSinceValueDay(loan, { amountNgwee: clearsNgwee, valueOn, on })
    : unchanged(loan);
  const laid = followedBy(waived, (before) => layPayment(before, payment, discount, savingNgwee, receiptNo));
  const closed = followedBy(laid, (before) => closeWhenCleared(before, valueOn, payment.ladder));
  const caughtUp = followedBy(closed, (before) => catchUp(before, on));
  const hasClosed = isRepayable(loan) && !isRepayable(caughtUp.loan);
  const walletNgwee = ngwee(caughtUp.walletNgwee + paidFromWallet(payment));
  const message: LoanMessage = hasClosed
    ? { kind: 'loan_settled', amountNgwee, receiptNo, walletNgwee }
    : {
        kind: 'repayment_received',
        amountNgwee,
        receiptNo,
        remainingNgwee: isRepayable(caughtUp.loan) ? owedOnLoan(caughtUp.loan).totalNgwee : ZERO,
        walletNgwee,
      };
  return { ...caughtUp, messages: [...caughtUp.messages, message] };
}

/**
 * The frozen coupon, if it is still held ready and clears the instalment together with the money, as of the value day.
 */
function countingDiscount(loan: Loan, { coupon, amountNgwee, valueOn }: Payment): CouponDiscount | null {
  const first = firstOwedInstalment(loan);
  if (coupon === null || first === undefined || !isRunning(loan)) return null;
  const isHeldReady =
    loan.coupon?.userCouponId === coupon.userCouponId && loan.coupon.period === first.period;
  if (!isHeldReady) return null;
  const asOfThen = asOfValueDay(first, valueOn);
  const discount = discountParts(asOfThen, coupon.discountNgwee);
  const clears = add(amountNgwee, discount.totalNgwee) >= owedOnInstalment(asOfThen).totalNgwee;
  return clears && discount.totalNgwee > 0 ? discount : null;
}

function savingOf(loan: Loan, { keptInterest }: Payment): Ngwee {
  return sum(
    loan.instalments.map((instalment) =>
      ngwee(Math.max(0, instalment.interestNgwee - keptOf(keptInterest, instalment))),
    ),
  );
}

function keptOf(keptInterest: readonly KeptInterest[] | null, { period, interestNgwee }: Instalment): Ngwee {
  return keptInterest?.find((kept) => kept.period === period)?.interestNgwee ?? interestNgwee;
}

function layPayment(
  loan: Loan,
  payment: Payment,
  discount: CouponDiscount | null,
  savingNgwee: Ngwee,
  receiptNo: string,
): Change {
  const { source, attemptId, amountNgwee, valueOn, keptInterest, coupon } = payment;
  const period = firstOwedInstalment(loan)?.period ?? loan.instalments.length;
  const relieved =
    keptInterest === null
      ? unchanged(loan)
      : chargeOnly(loan, 'interest', (instalment) => keptOf(keptInterest, instalment));
  const reduced = followedBy(relieved, (before) => layDiscount(before, period, valueOn, discount));
  const laid = followedBy(reduced, (before) => layMoney(before, payment));
  const paid = paidSince(reduced.loan, laid.loan);
  const usedCoupon = discount === null ? null : coupon;
  const repaid: LoanEvent = {
    kind: 'repaid',
    on: valueOn,
    purpose: keptInterest === null ? 'repayment' : 'settlement',
    source,
    attemptId,
    period,
    amountNgwee,
    allocation: { ...paid, walletNgwee: subtract(amountNgwee, sum(Object.values(paid))) },
    discountNgwee: discount?.totalNgwee ?? ZERO,
    savingNgwee,
    isRecovery: loan.state === 'written_off',
    userCouponId: usedCoupon?.userCouponId ?? null,
    receiptNo,
    posting: postingOf(loan, laid),
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
  return { ...laid, events: [...laid.events, repaid, ...used] };
}

/**
 * The coupon pays its part of each charge. Money that had paid that part before is laid on what the instalment still
 * owes, so that the coupon is worth the same before and after a part payment.
 */
function layDiscount(loan: Loan, period: number, valueOn: Day, discount: CouponDiscount | null): Change {
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

function layMoney(loan: Loan, payment: Payment): Change {
  const { from, amountNgwee, valueOn } = payment;
  const { instalments, parts, remainderNgwee }: AllocatedPayment = isRepayable(loan)
    ? allocateForValueDay(loan, amountNgwee, valueOn)
    : nothingAllocated(loan.instalments, amountNgwee);
  const laid = unchanged({ ...loan, instalments });
  const toWallet = from === 'wallet_credit' ? [] : transfer(from, 'wallet_credit', remainderNgwee);
  const walletNgwee = remainderNgwee - paidFromWallet(payment);
  if (loan.state === 'written_off') {
    const recoveredNgwee = subtract(amountNgwee, remainderNgwee);
    return {
      ...laid,
      loan: { ...loan, instalments: instalments.map(clearedState) },
      transfers: [...transfer(from, 'recovery_income', recoveredNgwee), ...toWallet],
      walletNgwee,
    };
  }
  return {
    ...laid,
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

// No day moves a loan that was written off, so the money itself moves the state of what it clears.
function clearedState(instalment: Instalment): Instalment {
  return isCleared(instalment) ? { ...instalment, state: 'settled' } : instalment;
}
