import { type LoanStateRefusal, wrongState } from './application.ts';
import { catchUp } from './catch-up.ts';
import { followedBy, unchanged } from './change.ts';
import { releaseCoupon } from './coupon.ts';
import type { Day } from './day.ts';
import { floatAccount, type LedgerAccount, matched } from './ledger.ts';
import { type Change, type Instalment, isRunning, type Loan } from './loan.ts';
import { add, type Ngwee, ngwee, subtract, ZERO } from './money.ts';
import { allow, type Outcome, refuse } from './outcome.ts';
import { instalmentTotal, owedOnLoan, ownMoneyPaid, serviceFeeOf } from './owed.ts';
import { paymentOf, postPayment, type ReceivedMoney } from './payment-posting.ts';
import {
  type PaymentPendingRefusal,
  refusalWhilePending,
  type StaleQuoteRefusal,
  waitFor,
  withoutPending,
} from './pending.ts';
import { receiptNoOf } from './posting.ts';
import type { CancellationQuote } from './quote.ts';

export type CancellationRefusal =
  | LoanStateRefusal
  | PaymentPendingRefusal
  | { kind: 'cooling_off_over'; coolingOffHours: number };

/**
 * The amount in ngwee that cancels a loan at no cost: the money received, less what was paid since. Refuses, in this
 * order: a loan that is not active; a pending payment; a payout more than the cooling-off hours ago. Rule:
 * docs/rules/cooling-off.md.
 */
export function quoteCancellation(
  loan: Loan,
  { hoursSincePayout, on }: { hoursSincePayout: number; on: Day },
): Outcome<CancellationQuote, CancellationRefusal> {
  const caughtUp = catchUp(loan, on).loan;
  if (caughtUp.state !== 'active') return refuse(wrongState(caughtUp));
  const pending = refusalWhilePending(loan);
  if (pending !== null) return refuse(pending);
  const { coolingOffHours } = loan.terms;
  if (hoursSincePayout > coolingOffHours) return refuse({ kind: 'cooling_off_over', coolingOffHours });
  const paidBack = ownMoneyPaid(loan);
  return allow({
    amountNgwee: ngwee(Math.max(0, loan.receivedNgwee - paidBack)),
    surplusNgwee: ngwee(Math.max(0, paidBack - loan.receivedNgwee)),
  });
}

/**
 * Starts the return of the money: the loan waits for the payment. When nothing is left to return, the loan is cancelled
 * at once. Refuses what `quoteCancellation` refuses, and an amount other than the one it quotes.
 */
export function submitCancellation(
  loan: Loan,
  {
    attemptId,
    amountNgwee,
    hoursSincePayout,
    on,
  }: { attemptId: string; amountNgwee: Ngwee; hoursSincePayout: number; on: Day },
): Outcome<Change, CancellationRefusal | StaleQuoteRefusal> {
  const quote = quoteCancellation(loan, { hoursSincePayout, on });
  if (!quote.ok) return quote;
  const quoted = quote.value;
  if (amountNgwee !== quoted.amountNgwee)
    return refuse({ kind: 'stale_quote', amountNgwee: quoted.amountNgwee });
  const caughtUp = catchUp(loan, on);
  const pending = {
    attemptId,
    period: 1,
    amountNgwee,
    submittedOn: on,
    purpose: 'cooling_off',
    quoted,
  } as const;
  return allow(
    followedBy(caughtUp, (before) =>
      amountNgwee > 0
        ? waitFor(before, pending)
        : returnMoney(before, { from: 'wallet_credit', attemptId: null, amountNgwee, valueOn: on, on }),
    ),
  );
}

/**
 * The operator confirms that the money came back. The loan is cancelled as of the day of submission, however late the
 * confirmation is. Less than was received counts as a repayment. It is never refused.
 */
export function cancellationSucceeded(loan: Loan, received: ReceivedMoney): Change {
  const { attemptId, operator, amountNgwee, submittedOn, on } = received;
  const freed = withoutPending(loan, attemptId);
  const isWholeAmount = add(amountNgwee, ownMoneyPaid(freed)) >= freed.receivedNgwee;
  return followedBy(catchUp(freed, submittedOn), (before) =>
    isRunning(before) && isWholeAmount
      ? returnMoney(before, {
          from: floatAccount(operator, 'collection'),
          attemptId,
          amountNgwee,
          valueOn: submittedOn,
          on,
        })
      : postPayment(before, paymentOf(received)),
  );
}

type ReturnedMoney = {
  from: LedgerAccount;
  attemptId: string | null;
  amountNgwee: Ngwee;
  valueOn: Day;
  on: Day;
};

/** Takes every charge back, from unearned income and from income, and counts all money as principal. */
function returnMoney(loan: Loan, { from, attemptId, amountNgwee, valueOn, on }: ReturnedMoney): Change {
  const receiptNo = receiptNoOf(loan);
  const owed = owedOnLoan(loan);
  const walletNgwee = subtract(add(amountNgwee, ownMoneyPaid(loan)), loan.receivedNgwee);
  const interestNgwee = instalmentTotal(loan.instalments, 'interestNgwee');
  const cancelled: Change = {
    ...unchanged({
      ...loan,
      state: 'cancelled',
      closedOn: valueOn,
      nextEventOn: null,
      interestEarnedNgwee: ZERO,
      feeEarnedNgwee: ZERO,
      extensionFeesNgwee: ZERO,
      worstDaysLate: 0,
      countedPayments: [],
      instalments: loan.instalments.map(withoutCharges),
    }),
    transfers: matched(
      [
        ['unearned_interest', subtract(interestNgwee, loan.interestEarnedNgwee)],
        ['interest_income', loan.interestEarnedNgwee],
        ['unearned_fee', subtract(serviceFeeOf(loan), loan.feeEarnedNgwee)],
        ['fee_income', loan.feeEarnedNgwee],
        ['penalty_income', instalmentTotal(loan.instalments, 'penaltyNgwee')],
        ['extension_income', loan.extensionFeesNgwee],
        [from, amountNgwee],
      ],
      [
        ['interest_receivable', owed.interestNgwee],
        ['fee_receivable', owed.feeNgwee],
        ['penalty_receivable', owed.penaltyNgwee],
        ['coupon_expense', instalmentTotal(loan.instalments, 'discountNgwee')],
        ['principal_receivable', owed.principalNgwee],
        ['wallet_credit', walletNgwee],
      ],
    ),
    walletNgwee,
    events: [
      { kind: 'money_returned', on: valueOn, attemptId, amountNgwee, walletNgwee, receiptNo },
      { kind: 'cancelled', on: valueOn, reason: 'cooling_off' },
    ],
    messages: [{ kind: 'loan_cancelled', amountNgwee, receiptNo, walletNgwee }],
  };
  return followedBy(cancelled, (before) => releaseCoupon(before, on, 'loan_closed'));
}

function withoutCharges(instalment: Instalment): Instalment {
  return {
    ...instalment,
    state: 'settled',
    interestNgwee: ZERO,
    feeNgwee: ZERO,
    penaltyNgwee: ZERO,
    principalPaidNgwee: instalment.principalNgwee,
    interestPaidNgwee: ZERO,
    feePaidNgwee: ZERO,
    penaltyPaidNgwee: ZERO,
    discountNgwee: ZERO,
    rebateNgwee: ZERO,
    creditedInterestNgwee: ZERO,
    penaltyRuns: [],
    penaltyWaivedNgwee: ZERO,
    penaltyWaivers: [],
    interestWaivedNgwee: ZERO,
    feeWaivedNgwee: ZERO,
    daysLate: 0,
  };
}
