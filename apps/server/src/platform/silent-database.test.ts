import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { openDatabase, statement } from './database.ts';
import { databaseCheck, registerHealth } from './health.ts';
import { createHttpServer } from './http.ts';
import { createLog } from './log.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let proxy: Awaited<ReturnType<typeof startProxy>>;

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await startProxy(database.programUrl);
});
afterAll(async () => {
  proxy.close();
  await database.drop();
});

/** Passes bytes between a program and PostgreSQL. After `fallSilent`, the open connections pass none and stay open. */
async function startProxy(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    near.pipe(far).pipe(near);
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('error', () => undefined);
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    fallSilent() {
      for (const socket of open) socket.unpipe().pause();
    },
    close() {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}

const one = statement<{ one: number }>('silent database: one', 'select 1 as one');

test('statements on connections that fell silent fail in time, and the next ones go through fresh connections', async () => {
  const db = openDatabase({ url: proxy.url, maxConnections: 2, answerMs: 300 });
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
  const db = openDatabase({ url: proxy.url, maxConnections: 1, answerMs: 1_500 });
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
