import { addDays, type Day, day } from '@thumba/lending/day';
import type { LedgerAccount } from '@thumba/lending/ledger';
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import type { BookingKind } from '../../book/ledger/transfers.ts';
import { type Database, openDatabase, statement } from '../../platform/database.ts';
import { balancesThrough, movementsBetween } from './balances.ts';
import { totalDays } from './day-totals.ts';
import { PAIRS_OF_DAYS, type PairDays, readPairedThrough } from './pair-totals.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Database;
beforeEach(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.programUrl });
});
afterEach(async () => {
  await db.close();
  await database.drop();
});

const ACCOUNTS: LedgerAccount[] = ['bank', 'suspense', 'borrowings', 'interest_income', 'funding_expense'];
const KINDS = ['ordinary', 'adjustment', 'year_end'] as const;
const FIRST = day('2026-11-01');

let lastEntry = 0;
const insertSql = (on: Day, amount = 100, [debit, credit] = ['bank', 'suspense'], kind = 'ordinary') =>
  `insert into ledger_transfer (borrower_id, entry_id, line, debit_account, credit_account, amount_ngwee, business_on,
     value_on, booking_kind, recorded_at)
   values (0, ${++lastEntry}, 1, '${debit}', '${credit}', ${amount}, '${on}', '${on}', '${kind}', now())`;

/** Rows of every kind over a hundred days, always the same. */
async function writeRows(): Promise<void> {
  for (let index = 0; index < 400; index += 1) {
    const debit = ACCOUNTS[index % 5]!;
    const credit = ACCOUNTS[(index + 1 + (index % 4)) % 5]!;
    const on = addDays(FIRST, (index * 37) % 100);
    await db.pool.query(insertSql(on, 1 + index * 7, [debit, credit], KINDS[index % 3]));
  }
}

/** The sums by the rows alone. */
async function fromRows(from: Day, through: Day, kinds: readonly string[] = KINDS) {
  const { rows } = await db.pool.query(
    `select account, sum(debit)::bigint as "debitNgwee", sum(credit)::bigint as "creditNgwee" from (
       select debit_account as account, amount_ngwee as debit, 0 as credit, business_on, booking_kind from ledger_transfer
       union all select credit_account, 0, amount_ngwee, business_on, booking_kind from ledger_transfer) side
     where business_on between $1 and $2 and booking_kind = any ($3) group by account order by account`,
    [from, through, kinds],
  );
  return rows;
}

/** What moved between two accounts, by the sums of past days and by the rows alone. */
const PAIRS = 'select debit_account, credit_account, sum(amount_ngwee)::bigint as ngwee from';
const readPairsStatement = statement<object, PairDays>(
  'pairs',
  `${PAIRS} ${PAIRS_OF_DAYS} group by 1, 2 order by 1, 2`,
);

async function expectRightPairs(
  fromOn: Day,
  throughOn: Day,
  bookingKinds: readonly BookingKind[],
): Promise<void> {
  const pairedThroughOn = await readPairedThrough(db);
  const { rows } = await db.pool.query(
    `${PAIRS} ledger_transfer where business_on between $1 and $2 and booking_kind = any ($3)
     group by 1, 2 order by 1, 2`,
    [fromOn, throughOn, bookingKinds],
  );
  expect(await db.rows(readPairsStatement, { fromOn, throughOn, bookingKinds, pairedThroughOn })).toEqual(
    rows,
  );
}

async function expectRightSums(): Promise<void> {
  for (const throughOn of [addDays(FIRST, -1), FIRST, addDays(FIRST, 44), addDays(FIRST, 99)]) {
    expect(await balancesThrough(db, throughOn)).toEqual(await fromRows(day('2000-01-01'), throughOn));
    expect(await balancesThrough(db, throughOn, { bookingKinds: ['ordinary', 'adjustment'] })).toEqual(
      await fromRows(day('2000-01-01'), throughOn, ['ordinary', 'adjustment']),
    );
    for (const fromOn of [FIRST, addDays(FIRST, 20), addDays(FIRST, 70)]) {
      expect(await movementsBetween(db, fromOn, throughOn)).toEqual(await fromRows(fromOn, throughOn));
      await expectRightPairs(fromOn, throughOn, KINDS);
      await expectRightPairs(fromOn, throughOn, ['adjustment']);
    }
  }
}
const progress = async () =>
  (
    await db.pool.query(
      'select announced_through_on, totalled_through_on, paired_through_on from day_total_progress',
    )
  ).rows[0];
const bankOn = async (on: Day) =>
  (
    await db.pool.query(
      `select debit_ngwee from account_day_total where business_on = $1 and account = 'bank'`,
      [on],
    )
  ).rows[0]?.debit_ngwee;

