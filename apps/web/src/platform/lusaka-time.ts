import { BUSINESS_DATE_HEADER, SERVER_TIME_HEADER } from '@thumba/contract/envelope';
import { addDays, type Day, day, daysBetween, formatDay, formatDayLong } from '@thumba/lending/day';
import { timeWords } from '../words/time.ts';
import { session } from './session.ts';

const LUSAKA_AHEAD_OF_UTC_MS = 2 * 60 * 60 * 1000; // the whole year round

/** An instant as ISO text whose figures are those of a clock in Lusaka. */
function inLusaka(instantMs: number): string {
  return new Date(instantMs + LUSAKA_AHEAD_OF_UTC_MS).toISOString();
}

/** Now by the server's clock. The phone's own may be wrong by days. */
export function serverNowMs(): number {
  return Date.now() + session.getState().serverTimeOffsetMs;
}

function dayAt(instantMs: number): Day {
  return day(inLusaka(instantMs).slice(0, 10));
}

/** The business date at an instant, if the business date goes on with the clock. */
function businessDateAt(instantMs: number): Day {
  return addDays(dayAt(instantMs), session.getState().businessDaysAhead);
}

/** The business date: the server's, not that of the phone. */
export function lusakaToday(): Day {
  return businessDateAt(serverNowMs());
}

/** Takes over the server's time and business date from the headers of an answer to a request of `sentAtMs`. */
export function learnTime(headers: Headers, sentAtMs: number): void {
  const serverMs = Number(headers.get(SERVER_TIME_HEADER));
  const businessDate = headers.get(BUSINESS_DATE_HEADER);
  if (!serverMs || !businessDate) return;
  const { serverTimeOffsetMs: known, businessDaysAhead } = session.getState();
  // The server read its clock between the request and the answer.
  const least = serverMs - Date.now();
  const most = serverMs - sentAtMs;
  const serverTimeOffsetMs = known < least || known > most ? Math.round((least + most) / 2) : known;
  const ahead = daysBetween(dayAt(serverMs), businessDate as Day);
  if (serverTimeOffsetMs !== known || ahead !== businessDaysAhead)
    session.setState({ serverTimeOffsetMs, businessDaysAhead: ahead });
}

/** The hour of the day in Lusaka, 0 to 23. */
export function lusakaHour(): number {
  return Number(inLusaka(serverNowMs()).slice(11, 13));
}

/** The day in Lusaka of an instant in UTC. */
export function dayOf(instant: string): Day {
  return dayAt(Date.parse(instant));
}

/** "09:12" in Lusaka. */
export function timeOfDay(instant: string): string {
  return inLusaka(Date.parse(instant)).slice(11, 16);
}

/*
 * One layout of dates: the day, the month as a word, and the year only where it is not this one. A day that a person has to
 * keep (a due date, a day to apply again) has its weekday in front. A time is that of a clock of 24 hours.
 */

/** "26 November", with its year when that is not the year of `today`. */
export function dayText(on: string, today: Day = lusakaToday()): string {
  return withYear(formatDay(day(on)), on, today);
}

/** "Thursday 26 November", with its year in the same way. */
export function longDayText(on: string, today: Day = lusakaToday()): string {
  return withYear(formatDayLong(day(on)), on, today);
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
  const on = businessDateAt(Date.parse(instant));
  const time = timeOfDay(instant);
  if (on === today) return timeWords.today(time);
  if (time === '00:00' && on === addDays(today, 1)) return timeWords.midnight;
  return timeWords.onDay(time, dayText(on, today));
}
