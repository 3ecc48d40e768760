import { addDays, type Day, day } from '@thumba/lending/day';

/** The present, as an argument: nothing else in the server may ask the machine for the time. */
export type Clock = { nowMs(): number };

export const systemClock: Clock = { nowMs: () => Date.now() };

const LUSAKA_OFFSET_MS = 2 * 60 * 60 * 1000;

/** Lusaka is UTC+2 all year, so a fixed shift gives its calendar day in whatever zone the machine runs. */
export function lusakaDay(instantMs: number): Day {
  return day(new Date(instantMs + LUSAKA_OFFSET_MS).toISOString().slice(0, 10));
}

export function toDate(instantMs: number): Date {
  return new Date(instantMs);
}

/** A day that follows the calendar of Lusaka, plus what the demo moved it forward by. */
export function businessDay(instantMs: number, offsetDays: number): Day {
  return addDays(lusakaDay(instantMs), offsetDays);
}
