import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type EmbeddedPostgres, ensurePostgres } from './embedded-postgres.ts';
import { type KeptPostgres, keepPostgres } from './postgres-keeper.ts';

let dataDir: string;
let postgres: EmbeddedPostgres;
let kept: KeptPostgres;
let logged: { level: number; msg: string; reference: string }[];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'thumba-keeper-'));
  await chmod(dataDir, 0o711);
  logged = [];
  postgres = await ensurePostgres({ dataDir, log: () => undefined });
  kept = keepPostgres(postgres, {
    dataDir,
    log: pino({ level: 'warn' }, { write: (line) => void logged.push(JSON.parse(line)) }),
  });
});

afterEach(async () => {
  await kept.stop();
  await rm(dataDir, { recursive: true, force: true });
});

function cluster(...path: string[]): string {
  return join(dataDir, 'postgres', 'cluster', ...path);
}

async function killPostgres(): Promise<void> {
  process.kill(Number.parseInt(await readFile(cluster('postmaster.pid'), 'utf8'), 10), 'SIGKILL');
}

async function ask(query: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: postgres.ownerUrl });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query({ text: query, rowMode: 'array' }).finally(() => client.end());
  return rows[0]?.[0];
}

test('a PostgreSQL that is killed runs again at the same address, with what it had committed', async () => {
  await ask('create table sheep as select 7 as legs');
  await killPostgres();
  await expect.poll(() => ask('select legs from sheep').catch(() => undefined)).toBe(7);
  await expect.poll(kept.figures).toEqual({ started: 1, failed: 0 });
  expect(logged.map(({ level, msg }) => [level, msg])).toEqual([
    [50, 'PostgreSQL has ended and is started again'],
    [40, 'PostgreSQL runs again'],
  ]);
  expect(new Set(logged.map(({ reference }) => reference)).size).toBe(1);
});

test('one that cannot start is tried again until it can, and the reason is logged one time', async () => {
  // As when the disk of the log is away.
  await rename(cluster('pg_wal'), cluster('away'));
  await killPostgres();
  await expect.poll(() => kept.figures().failed).toBeGreaterThan(2);
  await rename(cluster('away'), cluster('pg_wal'));
  await expect.poll(() => ask('select 1').catch(() => undefined)).toBe(1);
  await expect.poll(() => kept.figures().started).toBe(1);
  expect(logged.map(({ msg }) => msg)).toEqual([
    'PostgreSQL has ended and is started again',
    'PostgreSQL could not be started again',
    'PostgreSQL runs again',
  ]);
});

test('one whose port another program took meanwhile is reported as moved', async () => {
  const port = Number(new URL(postgres.ownerUrl).port);
  await rename(cluster('pg_wal'), cluster('away'));
  await killPostgres();
  await expect.poll(() => kept.figures().failed).toBeGreaterThan(0);
  const stranger = createServer((socket) => socket.destroy()).listen(port, '127.0.0.1');
  await once(stranger, 'listening');
  await rename(cluster('away'), cluster('pg_wal'));
  await kept.moved;
  expect(logged.at(-1)).toMatchObject({ msg: 'PostgreSQL runs again', isMoved: true });
  await kept.stop();
  stranger.close();
});

test('one that the keeper itself stopped stays down', async () => {
  await kept.stop();
  await expect(ask('select 1')).rejects.toThrow('ECONNREFUSED');
  expect(kept.figures()).toEqual({ started: 0, failed: 0 });
  expect(logged).toEqual([]);
});
