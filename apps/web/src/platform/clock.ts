import { type Day, day, formatDay } from '@thumba/lending/day';
import { session } from './session.ts';

const LUSAKA_AHEAD_OF_UTC_MS = 2 * 60 * 60 * 1000; // the whole year round

/** Today in Lusaka, in the server's time as far as we have learnt it. */
export function lusakaToday(): Day {
  const nowMs = Date.now() + session.getState().serverTimeOffsetMs;
  return day(new Date(nowMs + LUSAKA_AHEAD_OF_UTC_MS).toISOString().slice(0, 10));
}

/** The hour of the day in Lusaka, 0 to 23. */
export function lusakaHour(): number {
  const nowMs = Date.now() + session.getState().serverTimeOffsetMs;
  return new Date(nowMs + LUSAKA_AHEAD_OF_UTC_MS).getUTCHours();
}

/** "21 December", with the year when it is not this one. */
export function dayText(on: string): string {
  const text = formatDay(day(on));
  const year = on.slice(0, 4);
  return lusakaToday().startsWith(year) ? text : `${text} ${year}`;
}
