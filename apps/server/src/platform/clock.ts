import { addDays, type Day, day } from '@thumba/lending/day';
import { remembered } from '@thumba/lending/remembered';

/** The current time, as an argument. Only this file reads it from the machine. */
export type Clock = { nowMs(): number };

export const systemClock: Clock = { nowMs: () => Date.now() };

export const HOUR_MS = 60 * 60 * 1000;
export const DAY_MS = 24 * HOUR_MS;
const LUSAKA_OFFSET_MS = 2 * HOUR_MS;

/** Lusaka is UTC+2 all year, so a fixed shift gives its calendar day in any time zone of the machine. */
export function lusakaDay(instantMs: number): Day {
  return dayOfNumber(Math.floor((instantMs + LUSAKA_OFFSET_MS) / DAY_MS));
}

// Each request asks for today more than once.
const dayOfNumber = remembered(
  1_000,
  (daysSince1970: number): Day => day(new Date(daysSince1970 * DAY_MS).toISOString().slice(0, 10)),
);

/** The time of day of an instant in Lusaka: "09:12". */
export function lusakaTime(instantMs: number): string {
  return new Date(instantMs + LUSAKA_OFFSET_MS).toISOString().slice(11, 16);
}

/** The day and the time of an instant in Lusaka, to the second: "2026-03-05T01:30:00". */
export function lusakaDateTime(instantMs: number): string {
  return new Date(instantMs + LUSAKA_OFFSET_MS).toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length);
}

/** The instant at which the Lusaka day of an instant ends. */
export function endOfLusakaDay(instantMs: number): Date {
  return new Date(Date.parse(`${addDays(lusakaDay(instantMs), 1)}T00:00:00Z`) - LUSAKA_OFFSET_MS);
}

/** The instant of a day and a time of day in Lusaka. Undefined for a day or time that does not exist. */
export function lusakaInstant(on: Day, timeOfDay: string): Date | undefined {
  const instantMs = Date.parse(`${on}T${timeOfDay}Z`) - LUSAKA_OFFSET_MS;
  return Number.isNaN(instantMs) ? undefined : new Date(instantMs);
}

export function toDate(instantMs: number): Date {
  return new Date(instantMs);
}
