import { unchanged } from './change.ts';
import type { Change, Loan, PendingCollection } from './loan.ts';
import type { Ngwee } from './money.ts';

export type PaymentPendingRefusal = { kind: 'payment_pending'; attemptId: string; amountNgwee: Ngwee };

/** The quoted amount is out of date. `amountNgwee` is the new quote, which the borrower has to confirm. */
export type StaleQuoteRefusal = { kind: 'stale_quote'; amountNgwee: Ngwee };

/** The refusal of an operation during a pending payment, or `null` without a pending payment. */
export function refusalWhilePending({ pending }: Loan): PaymentPendingRefusal | null {
  return pending === null
    ? null
    : { kind: 'payment_pending', attemptId: pending.attemptId, amountNgwee: pending.amountNgwee };
}

/** Makes a payment pending. The loan is not moved past the day of its submission until the payment ends. */
export function waitFor(loan: Loan, pending: PendingCollection): Change {
  const { attemptId, period, amountNgwee, submittedOn, purpose } = pending;
  return {
    ...unchanged({ ...loan, pending, nextEventOn: null }),
    events: [{ kind: 'repayment_submitted', on: submittedOn, purpose, attemptId, period, amountNgwee }],
  };
}

/** The loan without its pending payment, if it is this attempt; otherwise the same loan. */
export function withoutPending(loan: Loan, attemptId: string): Loan {
  return loan.pending?.attemptId === attemptId ? { ...loan, pending: null } : loan;
}
