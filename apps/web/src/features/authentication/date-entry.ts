import { type Day, isDay } from '@thumba/lending/day';

/** A date as it is being typed: each part as it stands. */
export type DateParts = { day: string; month: string; year: string };

/** A date is kept in a form as "year-month-day", whatever is typed of it so far. */
export function splitDate(text: string): DateParts {
  const [year = '', month = '', day = ''] = text.split('-');
  return { day, month, year };
}

export function joinDate({ day, month, year }: DateParts): string {
  return day === '' && month === '' && year === '' ? '' : `${year}-${month}-${day}`;
}

/** The day that is meant: "1990-5-3" is 1990-05-03. Nothing while it is not whole, or when there is no such day. */
export function readDate(text: string): Day | undefined {
  const { day, month, year } = splitDate(text);
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(written) ? written : undefined;
}

export function keepDigits(typed: string, length: number): string {
  return typed.replace(/\D/g, '').slice(0, length);
}
