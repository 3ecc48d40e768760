import { formatCount } from './count.ts';
import { dayWords } from './day-words.ts';

declare const dayBrand: unique symbol;

/**
 * A calendar day in Lusaka, `YYYY-MM-DD`, without a time or a zone. Days compare as text: `a < b` means that `a` is
 * earlier.
 */
export type Day = string & { readonly [dayBrand]: true };

const DAY_PATTERN = /^(\d{4})-(\d{2})-(\d{2})$/;
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

export type WeekdayName = (typeof WEEKDAYS)[number];

/** True for a day that exists: `2028-02-29` does, `2026-02-29` does not. */
export function isDay(text: string): text is Day {
  return DAY_PATTERN.test(text) && fromDayNumber(toDayNumber(text)) === text;
}

/** Marks a text as a day. Throws for a day that does not exist. */
export function day(text: string): Day {
  if (!isDay(text)) throw new RangeError(`not a day: ${text}`);
  return text;
}

/** The day `count` days later; earlier for a negative count. Throws outside the years 1 to 9999. */
export function addDays(from: Day, count: number): Day {
  const number = toDayNumber(from) + count;
  if (!(number >= FIRST_DAY_NUMBER && number <= LAST_DAY_NUMBER))
    throw new RangeError(`no day ${count} days from ${from}`);
  return fromDayNumber(number) as Day;
}

/** The number of days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return toDayNumber(to) - toDayNumber(from);
}

/** The later of two days. */
export function laterOf(a: Day, b: Day): Day {
  return a > b ? a : b;
}

/** The earlier of two days. */
export function earlierOf(a: Day, b: Day): Day {
  return a < b ? a : b;
}

/** "Thursday" for 26 November 2026. */
export function weekdayName(of: Day): WeekdayName {
  const THURSDAY = 4; // 1 January 1970
  return WEEKDAYS[(((toDayNumber(of) + THURSDAY) % 7) + 7) % 7] as WeekdayName;
}

/** "21 December". */
export function formatDay(of: Day): string {
  const month = dayWords.months[Number(of.slice(5, 7)) - 1]!;
  return dayWords.dayOfMonth(String(Number(of.slice(8))), month);
}

/** "Thursday 26 November". */
export function formatDayLong(of: Day): string {
  return dayWords.withWeekday(dayWords.weekdays[weekdayName(of)], formatDay(of));
}

/** "1 day", "30 days". */
export function formatDayCount(count: number): string {
  return dayWords.days(count, formatCount(count));
}

/** The last day of the month of a day. */
export function lastOfMonth(of: Day): Day {
  const MORE_THAN_THE_REST_OF_A_MONTH = 31;
  const firstOn = addDays(of, 1 - Number(of.slice(8)));
  const inNextMonth = addDays(firstOn, MORE_THAN_THE_REST_OF_A_MONTH);
  return addDays(inNextMonth, -Number(inNextMonth.slice(8)));
}

/** The same date `count` years later; 29 February becomes 1 March in a year without it. */
export function addYears(from: Day, count: number): Day {
  const year = String(Number(from.slice(0, 4)) + count).padStart(4, '0');
  const sameDate = `${year}${from.slice(4)}`;
  return isDay(sameDate) ? sameDate : day(`${year}-03-01`);
}

/** Whole years from one day to another, as an age: a birthday on 29 February counts from 1 March in other years. */
export function wholeYearsBetween(from: Day, to: Day): number {
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4));
  return to.slice(5) < from.slice(5) ? years - 1 : years;
}

// The year is counted from 1 March. The leap day is then its last day, and a linear formula gives the days before a
// month. The method is Howard Hinnant's "chrono-compatible low-level date algorithms". Day 0 is 1 January 1970.
const DAYS_IN_400_YEARS = 146_097;
const DAYS_FROM_MARCH_OF_YEAR_0_TO_1970 = 719_468;
const ZERO_CODE = '0'.charCodeAt(0);
const FIRST_DAY_NUMBER = -719_162; // 0001-01-01
const LAST_DAY_NUMBER = 2_932_896; // 9999-12-31

function toDayNumber(text: string): number {
  const month = twoDigits(text, 5);
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2) - (month <= 2 ? 1 : 0);
  const monthFromMarch = (month + 9) % 12;
  const dayOfYear = Math.floor((153 * monthFromMarch + 2) / 5) + twoDigits(text, 8) - 1;
  const leapDays = Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400);
  return year * 365 + leapDays + dayOfYear - DAYS_FROM_MARCH_OF_YEAR_0_TO_1970;
}

// Reads digits without cutting strings: the end of the day does this for every instalment of every loan.
function twoDigits(text: string, at: number): number {
  return (text.charCodeAt(at) - ZERO_CODE) * 10 + text.charCodeAt(at + 1) - ZERO_CODE;
}

function fromDayNumber(number: number): string {
  const shifted = number + DAYS_FROM_MARCH_OF_YEAR_0_TO_1970;
  const era = Math.floor(shifted / DAYS_IN_400_YEARS);
  const dayOfEra = shifted - era * DAYS_IN_400_YEARS;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const dayOfMonth = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1;
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(dayOfMonth).padStart(2, '0')}`;
}
