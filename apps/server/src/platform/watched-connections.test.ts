import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { watchConnections } from './watched-connections.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** A road to PostgreSQL on which each connection falls silent after the answer about the statements at work. */
async function roadThatFallsSilent() {
  const target = new URL(database.url);
  const sockets: Socket[] = [];
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    sockets.push(near, far);
    let isAsked = false;
    for (const socket of [near, far]) socket.on('error', () => undefined);
    near.on('data', (bytes) => {
      isAsked ||= bytes.includes('pg_stat_activity');
      far.write(bytes);
    });
    far.on('data', (bytes) => {
      near.write(bytes);
      if (isAsked) near.pause();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = new URL(database.url);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

test('connections are broken off also when the one that asks falls silent after each answer', async () => {
  const road = await roadThatFallsSilent();
  const pool = new pg.Pool({ connectionString: database.url, max: 1 });
  pool.on('error', () => undefined);
  const watched = watchConnections(pool, road.url, { everyMs: 20, idleMs: 200 });
  try {
    await pool.query('select 1');
    await expect.poll(watched.hasBrokenOff).toBe(true);
  } finally {
    await watched.stop();
    road.close();
    await pool.end();
  }
});
