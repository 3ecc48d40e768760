import { isDay } from '@thumba/lending/day';
import { day } from '../fields.ts';

/** No book of a lender has days outside these years, and reckoning with days near the year 1 or 9999 would fail. */
const FIRST_DAY = '2000-01-01';
const LAST_DAY = '2099-12-31';

export function isBookDay(text: string): boolean {
  return isDay(text) && text >= FIRST_DAY && text <= LAST_DAY;
}

/** A day that staff name, in a body, a query or a path. */
export const bookDay = day
  .refine(isDay, { error: 'This day does not exist.', abort: true })
  .refine(isBookDay, 'Write a day of the years 2000 to 2099.');
