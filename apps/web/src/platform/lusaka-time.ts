import { addDays, type Day, day } from '@thumba/lending/day';
import { timeWords } from '../words/time.ts';
import { session } from './session.ts';

const LUSAKA_AHEAD_OF_UTC_MS = 2 * 60 * 60 * 1000; // the whole year round

/** An instant as ISO text whose figures are those of a clock in Lusaka. */
function inLusaka(instantMs: number): string {
  return new Date(instantMs + LUSAKA_AHEAD_OF_UTC_MS).toISOString();
}

/** Now, corrected by the measured difference from the server's time. */
function nowMs(): number {
  return Date.now() + session.getState().serverTimeOffsetMs;
}

export function lusakaToday(): Day {
  return day(inLusaka(nowMs()).slice(0, 10));
}

/** The hour of the day in Lusaka, 0 to 23. */
export function lusakaHour(): number {
  return Number(inLusaka(nowMs()).slice(11, 13));
}

/** The day in Lusaka of an instant in UTC. */
export function dayOf(instant: string): Day {
  return day(inLusaka(Date.parse(instant)).slice(0, 10));
}

/** "09:12" in Lusaka. */
export function timeOfDay(instant: string): string {
  return inLusaka(Date.parse(instant)).slice(11, 16);
}

/** "26 November", with its year when that is not the year of `today`. */
export function dayText(on: string, today: Day = lusakaToday()): string {
  return withYear(timeWords.day(day(on)), on, today);
}

/** "Thursday 26 November", with its year in the same way. */
export function longDayText(on: string, today: Day = lusakaToday()): string {
  return withYear(timeWords.dayLong(day(on)), on, today);
}

function withYear(text: string, on: string, today: Day): string {
  const year = on.slice(0, 4);
  return today.startsWith(year) ? text : timeWords.ofYear(text, year);
}

/** "26 November, 09:12": the business day, and the time on the clock. */
export function momentText({ on, at }: { on: string; at: string }): string {
  return timeWords.moment(dayText(on), timeOfDay(at));
}

/** "14:32 today", "midnight" or "14:32 on 22 November": until when something holds. */
export function deadlineText(instant: string, today: Day = lusakaToday()): string {
  const on = dayOf(instant);
  const time = timeOfDay(instant);
  if (on === today) return timeWords.today(time);
  if (time === '00:00' && on === addDays(today, 1)) return timeWords.midnight;
  return timeWords.onDay(time, dayText(on, today));
}
