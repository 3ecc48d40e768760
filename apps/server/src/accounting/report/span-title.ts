import type { Span } from './asked-for.ts';

/** "2026-12-01 to 2026-12-31". */
export function spanTitle({ fromOn, throughOn, bookings }: Span): string {
  if (bookings === 'adjustments') return `the adjustments of ${throughOn.slice(0, 4)}`;
  return fromOn === throughOn ? fromOn : `${fromOn} to ${throughOn}`;
}

/** "2026-12-31", for balances at the end of a span. */
export function endTitle({ throughOn, bookings }: Span): string {
  if (bookings === 'adjustments') return `${throughOn} with the adjustments of the year`;
  const hasMore = bookings === 'ordinary' && throughOn.endsWith('-12-31');
  return hasMore ? `${throughOn} before the adjustments of the year` : throughOn;
}
