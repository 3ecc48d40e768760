import { addDays, type Day, day, formatDay, formatDayLong } from '@thumba/lending/day';
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

/** The days of one reader: the business date, and how many days it is ahead of the calendar. */
export type ReaderDays = { today: Day; businessDaysAhead: number };

/** "14:32 today", "midnight" or "14:32 on 22 November": until when something holds. */
export function deadlineText(instant: string, { today, businessDaysAhead }: ReaderDays): string {
  const moment = inLusaka(Date.parse(instant));
  const on = addDays(day(moment.slice(0, 10)), businessDaysAhead);
  const time = moment.slice(11, 16);
  if (on === today) return timeWords.today(time);
  if (time === '00:00' && on === addDays(today, 1)) return timeWords.midnight;
  return timeWords.onDay(time, dayText(on, today));
}
