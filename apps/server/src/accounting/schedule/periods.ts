import type { ScheduleStep } from '@thumba/contract/staff/return-words';
import { addDays, type Day, day, lastOfMonth } from '@thumba/lending/day';

type SchedulePeriod = { fromOn: Day; throughOn: Day };

/** The day, the week from Monday or the month that a day is in. */
function periodOf(every: ScheduleStep, on: Day): SchedulePeriod {
  if (every === 'day') return { fromOn: on, throughOn: on };
  if (every === 'month') {
    const fromOn = day(`${on.slice(0, 7)}-01`);
    return { fromOn, throughOn: lastOfMonth(fromOn) };
  }
  const sinceMonday = (new Date(`${on}T00:00:00Z`).getUTCDay() + 6) % 7;
  const fromOn = addDays(on, -sinceMonday);
  return { fromOn, throughOn: addDays(fromOn, 6) };
}

/** The periods from the one with `beginsOn` on whose file is due today, the earliest first. */
export function duePeriods(
  { every, beginsOn, daysAfter }: { every: ScheduleStep; beginsOn: Day; daysAfter: number },
  { today, after }: { today: Day; after: Day | null },
): SchedulePeriod[] {
  const due: SchedulePeriod[] = [];
  let period = periodOf(every, after === null ? beginsOn : addDays(after, 1));
  while (addDays(period.throughOn, daysAfter) <= today) {
    due.push(period);
    period = periodOf(every, addDays(period.throughOn, 1));
  }
  return due;
}
