import { addDays, type Day, day } from '@thumba/lending/day';

declare const monthBrand: unique symbol;

/** A calendar month of the books, `YYYY-MM`. Months compare as text: `a < b` means that `a` is earlier. */
export type Month = string & { readonly [monthBrand]: true };

/** True for a month that exists: `2026-12` does, `2026-13` does not. */
export function isMonth(text: string): text is Month {
  return /^[0-9]{4}-(0[1-9]|1[0-2])$/.test(text) && text >= '0001-01';
}

/** The month that a day is in. */
export function monthOf(on: Day): Month {
  return on.slice(0, 7) as Month;
}

/** The month after another one. */
export function monthAfter(month: Month): Month {
  return monthOf(addDays(firstDayOf(month), DAYS_INTO_NEXT_MONTH));
}

export function firstDayOf(month: Month): Day {
  return day(`${month}-01`);
}

export function lastDayOf(month: Month): Day {
  return addDays(firstDayOf(monthAfter(month)), -1);
}

/** So many days after the first of any month lies a day of the next month. */
const DAYS_INTO_NEXT_MONTH = 31;
