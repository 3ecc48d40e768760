import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { type SilentProxy, startSilentProxy } from '../../test/silent-proxy.ts';
import { openDatabase, statement } from './database.ts';
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
  const db = openDatabase({ url: silentUrl, maxConnections: 2, answerMs: 300 });
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

test('a server whose database fell silent says within one second that it is not ready', async () => {
  const db = openDatabase({ url: silentUrl, maxConnections: 1, answerMs: 1_500 });
  const http = await createHttpServer({
    log: createLog({ level: 'silent', service: 'test' }),
    trustProxy: false,
  });
  registerHealth(http, { isReady: () => true, checks: [databaseCheck(db)] });
  expect((await http.inject('/readyz')).statusCode).toBe(200);
  proxy.fallSilent();
  const askedAt = performance.now();
  const answer = await http.inject('/readyz');
  expect(performance.now() - askedAt).toBeLessThan(1_000);
  expect(answer.json()).toEqual({
    status: 'not ready',
    failed: [{ name: 'database', why: 'It did not answer in time.' }],
  });
  await http.close();
  await db.close();
});
