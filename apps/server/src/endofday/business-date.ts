import { addDays, type Day, daysBetween } from '@thumba/lending/day';
import type { Calendar } from '../platform/calendar.ts';
import { type Database, statement } from '../platform/database.ts';
import { type EndOfDayDeps, runEndOfDay } from './end-of-day.ts';

const raiseOffsetStatement = statement<never>(
  'end of day: raise offset',
  'update business_calendar set offset_days = offset_days + $1',
);

/** Each day is lived through, so a far date would keep everybody waiting. */
const MOST_DAYS = 400;

export type MoveRefusal = { kind: 'not_forward' | 'too_far'; today: Day };

/** Moves the demo's business date forward day by day, each with its end of day. It never goes back. */
export async function moveBusinessDate(
  deps: EndOfDayDeps & { db: Database; calendar: Calendar },
  to: Day,
): Promise<{ ok: true; today: Day } | { ok: false; refusal: MoveRefusal }> {
  await deps.calendar.refresh();
  const from = deps.calendar.today();
  if (to < from) return { ok: false, refusal: { kind: 'not_forward', today: from } };
  if (daysBetween(from, to) > MOST_DAYS) return { ok: false, refusal: { kind: 'too_far', today: from } };
  for (let on = from; on < to; on = addDays(on, 1)) {
    await deps.db.rows(raiseOffsetStatement, [1]);
    await deps.calendar.refresh();
    await runEndOfDay(deps, deps.calendar.today());
  }
  return { ok: true, today: deps.calendar.today() };
}
