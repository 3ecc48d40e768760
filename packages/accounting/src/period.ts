import { addDays, type Day, day } from '@thumba/lending/day';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { firstDayOf, isMonth, lastDayOf, type Month, monthAfter, monthOf } from './month.ts';

declare const adjustmentsBrand: unique symbol;

/** Month 13 of a year, `2026-13`: what is booked on 31 December to adjust the year after its end. */
export type Adjustments = string & { readonly [adjustmentsBrand]: true };

/** A period of the book: a month, or the adjustments of a year. A year is a calendar year. Periods compare as text. */
export type Period = Month | Adjustments;

/** Reads `2026-12` and `2026-13`. Any other text is `undefined`. */
export function parsePeriod(text: string): Period | undefined {
  if (isMonth(text)) return text;
  return /^[0-9]{4}-13$/.test(text) && text >= '0001' ? (text as Adjustments) : undefined;
}

export function yearOf(period: Period): number {
  return Number(period.slice(0, 4));
}

/** The period for the adjustments of a year. */
export function adjustmentsOf(year: number): Adjustments {
  return `${String(year).padStart(4, '0')}-13` as Adjustments;
}

export function isOfAdjustments(period: Period): period is Adjustments {
  return period.endsWith('-13');
}

/** The last day of a period: of its month, or 31 December, on which adjustments are booked. */
export function endOf(period: Period): Day {
  return isOfAdjustments(period) ? day(`${period.slice(0, 4)}-12-31`) : lastDayOf(period);
}

/** What is closed: every day up to one, and whether the adjustments of the last closed year are still open. */
export type BookClosing = {
  closedThroughOn: Day | null;
  /** The year whose December is closed and whose adjustments are not. */
  openAdjustmentYear: number | null;
};

/** The lists that a decision about a period needs beside what is closed. */
export type Book = BookClosing & {
  /** The month of the first row. Undefined for a book without rows. */
  firstMonth: Month | undefined;
  today: Day;
};

export type CloseRefusal =
  | { kind: 'already_closed' }
  | { kind: 'not_over'; lastOn: Day }
  | { kind: 'before_first_month'; first: Month }
  | { kind: 'out_of_order'; next: Period };

export type ReopenRefusal = { kind: 'not_closed' } | { kind: 'not_last_closed'; last: Period };

/**
 * What is closed after a period is closed. Months close in order, each when it is over. The close of December opens the
 * adjustments of its year; the December after it closes only when these are closed. Rule: docs/rules/periods.md.
 */
export function closePeriod(book: Book, period: Period): Outcome<BookClosing, CloseRefusal> {
  return isOfAdjustments(period) ? closeAdjustments(book, period) : closeMonth(book, period);
}

function closeMonth(book: Book, period: Month): Outcome<BookClosing, CloseRefusal> {
  const { closedThroughOn, openAdjustmentYear, today } = book;
  const lastOn = lastDayOf(period);
  const first = book.firstMonth ?? monthOf(today);
  if (closedThroughOn !== null && lastOn <= closedThroughOn) return refuse({ kind: 'already_closed' });
  const next = closedThroughOn === null ? first : monthOf(addDays(closedThroughOn, 1));
  if (closedThroughOn === null && period < first) return refuse({ kind: 'before_first_month', first });
  if (period !== next) return refuse({ kind: 'out_of_order', next });
  if (lastOn >= today) return refuse({ kind: 'not_over', lastOn });
  const isDecember = period.endsWith('-12');
  if (isDecember && openAdjustmentYear !== null)
    return refuse({ kind: 'out_of_order', next: adjustmentsOf(openAdjustmentYear) });
  return allow({
    closedThroughOn: lastOn,
    openAdjustmentYear: isDecember ? yearOf(period) : openAdjustmentYear,
  });
}

function closeAdjustments(book: Book, period: Adjustments): Outcome<BookClosing, CloseRefusal> {
  const { closedThroughOn, openAdjustmentYear, today } = book;
  const year = yearOf(period);
  const first = book.firstMonth ?? monthOf(today);
  if (year < yearOf(first)) return refuse({ kind: 'before_first_month', first });
  if (openAdjustmentYear === year) return allow({ closedThroughOn, openAdjustmentYear: null });
  if (closedThroughOn !== null && endOf(period) <= closedThroughOn) return refuse({ kind: 'already_closed' });
  return refuse({
    kind: 'out_of_order',
    next: closedThroughOn === null ? first : monthOf(addDays(closedThroughOn, 1)),
  });
}

/**
 * What is closed after a period is opened again: the last closed month, or the adjustments of the last closed year.
 * Rule: docs/rules/periods.md.
 */
export function reopenPeriod(book: Book, period: Period): Outcome<BookClosing, ReopenRefusal> {
  const { closedThroughOn, openAdjustmentYear } = book;
  if (closedThroughOn === null || endOf(period) > closedThroughOn || period < (book.firstMonth ?? period))
    return refuse({ kind: 'not_closed' });
  const year = yearOf(period);
  const lastClosedYear = yearOf(monthOf(addDays(closedThroughOn, 1))) - 1;
  if (isOfAdjustments(period)) {
    if (openAdjustmentYear === year) return refuse({ kind: 'not_closed' });
    if (year !== lastClosedYear) {
      const last =
        openAdjustmentYear === lastClosedYear ? monthOf(closedThroughOn) : adjustmentsOf(lastClosedYear);
      return refuse({ kind: 'not_last_closed', last });
    }
    return allow({ closedThroughOn, openAdjustmentYear: year });
  }
  const lastMonth = monthOf(closedThroughOn);
  if (period !== lastMonth) return refuse({ kind: 'not_last_closed', last: lastMonth });
  const isDecember = period.endsWith('-12');
  if (isDecember && openAdjustmentYear !== year)
    return refuse({ kind: 'not_last_closed', last: adjustmentsOf(year) });
  return allow({
    closedThroughOn: period === book.firstMonth ? null : addDays(firstDayOf(period), -1),
    openAdjustmentYear: isDecember ? null : openAdjustmentYear,
  });
}

/** The months that are over and not closed, in their order, and the month that is not over. */
export function openMonths({ closedThroughOn, firstMonth, today }: Book): {
  waiting: Period[];
  current: Period;
} {
  const current = monthOf(today);
  const waiting: Month[] = [];
  let month = closedThroughOn === null ? (firstMonth ?? current) : monthOf(addDays(closedThroughOn, 1));
  for (; month < current; month = monthAfter(month)) waiting.push(month);
  return { waiting, current };
}
