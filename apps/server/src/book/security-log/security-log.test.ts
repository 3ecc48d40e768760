import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { movableClock, recordedLog } from '../../../test/call-server.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { type Database, openDatabase } from '../../platform/database.ts';
import { purgeSecurityEvents, SECURITY_EVENT_KINDS } from './events.ts';
import { createSecurityLog } from './security-log.ts';

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

let clock: ReturnType<typeof movableClock>;
let recorded: ReturnType<typeof recordedLog>;
let newestBefore: number;
beforeEach(async () => {
  clock = movableClock(Date.parse('2026-11-21T08:00:00Z'));
  recorded = recordedLog();
  const { rows } = await db.pool.query('select coalesce(max(event_id), 0) as newest from security_event');
  newestBefore = rows[0].newest;
});

const networkHashOf = (address: string) => Buffer.from(address);
const logOn = (on: Database) => createSecurityLog({ db: on, clock, log: recorded.log, networkHashOf });

const wrongCode = (address: string, borrowerId = 7) => ({
  kind: 'wrong_code' as const,
  outcome: 'refused' as const,
  borrowerId,
  address,
  reference: 'abcd1234',
  detail: { route: '/api/x', reason: 'wrong_code' },
});

async function newRows() {
  const { rows } = await db.pool.query(
    'select kind, times, borrower_id, network_hash, detail from security_event where event_id > $1 order by event_id',
    [newestBefore],
  );
  return rows;
}

describe('events are written in batches', () => {
  test('and all kinds in one statement', async () => {
    const log = logOn(db);
    for (const kind of SECURITY_EVENT_KINDS) log.record({ kind, outcome: 'succeeded', borrowerId: 5 });
    const before = db.roundTrips();
    await log.flush();
    expect(db.roundTrips() - before).toBe(1);
    expect((await newRows()).map(({ kind }) => kind)).toEqual([...SECURITY_EVENT_KINDS]);
  });

  test('by themselves, without a flush', async () => {
    logOn(db).record({ kind: 'data_downloaded', outcome: 'succeeded', borrowerId: 5 });
    await expect.poll(newRows).toMatchObject([{ kind: 'data_downloaded', borrower_id: 5 }]);
  });

  test('and recording costs the caller no statement', async () => {
    const log = logOn(db);
    const before = db.roundTrips();
    log.record(wrongCode('a'));
    expect(db.roundTrips()).toBe(before);
    await log.flush();
  });
});

describe('equal refusals of a minute', () => {
  test('are two rows: the first at once, the others counted', async () => {
    const log = logOn(db);
    for (let tries = 0; tries < 5000; tries += 1) log.record(wrongCode('a'));
    for (let tries = 0; tries < 3; tries += 1) log.record(wrongCode('b'));
    log.record(wrongCode('a', 8));
    await log.flush();
    const rows = await newRows();
    expect(
      rows.map(({ times, borrower_id, network_hash }) => [times, borrower_id, String(network_hash)]),
    ).toEqual([
      [1, 7, 'a'],
      [1, 7, 'b'],
      [1, 8, 'a'],
      [4999, 7, 'a'],
      [2, 7, 'b'],
    ]);
    expect(log.figures().events).toContainEqual({ kind: 'wrong_code', outcome: 'refused', count: 5004 });
  });

  test('are counted anew in the next minute', async () => {
    const log = logOn(db);
    log.record(wrongCode('a'));
    log.record(wrongCode('a'));
    clock.advance({ minutes: 1 });
    log.record(wrongCode('a'));
    await log.flush();
    expect((await newRows()).map(({ times }) => times)).toEqual([1, 1, 1]);
  });

  test('of very many senders are counted together', async () => {
    const log = logOn(db);
    for (let sender = 0; sender < 20_000; sender += 1) log.record(wrongCode(`network ${sender}`, sender + 1));
    await log.flush();
    const rows = await newRows();
    expect(rows).toHaveLength(1002);
    expect(rows.slice(-2)).toMatchObject([
      { times: 1, borrower_id: null, network_hash: null, detail: { manySenders: true } },
      { times: 18_999, borrower_id: null, network_hash: null, detail: { manySenders: true } },
    ]);
    expect(log.figures()).toMatchObject({ dropped: 0 });
  });

  test('are no reason to count successes together', async () => {
    const log = logOn(db);
    for (let tries = 0; tries < 3; tries += 1)
      log.record({ kind: 'step_up_asked', outcome: 'succeeded', borrowerId: 7 });
    await log.flush();
    expect(await newRows()).toHaveLength(3);
  });
});

