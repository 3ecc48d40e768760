import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { createSecurityLog } from '../book/security-log/security-log.ts';
import { registerMetrics } from '../upkeep/metrics/metrics.ts';
import { admitRequests } from './admission.ts';
import { systemClock } from './clock.ts';
import { type Database, openDatabase, statement } from './database.ts';
import {
  databaseCheck,
  freeDiskCheck,
  heldFor,
  type ReadinessCheck,
  registerHealth,
  writeCheck,
} from './health.ts';
import { createHttpServer } from './http.ts';
import { createLog } from './log.ts';
import { freePort } from './ports.ts';

const log = createLog({ level: 'silent', service: 'test' });
let database: Awaited<ReturnType<typeof createTestDatabase>>;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function serverOver(db: Database, isReady = true) {
  const http = await createHttpServer({ log, trustProxy: false });
  const securityLog = createSecurityLog({
    db,
    clock: systemClock,
    log,
    networkHashOf: () => Buffer.alloc(0),
  });
  const opened = { current: 0, earlier: 0 };
  const admission = admitRequests(http, { least: 8, most: 8, addressOf: (address) => address });
  registerMetrics(http, { db, clock: systemClock, mayRead: () => true, securityLog, opened, admission });
  registerHealth(http, { isReady: () => isReady, checks: [databaseCheck(db)] });
  return async (url: string) => {
    const answer = await http.inject({ method: 'GET', url });
    return { status: answer.statusCode, text: answer.body };
  };
}

test('a server that has started and reaches its database is alive and ready', async () => {
  const db = openDatabase({ url: database.programUrl });
  const get = await serverOver(db);
  expect(await get('/healthz')).toEqual({ status: 200, text: '{"status":"alive"}' });
  // The first check opens a connection, which a busy machine does not always do in the time of a probe.
  await db.rows(statement<never>('test: connect', 'select'), {});
  expect(await get('/readyz')).toEqual({ status: 200, text: '{"status":"ready"}' });
  await db.close();
});

test('a server that is still starting is alive and not ready', async () => {
  const db = openDatabase({ url: database.programUrl });
  const get = await serverOver(db, false);
  expect(await get('/healthz')).toMatchObject({ status: 200 });
  expect(await get('/readyz')).toEqual({ status: 503, text: '{"status":"starting"}' });
  await db.close();
});

test('a server whose database is away is alive and not ready, and still shows its figures', async () => {
  const db = openDatabase({ url: database.programUrl });
  await db.close();
  const get = await serverOver(db);
  expect(await get('/healthz')).toMatchObject({ status: 200 });
  expect(await get('/readyz')).toEqual({
    status: 503,
    text: '{"status":"not ready","failed":[{"name":"database","why":"It failed."}]}',
  });
  const metrics = await get('/metrics');
  expect(metrics.status).toBe(200);
  expect(metrics.text).toContain('process_resident_memory_bytes');
});

test('a call that finds the database away says that it may be repeated later', async () => {
  const db = openDatabase({ url: `postgres://thumba@127.0.0.1:${await freePort()}/thumba` });
  const http = await createHttpServer({ log, trustProxy: false });
  http.get('/anything', () => db.row(statement('anything', 'select 1'), []));
  const { statusCode, body } = await http.inject('/anything');
  expect({ statusCode, code: JSON.parse(body).code }).toEqual({ statusCode: 503, code: 503 });
  await http.close();
  await db.close();
});

test('a disk with too little free space is named, and a data folder that does not exist yet is none', async () => {
  expect(await freeDiskCheck('no-such-folder/inside', 1).check()).toBeUndefined();
  expect(await freeDiskCheck('.', Number.MAX_SAFE_INTEGER).check()).toBe('Too little disk space is free.');
});

test('probes share the check that is under way, and the next one begins anew', async () => {
  const http = await createHttpServer({ log, trustProxy: false });
  let begun = 0;
  let end: (why: string | undefined) => void = () => undefined;
  const slow: ReadinessCheck = {
    name: 'slow',
    check() {
      begun += 1;
      return new Promise((resolve) => {
        end = resolve;
      });
    },
  };
  registerHealth(http, { isReady: () => true, checks: [slow] });
  const late = await Promise.all([http.inject('/readyz'), http.inject('/readyz'), http.inject('/readyz')]);
  expect(late.map(({ statusCode }) => statusCode)).toEqual([503, 503, 503]);
  expect(begun).toBe(1);
  end(undefined);
  const next = http.inject('/readyz');
  await expect.poll(() => begun).toBe(2);
  end(undefined);
  expect((await next).statusCode).toBe(200);
  await http.close();
});

const positionStatement = statement<{ position: string }>(
  'health test: position',
  'select pg_current_wal_flush_lsn()::text as position',
);

test('the try to write is durable when it is answered, and is refused by a database that takes no changes', async () => {
  const durable = new URL(database.programUrl);
  // The databases of tests confirm earlier.
  durable.searchParams.set('options', '-c synchronous_commit=on');
  const db = openDatabase({ url: durable.href });
  const before = await db.row(positionStatement, {});
  expect(await writeCheck(db).check()).toBeUndefined();
  expect(await db.row(positionStatement, {})).not.toEqual(before);
  await db.close();

  const readOnly = new URL(database.programUrl);
  readOnly.searchParams.set('options', '-c default_transaction_read_only=on');
  const closed = openDatabase({ url: readOnly.href });
  expect(await writeCheck(closed).check()).toBe('The database takes no changes.');
  await closed.close();
});

test('a check that held is not made again for a while, and one that failed is', async () => {
  const answers = ['full', undefined, 'full again'];
  let made = 0;
  const held = heldFor(60_000, { name: 'any', check: async () => answers[made++] });
  expect([await held.check(), await held.check(), await held.check()]).toEqual([
    'full',
    undefined,
    undefined,
  ]);
  expect(made).toBe(2);
});

test('while a check that held is made again no probe waits for it, until its yes is old', async () => {
  const HELD_MS = 1_000;
  let nowMs = 0;
  let made = 0;
  let end: (why: string | undefined) => void = () => undefined;
  const check = () => {
    made += 1;
    if (made === 1) return Promise.resolve(undefined);
    return new Promise<string | undefined>((resolve) => {
      end = resolve;
    });
  };
  const held = heldFor(HELD_MS, { name: 'any', check }, () => nowMs);
  expect(await held.check()).toBeUndefined();
  nowMs = HELD_MS - 1;
  expect(await held.check()).toBeUndefined();
  expect(made).toBe(1);
  nowMs = HELD_MS;
  expect(await held.check()).toBeUndefined();
  expect(made).toBe(2);
  nowMs = 3 * HELD_MS - 1;
  expect(await held.check()).toBeUndefined();
  nowMs = 3 * HELD_MS;
  const waiting = held.check();
  expect(made).toBe(2);
  end('full');
  expect(await waiting).toBe('full');
  const next = held.check();
  expect(made).toBe(3);
  end(undefined);
  expect(await next).toBeUndefined();
});
