import { addDays, type Day, day } from '@thumba/lending/day';

/** The present, as an argument: nothing else in the server may ask the machine for the time. */
export type Clock = { nowMs(): number };

export const systemClock: Clock = { nowMs: () => Date.now() };

export const HOUR_MS = 60 * 60 * 1000;
export const DAY_MS = 24 * HOUR_MS;
const LUSAKA_OFFSET_MS = 2 * HOUR_MS;

/** Lusaka is UTC+2 all year, so a fixed shift gives its calendar day in whatever zone the machine runs. */
export function lusakaDay(instantMs: number): Day {
  return day(new Date(instantMs + LUSAKA_OFFSET_MS).toISOString().slice(0, 10));
}

/** "09:12", as a clock in Lusaka shows an instant. */
export function lusakaTime(instantMs: number): string {
  return new Date(instantMs + LUSAKA_OFFSET_MS).toISOString().slice(11, 16);
}

/** The instant at which the Lusaka day of an instant ends. */
export function endOfLusakaDay(instantMs: number): Date {
  return new Date(Date.parse(`${addDays(lusakaDay(instantMs), 1)}T00:00:00Z`) - LUSAKA_OFFSET_MS);
}

/** The instant of a day and a time of day, as a clock in Lusaka shows them; `undefined` for one that does not exist. */
export function lusakaInstant(on: Day, timeOfDay: string): Date | undefined {
  const instantMs = Date.parse(`${on}T${timeOfDay}Z`) - LUSAKA_OFFSET_MS;
  return Number.isNaN(instantMs) ? undefined : new Date(instantMs);
}

export function toDate(instantMs: number): Date {
  return new Date(instantMs);
}

/** A day that follows the calendar of Lusaka, plus what the demo moved it forward by. */
export function businessDay(instantMs: number, offsetDays: number): Day {
  return addDays(lusakaDay(instantMs), offsetDays);
}
