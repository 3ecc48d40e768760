import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { type SilentProxy, startSilentProxy } from '../../test/silent-proxy.ts';
import { type Database, openDatabase, SETUP_LIMITS, statement } from './database.ts';
import { databaseCheck, registerHealth } from './health.ts';
import { createHttpServer } from './http.ts';
import { createLog } from './log.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let proxy: SilentProxy;
let silentUrl: string;

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await startSilentProxy(() => database.programUrl);
  silentUrl = proxy.through(database.programUrl);
});
afterAll(async () => {
  proxy.close();
  await database.drop();
});

const one = statement<{ one: number }>('silent database: one', 'select 1 as one');

test('statements on connections that fell silent fail in time, and the next ones go through fresh connections', async () => {
  const db = openDatabase({ url: silentUrl, maxConnections: 2, answerMs: 3_000 });
  await Promise.all([db.row(one, {}), db.row(one, {})]);
  proxy.fallSilent();
  const failed = await Promise.allSettled([
    db.row(one, {}),
    db.inTransaction((inside) => inside.row(one, {})),
  ]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await db.row(one, {})).toEqual({ one: 1 });
  expect(await db.inTransaction((inside) => inside.row(one, {}))).toEqual({ one: 1 });
  await db.close();
});

test.each([
  ['alone', (db: Database) => db.row(one, {})],
  ['in a transaction', (db: Database) => db.inTransaction((inside) => inside.row(one, {}))],
])(
  'after one statement %s without an answer, the other silent connections fail no further ones',
  async (_title, ask) => {
    const db = openDatabase({ url: silentUrl, maxConnections: 4, answerMs: 3_000 });
    await Promise.all(Array.from({ length: 4 }, () => db.row(one, {})));
    proxy.fallSilent();
    await expect(ask(db)).rejects.toThrow('Query read timeout');
    const next = await Promise.all(Array.from({ length: 4 }, () => ask(db)));
    expect(next).toEqual(Array.from({ length: 4 }, () => ({ one: 1 })));
    await db.close();
  },
);

test('a statement of the setup that gets no answer fails after one minute', async () => {
  const client = new pg.Client({ connectionString: silentUrl, ...SETUP_LIMITS });
  client.on('error', () => undefined);
  await client.connect();
  proxy.fallSilent();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const failure = client.query('select 1').catch(String);
  await vi.advanceTimersByTimeAsync(59_999);
  expect(await Promise.race([failure, 'waits'])).toBe('waits');
  await vi.advanceTimersByTimeAsync(1);
  expect(await failure).toBe('Error: Query read timeout');
});

test('PostgreSQL gives up a session that the network no longer reaches, and a statement that nothing waits for', async () => {
  const db = openDatabase({ url: database.programUrl, maxConnections: 1, answerMs: 300 });
  const setting = statement<{ value: string }, { name: string }>(
    'silent database: setting',
    'select current_setting($name) as value',
  );
  const values: Record<string, string | undefined> = {};
  for (const name of ['statement_timeout', 'idle_in_transaction_session_timeout', 'tcp_keepalives_idle'])
    values[name] = (await db.row(setting, { name }))?.value;
  expect(values).toEqual({
    statement_timeout: '5min',
    idle_in_transaction_session_timeout: '5s',
    tcp_keepalives_idle: '10',
  });
  await db.close();
});

test('a server whose database fell silent says within one second that it is not ready', async () => {
  const db = openDatabase({ url: silentUrl, maxConnections: 1, answerMs: 8_000 });
  const http = await createHttpServer({
    log: createLog({ level: 'silent', service: 'test' }),
    trustProxy: false,
  });
  registerHealth(http, { isReady: () => true, checks: [databaseCheck(db)] });
  await expect.poll(async () => (await http.inject('/readyz')).statusCode).toBe(200);
  proxy.fallSilent();
  // A busy machine can be late with one of them.
  const timesMs: number[] = [];
  for (let ask = 1; ask <= 3; ask += 1) {
    const askedAt = performance.now();
    const answer = await http.inject('/readyz');
    timesMs.push(performance.now() - askedAt);
    expect(answer.json()).toEqual({
      status: 'not ready',
      failed: [{ name: 'database', why: 'It did not answer in time.' }],
    });
  }
  expect(Math.min(...timesMs)).toBeLessThan(1_000);
  await http.close();
  await db.close();
});
