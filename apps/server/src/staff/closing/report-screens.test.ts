import { Writable } from 'node:stream';
import { BOOK_REPORTS, type BookReport, bookReports } from '@thumba/contract/staff/books-words';
import { STAFF_API_BASE, STAFF_HEADER } from '@thumba/contract/staff/calls';
import { addDays, day, formatDay } from '@thumba/lending/day';
import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import {
  consoleOriginOf,
  cookieHeader,
  hire,
  openOffice,
  type StaffClient,
  type StaffMember,
} from '../../../test/staff-client.ts';
import { countTotalledDays } from '../../accounting/book-day/count-book-days.ts';
import { runBooks } from '../terminal/commands/books.ts';
import { makeSmallBook, type SmallBook } from '../terminal/small-book.test-support.ts';
import { deskBeside } from '../terminal/staff-desk.test-support.ts';
import { ALL_REPORTS } from './all-reports.ts';

let server: AppServer;
let loans: SmallBook;
let auditor: StaffMember;
let support: StaffMember;
beforeAll(async () => {
  server = await startAppServer({ tampers: ['plans = receivables'] });
  loans = await makeSmallBook(server);
  const { first: maker, second: checker } = await openOffice(server);
  auditor = await hire(server, { maker, checker }, { userName: 'kasonde', roles: ['auditor', 'finance'] });
  support = await hire(server, { maker, checker }, { userName: 'esther', roles: ['support'] });
});
afterAll(() => server.stop());

const FROM = '2026-11-21';
const daysOf = (name: BookReport) => (bookReports[name].days === 'span' ? { from: FROM } : {});

async function terminalCsv(name: string, words: string[]): Promise<string> {
  const pieces: Buffer[] = [];
  const output = new Writable({
    write(piece, _encoding, taken) {
      pieces.push(piece);
      taken();
    },
  });
  const { done, lines } = await runBooks(
    await deskBeside(server),
    [name, '--format', 'csv', ...words],
    output,
  );
  expect({ done, lines }).toEqual({ done: true, lines: [] });
  return Buffer.concat(pieces).toString();
}

/** Downloads as the console does. */
async function download(client: StaffClient, report: string, body: object): Promise<Response> {
  return fetch(`${consoleOriginOf(server)}${STAFF_API_BASE}/books/reports/${report}/file`, {
    method: 'POST',
    headers: {
      [STAFF_HEADER]: 'person',
      'content-type': 'application/json',
      cookie: cookieHeader(client.cookies),
    },
    body: JSON.stringify(body),
  });
}

type CsvRow = Record<string, string>;
const rowsIn = (text: string): CsvRow[] => parse(text, { columns: true });
const ngweeOf = (kwacha: unknown) => Math.round(Number(kwacha ?? 0) * 100);

test('the console names the reports that the terminal has', () => {
  expect(BOOK_REPORTS.toSorted()).toEqual([...ALL_REPORTS.keys()].toSorted());
});

const onScreen = BOOK_REPORTS.filter((name) => !('isFileOnly' in bookReports[name]));

describe.each(onScreen)('the report %s on the screen', (name) => {
  test('has the lines, totals and checks of the terminal, and all checks hold', async () => {
    const words = bookReports[name].days === 'span' ? ['--from', FROM] : [];
    const rows = rowsIn(await terminalCsv(name, words));
    const { code, data, msg } = await auditor.client.call('readReport', {
      params: { report: name },
      query: daysOf(name),
    });
    expect(code, msg).toBe(200);
    const titles = data.columns.map(({ title }) => title);
    expect(['line', ...titles]).toEqual(Object.keys(rows[0]!));
    const asText = (cells: readonly (string | number | null)[]) =>
      cells.map((cell) => (cell === null ? '' : typeof cell === 'number' ? Number(cell.toFixed(2)) : cell));
    const asRead = (kind: string) =>
      rows
        .filter(({ line }) => line === kind)
        .map((row) => titles.map((title, index) => numberIn(row[title]!, data.columns[index]!.kind)));
    expect(data.lines.map(asText)).toEqual(asRead('row'));
    expect(data.totals.map(asText)).toEqual(asRead('total'));
    expect(data.isCut).toBe(false);
    expect(data.ties.length).toBe(rows.filter(({ line }) => line === 'check').length);
    for (const tie of data.ties) expect(tie).toMatchObject({ isTied: true, leftAmount: tie.rightAmount });
  });
});

