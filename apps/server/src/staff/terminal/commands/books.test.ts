import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { addDays, day } from '@thumba/lending/day';
import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppServer, startAppServer } from '../../../../test/app-server.ts';
import { ALL_REPORTS } from '../../closing/all-reports.ts';
import { makeSmallBook, type SmallBook } from '../small-book.test-support.ts';
import { deskBeside } from '../staff-desk.test-support.ts';
import { runBooks } from './books.ts';

const BOOK_BEGINS_ON = day('2026-11-21');

let server: AppServer;
let folder: string;
let loans: SmallBook;
/** What reports of a day said when the day had just ended. */
const onTheDay = new Map<string, string>();

beforeAll(async () => {
  server = await startAppServer({ tampers: ['plans = receivables'] });
  folder = await mkdtemp(path.join(tmpdir(), 'thumba-books-'));
  loans = await makeSmallBook(server, async () => {
    const on = addDays(day(server.today()), -1);
    for (const name of ['loan-tape', 'ageing', 'vintages', 'trial-balance']) {
      onTheDay.set(`${name} ${on}`, await csvOf(name, '--on', on));
    }
  });
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await server.stop();
});

async function run(...words: string[]): Promise<{ done: boolean; answer: string; output: string }> {
  const pieces: Buffer[] = [];
  const output = new Writable({
    write(piece, _encoding, taken) {
      pieces.push(piece);
      taken();
    },
  });
  const { done, lines } = await runBooks(await deskBeside(server), words, output);
  return { done, answer: lines.join('\n'), output: Buffer.concat(pieces).toString() };
}

/** A report as CSV, whose checks all hold. */
async function csvOf(name: string, ...words: string[]): Promise<string> {
  const { done, answer, output } = await run(name, '--format', 'csv', ...words);
  expect({ done, answer }).toEqual({ done: true, answer: '' });
  return output;
}

type CsvRow = Record<string, string>;

async function rowsOf(name: string, ...words: string[]): Promise<CsvRow[]> {
  return parse(await csvOf(name, ...words), { columns: true });
}

const ofKind = (rows: CsvRow[], kind: string) => rows.filter(({ line }) => line === kind);

const SPAN = ['--from', BOOK_BEGINS_ON];
const WORDS: Readonly<Record<string, string[]>> = {
  ledger: [...SPAN, '--account', '1200'],
  flows: [...SPAN, '--by', 'day'],
  float: SPAN,
  'trial-balance': SPAN,
  'income-statement': SPAN,
  allowance: SPAN,
  'allowance-by-stage': SPAN,
};
const names = [...ALL_REPORTS.keys()];

describe.each(names)('the report %s', (name) => {
  const words = WORDS[name] ?? [];

  test('has at least one check, and all of its checks hold', async () => {
    const checks = ofKind(await rowsOf(name, ...words), 'check');
    expect(checks.length).toBeGreaterThan(0);
    for (const check of checks)
      expect(Object.values(check)[1]).toMatch(/K[\d,]+\.\d\d = .+ −?K[\d,]+\.\d\d$/);
  });

  test('has the same figures as text, CSV and XLSX', async () => {
    const rows = await rowsOf(name, ...words);
    const columns = Object.keys(rows[0]!);
    const file = path.join(folder, `${name}.xlsx`);
    expect(await run(name, ...words, '--format', 'xlsx', '--out', file)).toMatchObject({ done: true });
    const [sheet] = (await readXlsx(await readFile(file))).sheets;
    const [head, ...sheetRows] = sheet!.rows;
    expect(head).toEqual(columns);
    expect(sheetRows.map((cells) => cells.map(asInCsv))).toEqual(
      rows.map((row) => columns.map((column) => asNumber(row[column]!))),
    );
    const { output } = await run(name, ...words);
    const printed = output.split('\n').slice(3, -1);
    const tabular = rows.filter(({ line }) => line === 'row' || line === 'total');
    tabular.forEach((row, index) => {
      const cells = Object.values(row)
        .slice(1)
        .filter((cell) => cell !== '');
      expect(figuresIn(printed[index]!)).toEqual(figuresIn(cells.join('  ')));
    });
    expect(printed.slice(tabular.length)).toEqual(
      rows.slice(tabular.length).map(({ line, ...row }) => `${line}: ${Object.values(row)[0]}`),
    );
  });
});

