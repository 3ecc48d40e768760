import { addDays, type Day, daysBetween } from '@thumba/lending/day';
import type { Calendar } from '../../book/calendar/calendar.ts';
import { type EndedDays, type EndOfDayDeps, runEndOfDay } from './end-of-day.ts';

/** Each day has its end of day, so a far date would take long. */
const MAX_DAYS = 400;

export type MoveRefusal = { kind: 'not_forward' | 'too_far'; today: Day };

/** Moves the demo's business date forward day by day, each with its end of day. It never goes back. */
export async function moveBusinessDate(
  deps: EndOfDayDeps & { calendar: Calendar },
  to: Day,
): Promise<{ ok: true; today: Day; ended: EndedDays } | { ok: false; refusal: MoveRefusal }> {
  await deps.calendar.refresh();
  const from = deps.calendar.today();
  if (to < from) return { ok: false, refusal: { kind: 'not_forward', today: from } };
  if (daysBetween(from, to) > MAX_DAYS) return { ok: false, refusal: { kind: 'too_far', today: from } };
  const ended: EndedDays = { days: 0, loansMoved: 0 };
  const add = ({ days, loansMoved }: EndedDays) => {
    ended.days += days;
    ended.loansMoved += loansMoved;
  };
  // Days that were missed so far come first. A move to today does nothing else.
  add(await runEndOfDay(deps, from));
  for (let on = addDays(from, 1); on <= to && !deps.signal?.aborted; on = addDays(on, 1)) {
    await deps.calendar.moveForwardTo(on);
    add(await runEndOfDay(deps, deps.calendar.today()));
  }
  return { ok: true, today: deps.calendar.today(), ended };
}
