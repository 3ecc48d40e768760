import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { addDays, day } from '@thumba/lending/day';
import { kwacha } from '@thumba/lending/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../test/database.ts';
import { expectSoundBook } from '../test/sound-book.ts';
import { createBusinessCalendar } from './book/calendar/calendar.ts';
import { demoLender } from './book/lender.ts';
import { readConfig } from './book/settings/config.ts';
import { openHistory } from './demo-history.ts';
import { operatorsOfConfig } from './money/payment/operators/operators-of-config.ts';
import { type Database, openDatabase } from './platform/database.ts';
import { createLog } from './platform/log.ts';
import { systemRandomness } from './platform/randomness.ts';
import { createSealing, type Sealing } from './platform/sealing.ts';
import { demoSettings } from './simulator/settings.ts';

/*
 * A short and small history, lived as that of a demo is: the numbers of every table are counted here by plain SQL. The
 * whole year is lived by `npm start`.
 */

const TODAY = day('2026-11-29');
const DAYS = 220;
const PEOPLE = 150;
const FLOAT = kwacha(600_000);
const MINUTES_10 = 600_000;

// biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever rows it asked for.
type Row = any;

let db: Database;
let sealing: Sealing;
let close: () => Promise<void>;

async function rowsOf(text: string): Promise<Row[]> {
  return (await db.pool.query(text)).rows;
}

beforeAll(async () => {
  const database = await createTestDatabase();
  const folder = await mkdtemp(path.join(tmpdir(), 'thumba-history-'));
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: folder });
  sealing = createSealing(config.keys);
  db = openDatabase({ url: database.programUrl });
  close = async () => {
    await db.close();
    await database.drop();
    await rm(folder, { recursive: true });
  };
  const clock = { nowMs: () => Date.parse(`${TODAY}T08:00:00Z`) };
  const log = createLog({ level: 'error', service: 'test' });
  await createBusinessCalendar(db, clock, -DAYS);
  const url = 'http://127.0.0.1:1';
  const operators = operatorsOfConfig(config, { db, clock, log }, { url, settings: demoSettings }, url);
  const history = await openHistory(
    { config, db, sealing, log, random: systemRandomness, lender: demoLender, operators, publicUrl: url },
    { today: TODAY, floatNgwee: FLOAT, staffPassword: 'a password of the test' },
    { people: PEOPLE, days: DAYS, seed: 3 },
  );
  const began = performance.now();
  for (let ago = DAYS; ago >= 0; ago -= 1) await history.liveDay(addDays(TODAY, -ago));
  const [{ size }] = await rowsOf('select pg_size_pretty(pg_database_size(current_database())) as size');
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  console.log(`${PEOPLE} borrowers lived ${DAYS} days in ${seconds} s; the database has ${size}`);
}, MINUTES_10);

afterAll(() => close());

test('every person of the history is a borrower, and more of them register in later months', async () => {
  const months = await rowsOf(
    `select to_char(registered_on, 'YYYY-MM') as month, count(*)::integer as people from borrower group by 1 order by 1`,
  );
  expect(months.reduce((sum, { people }) => sum + people, 0)).toBe(PEOPLE);
  expect(months.at(-2)!.people).toBeGreaterThan(months[1]!.people);
});

test('loans are paid out in every month of the history', async () => {
  const months = await rowsOf(
    `select distinct to_char(submitted_on, 'YYYY-MM') as month from payment_attempt
     where purpose = 'loan_payout' and state = 'succeeded' order by 1`,
  );
  expect(months.map(({ month }) => month)).toEqual([
    '2026-04',
    '2026-05',
    '2026-06',
    '2026-07',
    '2026-08',
    '2026-09',
    '2026-10',
    '2026-11',
  ]);
});

test('the history has loans in every state that a chart shows', async () => {
  const states = (await rowsOf('select distinct state from loan')).map(({ state }) => state);
  expect(states).toEqual(expect.arrayContaining(['active', 'overdue', 'settled', 'declined', 'written_off']));
});

test('every month that is over has its losses and is closed by two people', async () => {
  const closed = await rowsOf(
    `select period, actor, asked_by from period_event where kind = 'closed' order by period`,
  );
  expect(closed.map(({ period }) => period)).toEqual([
    '2026-04',
    '2026-05',
    '2026-06',
    '2026-07',
    '2026-08',
    '2026-09',
    '2026-10',
  ]);
  expect(closed.every(({ actor, asked_by }) => actor !== asked_by)).toBe(true);
});

test('the bank shows what the book has at the end of the last statement', async () => {
  const [{ bank, book }] = await rowsOf(
    `select (select closing_ngwee from bank_statement order by covers_through_on desc limit 1) as bank,
       (select sum(case when debit_account = 'bank' then amount_ngwee else -amount_ngwee end)::bigint from ledger_transfer
        where 'bank' in (debit_account, credit_account)
          and business_on <= (select max(covers_through_on) from bank_statement)) as book`,
  );
  expect(book).toBe(bank);
});

test('each wallet for payouts has the float of the operators at the end, and the others nothing', async () => {
  const balances = await rowsOf(
    `select account, sum(amount)::bigint as ngwee from ledger_transfer
       cross join lateral (values (debit_account, amount_ngwee), (credit_account, -amount_ngwee)) as side (account, amount)
     where account like 'float_%' group by 1 order by 1`,
  );
  expect(balances).toEqual([
    { account: 'float_airtel_collection', ngwee: 0 },
    { account: 'float_airtel_payout', ngwee: FLOAT },
    { account: 'float_mtn_collection', ngwee: 0 },
    { account: 'float_mtn_payout', ngwee: FLOAT },
  ]);
});

test('borrowers who are late are called, promise, and keep some of the promises', async () => {
  const [{ calls, promises, kept, broken }] = await rowsOf(
    `select (select count(*)::integer from arrears_call where outcome is not null) as calls,
       (select count(*)::integer from arrears_promise) as promises,
       (select count(*)::integer from arrears_promise where state = 'kept') as kept,
       (select count(*)::integer from arrears_promise where state = 'broken') as broken`,
  );
  expect(calls).toBeGreaterThan(promises);
  expect(kept).toBeGreaterThan(0);
  expect(broken).toBeGreaterThan(0);
});

test('nothing waits for an operator or for the network', async () => {
  const [waiting] = await rowsOf(
    `select (select count(*)::integer from payment_attempt where next_step_at is not null) as attempts,
       (select count(*)::integer from message where next_try_at < '${TODAY}T03:00:00Z') as messages`,
  );
  expect(waiting).toEqual({ attempts: 0, messages: 0 });
});

test('the doctor finds the book sound', async () => {
  await expectSoundBook({ db, sealing });
});
