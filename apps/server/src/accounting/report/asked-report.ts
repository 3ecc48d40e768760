import type { Day } from '@thumba/lending/day';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import {
  checkBookHasBegun,
  inMoment,
  readSpan,
  type Span,
  type SpanRefusal,
  type SpanWords,
} from './asked-for.ts';
import type { BookSnapshot } from './book-snapshot.ts';
import type { Report } from './report.ts';
import type { ReportDefinition, ReportRefusal } from './reports.ts';

/** What a person asks a report for. */
export type AskedReport = SpanWords & { account?: string | undefined; by?: 'day' | 'month' | undefined };

/** Opens a report for the days that a person named. Refuses as `readSpan` does, then a book that has not begun. */
export async function openReport(
  book: BookSnapshot,
  definition: ReportDefinition,
  { asked, today }: { asked: AskedReport; today(): Day },
): Promise<Outcome<{ report: Report; span: Span }, SpanRefusal | ReportRefusal>> {
  const span = await openSpan(book, asked, today());
  if (!span.ok) return span;
  const { account, by = 'month' } = asked;
  const opened = await definition.open(book, { span: span.value, account, by });
  return opened.ok ? allow({ report: opened.value, span: span.value }) : refuse(opened.refusal);
}

/** The days that a person named, where the book has begun by their end. `today` is asked for within the moment that is read. */
export async function openSpan(
  book: BookSnapshot,
  asked: SpanWords,
  today: Day,
): Promise<Outcome<Span, SpanRefusal>> {
  const span = readSpan(asked, today);
  if (!span.ok) return span;
  const begun = await checkBookHasBegun(book, span.value);
  return begun.ok ? allow(inMoment(span.value, today)) : begun;
}
