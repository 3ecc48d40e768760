import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { kwacha } from '@thumba/lending/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AppServer, startAppServer } from '../../../../test/app-server.ts';
import { examineBook, faultsIn } from '../../../upkeep/doctor/examination.ts';
import { runApproved } from '../staff-desk.test-support.ts';
import { command } from './bank.ts';
import { command as float } from './float.ts';

let server: AppServer;
let folder: string;
beforeAll(async () => {
  server = await startAppServer();
  folder = await mkdtemp(path.join(tmpdir(), 'bank-'));
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

/** What is asked for is approved by a second person. */
const run = (...words: string[]) => runApproved(server, command, ...words);

async function importRows(...rows: string[]): Promise<{ done: boolean; text: string }> {
  const file = path.join(folder, 'statement.csv');
  await writeFile(file, `${['Date,Narrative,Debit,Credit,Balance', ...rows].join('\n')}\n`);
  return run('import', file);
}

async function balances(): Promise<Record<string, number>> {
  const rows = await server.query(
    `select account::text, sum(ngwee)::bigint as ngwee from ledger_transfer t cross join lateral
       (values (t.debit_account, t.amount_ngwee), (t.credit_account, -t.amount_ngwee)) as side (account, ngwee)
     where t.loan_id is null group by account order by account`,
  );
  return Object.fromEntries(rows.map(({ account, ngwee }) => [account, Number(ngwee)]));
}

async function declare(...words: string[]): Promise<void> {
  const { done, text } = await runApproved(server, float, ...words);
  if (!done) throw new Error(text);
}

test('capital, a loan of a funder, charges and a top-up come from the statement into the book', async () => {
  const on = server.app.calendar.today();
  await declare('top-up', 'mtn', 'payout', '40000', 'transfer to the wallet');
  expect(await balances()).toEqual({ float_mtn_payout: kwacha(40_000), in_transit: -kwacha(40_000) });

  const imported = await importRows(
    `${on},Capital,,"60,000.00","60,000.00"`,
    `${on},Drawdown,,"20,000.00","80,000.00"`,
    `${on},MTN top up,"40,000.00",,"40,000.00"`,
    `${on},Service fee,12.50,,"39,987.50"`,
  );
  expect(imported.text).toContain('1 rows were posted, because the book had their other half.');
  expect(imported.text).toContain('Rows of the bank that the book does not have: 3.');
  expect(imported.text).toContain('Nothing is in transit');
  expect(imported.text).toContain(
    `Through ${on} the book has -K40,000.00 at the bank, and the bank K39,987.50`,
  );

  const waiting = await server.query(
    `select row_id from bank_statement_row r where not exists (select from bank_row_posting p where p.row_id = r.row_id)
     order by line`,
  );
  const [capital, drawdown, fee] = waiting.map(({ row_id }) => String(row_id));
  expect((await run('post', capital!, 'share-capital', 'paid in by the owners')).text).toMatch(
    /^Row \d+ of the bank, K60,000\.00 received, is posted as share capital\.$/,
  );
  await run('post', drawdown!, 'borrowings', 'first part of the facility');
  await run('post', fee!, 'bank-charge-expense', 'monthly fee');

  expect(await balances()).toEqual({
    bank: 3_998_750,
    bank_charge_expense: 1_250,
    borrowings: -kwacha(20_000),
    float_mtn_payout: kwacha(40_000),
    in_transit: 0,
    share_capital: -kwacha(60_000),
  });
  expect((await run()).text).toBe(
    [
      `Through ${on} the book has K39,987.50 at the bank, and the bank K39,987.50.`,
      'Rows of the bank that the book does not have: 0.',
      'Entries of the book on these days that the bank does not have: 0.',
      'Nothing is in transit between the bank and the operators.',
    ].join('\n'),
  );
  const before = await balances();
  expect(await run('post', fee!, 'other-expense', 'again')).toEqual({
    done: false,
    text: 'This row is posted already, as bank charge expense.',
  });
  expect(await balances()).toEqual(before);
});

test('the same rows again post nothing, and a gap between two statements is refused', async () => {
  const on = server.app.calendar.today();
  const before = await server.query('select count(*)::int as count from bank_statement_row');
  const again = await importRows(
    `${on},Capital,,"60,000.00","60,000.00"`,
    `${on},Drawdown,,"20,000.00","80,000.00"`,
    `${on},MTN top up,"40,000.00",,"40,000.00"`,
    `${on},Service fee,12.50,,"39,987.50"`,
  );
  expect(again.text).toContain('These rows were imported before.');
  expect(await server.query('select count(*)::int as count from bank_statement_row')).toEqual(before);

  await server.passDays(1);
  const next = server.app.calendar.today();
  expect(await importRows(`${next},Something,10.00,,"30,000.00"`)).toEqual({
    done: false,
    text: 'The statement before ends with K39,987.50, and this one begins with K30,010.00: rows between them are missing. Nothing was imported.',
  });
  expect(await server.query('select count(*)::int as count from bank_statement_row')).toEqual(before);
});

test('money that left the bank stands in transit with its age, until the wallet has it', async () => {
  const on = server.app.calendar.today();
  const imported = await importRows(`${on},To Airtel,"5,000.00",,"34,987.50"`);
  const [, row] = /row (\d+)/.exec(imported.text)!;
  await run('post', row!, 'transit', 'airtel', 'payout', 'top-up for payouts');
  await server.passDays(2);
  expect((await run()).text).toContain(
    `K5,000.00  Airtel payout  since ${on}, 2 days: row ${row} of the bank, not declared at the wallet yet`,
  );
  await declare('top-up', 'airtel', 'payout', '5000', 'arrived');
  expect((await run()).text).toContain('Nothing is in transit');
  expect((await balances()).in_transit).toBe(0);
});

test('equal top-ups of one wallet arrive in the order of their days', async () => {
  const on = server.app.calendar.today();
  await declare('top-up', 'mtn', 'payout', '300', 'first');
  await declare('top-up', 'mtn', 'payout', '300', 'second');
  const imported = await importRows(`${on},One,300.00,,"34,687.50"`, `${on},Two,300.00,,"34,387.50"`);
  const rows = [...imported.text.matchAll(/row (\d+)/g)].map(([, row]) => row!);
  expect(rows).toHaveLength(2);
  await run('post', rows[0]!, 'transit', 'mtn', 'payout', 'first of two');
  await run('post', rows[1]!, 'transit', 'mtn', 'payout', 'second of two');
  expect((await run()).text).toContain('Nothing is in transit');
  const [pairs] = await server.query(
    `select bool_and((row_id = ${rows[0]}) = (reason = 'first')) as are_in_order from transit_arrival
     join float_movement using (movement_id) where row_id in (${rows.join(', ')})`,
  );
  expect(pairs.are_in_order).toBe(true);
});

test('a statement that begins some days after the last one has to begin with its balance', async () => {
  await server.passDays(3);
  const on = server.app.calendar.today();
  expect((await importRows(`${on},Later,1.00,,"30,000.00"`)).text).toMatch(
    /^The statement before ends with K34,387\.50/,
  );
});

test.each([
  ['a row that is none', ['post', '999', 'borrowings', 'a reason'], /no row of the bank with this number/],
  ['no reason', ['post', '1', 'borrowings'], /give a reason/],
  ['a purpose that is none', ['post', '1', 'holidays', 'a reason'], /npm run bank -- post/],
  ['transit without a wallet', ['post', '1', 'transit', 'a reason'], /npm run bank -- post/],
  ['no file', ['import', '/no/such/file.csv'], /no file \/no\/such\/file\.csv/],
  ['one day only', ['import', '--from', '2026-12-01', 'x.csv'], /give both days/],
  ['a verb that is none', ['constructor'], /npm run bank/],
])('with %s nothing is posted', async (_what, words, text) => {
  const before = await balances();
  expect(await run(...words)).toEqual({ done: false, text: expect.stringMatching(text) });
  expect(await balances()).toEqual(before);
});

test('the doctor finds the book of the bank sound, and lists money that is in transit for long', async () => {
  await declare('withdrawal', 'mtn', 'collection', '7', 'to the bank');
  await server.passDays(4);
  const findings = await examineBook(server.db);
  expect(faultsIn(findings)).toEqual([]);
  expect(findings.find(({ check }) => check === 'money in transit for more than three days')?.listed).toEqual(
    [
      {
        id: 'mtn collection',
        problem: expect.stringMatching(/^K7\.00 since [\d-]+, seen at the wallet only$/),
      },
    ],
  );
});