describe('while the database does not answer', () => {
  test('events wait, up to ten thousand; what is dropped is counted and told once', async () => {
    let isAway = true;
    const unsteady: Database = {
      ...db,
      rows: (wanted, values) =>
        isAway
          ? Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }))
          : db.rows(wanted, values),
    };
    const log = logOn(unsteady);
    for (let count = 0; count < 10_300; count += 1)
      log.record({ kind: 'step_up_asked', outcome: 'succeeded', borrowerId: count + 1 });
    await log.flush();
    expect(log.figures()).toMatchObject({ dropped: 300, waiting: 10_000 });
    isAway = false;
    await log.flush();
    expect(log.figures()).toMatchObject({ dropped: 300, waiting: 0 });
    const rows = await newRows();
    expect(rows.map(({ borrower_id }) => borrower_id)).toEqual(
      Array.from({ length: 10_000 }, (_, index) => index + 1),
    );
    expect(recorded.lines.filter((line) => line.includes('are dropped'))).toHaveLength(1);
  });

  test('a batch that the database refuses is dropped, and the next is written', async () => {
    const log = logOn(db);
    log.record({ kind: 'step_up_asked', outcome: 'succeeded', detail: { reason: 'x'.repeat(5000) } });
    await log.flush();
    expect(log.figures()).toMatchObject({ dropped: 1, waiting: 0 });
    log.record({ kind: 'step_up_asked', outcome: 'succeeded' });
    await log.flush();
    expect(await newRows()).toHaveLength(1);
  });
});

describe('the table', () => {
  const add = (daysAgo: number) =>
    db.pool.query(
      `insert into security_event (happened_at, kind, outcome, borrower_id)
       values (now() - $1 * interval '1 day', 'sign_in', 'succeeded', $1)`,
      [daysAgo],
    );
  const ages = async () =>
    (
      await db.pool.query(`select borrower_id from security_event where event_id > $1 order by event_id`, [
        newestBefore,
      ])
    ).rows.map(({ borrower_id }) => borrower_id);

  test.each([
    `update security_event set outcome = 'refused' where borrower_id = 399`,
    `delete from security_event where happened_at < now() - interval '300 days'`,
    'truncate security_event',
  ])('takes rows and gives none back: %s', async (text) => {
    await add(399);
    await expect(database.runAsOwner(text)).rejects.toThrow(/append-only|kept for 400 days/);
    expect(await ages()).toEqual([399]);
  });

  test('loses what is older than 400 days, and nothing else, whatever time the program tells', async () => {
    for (const daysAgo of [399, 401, 402]) await add(daysAgo);
    await purgeSecurityEvents(db, new Date(Date.now() - 401.5 * 86_400_000));
    expect(await ages()).toEqual([399, 401]);
    await purgeSecurityEvents(db, new Date(Date.now() + 5000 * 86_400_000));
    expect(await ages()).toEqual([399]);
  });

  test.each([
    `('now', 'something', 'refused', 1, '{}')`,
    `('now', 'sign_in', 'perhaps', 1, '{}')`,
    `('now', 'sign_in', 'refused', 0, '{}')`,
    `('now', 'sign_in', 'refused', 1, '[]')`,
  ])('has a closed list of kinds and outcomes: %s', async (values) => {
    const text = `insert into security_event (happened_at, kind, outcome, times, detail) values ${values}`;
    await expect(db.pool.query(text)).rejects.toThrow(/violates check constraint/);
  });
});
