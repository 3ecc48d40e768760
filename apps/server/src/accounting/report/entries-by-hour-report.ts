import { movementsBetween } from '../daily-total/balances.ts';
import { type EntryHour, readEntryHours } from '../daily-total/entry-hours.ts';
import { bookingKindsOf } from './account-balances.ts';
import type { Span } from './asked-for.ts';
import type { BookSnapshot } from './book-snapshot.ts';
import { type Cells, type Column, linesOf, type Report } from './report.ts';
import { spanTitle } from './span-title.ts';

const HOURS = Array.from({ length: 24 }, (_none, hour) => hour);

/** How many entries of the ledger each user wrote in each hour of the day, in Lusaka. */
export async function entriesByHourReport(book: BookSnapshot, span: Span): Promise<Report> {
  const { fromOn, throughOn } = span;
  const bookingKinds = bookingKindsOf(span);
  const rows = await readEntryHours(book, { fromOn, throughOn, bookingKinds });
  const movement = await movementsBetween(book, fromOn, throughOn, { bookingKinds });
  const lineOf = (title: string, own: readonly EntryHour[]): Cells => [
    title,
    own.reduce((sum, { entries }) => sum + entries, 0),
    own.reduce((sum, row) => sum + row.amountNgwee, 0),
    ...HOURS.map((hour) =>
      own.filter((row) => row.hour === hour).reduce((sum, { entries }) => sum + entries, 0),
    ),
  ];
  const users = [...new Set(rows.map(({ actor }) => actor))];
  return {
    title: `Entries by user and hour, ${spanTitle(span)}`,
    columns: [
      { title: 'user', kind: 'text' },
      { title: 'entries', kind: 'count' },
      { title: 'amount', kind: 'money' },
      ...HOURS.map((hour): Column => ({ title: `${String(hour).padStart(2, '0')}h`, kind: 'count' })),
    ],
    lines: linesOf(
      users.map((user) =>
        lineOf(
          user,
          rows.filter(({ actor }) => actor === user),
        ),
      ),
      {
        totals: [lineOf('all', rows)],
        ties: [
          {
            left: 'amounts of all entries',
            leftNgwee: rows.reduce((sum, row) => sum + row.amountNgwee, 0),
            right: 'debits of all accounts',
            rightNgwee: movement.reduce((sum, { debitNgwee }) => sum + debitNgwee, 0),
          },
        ],
        notes: [],
      },
    ),
  };
}
