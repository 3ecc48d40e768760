import { type Day, day, formatDay } from '@thumba/lending/day';
import { lusakaToday } from '../../platform/clock.ts';

const LUSAKA_AHEAD_OF_UTC_MS = 2 * 60 * 60 * 1000; // the whole year round

function inLusaka(instant: string): string {
  return new Date(Date.parse(instant) + LUSAKA_AHEAD_OF_UTC_MS).toISOString();
}

/** The day in Lusaka of an instant in UTC. */
export function dayOf(instant: string): Day {
  return day(inLusaka(instant).slice(0, 10));
}

/** "09:12" in Lusaka. */
export function timeOfDay(instant: string): string {
  return inLusaka(instant).slice(11, 16);
}

/** "26 November", with its year when that is not the year of `today`. */
export function dayText(on: string, today: Day = lusakaToday()): string {
  const year = on.slice(0, 4);
  return year === today.slice(0, 4) ? formatDay(day(on)) : `${formatDay(day(on))} ${year}`;
}

/** "26 November, 09:12": the day that counts for the loan, and when it was. */
export function momentText({ on, at }: { on: string; at: string }): string {
  return `${dayText(on)}, ${timeOfDay(at)}`;
}
