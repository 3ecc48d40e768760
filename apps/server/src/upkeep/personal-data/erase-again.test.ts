import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AppBorrower, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { toDate } from '../../platform/clock.ts';
import { type DeletedAccount, deletedSince, eraseAgain } from './erase-again.ts';
import { deleteAccount } from './personal-data.test-support.ts';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterAll(() => server.stop());

async function entryOf(borrower: AppBorrower, registeredAt?: string): Promise<DeletedAccount> {
  return {
    borrowerId: borrower.borrowerId,
    registeredAt,
    deletedAt: toDate(server.clock.nowMs()).toISOString(),
    deletedOn: server.today(),
    keptUntil: server.today(),
  };
}

async function registeredAtOf({ borrowerId }: AppBorrower): Promise<string> {
  const [row] = await server.query(
    `select to_json(registered_at) #>> '{}' as at from borrower where borrower_id = $1`,
    [borrowerId],
  );
  return new Date(row.at).toISOString();
}

const erase = (...entries: DeletedAccount[]) =>
  eraseAgain(server.owner, entries, toDate(server.clock.nowMs()));

async function isDeleted({ borrowerId }: AppBorrower): Promise<boolean> {
  const rows = await server.query('select from account_deletion where borrower_id = $1', [borrowerId]);
  return rows.length > 0;
}

test('an entry deletes the account of its number only if the borrower registered at its instant', async () => {
  const borrower = await signUp(server);
  const registeredAt = await registeredAtOf(borrower);
  const other = new Date(Date.parse(registeredAt) + 1).toISOString();
  expect(await erase(await entryOf(borrower, other))).toEqual({ erased: 0, unknown: 1 });
  expect(await isDeleted(borrower)).toBe(false);
  const entries = [await entryOf(borrower, other), await entryOf(borrower, registeredAt)];
  expect(await erase(...entries)).toEqual({ erased: 1, unknown: 1 });
  expect(await isDeleted(borrower)).toBe(true);
  expect(await erase(...entries)).toEqual({ erased: 0, unknown: 1 });
});

test('an entry of an earlier version deletes by the number alone, and once', async () => {
  const borrower = await signUp(server);
  const entries = [await entryOf(borrower), await entryOf(borrower, await registeredAtOf(borrower))];
  expect(await erase(...entries)).toEqual({ erased: 1, unknown: 0 });
  const next = await signUp(server);
  expect(await erase(await entryOf(next))).toEqual({ erased: 1, unknown: 0 });
});

test('a borrower whom the database does not have is counted', async () => {
  const borrower = await signUp(server);
  const entry = await entryOf(borrower);
  expect(await erase({ ...entry, borrowerId: 999_999 })).toEqual({ erased: 0, unknown: 1 });
});

test('a deletion is listed with the instant at which the borrower registered, as exact as the database has it', async () => {
  const borrower = await signUp(server);
  await server.query(
    `update borrower set registered_at = registered_at + interval '1 microsecond' where borrower_id = $1`,
    [borrower.borrowerId],
  );
  await deleteAccount(server, borrower);
  const listed = await deletedSince(server.owner, new Date(0));
  const entry = listed.find(({ borrowerId }) => borrowerId === borrower.borrowerId)!;
  expect(entry.registeredAt).toMatch(/001Z$/);
  await server.query('delete from account_deletion where borrower_id = $1', [borrower.borrowerId]);
  await server.query('update borrower_standing set deleted_at = null where borrower_id = $1', [
    borrower.borrowerId,
  ]);
  expect(await erase(entry)).toEqual({ erased: 1, unknown: 0 });
});
