import { type Day, isDay } from '@thumba/lending/day';

/** A date that is being typed, part by part. */
export type DateParts = { day: string; month: string; year: string };

/** A form keeps a date as "year-month-day", also while it is incomplete. */
export function splitDate(text: string): DateParts {
  const [year = '', month = '', day = ''] = text.split('-');
  return { day, month, year };
}

export function joinDate({ day, month, year }: DateParts): string {
  return day === '' && month === '' && year === '' ? '' : `${year}-${month}-${day}`;
}

/** The typed day: "1990-5-3" is 1990-05-03. Undefined while it is incomplete, or when there is no such day. */
export function readDate(text: string): Day | undefined {
  const { day, month, year } = splitDate(text);
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(written) ? written : undefined;
}

export function keepDigits(typed: string, length: number): string {
  return typed.replace(/\D/g, '').slice(0, length);
}
