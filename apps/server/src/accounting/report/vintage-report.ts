import { type Day, day, lastOfMonth } from '@thumba/lending/day';
import { roundHalfUp } from '@thumba/lending/money';
import { statement } from '../../platform/database.ts';
import { PAIRS_OF_DAYS, type PairDays, readPairedThrough } from '../daily-total/pair-totals.ts';
import { readVintageRows, type VintageRow } from '../daily-total/vintage-day.ts';
import { accountOf, balanceIn, readBalances } from './account-balances.ts';
import type { Span } from './asked-for.ts';
import type { BookSnapshot } from './book-snapshot.ts';
import { measuredNote } from './measured-note.ts';
import { type Cell, type Cells, type Column, linesOf, type Report } from './report.ts';

const BEFORE_ALL_DAYS = day('0001-01-01');
const ALL_BOOKING_KINDS = ['ordinary', 'adjustment', 'year_end'] as const;

/** The last month after the due date that has a column. */
const LAST_MONTH = 12;

/** How much of the principal of each month of payout is unpaid so many months after its due date. */
export async function vintageReport(book: BookSnapshot, { throughOn }: Span): Promise<Report> {
  const rows = await readVintageRows(book, throughOn);
  const months = [...new Set(rows.map((row) => row.payout_month))];
  const figures = months.map((month) =>
    vintageOf(
      rows.filter((row) => row.payout_month === month),
      throughOn,
    ),
  );
  const { accounts, totals } = await readBalances(book, throughOn);
  const principal = accountOf(accounts, 'principal_receivable');
  const sumOf = (amount: 'loans' | 'lent' | 'unpaidNgwee') =>
    figures.reduce((sum, figure) => sum + figure[amount], 0);
  const writtenOffNgwee = await readWrittenOff(book, throughOn);
  return {
    title: `Vintages as of ${throughOn}`,
    columns: [
      { title: 'payout month', kind: 'text' },
      { title: 'loans', kind: 'count' },
      { title: 'principal', kind: 'money' },
      { title: 'unpaid now', kind: 'money' },
      ...Array.from(
        { length: LAST_MONTH + 1 },
        (_none, month): Column => ({ title: `month ${month}`, kind: 'share' }),
      ),
    ],
    lines: linesOf(
      figures.map(
        ({ month, loans, lent, unpaidNgwee, shares }): Cells => [month, loans, lent, unpaidNgwee, ...shares],
      ),
      {
        totals: [
          [
            'all',
            sumOf('loans'),
            sumOf('lent'),
            sumOf('unpaidNgwee'),
            ...Array<null>(LAST_MONTH + 1).fill(null),
          ],
        ],
        ties: [
          {
            left: 'unpaid principal less what is written off',
            leftNgwee: sumOf('unpaidNgwee') - writtenOffNgwee,
            right: `account ${principal.code}`,
            rightNgwee: balanceIn(totals, principal),
          },
        ],
        notes: await measuredNote(book, throughOn),
      },
    ),
  };
}

const readWrittenOffStatement = statement<{ written_off: number }, PairDays>(
  'report: read principal written off',
  `select coalesce(sum(t.amount_ngwee), 0)::bigint as written_off from ${PAIRS_OF_DAYS}
   where t.debit_account = 'write_off_expense' and t.credit_account = 'principal_receivable'`,
);

async function readWrittenOff(book: BookSnapshot, throughOn: Day): Promise<number> {
  const days = { fromOn: BEFORE_ALL_DAYS, throughOn, pairedThroughOn: await readPairedThrough(book) };
  const sum = await book.row(readWrittenOffStatement, { ...days, bookingKinds: ALL_BOOKING_KINDS });
  return sum?.written_off ?? 0;
}

function vintageOf(rows: readonly VintageRow[], throughOn: Day) {
  const { payout_month: month, loans, lent, last_due_on: lastDueOn } = rows[0]!;
  const unpaidAfter = (monthsLate: number) =>
    -rows.filter((row) => row.months_late <= monthsLate).reduce((sum, row) => sum + row.reduced, 0);
  const shares = Array.from({ length: LAST_MONTH + 1 }, (_none, monthsLate): Cell => {
    const isReached = monthsAfter(lastDueOn, monthsLate) <= throughOn;
    return isReached && lent > 0
      ? roundHalfUp(BigInt(unpaidAfter(monthsLate)) * 10_000n, BigInt(lent))
      : null;
  });
  return { month, loans, lent, unpaidNgwee: unpaidAfter(Number.POSITIVE_INFINITY), shares };
}

/** The same date some months later, or the last day of a shorter month. */
function monthsAfter(on: Day, months: number): Day {
  const [year, month, date] = on.split('-').map(Number) as [number, number, number];
  const index = year * 12 + month - 1 + months;
  const firstOn = day(
    `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}-01`,
  );
  const lastOn = lastOfMonth(firstOn);
  return date > Number(lastOn.slice(8))
    ? lastOn
    : day(`${firstOn.slice(0, 8)}${String(date).padStart(2, '0')}`);
}
