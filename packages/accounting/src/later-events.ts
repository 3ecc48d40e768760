import { daysBetween } from '@thumba/lending/day';
import type { LoanEvent } from '@thumba/lending/loan';
import { isReversalEvent } from '@thumba/lending/payment-event';
import type { DateMove, LaterEvent, PlanMove } from './plans-as-of.ts';

/** An event of a loan's history, and whether it was booked after the day that is asked for. */
export type PastEvent = { event: LoanEvent; isLater: boolean };

/**
 * What the events after a day did to the plans of a loan. A posting that was taken back after the day still counted on
 * the day, so it is answered with the direction -1. Rule: docs/running/reports.md.
 */
export function laterEventsOf(history: readonly PastEvent[]): LaterEvent[] {
  return history.flatMap(({ event, isLater }) => {
    if (!isLater) return [];
    const ofEvent = effectOf(event, 1);
    if (!isReversalEvent(event)) return ofEvent;
    const ofPosting = history
      .filter(({ event: posted }) => isPostingOf(posted, event.reversedReceiptNo))
      .flatMap((reversed) => effectOf(reversed.event, -1));
    return [...ofPosting, ...ofEvent];
  });
}

/** True for the posting with a receipt, and for what an earlier reversal led to on it. */
function isPostingOf(event: LoanEvent, receiptNo: string): boolean {
  if (isReversalEvent(event)) return false;
  return 'posting' in event && 'ofReceiptNo' in event
    ? event.ofReceiptNo === receiptNo
    : 'receiptNo' in event && event.receiptNo === receiptNo;
}

function effectOf(event: LoanEvent, direction: 1 | -1): LaterEvent[] {
  if (event.kind === 'penalty_accrued' || event.kind === 'penalty_waived') {
    const penaltyNgwee = event.kind === 'penalty_accrued' ? event.amountNgwee : -event.amountNgwee;
    return [{ direction, moves: [{ period: event.period, penaltyNgwee }], dateMove: null }];
  }
  const dateMove = dateMoveOf(event);
  const moves = movesOf(event);
  return moves.length === 0 && dateMove === null ? [] : [{ direction, moves, dateMove }];
}

function movesOf(event: LoanEvent): readonly PlanMove[] {
  if ('posting' in event) return event.posting.instalments;
  return 'moves' in event ? (event.moves ?? []) : [];
}

function dateMoveOf(event: LoanEvent): DateMove | null {
  if (event.kind === 'extended')
    return { fromPeriod: event.period, days: daysBetween(event.beforeDueOn, event.afterDueOn) };
  if (event.kind !== 'hardship_agreed') return null;
  const moved = event.dueDates.filter(({ beforeDueOn, afterDueOn }) => beforeDueOn !== afterDueOn);
  return { periods: moved.map(({ period }) => period) };
}
