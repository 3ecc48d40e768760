import { catchUp } from './catch-up.ts';
import { followedBy, unchanged } from './change.ts';
import { couponUseOn } from './coupon.ts';
import type { Day } from './day.ts';
import { isRepayable } from './early-payment.ts';
import type { LadderStanding } from './ladder.ts';
import type { Change, CouponUse, Instalment, Loan, LoanState } from './loan.ts';
import { type Ngwee, subtract, ZERO } from './money.ts';
import { allow, type Outcome, refuse } from './outcome.ts';
import { firstOwedInstalment, owedOnInstalment } from './owed.ts';
import { paymentOf, postPayment, type ReceivedMoney, walletPaymentOf } from './payment-posting.ts';
import { type PaymentPendingRefusal, refusalWhilePending, waitFor, withoutPending } from './pending.ts';
import { checkRepayment, minimumRepayment, type RepaymentAmountRefusal } from './repayment-rules.ts';

export type RepaymentRefusal =
  | { kind: 'not_repayable'; state: LoanState }
  | PaymentPendingRefusal
  | { kind: 'not_first_owed'; firstOwedPeriod: number }
  | RepaymentAmountRefusal;

export type WalletRefusal = { kind: 'wallet_too_low'; walletNgwee: Ngwee };

/** The next payment of a borrower, in ngwee. */
export type Bill = {
  period: number;
  /** The amount that clears the instalment without a coupon. */
  remainingNgwee: Ngwee;
  /** The amount that clears the instalment with the coupon applied to it. */
  payoffNgwee: Ngwee;
  discountNgwee: Ngwee;
  minimumNgwee: Ngwee;
};

/** The bill of the first owed instalment at the end of `on`, or `null` for a loan that cannot be repaid. */
export function nextBill(loan: Loan, on: Day): Bill | null {
  if (!isRepayable(loan)) return null;
  const caughtUp = catchUp(loan, on).loan;
  const first = firstOwedInstalment(caughtUp);
  if (first === undefined) throw new Error(`loan ${loan.loanId} is to be repaid and owes nothing`);
  return billOf(caughtUp, first, on);
}

/**
 * Starts a payment in ngwee for the first owed instalment. Until the attempt ends, the loan is not moved past `on`, and
 * a coupon that clears the instalment with the payment is fixed. Refuses, in this order: a loan that cannot be repaid;
 * another pending payment; another instalment; an amount that `checkRepayment` refuses. Rule: docs/rules/repayment.md.
 */
export function submitRepayment(
  loan: Loan,
  { attemptId, period, amountNgwee, on }: { attemptId: string; period: number; amountNgwee: Ngwee; on: Day },
): Outcome<Change, RepaymentRefusal> {
  const checked = checkPayable(loan, { period, amountNgwee, on });
  if (!checked.ok) return checked;
  const { caughtUp, coupon } = checked.value;
  return allow(
    followedBy(caughtUp, (before) =>
      waitFor(before, {
        attemptId,
        period,
        amountNgwee,
        submittedOn: on,
        purpose: 'repayment',
        quoted: coupon,
      }),
    ),
  );
}

export type ReceivedRepayment = ReceivedMoney & {
  /** The coupon fixed at the submission. */
  quoted?: CouponUse | null;
};

/**
 * The operator confirms a repayment. It counts from the day of its submission, however late the confirmation is: for
 * the first owed instalment, then the next ones, then the wallet. It is never refused, for any amount and any state of
 * the loan. Rule: docs/rules/value-day.md.
 */
export function repaymentSucceeded(loan: Loan, received: ReceivedRepayment): Change {
  const freed = withoutPending(loan, received.attemptId);
  const payment = { ...paymentOf(received), coupon: received.quoted ?? null };
  return followedBy(catchUp(freed, received.submittedOn), (before) => postPayment(before, payment));
}

/** Ends an attempt of any purpose that collected no money. The loan is caught up to `on`. It is never refused. */
export function repaymentFailed(
  loan: Loan,
  { attemptId, on, reason }: { attemptId: string; on: Day; reason: string },
): Change {
  if (loan.pending?.attemptId !== attemptId) return unchanged(loan);
  const failed: Change = {
    ...unchanged(withoutPending(loan, attemptId)),
    events: [{ kind: 'repayment_failed', on, purpose: loan.pending.purpose, attemptId, reason }],
  };
  return followedBy(failed, (freed) => catchUp(freed, on));
}

/** Pays from wallet credit at once. Refuses what `submitRepayment` refuses, and an amount above the wallet credit. */
export function repayFromWallet(
  loan: Loan,
  {
    amountNgwee,
    period,
    walletNgwee,
    on,
    ladder,
  }: { amountNgwee: Ngwee; period: number; walletNgwee: Ngwee; on: Day; ladder: LadderStanding },
): Outcome<Change, RepaymentRefusal | WalletRefusal> {
  const checked = checkPayable(loan, { period, amountNgwee, on });
  if (!checked.ok) return checked;
  if (amountNgwee > walletNgwee) return refuse({ kind: 'wallet_too_low', walletNgwee });
  const { caughtUp, coupon } = checked.value;
  return allow(
    followedBy(caughtUp, (before) =>
      postPayment(before, { ...walletPaymentOf({ amountNgwee, on, ladder }), coupon }),
    ),
  );
}

function checkPayable(
  loan: Loan,
  { period, amountNgwee, on }: { period: number; amountNgwee: Ngwee; on: Day },
): Outcome<{ caughtUp: Change; coupon: CouponUse | null }, RepaymentRefusal> {
  if (!isRepayable(loan)) return refuse({ kind: 'not_repayable', state: loan.state });
  const pending = refusalWhilePending(loan);
  if (pending !== null) return refuse(pending);
  const caughtUp = catchUp(loan, on);
  const first = firstOwedInstalment(caughtUp.loan);
  if (first === undefined) throw new Error(`loan ${loan.loanId} is to be repaid and owes nothing`);
  if (period !== first.period) return refuse({ kind: 'not_first_owed', firstOwedPeriod: first.period });
  const { remainingNgwee, discountNgwee, payoffNgwee } = billOf(caughtUp.loan, first, on);
  const amount = checkRepayment({
    amountNgwee,
    remainingNgwee,
    discountNgwee,
    minRepayNgwee: loan.terms.minRepayNgwee,
    minLeftoverNgwee: loan.terms.minLeftoverNgwee,
  });
  if (!amount.ok) return amount;
  const coupon = amountNgwee === payoffNgwee ? couponUseOn(caughtUp.loan, first, on) : null;
  return allow({ caughtUp, coupon });
}

function billOf(loan: Loan, first: Instalment, on: Day): Bill {
  const remainingNgwee = owedOnInstalment(first).totalNgwee;
  const discountNgwee = couponUseOn(loan, first, on)?.discountNgwee ?? ZERO;
  const { minRepayNgwee } = loan.terms;
  return {
    period: first.period,
    remainingNgwee,
    payoffNgwee: subtract(remainingNgwee, discountNgwee),
    discountNgwee,
    minimumNgwee: minimumRepayment({ remainingNgwee, discountNgwee, minRepayNgwee }),
  };
}
