import type { Day } from './day.ts';
import type { Change, LoanEvent } from './loan.ts';

/** The kinds of event that record a payment of the borrower: a repayment, an extension, a return of the money. */
export const PAYMENT_EVENT_KINDS = ['repaid', 'extended', 'money_returned'] as const;
export type PaymentEvent = Extract<LoanEvent, { kind: (typeof PAYMENT_EVENT_KINDS)[number] }>;

/** True for an event that records a payment of the borrower, also one of nothing. Each has a receipt number. */
export function isPaymentEvent<Event extends Pick<LoanEvent, 'kind'>>(
  event: Event,
): event is Extract<Event, { kind: PaymentEvent['kind'] }> {
  return (PAYMENT_EVENT_KINDS as readonly LoanEvent['kind'][]).includes(event.kind);
}

/**
 * The day for which the transfers of a change count: the value day of its payment, or the day `on` of its booking when it
 * has no payment. Rule: docs/rules/value-day.md.
 */
export function valueDayOf({ events }: Pick<Change, 'events'>, on: Day): Day {
  return events.find(isPaymentEvent)?.on ?? on;
}

/** The kinds of event that take a posting back: by staff, or because an operator took the collection back. */
export const REVERSAL_EVENT_KINDS = ['reversed', 'collection_taken_back'] as const;
export type ReversalEvent = Extract<LoanEvent, { kind: (typeof REVERSAL_EVENT_KINDS)[number] }>;

/** True for an event that takes a posting back. It names the receipt of that posting. */
export function isReversalEvent<Event extends Pick<LoanEvent, 'kind'>>(
  event: Event,
): event is Extract<Event, { kind: ReversalEvent['kind'] }> {
  return (REVERSAL_EVENT_KINDS as readonly LoanEvent['kind'][]).includes(event.kind);
}
