import { type Day, formatDay } from '@thumba/lending/day';
import { lusakaDay, lusakaTime } from './clock.ts';
import { dateWords } from './date-words.ts';

/** "26 November 2026": with the year, because a printed date is read in later years too. */
export function dayText(on: Day): string {
  return dateWords.withYear(formatDay(on), yearOf(on));
}

/** "26 November 2026, 09:12 in Lusaka". */
export function instantText(at: string): string {
  const instantMs = Date.parse(at);
  return dateWords.inLusaka(dayText(lusakaDay(instantMs)), lusakaTime(instantMs));
}

/** "26 Nov 2026, 09:12": for small print, where the zone is said in another place. */
export function shortInstantText(at: string): string {
  const instantMs = Date.parse(at);
  const on = lusakaDay(instantMs);
  const month = dateWords.shortMonths[Number(on.slice(5, 7)) - 1]!;
  const day = dateWords.shortDay(String(Number(on.slice(8))), month, yearOf(on));
  return dateWords.atTime(day, lusakaTime(instantMs));
}

function yearOf(on: Day): string {
  return on.slice(0, 4);
}
