import { day } from '@thumba/lending/day';
import { kwacha } from '@thumba/lending/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { movableClock } from '../../../test/call-server.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { type Database, openDatabase } from '../../platform/database.ts';
import { type JournalRequest, postJournal } from '../journal/post-journal.ts';
import { allowanceReport } from './allowance-report.ts';
import { readSpan, type Span, type SpanWords } from './asked-for.ts';
import { balanceSheetReport } from './balance-sheet-report.ts';
import { type BookSnapshot, readBook } from './book-snapshot.ts';
import { incomeStatementReport } from './income-statement-report.ts';
import { type Cells, isTied, type Report } from './report.ts';
import { rowsOf } from './report-rows.ts';
import { trialBalanceReport } from './trial-balance-report.ts';

/*
 * A lender with share capital of K1,000 on 1 November, interest on borrowings of K70 in November and K30 in December, an
 * adjustment of K5 of bank charges for the year, and the closing of the year to retained earnings.
 */

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.programUrl });
  await post('manual', '2026-11-01', 'bank', 'share_capital', 1_000);
  await post('manual', '2026-11-15', 'funding_expense', 'bank', 70);
  await post('manual', '2026-12-15', 'funding_expense', 'bank', 30);
  await post('manual', '2026-12-31', 'bank_charge_expense', 'bank', 5, 'adjustment');
  await post('year_end', '2026-12-31', 'retained_earnings', 'funding_expense', 100, 'year_end');
  await post('year_end', '2026-12-31', 'retained_earnings', 'bank_charge_expense', 5, 'year_end');
  await post('manual', '2027-01-10', 'funding_expense', 'bank', 20);
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

type AccountName = JournalRequest['lines'][number]['account'];

async function post(
  kind: JournalRequest['kind'],
  on: string,
  debit: AccountName,
  credit: AccountName,
  amount: number,
  bookingKind: JournalRequest['bookingKind'] = 'ordinary',
): Promise<void> {
  const clock = movableClock(Date.parse('2027-01-31T08:00:00Z'));
  const posted = await postJournal(
    { db, clock },
    {
      kind,
      bookedOn: day(on),
      bookingKind,
      lines: [
        { account: debit, debitNgwee: kwacha(amount) },
        { account: credit, creditNgwee: kwacha(amount) },
      ],
      reason: 'for the test',
      madeBy: 'staff:mary',
      approvedBy: 'staff:john',
    },
  );
  if (!posted.ok) throw new Error(posted.refusal.kind);
}

type ReadReport = (book: BookSnapshot, span: Span) => Promise<Report>;

/** The rows of a report by their second cell, the code or nothing, and its totals by their first one. */
async function read(report: ReadReport, words: SpanWords): Promise<Record<string, Cells>> {
  const span = readSpan(words, day('2027-01-31'));
  if (!span.ok) throw new Error(span.refusal.kind);
  return readBook(db, async (book) => {
    const found: Record<string, Cells> = {};
    const rows = rowsOf(await report(book, span.value));
    let next = await rows.next();
    while (!next.done) {
      const { kind, cells } = next.value;
      const code = cells.find((cell) => typeof cell === 'string' && /^\d{4}$/.test(cell));
      found[kind === 'total' ? String(cells[0]) : String(code ?? cells[2] ?? cells[0])] = cells;
      next = await rows.next();
    }
    expect(next.value.filter((tie) => !isTied(tie))).toEqual([]);
    return found;
  });
}

const amountsIn = (cells: Cells | undefined) => cells?.filter((cell) => typeof cell === 'number');
const K = (...amounts: number[]) => amounts.map((amount) => amount * 100);

test('a month has neither the adjustments nor the closing of the year', async () => {
  const statement = await read(incomeStatementReport, { period: '2026-12' });
  expect(amountsIn(statement['5300'])).toEqual(K(30, 0, 100));
  expect(amountsIn(statement['5210'])).toEqual(K(0, 0, 0));
  expect(amountsIn(statement.result)).toEqual(K(-30, 0, -100));
  const balances = await read(trialBalanceReport, { period: '2026-12' });
  // Opening, debits, credits, and the closing balance on its side.
  expect(amountsIn(balances['5300'])).toEqual(K(70, 30, 0, 100));
  expect(amountsIn(balances['1000'])).toEqual(K(930, 0, 30, 900));
  expect(amountsIn(balances['3100'])).toEqual(K(0, 0, 0));
  const sheet = await read(balanceSheetReport, { period: '2026-12' });
  expect(amountsIn(sheet['Result that is not closed yet'])).toEqual(K(-100));
});

test('period 13 has the adjustments of the year and nothing else', async () => {
  const statement = await read(incomeStatementReport, { period: '2026-13' });
  expect(amountsIn(statement['5210'])).toEqual(K(0, 5, 5));
  expect(amountsIn(statement.result)).toEqual(K(0, -5, -105));
  const balances = await read(trialBalanceReport, { period: '2026-13' });
  expect(amountsIn(balances['1000'])).toEqual(K(900, 0, 5, 895));
  expect(amountsIn(balances['5300'])).toEqual(K(100, 0, 0, 100));
});

test('the day of the closing has the adjustments, and the result stands in retained earnings', async () => {
  const statement = await read(incomeStatementReport, { on: '2026-12-31' });
  expect(amountsIn(statement.result)).toEqual(K(-30, -5, -105));
  const balances = await read(trialBalanceReport, { from: '2026-11-01', to: '2026-12-31' });
  expect(amountsIn(balances['5300'])).toEqual(K(0, 100, 100));
  expect(amountsIn(balances['3100'])).toEqual(K(0, 105, 0, 105));
  const sheet = await read(balanceSheetReport, { on: '2026-12-31' });
  expect(amountsIn(sheet['Result that is not closed yet'])).toEqual([0]);
  expect(amountsIn(sheet['3100'])).toEqual(K(-105));
  expect(amountsIn(sheet.equity)).toEqual(K(895));
});

test('the next year begins with a result of nothing', async () => {
  const statement = await read(incomeStatementReport, { on: '2027-01-31' });
  expect(amountsIn(statement['5300'])).toEqual(K(20, 0, 20));
  const sheet = await read(balanceSheetReport, { on: '2027-01-31' });
  expect(amountsIn(sheet['Result that is not closed yet'])).toEqual(K(-20));
});

test('the movement of the allowance leads from its opening to its closing balance', async () => {
  await post('impairment', '2027-01-31', 'impairment_expense', 'loss_allowance', 40);
  await post('impairment', '2027-01-31', 'loss_allowance', 'write_off_expense', 15);
  const movement = await read(allowanceReport, { on: '2027-01-31' });
  expect(amountsIn(movement['opening balance'])).toEqual([0]);
  // Raised and lowered.
  expect(amountsIn(movement['5410'])).toEqual(K(40, 0));
  expect(amountsIn(movement['5400'])).toEqual(K(0, 15));
  expect(amountsIn(movement['closing balance'])).toEqual(K(40, 15, 25));
});
