import { day } from '@thumba/lending/day';
import { kwacha } from '@thumba/lending/money';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { expectSoundBook } from '../../../test/sound-book.ts';
import type { StaffMember } from '../../../test/staff-client.ts';
import { postJournal } from '../../accounting/journal/post-journal.ts';
import { deskBeside } from '../terminal/staff-desk.test-support.ts';
import { answerAs, hireMaryAndGrace } from '../terminal/two-people.test-support.ts';

/* The bank in the console: its statements, the rows that the book does not have, and their posting by two people. */

let server: AppServer;
let mary: StaffMember;
let grace: StaffMember;
beforeAll(async () => {
  server = await startAppServer();
  ({ mary, grace } = await hireMaryAndGrace(server));
});
afterEach(() => expectSoundBook(server));
afterAll(() => server.stop());

const HEADER = 'Date,Narrative,Debit,Credit,Balance';
const fileOf = (...rows: string[]) => new Uint8Array(Buffer.from(`${[HEADER, ...rows].join('\n')}\n`));

const readFile = (file: Uint8Array<ArrayBuffer>, query: { from?: string; to?: string } = {}) =>
  mary.client.call('readBankStatement', { query, file });
const importFile = (file: Uint8Array<ArrayBuffer>, digest: string, by: StaffMember = mary) =>
  by.client.call('importBankStatement', { query: { digest }, file });

async function imported(...rows: string[]) {
  const file = fileOf(...rows);
  const read = await readFile(file);
  expect(read.code, read.msg).toBe(200);
  const kept = await importFile(file, read.data.digest);
  expect(kept.code, kept.msg).toBe(200);
  return kept.data;
}

const bankOf = async () => (await mary.client.call('getBank')).data;
const openRows = async () => (await mary.client.call('listBankRows', { query: {} })).data;

const SIDES = `ledger_transfer t cross join lateral
  (values (t.debit_account, t.amount_ngwee), (t.credit_account, -t.amount_ngwee)) as side (account, ngwee)`;

async function balanceOf(account: string): Promise<number> {
  const [row] = await server.query(
    `select coalesce(sum(ngwee), 0)::bigint as ngwee from ${SIDES} where side.account::text = $1`,
    [account],
  );
  return Number(row.ngwee) / 100;
}

async function post(rowId: number, postedAs: 'share_capital' | 'bank_charge_expense' | 'suspense') {
  const body = { postedAs, wallet: null } as const;
  const shown = await mary.client.call('previewBankRow', { params: { rowId }, body });
  expect(shown.code, shown.msg).toBe(200);
  const asked = await mary.client.call('askForBankRow', {
    params: { rowId },
    body: { ...body, reason: 'seen on the statement', digest: shown.data.digest },
  });
  return { shown: shown.data, asked };
}

test('a statement with an error is refused at its line, and nothing of it is kept', async () => {
  const on = server.today();
  const broken = fileOf(`${on},Capital,,"60,000.00","60,000.00"`, `${on},Fee,12.50,,"59,000.00"`);
  const refused = await readFile(broken);
  expect(refused).toMatchObject({ code: 400, reason: 'no_statement', data: { line: 3 } });
  expect(refused.msg).toContain('Line 3: the balance does not follow from the line before');
  expect((await readFile(new Uint8Array(Buffer.from('%PDF-1.4')))).msg).toContain('the file is a PDF');
  expect((await readFile(fileOf())).msg).toBe('The file has no rows. Please name its days.');
  expect((await readFile(fileOf(), { from: on })).msg).toContain('Please give both days');
  expect((await bankOf()).last).toBeNull();
});

test('reading a statement keeps nothing, and the import does what was shown', async () => {
  const on = server.today();
  const file = fileOf(`${on},Capital,,"60,000.00","60,000.00"`, `${on},Fee,12.50,,"59,987.50"`);
  const read = await readFile(file);
  expect(read.data).toMatchObject({
    ...{ rows: 2, known: 0, posted: 0, isNew: true, from: on, to: on },
    ...{ moneyIn: 60_000, moneyOut: 12.5, opening: 0, closing: 59_987.5 },
  });
  expect(await server.query('select count(*)::integer as count from bank_statement_row')).toEqual([
    { count: 0 },
  ]);
  const other = fileOf(`${on},Capital,,"60,001.00","60,001.00"`);
  expect(await importFile(other, read.data.digest)).toMatchObject({ code: 409, reason: 'other_file' });
  const { digest, ...shown } = read.data;
  expect((await importFile(file, digest)).data).toEqual(shown);
  expect((await readFile(file)).data).toMatchObject({ isNew: false, known: 2 });
});

