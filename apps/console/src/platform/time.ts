import { day, formatDay, isDay } from '@thumba/lending/day';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Lusaka is ahead of UTC by this the whole year round. */
const LUSAKA_MS = 2 * HOUR_MS;

/** An instant as ISO text whose figures are those of a clock in Lusaka. */
function inLusaka(atMs: number): string {
  return new Date(atMs + LUSAKA_MS).toISOString();
}

/** "09:12" in Lusaka. */
export function clockText(at: string): string {
  return inLusaka(Date.parse(at)).slice(11, 16);
}

/** A day that the books can have. A year that is still being typed is none. */
export function isWholeDay(text: string): boolean {
  return isDay(text) && text >= '2000-01-01' && text <= '2099-12-31';
}

/** "26 November 2026". */
export function dayText(on: string): string {
  return `${formatDay(day(on))} ${on.slice(0, 4)}`;
}

/** "26 November 2026": the day of an instant in Lusaka. */
export function dayOfText(at: string): string {
  return dayText(inLusaka(Date.parse(at)).slice(0, 10));
}

/** "26 November 2026, 09:12:05" in Lusaka. */
export function exactText(at: string): string {
  const text = inLusaka(Date.parse(at));
  return `${dayText(text.slice(0, 10))}, ${text.slice(11, 19)}`;
}

/** How long something waits: "18 min", "3 h 12 min", "1 d 4 h". */
export function ageText(at: string, nowMs: number): string {
  const ms = Math.max(0, nowMs - Date.parse(at));
  if (ms < MINUTE_MS) return 'under a minute';
  const days = Math.floor(ms / DAY_MS);
  const hours = Math.floor((ms % DAY_MS) / HOUR_MS);
  const minutes = Math.floor((ms % HOUR_MS) / MINUTE_MS);
  if (days > 0) return hours > 0 ? `${days} d ${hours} h` : `${days} d`;
  if (hours > 0) return minutes > 0 ? `${hours} h ${minutes} min` : `${hours} h`;
  return `${minutes} min`;
}

/** How far an instant is: "just now", "3 h 12 min ago", "in 14 min". Beyond a week, the day. */
export function relativeText(at: string, nowMs: number): string {
  const ms = Date.parse(at) - nowMs;
  if (Math.abs(ms) >= 7 * DAY_MS) return dayOfText(at);
  if (Math.abs(ms) < MINUTE_MS) return 'just now';
  if (ms > 0) return `in ${ageText(new Date(nowMs).toISOString(), Date.parse(at))}`;
  return `${ageText(at, nowMs)} ago`;
}
