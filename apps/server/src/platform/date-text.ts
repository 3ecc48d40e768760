import { type Day, formatDay } from '@thumba/lending/day';
import { lusakaDay, lusakaTime } from './clock.ts';

/** "26 November 2026": with the year, because a printed date is read in later years too. */
export function dayText(on: Day): string {
  return `${formatDay(on)} ${on.slice(0, 4)}`;
}

/** "26 November 2026, 09:12 in Lusaka". */
export function instantText(at: string): string {
  const instantMs = Date.parse(at);
  return `${dayText(lusakaDay(instantMs))}, ${lusakaTime(instantMs)} in Lusaka`;
}
