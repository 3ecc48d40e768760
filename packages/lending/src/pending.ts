import { unchanged } from './change.ts';
import type { Change, Loan, PendingCollection } from './loan.ts';
import type { Ngwee } from './money.ts';

export type PaymentPendingRefusal = { kind: 'payment_pending'; attemptId: string; amountNgwee: Ngwee };

/** What was quoted is not what the same question answers now: the new amount is shown and asked for again. */
export type StaleQuoteRefusal = { kind: 'stale_quote'; amountNgwee: Ngwee };

/** The refusal of anything that has to wait until the payment under way has ended, or `null` when none is. */
export function refusalWhilePending({ pending }: Loan): PaymentPendingRefusal | null {
  return pending === null
    ? null
    : { kind: 'payment_pending', attemptId: pending.attemptId, amountNgwee: pending.amountNgwee };
}

/** Makes a loan wait for a payment: from the day of its submission it stands still. */
export function waitFor(loan: Loan, pending: PendingCollection): Change {
  const { attemptId, period, amountNgwee, submittedOn, purpose } = pending;
  return {
    ...unchanged({ ...loan, pending, nextEventOn: null }),
    events: [{ kind: 'repayment_submitted', on: submittedOn, purpose, attemptId, period, amountNgwee }],
  };
}

/** The loan free again, when this is the payment that it waits for. */
export function withoutPending(loan: Loan, attemptId: string): Loan {
  return loan.pending?.attemptId === attemptId ? { ...loan, pending: null } : loan;
}
