import type { LoanEvent } from './loan.ts';

/** The kinds of event that record a payment of the borrower: a repayment, an extension, a return of the money. */
export const PAYMENT_EVENT_KINDS = ['repaid', 'extended', 'money_returned'] as const;
export type PaymentEvent = Extract<LoanEvent, { kind: (typeof PAYMENT_EVENT_KINDS)[number] }>;

/** True for an event that records a payment of the borrower, also one of nothing. Each has a receipt number. */
export function isPaymentEvent<Event extends Pick<LoanEvent, 'kind'>>(
  event: Event,
): event is Extract<Event, { kind: PaymentEvent['kind'] }> {
  return (PAYMENT_EVENT_KINDS as readonly LoanEvent['kind'][]).includes(event.kind);
}
