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

/** A whole date that was typed or pasted at once, such as 3/5/1990, 1990-05-03 or 03051990. */
export function readWholeDate(text: string): DateParts | undefined {
  const [, day, month, year] =
    /^(\d{1,2})[/.\s-]+(\d{1,2})[/.\s-]+(\d{4})$/.exec(text.trim()) ??
    /^(\d\d)(\d\d)(\d{4})$/.exec(text.trim()) ??
    [];
  if (day && month && year) return { day, month, year };
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})$/.exec(text.trim()) ?? [];
  return isoYear && isoMonth && isoDay ? { day: isoDay, month: isoMonth, year: isoYear } : undefined;
}

/** Whether a part is complete, so that the next one follows: all its digits, or a sign after it, as in "3/". */
export function isPartTyped(typed: string, length: number): boolean {
  const digits = keepDigits(typed, length);
  return digits.length === length || (digits !== '' && /[/.\s-]$/.test(typed));
}

export function keepDigits(typed: string, length: number): string {
  return typed.replace(/\D/g, '').slice(0, length);
}