function numberIn(text: string, kind: string): string | number {
  return text === '' || kind === 'text' || kind === 'day' ? text.replace(/^'/, '') : Number(text);
}

describe('the file of a report', () => {
  test.each(BOOK_REPORTS)('%s is the file of the terminal, to the byte', async (name) => {
    const account = name === 'ledger' ? '1200' : undefined;
    const words = [
      ...(bookReports[name].days === 'span' ? ['--from', FROM] : []),
      ...(account ? ['--account', account] : []),
    ];
    const response = await download(auditor.client, name, { ...daysOf(name), account, format: 'csv' });
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toMatch(
      new RegExp(`^attachment; filename="${name}-\\d{4}-\\d\\d-\\d\\d-\\d{4}-\\d\\d-\\d\\d\\.csv"$`),
    );
    expect(await response.text()).toBe(await terminalCsv(name, words));
  });

  test('as XLSX has the totals of the CSV', async () => {
    const response = await download(auditor.client, 'trial-balance', { from: FROM, format: 'xlsx' });
    const [sheet] = (await readXlsx(new Uint8Array(await response.arrayBuffer()))).sheets;
    const total = sheet!.rows.find(([kind]) => kind === 'total')!;
    const [csvTotal] = rowsIn(await terminalCsv('trial-balance', ['--from', FROM])).filter(
      ({ line }) => line === 'total',
    );
    expect(total.map((cell) => (cell === null ? '' : String(cell)))).toEqual(
      Object.values(csvTotal!).map((cell) => (/^-?\d+\.\d\d$/.test(cell) ? String(Number(cell)) : cell)),
    );
  });

  test('stands in the audit with its report, its days and its format before it is sent', async () => {
    const response = await download(auditor.client, 'loan-tape', { on: '2026-12-01', format: 'csv' });
    await response.text();
    const entries = await server.query(
      `select outcome, detail from staff_audit where call = 'downloadReport' order by entry_id desc limit 1`,
    );
    expect(entries).toEqual([
      { outcome: 'shown', detail: { report: 'loan-tape', on: '2026-12-01', format: 'csv' } },
    ]);
  });

  test('of days before the book is refused in a sentence, and leaves its place to others', async () => {
    for (let tries = 0; tries < 5; tries += 1) {
      const response = await download(auditor.client, 'ageing', { on: '2026-10-01', format: 'csv' });
      expect(await response.json()).toMatchObject({
        code: 409,
        msg: 'Nothing was booked yet by 1 October 2026: the book begins on 21 November 2026.',
      });
    }
  });

  test('that is left before its end leaves its place to others', async () => {
    for (let tries = 0; tries < 5; tries += 1) {
      const response = await download(auditor.client, 'ledger', {
        from: FROM,
        account: '1200',
        format: 'csv',
      });
      await response.body!.cancel();
    }
    const typeOfFile = async () => {
      const response = await download(auditor.client, 'ageing', { format: 'csv' });
      await response.body!.cancel();
      return response.headers.get('content-type');
    };
    await expect.poll(typeOfFile, { timeout: 10_000 }).toBe('text/csv; charset=utf-8');
  });

  test('is refused to a person who may not see the books, and that stands in the audit', async () => {
    const response = await download(support.client, 'trial-balance', { format: 'csv' });
    expect(await response.json()).toMatchObject({ code: 403, data: { reason: 'not_permitted' } });
    const [entry] = await server.query(
      `select outcome from staff_audit where call = 'downloadReport' order by entry_id desc limit 1`,
    );
    expect(entry).toEqual({ outcome: 'refused' });
  });
});

describe('the way from a balance to the loan', () => {
  const ask = (code: string, query = { from: FROM }) =>
    auditor.client.call('readAccountDays', { params: { code }, query });

  test('each account has its days, which lead from its opening to its closing balance in the trial balance', async () => {
    const { data: balances } = await auditor.client.call('readReport', {
      params: { report: 'trial-balance' },
      query: { from: FROM },
    });
    expect(balances.lines.length).toBeGreaterThan(20);
    for (const [code, , , debits, credits, closingDebit, closingCredit] of balances.lines) {
      const { data } = await ask(String(code));
      const sum = (side: 'debit' | 'credit') =>
        data.days.reduce((total, one) => total + ngweeOf(one[side]), 0);
      expect([sum('debit'), sum('credit')]).toEqual([ngweeOf(debits), ngweeOf(credits)]);
      const net = ngweeOf(closingDebit) - ngweeOf(closingCredit);
      expect(ngweeOf(data.closing)).toBe(data.side === 'debit' ? net : 0 - net);
      expect(data.days.at(-1)?.balance ?? data.opening).toBe(data.closing);
      expect(data.ties.every(({ isTied }) => isTied)).toBe(true);
    }
  });

  test('a day has its rows page by page, and their sums are those of the day and of the ledger alone', async () => {
    const { data } = await ask('1200');
    expect(data.days.length).toBeGreaterThan(4);
    for (const { on, debit, credit } of data.days) {
      const rows = await rowsOfDay('1200', on);
      const sum = (side: 'debit' | 'credit') => rows.reduce((total, row) => total + ngweeOf(row[side]), 0);
      const [alone] = await server.query(
        `select coalesce(sum(amount_ngwee) filter (where debit_account = 'principal_receivable'), 0)::integer as debit,
           coalesce(sum(amount_ngwee) filter (where credit_account = 'principal_receivable'), 0)::integer as credit
         from ledger_transfer where business_on = $1`,
        [on],
      );
      expect([sum('debit'), sum('credit')]).toEqual([ngweeOf(debit), ngweeOf(credit)]);
      expect([sum('debit'), sum('credit')]).toEqual([alone.debit, alone.credit]);
    }
  });

  test('a row leads to its entry, and the entry to its loan', async () => {
    const rows = await rowsOfDay('1200', FROM);
    const row = rows.find(({ loanId }) => loanId === loans.onTime)!;
    const { payerId, entryId } = row;
    const { data } = await auditor.client.call('readEntry', { params: { payerId, entryId } });
    expect(data.borrowerId).toBe(payerId);
    expect(data.rows.some(({ loanId }) => loanId === loans.onTime)).toBe(true);
    const { code } = await auditor.client.call('getLoan', { params: { loanId: loans.onTime } });
    expect(code).toBe(200);
  });

  test('an account that is not in the chart is not found, and more than a year is refused', async () => {
    expect(await ask('9999')).toMatchObject({ code: 404 });
    expect(await ask('1200', { from: '2025-01-01' })).toMatchObject({ code: 409, reason: 'too_many_days' });
  });

  async function rowsOfDay(code: string, on: string) {
    const items = [];
    let after: string | undefined;
    do {
      const { data } = await auditor.client.call('listAccountRows', {
        params: { code, on },
        query: { after, pageSize: 2 },
      });
      items.push(...data.items);
      after = data.next ?? undefined;
    } while (after !== undefined);
    return items;
  }
});

const LARGE_BOOK = `update pg_class set reltuples = $1 where oid = 'loan'::regclass`;

test('a past day of a large book whose count is on its way is refused at once, and is there when it is counted', async () => {
  const on = addDays(day(server.today()), -1);
  const read = (report: BookReport) =>
    auditor.client.call('readReport', { params: { report }, query: { on } } as never);
  await server.query('delete from report_day where business_on = $1', [on]);
  // A small book is measured.
  expect((await read('trial-balance')).code).toBe(200);
  await server.query(LARGE_BOOK, [1_000_000]);
  for (const report of [
    'trial-balance',
    'balance-sheet',
    'income-statement',
    'ageing',
    'par',
    'vintages',
  ] as const)
    expect(await read(report)).toMatchObject({
      ...{ code: 409, reason: 'still_counted' },
      msg: `The figures of ${formatDay(on)} ${on.slice(0, 4)} are still being counted. Try again later.`,
    });
  expect((await read('flows')).code).toBe(200);
  // What was booked late into an earlier day is taken after the next day. Until then the day is not counted, but measured.
  await server.query(
    'insert into late_booking (booked_on, moves_principal, moves_owed) values ($1, false, true)',
    [on],
  );
  expect((await read('trial-balance')).code).toBe(200);
  await server.query('delete from late_booking where booked_on = $1 and moves_owed and not moves_principal', [
    on,
  ]);
  expect(await countTotalledDays(server.db)).toBe(true);
  expect((await read('trial-balance')).code).toBe(200);
});
