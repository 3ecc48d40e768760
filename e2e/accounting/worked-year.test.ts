import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { liveYear } from '../../bench/worked-year/live-year.ts';

/*
 * A small lender's whole year, with the commands of staff. `npm run bench:year` does the same with 5,000 loans. The
 * reports check themselves; here the sums are done a second time, from the files alone.
 */

const LOANS = 36;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'thumba-year-'));
  await liveYear({ loans: LOANS, seed: 7, folder, tell: () => undefined });
});
afterAll(() => rm(folder, { recursive: true }));

type Line = Record<string, string>;

async function linesOf(report: string): Promise<Line[]> {
  const text = await readFile(path.join(folder, `${report}.csv`), 'utf8');
  const lines = parse(text, { columns: true, bom: true, relax_column_count: true }) as Line[];
  return lines.filter(({ line }) => line === 'row');
}

/** "1234.50" as 123450. */
function ngweeOf(amount: string | undefined): number {
  return Math.round(Number(amount || '0') * 100);
}

function sumOf(lines: readonly Line[], column: string): number {
  return lines.reduce((total, line) => total + ngweeOf(line[column]), 0);
}

/** The balance of an account of the trial balance, a debit positive. */
async function balanceOf(month: string, code: string): Promise<number> {
  const line = (await linesOf(`${month}-trial-balance`)).find((each) => each.code === code)!;
  return ngweeOf(line['closing debit']) - ngweeOf(line['closing credit']);
}

const MONTHS = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, '0')}`);

test.each([...MONTHS, 'year'])(
  '%s: debits are credits, and the loans of the tape are the accounts',
  async (month) => {
    const accounts = await linesOf(`${month}-trial-balance`);
    expect(sumOf(accounts, 'closing debit')).toBe(sumOf(accounts, 'closing credit'));
    const tape = await linesOf(`${month}-loan-tape`);
    expect(sumOf(tape, 'principal')).toBe(await balanceOf(month, '1200'));
    expect(sumOf(tape, 'interest')).toBe(await balanceOf(month, '1210'));
    expect(sumOf(tape, 'fee')).toBe(await balanceOf(month, '1220'));
    expect(sumOf(tape, 'penalty')).toBe(await balanceOf(month, '1230'));
  },
);

test.each([...MONTHS, 'year'])('%s: what the lender owns is what it owes and its equity', async (month) => {
  const lines = await linesOf(`${month}-balance-sheet`);
  const of = (section: string) =>
    sumOf(
      lines.filter((line) => line.section === section),
      'balance',
    );
  expect(of('assets')).toBe(of('liabilities') + of('equity'));
});

test('the income of the months is the income of the year, and its result goes to retained earnings', async () => {
  const resultOf = async (report: string, column: string) => {
    const lines = await linesOf(`${report}-income-statement`);
    const of = (section: string) =>
      sumOf(
        lines.filter((line) => line.section === section),
        column,
      );
    return of('income') - of('expense');
  };
  let ofMonths = 0;
  for (const month of MONTHS) ofMonths += await resultOf(month, 'period');
  expect(ofMonths).toBe(await resultOf('year', 'period'));
  expect(await resultOf('year', 'year to date')).toBe(-(await balanceOf('year', '3100')));
  expect(await balanceOf('2026-12', '3100')).toBe(0);
});

test('each kind of loan was lived, and every loan is on the tape', async () => {
  const tape = await linesOf('year-loan-tape');
  expect(tape).toHaveLength(LOANS);
  expect(new Set(tape.map(({ state }) => state))).toEqual(
    new Set(['settled', 'active', 'overdue', 'written off']),
  );
  expect(await balanceOf('2026-12', '4300')).toBeLessThan(0);
  expect(await balanceOf('2026-12', '4400')).toBeLessThan(0);
});

test('money at the bank and the operators is what the lender moved, and nothing is in transit', async () => {
  const [, ...rows] = (await readFile(path.join(folder, 'bank-2026-12.csv'), 'utf8')).trimEnd().split('\n');
  expect(await balanceOf('2026-12', '1000')).toBe(ngweeOf(rows.at(-1)!.split(',').at(-1)));
  expect(await balanceOf('2026-12', '1190')).toBe(0);
});