test('balances and movements are the sums of the rows, whatever part of the days has totals', async () => {
  await writeRows();
  await expectRightSums();
  for (const days of [0, 30, 62, 99]) {
    expect(await totalDays(db, addDays(FIRST, days))).toBe(true);
    expect(await progress()).toEqual({
      announced_through_on: addDays(FIRST, days),
      totalled_through_on: addDays(FIRST, days),
      paired_through_on: addDays(FIRST, days),
    });
    await expectRightSums();
  }
});

test('a report reads the totals of past days, and no row of them', async () => {
  await writeRows();
  await totalDays(db, addDays(FIRST, 99));
  await database.runAsOwner('alter table ledger_transfer disable trigger ledger_transfer_append_only');
  const before = await balancesThrough(db, addDays(FIRST, 99));
  await database.runAsOwner('delete from ledger_transfer');
  expect(await balancesThrough(db, addDays(FIRST, 99))).toEqual(before);
});

test('a run again, or an earlier day, changes nothing', async () => {
  await writeRows();
  await totalDays(db, addDays(FIRST, 60));
  const { rows: before } = await db.pool.query('select * from account_day_total order by 1, 2, 3');
  await Promise.all([totalDays(db, addDays(FIRST, 60)), totalDays(db, addDays(FIRST, 20))]);
  expect((await db.pool.query('select * from account_day_total order by 1, 2, 3')).rows).toEqual(before);
});

test('a run that was killed between two transactions is continued', async () => {
  await writeRows();
  await database.runAsOwner(`update day_total_progress set announced_through_on = '${addDays(FIRST, 90)}'`);
  await totalDays(db, addDays(FIRST, 50));
  expect((await progress()).totalled_through_on).toBe(addDays(FIRST, 90));
  await expectRightSums();
});

test('a row that is booked into a day with totals adds to them in its own transaction', async () => {
  await db.pool.query(insertSql(FIRST, 500));
  await totalDays(db, addDays(FIRST, 5));
  const client = await db.pool.connect();
  await client.query('begin');
  await client.query(insertSql(FIRST, 70));
  expect(await bankOn(FIRST)).toBe(500);
  await client.query('rollback');
  await client.query('begin');
  await client.query(insertSql(FIRST, 8));
  await client.query(insertSql(addDays(FIRST, 2), 9));
  await client.query('commit');
  client.release();
  expect([await bankOn(FIRST), await bankOn(addDays(FIRST, 2))]).toEqual([508, 9]);
  await expectRightPairs(FIRST, addDays(FIRST, 5), KINDS);
});

test('a book that has totals and no sums of pairs yet gets those of all its days', async () => {
  await writeRows();
  await totalDays(db, addDays(FIRST, 70));
  // As after an upgrade.
  await database.runAsOwner(
    'delete from pair_day_total; update day_total_progress set paired_through_on = null',
  );
  await db.pool.query(insertSql(addDays(FIRST, 3), 11));
  await expectRightSums();
  expect(await totalDays(db, addDays(FIRST, 70))).toBe(true);
  expect((await progress()).paired_through_on).toBe(addDays(FIRST, 70));
  await expectRightSums();
});

test('a row that is being written when its day is announced is counted, once', async () => {
  const writer = await connect();
  await writer.query('begin');
  await writer.query(insertSql(FIRST, 40));
  expect(await totalDays(db, FIRST)).toBe(false);
  expect(await progress()).toEqual({
    announced_through_on: null,
    totalled_through_on: null,
    paired_through_on: null,
  });
  const totalled = totalDays(db, FIRST);
  await writer.query('commit');
  await writer.end();
  expect(await totalled).toBe(true);
  expect(await bankOn(FIRST)).toBe(40);
});

test('a row that is written between the announcement and the totals is counted, once', async () => {
  await db.pool.query(insertSql(FIRST, 2));
  await database.runAsOwner(`update day_total_progress set announced_through_on = '${FIRST}'`);
  const writer = await connect();
  await writer.query('begin');
  await writer.query(insertSql(FIRST, 40));
  const totalled = totalDays(db, FIRST);
  await waitsForAdvisoryLock();
  await writer.query('commit');
  await writer.end();
  await totalled;
  expect(await bankOn(FIRST)).toBe(42);
});

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.programUrl });
  await client.connect();
  return client;
}

async function waitsForAdvisoryLock(): Promise<void> {
  await vi.waitFor(async () => {
    const found = await database.runAsOwner(
      `select count(*)::int from pg_locks where locktype = 'advisory' and not granted
         and database = (select oid from pg_database where datname = current_database())`,
    );
    expect(found).toEqual([[1]]);
  });
}
