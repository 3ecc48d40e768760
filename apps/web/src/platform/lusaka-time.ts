import { BUSINESS_DATE_HEADER, SERVER_TIME_HEADER } from '@thumba/contract/envelope';
import { dayText as dayTextOf, inLusaka, longDayText as longDayTextOf } from '@thumba/home/days';
import { timeWords } from '@thumba/home/time-words';
import { addDays, type Day, day, daysBetween } from '@thumba/lending/day';
import { session } from './session.ts';

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

/** "26 November", with its year when that is not the year of `today`. */
export function dayText(on: string, today: Day = lusakaToday()): string {
  return dayTextOf(on, today);
}

/** "Thursday 26 November", with its year in the same way. */
export function longDayText(on: string, today: Day = lusakaToday()): string {
  return longDayTextOf(on, today);
}

/** "26 November, 09:12": the business day, and the time on the clock. */
export function momentText({ on, at }: { on: string; at: string }): string {
  return timeWords.moment(dayText(on), timeOfDay(at));
}