/** A cell of a sheet as a number, a day or a text. Shares are fractions there. */
function asInCsv(cell: unknown): string | number {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  return typeof cell === 'number' ? cell : asNumber(String(cell));
}

function asNumber(text: string): string | number {
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

/** All amounts, counts and words of a line, without the signs that only one format has. */
function figuresIn(line: string): string[] {
  return line
    .replaceAll('−', '-')
    .replaceAll(/(?<=-|^|\s)K(?=\d)/g, '')
    .replaceAll(/(?<=\d),(?=\d{3})/g, '')
    .split(/\s+/)
    .filter((word) => word !== '');
}

test('a report of an ended day says the same whenever it is asked for', async () => {
  expect(onTheDay.size).toBe(4 * 44);
  for (const [asked, text] of onTheDay) {
    const [name, on] = asked.split(' ') as [string, string];
    expect({ asked, text: await csvOf(name, '--on', on) }).toEqual({ asked, text });
  }
});

test('the tape has each loan as it was on its day', async () => {
  const tapeOf = async (on: string) => {
    const rows = ofKind(await rowsOf('loan-tape', '--on', on), 'row');
    return Object.fromEntries(
      rows.map((row) => [
        row.loan,
        [row.state, row['due date'], row['days past due'], row['days by original date'], row.principal],
      ]),
    );
  };
  expect(await tapeOf('2026-11-21')).toEqual({
    [loans.onTime]: ['active', '2026-12-21', '0', '0', '1000.00'],
    [loans.late]: ['active', '2026-12-05', '0', '0', '500.00'],
    [loans.lost]: ['active', '2026-12-05', '0', '0', '800.00'],
    [loans.inPlans]: ['active', '2027-02-19', '0', '0', '900.00'],
    [loans.refused]: ['active', '2026-12-21', '0', '0', '200.00'],
  });
  expect(await tapeOf('2026-12-20')).toEqual({
    [loans.onTime]: ['settled', '2026-12-21', '0', '0', '0.00'],
    [loans.late]: ['overdue', '2026-12-14', '6', '15', '500.00'],
    [loans.lost]: ['overdue', '2026-12-05', '15', '15', '800.00'],
    [loans.inPlans]: ['active', '2027-02-19', '0', '0', '900.00'],
    [loans.refused]: ['active', '2026-12-21', '0', '0', '200.00'],
  });
  expect(await tapeOf('2027-01-04')).toMatchObject({
    [loans.late]: ['settled', '2026-12-14', '0', '0', '0.00'],
    [loans.lost]: ['written off', '2026-12-05', '30', '30', '0.00'],
    [loans.inPlans]: ['overdue', '2027-02-19', '14', '14', '875.36'],
  });
});

test('the tape of a month end has the classes and stages of its run, and other days have none', async () => {
  const classesOn = async (on: string) =>
    Object.fromEntries(
      ofKind(await rowsOf('loan-tape', '--on', on), 'row').map((row) => [row.loan, [row.class, row.stage]]),
    );
  const december = await classesOn('2026-12-31');
  expect(december[loans.onTime]).toEqual(['', '']);
  expect(december[loans.inPlans]).toEqual(['pass', '1']);
  // Extended, and 26 days past its original due date.
  expect(december[loans.late]).toEqual(['pass', '2']);
  expect(
    Object.values(await classesOn('2026-12-30'))
      .flat()
      .join(''),
  ).toBe('');
});

test('the allowance by stage leads from month to month', async () => {
  const rows = ofKind(await rowsOf('allowance-by-stage', ...SPAN), 'row');
  expect(rows.map(({ month }) => month)).toEqual(['2026-11', '2026-12']);
  expect(rows[0]!.opening).toBe('0.00');
  expect(rows[1]!.opening).toBe(rows[0]!.closing);
  const [closing] = ofKind(await rowsOf('allowance', '--on', '2026-12-31'), 'total');
  expect(rows[1]!.closing).toBe(closing!.balance);
  expect(Number(rows[1]!.closing)).toBeGreaterThan(0);
});

test('the balance sheet has the result of the income statement', async () => {
  const sheet = await rowsOf('balance-sheet', '--on', '2026-12-31');
  const result = sheet.find(({ account }) => account === 'Result that is not closed yet')!.balance;
  const statement = await rowsOf('income-statement', '--period', '2026-12');
  expect(ofKind(statement, 'total').at(-1)!['year to date']).toBe(result);
});

test('the months of the income statement add up to its year', async () => {
  const resultOf = async (period: string, column: string) =>
    Math.round(
      Number(ofKind(await rowsOf('income-statement', '--period', period), 'total').at(-1)![column]) * 100,
    );
  const november = await resultOf('2026-11', 'period');
  const december = await resultOf('2026-12', 'period');
  expect(november).not.toBe(0);
  expect(november + december).toBe(await resultOf('2026-12', 'year to date'));
});

test('without a report they are listed, one line each', async () => {
  const { done, answer, output } = await run();
  expect({ done, output }).toEqual({ done: true, output: '' });
  const listed = answer
    .split('\n')
    .slice(9)
    .map((line) => line.trim().split(/\s{2,}/));
  expect(listed.map(([name]) => name)).toEqual(names);
  expect(listed.every(([, purpose]) => purpose!.length > 10)).toBe(true);
});

test.each([
  ['an unknown report', ['profit'], 'There is no report profit.'],
  ['a day that does not exist', ['par', '--on', '2026-02-30'], '"2026-02-30" is not a day'],
  ['a day in the future', ['par', '--on', '2027-01-05'], '2027-01-05 is in the future: today is 2027-01-04.'],
  [
    'a day before the book',
    ['loan-tape', '--on', '2026-11-20'],
    'On 2026-11-20 nothing was booked yet: the book begins on 2026-11-21.',
  ],
  ['a period that is none', ['balance-sheet', '--period', '2026-14'], '"2026-14" is not a period'],
  ['a month that is not over', ['balance-sheet', '--period', '2027-01'], '2027-01-31 is in the future'],
  [
    'days in the wrong order',
    ['flows', '--from', '2026-12-02', '--to', '2026-12-01'],
    '2026-12-01 is before',
  ],
  ['two kinds of days', ['flows', '--from', '2026-12-02', '--period', '2026-12'], 'Please say either --on'],
  ['an unknown format', ['par', '--format', 'pdf'], 'There is no format pdf: say text, csv, xlsx.'],
  ['an option that is none', ['par', '--names', 'yes'], "Unknown option '--names'"],
  ['no account', ['ledger'], 'Please name the account'],
  ['an unknown account', ['ledger', '--account', '9999'], 'There is no account 9999'],
  ['a stretch that is none', ['flows', '--by', 'week'], '"week" is neither day nor month.'],
])('%s is refused by name, and nothing is written', async (_what, words, reason) => {
  const refused = await run(...words);
  expect(refused).toEqual({ done: false, answer: expect.stringContaining(reason), output: '' });
});

test('a file has its name when it is whole, and only its owner reads it', async () => {
  const file = path.join(folder, 'par.csv');
  expect(await run('par', '--format', 'csv', '--out', file)).toEqual({
    done: true,
    answer: `Written to ${file}. All checks hold.`,
    output: '',
  });
  expect(await readFile(file, 'utf8')).toBe(await csvOf('par'));
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('a file that cannot be written, and an output that ends early, are told in one line', async () => {
  await expect(run('par', '--out', path.join(folder, 'no', 'par.csv'))).rejects.toThrow(
    'par.csv cannot be written: ENOENT.',
  );
  const closed = new Writable({
    write(_piece, _encoding, taken) {
      taken(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
    },
  });
  await expect(runBooks(await deskBeside(server), ['par'], closed)).rejects.toThrow(
    'The output ended before everything was written: EPIPE.',
  );
});

test('a report that does not tie is written, and the command fails with the difference', async () => {
  await server.query(
    `insert into ledger_transfer (borrower_id, entry_id, line, debit_account, credit_account, amount_ngwee,
       business_on, value_on, recorded_at)
     values (0, nextval('ledger_entry_id'), 1, 'principal_receivable', 'bank', 150, $1, $1, now())`,
    [server.today()],
  );
  const { done, answer, output } = await run('loan-tape');
  expect({ done, answer }).toEqual({
    done: false,
    answer: [
      'What was written does not tie to the book:',
      '  principal in the tape K875.36 is not account 1200 K876.86: a difference of −K1.50',
    ].join('\n'),
  });
  expect(output).toContain('all (5)');
});
