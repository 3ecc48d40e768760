import path from 'node:path';
import type { Day } from '@thumba/lending/day';
import { command as books } from '../../apps/server/src/staff/terminal/commands/books.ts';
import { command as monthEnd } from '../../apps/server/src/staff/terminal/commands/month-end.ts';
import { run } from './lender-year.ts';
import type { YearBook } from './year-book.ts';

/** Each checks by itself that its totals tie to the book, and is refused where they do not. */
const REPORTS_ON_A_DAY = [
  'trial-balance',
  'balance-sheet',
  'loan-tape',
  'ageing',
  'par',
  'vintages',
  'suspense',
];
const REPORTS_OF_A_PERIOD = ['income-statement', 'flows', 'float'];

/** Runs the end of a month, and closes it: one person asks and another confirms. */
export async function closeMonth(book: YearBook, month: string): Promise<void> {
  await run(book.desk, monthEnd, [month]);
}

export async function closeYear(_book: YearBook, _lastDay: Day): Promise<void> {}

/** Writes every report as CSV, as of a day and for its month. */
export async function writeReports(
  book: YearBook,
  on: Day,
  folder: string,
  name = on.slice(0, 7),
): Promise<void> {
  const out = (report: string) => ['--format', 'csv', '--out', path.join(folder, `${name}-${report}.csv`)];
  for (const report of REPORTS_ON_A_DAY) await run(book.desk, books, [report, '--on', on, ...out(report)]);
  const fromOn = name === 'year' ? `${on.slice(0, 4)}-01-01` : `${on.slice(0, 7)}-01`;
  for (const report of REPORTS_OF_A_PERIOD) {
    await run(book.desk, books, [report, '--from', fromOn, '--to', on, ...out(report)]);
  }
}
