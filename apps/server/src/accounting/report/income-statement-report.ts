import { isOfIncomeStatement } from '@thumba/accounting/account';
import { addDays } from '@thumba/lending/day';
import type { BookingKind } from '../../book/ledger/transfers.ts';
import { readAccounts } from '../chart/accounts.ts';
import { balancesThrough, movementsBetween } from '../daily-total/balances.ts';
import { addTotals, type Totals } from './account-balances.ts';
import { accruedNote } from './accrued-note.ts';
import { firstOfYear, type Span } from './asked-for.ts';
import { resultIn, sizeIn } from './balance-sheet-report.ts';
import type { BookSnapshot } from './book-snapshot.ts';
import { type Cells, linesOf, type Report } from './report.ts';
import { spanTitle } from './span-title.ts';

/** Income and expenses of a span and of the year so far, without what the closing of a year posted. */
export async function incomeStatementReport(book: BookSnapshot, span: Span): Promise<Report> {
  const accounts = (await readAccounts(book)).filter(isOfIncomeStatement);
  const columns = await readColumns(book, span);
  const lines = accounts.map(
    (account): Cells => [
      account.accountType,
      account.code,
      account.title,
      ...columns.map((totals) => sizeIn(totals, account)),
    ],
  );
  const totalOf = (title: string, type: 'income' | 'expense'): Cells => {
    const ofType = accounts.filter(({ accountType }) => accountType === type);
    const sums = columns.map((totals) => ofType.reduce((sum, account) => sum + sizeIn(totals, account), 0));
    return [title, null, null, ...sums];
  };
  const results = columns.map((totals) => resultIn(accounts, totals));
  return {
    title: `Income statement of ${spanTitle(span)}`,
    columns: [
      { title: 'section', kind: 'text' },
      { title: 'code', kind: 'text' },
      { title: 'account', kind: 'text' },
      { title: 'period', kind: 'money' },
      { title: 'adjustments (period 13)', kind: 'money' },
      { title: 'year to date', kind: 'money' },
    ],
    lines: linesOf(lines, {
      totals: [
        totalOf('income', 'income'),
        totalOf('expenses', 'expense'),
        ['result', null, null, ...results],
      ],
      ties: [
        {
          left: 'result of the year to date',
          leftNgwee: results[2]!,
          right: 'income and expense accounts since the beginning of the year',
          rightNgwee: resultIn(accounts, await readAccountsOfYear(book, span)),
        },
      ],
      notes: await accruedNote(book, span),
    }),
  };
}

/** Income and expenses of the year so far, in the column of this name. */
export async function readYearToDate(book: BookSnapshot, span: Span): Promise<Totals> {
  const [, , yearToDate] = await readColumns(book, span);
  return yearToDate;
}

/** What the span has day by day, its adjustments, and the year so far with the adjustments that belong to it. */
async function readColumns(book: BookSnapshot, span: Span): Promise<[Totals, Totals, Totals]> {
  const { fromOn, throughOn, bookings } = span;
  const read = async (from: Span['fromOn'], bookingKinds: readonly BookingKind[]) =>
    addTotals(await movementsBetween(book, from, throughOn, { bookingKinds }));
  const year = firstOfYear(throughOn);
  return [
    bookings === 'adjustments' ? new Map() : await read(fromOn, ['ordinary']),
    bookings === 'ordinary' ? new Map() : await read(fromOn, ['adjustment']),
    await read(year, bookings === 'ordinary' ? ['ordinary'] : ['ordinary', 'adjustment']),
  ];
}

/** The same from the balances of the accounts: those at the end less those before the year and its closing. */
async function readAccountsOfYear(book: BookSnapshot, { throughOn, bookings }: Span): Promise<Totals> {
  const year = firstOfYear(throughOn);
  const leftOut: readonly BookingKind[] = bookings === 'ordinary' ? ['adjustment', 'year_end'] : ['year_end'];
  const negative = (
    totals: readonly { account: Parameters<Totals['get']>[0]; debitNgwee: number; creditNgwee: number }[],
  ) => totals.map((total) => ({ ...total, debitNgwee: -total.debitNgwee, creditNgwee: -total.creditNgwee }));
  return addTotals(
    await balancesThrough(book, throughOn),
    negative(await balancesThrough(book, addDays(year, -1))),
    negative(await movementsBetween(book, year, throughOn, { bookingKinds: leftOut })),
  );
}
