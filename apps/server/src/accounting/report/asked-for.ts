import { type Day, day, isDay, lastOfMonth } from '@thumba/lending/day';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { statement } from '../../platform/database.ts';
import type { BookSnapshot } from './book-snapshot.ts';

/** The days that a report is asked for, by the day of booking. */
export type Span = {
  /** The first day of its period. */
  fromOn: Day;
  /** Its last day: balances are as of the end of this day. */
  throughOn: Day;
  /** Whether its last day is the business day of the moment that is read. Where this is left out, a day is read as a past one. */
  isToday?: boolean;
  /**
   * `ordinary` for a month, which has neither the adjustments nor the closing of a year; `adjustments` for period 13 of a
   * year; `all` for a span of days, which has everything that is booked on them.
   */
  bookings: 'all' | 'ordinary' | 'adjustments';
};

/** The words of a command that say which days are meant. */
export type SpanWords = {
  on?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  period?: string | undefined;
};

export type SpanRefusal =
  | { kind: 'bad_day'; text: string }
  | { kind: 'bad_period'; text: string }
  | { kind: 'days_mixed' }
  | { kind: 'ends_before_it_begins'; fromOn: Day; throughOn: Day }
  | { kind: 'future_day'; on: Day; today: Day }
  | { kind: 'before_the_book'; on: Day; firstOn: Day | null };

/**
 * Reads the days. `--period` is a month, or the adjustments of a year as `2026-13`. `--on` alone is a day with the month
 * up to it. Without any words it is today. Refuses, in this order: words that exclude each other, a day or a period that
 * does not exist, a beginning after the end, a day after today.
 */
export function readSpan(words: SpanWords, today: Day): Outcome<Span, SpanRefusal> {
  const { on, from, to, period } = words;
  const kinds = [on, period, from ?? to].filter((word) => word !== undefined);
  if (kinds.length > 1) return refuse({ kind: 'days_mixed' });
  const wrong = [on, from, to].find((word) => word !== undefined && !isDay(word));
  if (wrong !== undefined) return refuse({ kind: 'bad_day', text: wrong });
  const span = period === undefined ? spanOfDays({ on, from, to }, today) : spanOfPeriod(period);
  if (span === undefined) return refuse({ kind: 'bad_period', text: period ?? '' });
  const { fromOn, throughOn } = span;
  if (fromOn > throughOn) return refuse({ kind: 'ends_before_it_begins', fromOn, throughOn });
  return throughOn > today ? refuse({ kind: 'future_day', on: throughOn, today }) : allow(span);
}

/** The span in the moment that is read. `today` must be asked for within it, so that no row of a later day is in it. */
export function inMoment(span: Span, today: Day): Span {
  return { ...span, isToday: span.throughOn === today };
}

/** The first day of the year of a day. */
export function firstOfYear(on: Day): Day {
  return day(`${on.slice(0, 4)}-01-01`);
}

/** The first day of the month of a day. */
function firstOfMonth(on: Day): Day {
  return day(`${on.slice(0, 7)}-01`);
}

function spanOfDays({ on, from, to }: SpanWords, today: Day): Span {
  const throughOn = day(to ?? on ?? today);
  return { fromOn: from === undefined ? firstOfMonth(throughOn) : day(from), throughOn, bookings: 'all' };
}

function spanOfPeriod(period: string): Span | undefined {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-3])$/.exec(period) ?? [];
  if (year === undefined || month === undefined || year === '0000') return undefined;
  if (month === '13') {
    const lastOfYear = day(`${year}-12-31`);
    return { fromOn: lastOfYear, throughOn: lastOfYear, bookings: 'adjustments' };
  }
  const fromOn = day(`${year}-${month}-01`);
  return { fromOn, throughOn: lastOfMonth(fromOn), bookings: 'ordinary' };
}

const isBookedByStatement = statement<{ is_booked: boolean }, { on: Day }>(
  'report: is anything booked by',
  'select exists (select from ledger_transfer where business_on <= $on::date) as is_booked',
);

const findFirstDayStatement = statement<{ first_on: Day | null }>(
  'report: find the first day',
  'select min(business_on) as first_on from ledger_transfer',
);

/** Refuses a span that ends before the first row of the book. */
export async function checkBookHasBegun(
  book: BookSnapshot,
  { throughOn }: Span,
): Promise<Outcome<null, SpanRefusal>> {
  const booked = await book.row(isBookedByStatement, { on: throughOn });
  if (booked?.is_booked) return allow(null);
  const first = await book.row(findFirstDayStatement, {});
  return refuse({ kind: 'before_the_book', on: throughOn, firstOn: first?.first_on ?? null });
}

/** One sentence for the person at the terminal. */
export function describeSpanRefusal(refusal: SpanRefusal): string {
  switch (refusal.kind) {
    case 'bad_day':
      return `"${refusal.text}" is not a day: a day is written like 2026-12-31.`;
    case 'bad_period':
      return `"${refusal.text}" is not a period: a month is written like 2026-12, and the adjustments of a year like 2026-13.`;
    case 'days_mixed':
      return 'Please say either --on, or --period, or --from and --to.';
    case 'ends_before_it_begins':
      return `${refusal.throughOn} is before ${refusal.fromOn}: a report ends on or after the day on which it begins.`;
    case 'future_day':
      return `${refusal.on} is in the future: today is ${refusal.today}.`;
    case 'before_the_book':
      return refusal.firstOn === null
        ? 'Nothing was booked yet.'
        : `On ${refusal.on} nothing was booked yet: the book begins on ${refusal.firstOn}.`;
  }
}
