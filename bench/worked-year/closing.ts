import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Day } from '@thumba/lending/day';
import { command as books } from '../../apps/server/src/staff/terminal/commands/books.ts';
import { command as journal } from '../../apps/server/src/staff/terminal/commands/journal.ts';
import { command as monthEnd } from '../../apps/server/src/staff/terminal/commands/month-end.ts';
import { command as period } from '../../apps/server/src/staff/terminal/commands/period.ts';
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
const ASKS = 'mary';
const CONFIRMS = 'john';

/** Runs the end of a month, and closes it: one person asks and another confirms. */
export async function closeMonth(book: YearBook, month: string): Promise<void> {
  await run(book.desk, monthEnd, [month]);
  await closeByTwo(book, month);
}

async function closeByTwo(book: YearBook, closed: string): Promise<void> {
  await run(book.deskOf(ASKS), period, ['close', closed]);
  await run(book.deskOf(CONFIRMS), period, ['close', closed]);
}

/** Interest of the funder that the year owes and the bank has not taken yet, and then the end of the year. */
export async function closeYear(book: YearBook, year: string, folder: string): Promise<void> {
  const file = path.join(folder, 'accrued-interest.csv');
  const lines = [
    'account,debit,credit,booked_on',
    `funding_expense,5250.00,,${year}-13`,
    'borrowings,,5250.00,',
  ];
  await writeFile(file, `${lines.join('\n')}\n`);
  const proposed = await run(book.deskOf(ASKS), journal, ['propose', file, 'interest of December']);
  const [, proposal] = /proposal (\d+)/i.exec(proposed.join('\n'))!;
  await run(book.deskOf(CONFIRMS), journal, ['approve', proposal!]);
  await closeByTwo(book, `${year}-13`);
}

/** Writes every report as CSV, as of a day and for its month, and the journals for another general ledger. */
export async function writeReports(
  book: YearBook,
  on: Day,
  folder: string,
  name = on.slice(0, 7),
): Promise<void> {
  const out = (report: string) => ['--out', path.join(folder, `${name}-${report}.csv`)];
  for (const report of REPORTS_ON_A_DAY)
    await run(book.desk, books, [report, '--on', on, '--format', 'csv', ...out(report)]);
  const fromOn = name === 'year' ? `${on.slice(0, 4)}-01-01` : `${on.slice(0, 7)}-01`;
  const span = ['--from', fromOn, '--to', on];
  for (const report of REPORTS_OF_A_PERIOD)
    await run(book.desk, books, [report, ...span, '--format', 'csv', ...out(report)]);
  await run(book.desk, books, ['export', '--target', 'generic', ...span, ...out('journals')]);
}

/** What an auditor asks for first, with a sample that the seed draws. */
export async function packForAuditor(book: YearBook, month: string, folder: string): Promise<void> {
  const out = path.join(folder, 'audit');
  await run(book.desk, books, ['auditor-pack', '--period', month, '--seed', '42', '--out', out]);
}
