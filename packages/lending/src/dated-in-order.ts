import { followedBy, unchanged } from './change.ts';
import { closeAsOf } from './closing.ts';
import { type Day, laterOf } from './day.ts';
import type { LadderStanding } from './ladder.ts';
import type { Change, Loan } from './loan.ts';
import { isCleared } from './owed.ts';
import type { Replays } from './rebate-correction.ts';
import { daysLateOn, worstDaysLateOf } from './value-day.ts';

type ClearedDays = readonly (Day | null)[];

/**
 * Dates what a reversal leaves as the other payments of the loan have cleared it in the order of their value days: the
 * days late of its instalments, and the day on which it was closed. `posted` is the loan before the reversal. What is not
 * caused by the reversal stays as it is. Rule: docs/rules/reversal.md.
 */
export function datedInOrder(
  change: Change,
  posted: Loan,
  {
    replays: { clearedBeforeOn, clearedOn },
    ladder,
  }: { replays: Pick<Replays, 'clearedBeforeOn' | 'clearedOn'>; ladder: LadderStanding },
): Change {
  const counted = withDaysLate(change.loan, posted, { clearedBeforeOn, clearedOn });
  const closedOn = lastOf(clearedOn);
  const isNewlyClosed = posted.state !== 'settled' || change.events.some(({ kind }) => kind === 'settled');
  const isDated = closedOn !== null && (isNewlyClosed || closedOn !== lastOf(clearedBeforeOn));
  if (counted.state !== 'settled' || !isDated) return { ...change, loan: counted };
  const standing = { ...ladder, place: change.ladder ?? ladder.place };
  const closing = { kind: 'settled' as const, on: closedOn, onTime: counted.worstDaysLate === 0 };
  const isClosedThen = counted.closedOn === closedOn && counted.worstDaysLate === change.loan.worstDaysLate;
  return followedBy(
    {
      ...change,
      loan: counted,
      events: [
        ...change.events.filter(({ kind }) => kind !== 'settled'),
        ...(isNewlyClosed || !isClosedThen ? [closing] : []),
      ],
    },
    (loan) => (isClosedThen ? unchanged(loan) : closeAsOf(loan, closedOn, standing)),
  );
}

/**
 * An instalment is late until the day on which it was cleared, where the reversal has changed that day. Money that paid
 * it only in the course of the reversal does not make it later.
 */
function withDaysLate(
  loan: Loan,
  posted: Loan,
  { clearedBeforeOn, clearedOn }: Pick<Replays, 'clearedBeforeOn' | 'clearedOn'>,
): Loan {
  const instalments = loan.instalments.map((instalment, index) => {
    const on = clearedOn[index] ?? null;
    if (on === null || !isCleared(instalment)) return instalment;
    const before = posted.instalments[index]?.daysLate ?? 0;
    const isSameDay = on === clearedBeforeOn[index];
    return { ...instalment, daysLate: isSameDay ? before : Math.max(before, daysLateOn(instalment, on)) };
  });
  return { ...loan, instalments, worstDaysLate: worstDaysLateOf(instalments) };
}

/** The day on which the last instalment was cleared, or `null` while one is not. */
function lastOf(clearedOn: ClearedDays): Day | null {
  return clearedOn.reduce((last, on) => (last === null || on === null ? null : laterOf(last, on)));
}
