import { type Day, day, formatDay, formatDayLong } from '@thumba/lending/day';
import { timeWords } from './time-words.ts';

/*
 * One layout of dates: the day, the month as a word, and the year only where it is not this one. A day that a person has to
 * keep (a due date, a day to apply again) has its weekday in front. A time is that of a clock of 24 hours.
 */

const LUSAKA_AHEAD_OF_UTC_MS = 2 * 60 * 60 * 1000; // the whole year round

/** An instant as ISO text whose figures are those of a clock in Lusaka. */
export function inLusaka(instantMs: number): string {
  return new Date(instantMs + LUSAKA_AHEAD_OF_UTC_MS).toISOString();
}

/** "26 November", with its year when that is not the year of `today`. */
export function dayText(on: string, today: Day): string {
  return withYear(formatDay(day(on)), on, today);
}

/** "Thursday 26 November", with its year in the same way. */
export function longDayText(on: string, today: Day): string {
  return withYear(formatDayLong(day(on)), on, today);
}

function withYear(text: string, on: string, today: Day): string {
  const year = on.slice(0, 4);
  return today.startsWith(year) ? text : timeWords.ofYear(text, year);
}
