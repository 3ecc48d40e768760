import { ACCOUNT_TYPES, sideOfType } from '@thumba/accounting/account';
import { tablesOf } from '@thumba/lending/rule-page.test-support';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { type Database, openDatabase } from '../../platform/database.ts';
import { readAccounts } from './accounts.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.programUrl });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

test('the chart has every account to which a row may be posted, once', async () => {
  const { rows } = await db.pool.query<{ definition: string }>(
    `select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'ledger_account_check'`,
  );
  const postable = [...rows[0]!.definition.matchAll(/'([a-z_]+)'/g)].map(([, account]) => account);
  expect(postable).toHaveLength(39);
  const accounts = await readAccounts(db);
  expect(accounts.map(({ account }) => account).sort()).toEqual(postable.sort());
});

test('only unearned income, the allowance and loans charged off stand on the other side than their type', async () => {
  const accounts = await readAccounts(db);
  const contrary = accounts.filter(({ accountType, normalSide }) => sideOfType(accountType) !== normalSide);
  expect(contrary.map(({ account }) => account)).toEqual([
    'unearned_interest',
    'unearned_fee',
    'loss_allowance',
    'charged_off_loans',
  ]);
});

test('the first digit of a shipped code tells the type of the account', async () => {
  for (const { code, accountType } of await readAccounts(db)) {
    expect(ACCOUNT_TYPES[Number(code[0]) - 1]).toBe(accountType);
  }
});

test('the page of the chart has every account as it is shipped', async () => {
  const [chart] = tablesOf('chart-of-accounts.md');
  const onPage = chart!.map((row) => ['code', 'account', 'title', 'type', 'normal side'].map(row));
  const shipped = (await readAccounts(db)).map(({ code, account, title, accountType, normalSide }) => [
    code,
    account,
    title,
    accountType,
    normalSide,
  ]);
  expect(onPage).toEqual(shipped);
});