test('what the bank and the book are apart is what is open on both sides, summed up a second way', async () => {
  const { last, rows, entries } = await bankOf();
  expect(last).toMatchObject({ closing: 59_987.5, booked: 0 });
  expect(last!.booked).toBe(await balanceOf('bank'));
  const { total, items } = await openRows();
  const [kept] = await server.query(
    `select count(*)::integer as count, sum(amount_ngwee)::bigint as ngwee from bank_statement_row
     where row_id not in (select row_id from bank_row_posting)`,
  );
  const sum = Number(kept.ngwee) / 100;
  expect(rows).toEqual({ count: kept.count, sum, compared: sum });
  expect(total).toBe(rows.count);
  expect(items.reduce((all, { amount }) => all + amount, 0)).toBe(rows.sum);
  expect(last!.closing! - last!.booked).toBe(rows.compared - entries.compared);
  expect(items[1]).toMatchObject({ amount: -12.5, text: expect.stringContaining('Fee'), requestId: null });
});

test('a row is posted once a second person approves it, and waits with its request until then', async () => {
  const [capital] = (await openRows()).items;
  const { shown, asked } = await post(capital!.rowId, 'share_capital');
  expect(shown.effect).toContainEqual({
    title: 'Ledger: bank to share capital',
    before: null,
    after: 'K60,000.00',
  });
  expect(asked.code, asked.msg).toBe(200);
  const { requestId } = asked.data;
  expect((await openRows()).items[0]).toMatchObject({ rowId: capital!.rowId, requestId });
  expect((await post(capital!.rowId, 'suspense')).asked).toMatchObject({
    code: 409,
    reason: 'waits_already',
  });
  expect(await answerAs(mary, requestId)).toMatchObject({ code: 403 });
  expect(await balanceOf('bank')).toBe(0);
  expect((await answerAs(grace, requestId)).data).toMatchObject({ state: 'done' });
  expect(await balanceOf('share_capital')).toBe(-60_000);
  const { last, rows } = await bankOf();
  expect(last!.booked).toBe(60_000);
  expect(last!.closing! - last!.booked).toBe(rows.compared);
});

test('a row that was posted meanwhile, or an answer to something else, is refused', async () => {
  const [posted] = await server.query('select row_id::integer as "rowId" from bank_row_posting');
  const params = { rowId: posted.rowId };
  const body = { postedAs: 'suspense', wallet: null } as const;
  expect(await mary.client.call('previewBankRow', { params, body })).toMatchObject({
    code: 409,
    msg: 'This row is posted already, as share capital.',
  });
  const [fee] = (await openRows()).items;
  const asOther = await mary.client.call('previewBankRow', { params: { rowId: fee!.rowId }, body });
  expect(
    await mary.client.call('askForBankRow', {
      params: { rowId: fee!.rowId },
      body: { ...body, postedAs: 'other_expense', reason: 'a fee', digest: asOther.data.digest },
    }),
  ).toMatchObject({ code: 409, reason: 'changed' });
  expect(
    await mary.client.call('previewBankRow', {
      params: { rowId: fee!.rowId },
      body: { postedAs: 'transit', wallet: null },
    }),
  ).toMatchObject({ code: 400, reason: 'wallet_needed' });
});

test('an entry of the book that the bank does not have is listed and counted', async () => {
  const on = server.today();
  const booked = await postJournal(await deskBeside(server), {
    kind: 'manual',
    bookedOn: day(on),
    lines: [
      { account: 'bank', debitNgwee: kwacha(2500) },
      { account: 'borrowings', creditNgwee: kwacha(2500) },
    ],
    reason: 'a part of the facility',
    madeBy: 'staff:mary',
    approvedBy: 'staff:grace',
  });
  expect(booked.ok).toBe(true);
  const { last, rows, entries } = await bankOf();
  expect(entries).toEqual({ count: 1, sum: 2500, compared: 2500 });
  expect((await mary.client.call('listBankEntries', { query: {} })).data).toMatchObject({
    total: 1,
    items: [{ on, amount: 2500 }],
  });
  expect(last!.booked).toBe(62_500);
  expect(last!.closing! - last!.booked).toBe(rows.compared - entries.compared);
  await imported(`${on},Drawdown,,"2,500.00","62,487.50"`);
  expect((await bankOf()).entries.count).toBe(0);
});

test('two people import one statement: its rows are kept once', async () => {
  await server.passDays(1);
  const on = server.today();
  const file = fileOf(`${on},One,,10.00,"62,497.50"`, `${on},Two,,20.00,"62,517.50"`);
  const { digest } = (await readFile(file)).data;
  const both = await Promise.all([importFile(file, digest), importFile(file, digest, grace)]);
  expect(both.map(({ data }) => data.isNew).sort()).toEqual([false, true]);
  expect((await openRows()).items.filter((row) => row.on === on)).toHaveLength(2);
});
