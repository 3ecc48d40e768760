import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { type SilentProxy, startSilentProxy } from '../../test/silent-proxy.ts';
import { freePort } from './ports.ts';

const MAIN = path.join(import.meta.dirname, '../main.ts');
const STARTED_WITHIN = { timeout: 90_000, interval: 20 };
const STOPPED_WITHIN_MS = 30_000;
/** Its number is in `program-role.ts`. */
const HOLD_RIGHTS = 'select pg_advisory_lock(7263402)';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let proxy: SilentProxy;
let folder: string;
const started: ChildProcess[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await startSilentProxy(() => database.url);
  folder = await mkdtemp(path.join(tmpdir(), 'thumba-start-'));
  // PostgreSQL runs as another user where this is root, and must get through to its folder.
  await chmod(folder, 0o711);
});
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL');
  proxy.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

type Starting = { child: ChildProcess; printed(): string; ended: Promise<unknown[]> };

async function startServer(settings: Record<string, string>): Promise<Starting> {
  let printed = '';
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env.PATH,
      PORT: String(await freePort()),
      HOST: '127.0.0.1',
      DATA_DIR: folder,
      DEMO_BORROWERS: 'false',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (text) => (printed += text));
  return { child, printed: () => printed, ended: once(child, 'close') };
}

test('a start whose database falls silent ends at SIGTERM, also as the first process of a container', async () => {
  const holder = new pg.Client({ connectionString: database.url });
  holder.on('error', () => undefined);
  await holder.connect();
  await holder.query(HOLD_RIGHTS);
  const { child, printed, ended } = await startServer({
    DATABASE_URL: proxy.through(database.programUrl),
    DATABASE_OWNER_URL: proxy.through(database.url),
  });
  await vi.waitFor(async () => {
    const { rowCount } = await holder.query(
      `select from pg_stat_activity where datname = current_database() and application_name = 'thumba rights'`,
    );
    expect(rowCount).toBe(1);
  }, STARTED_WITHIN);
  proxy.fallSilent();
  const toldAt = performance.now();
  child.kill('SIGTERM');
  // A signal that no listener takes ends another process than the first one, and is ignored by the first one.
  expect(await ended).toEqual([0, null]);
  expect(performance.now() - toldAt).toBeLessThan(STOPPED_WITHIN_MS);
  expect(printed()).toBe('');
  await holder.end();
});

test('SIGTERM during a start stops the PostgreSQL that it has started', async () => {
  const { child, printed, ended } = await startServer({});
  await vi.waitFor(() => expect(printed()).toContain('PostgreSQL runs on'), STARTED_WITHIN);
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  expect(printed()).toContain('PostgreSQL has stopped.');
  expect(printed()).not.toContain('Thumba is ready.');
  expect(await readdir(path.join(folder, 'postgres/cluster'))).not.toContain('postmaster.pid');
});

test('a start with another key than that of its folder stops its PostgreSQL, and names the file of the key', async () => {
  const dataDir = path.join(folder, 'with-another-key');
  await mkdir(dataDir, { mode: 0o711 });
  const first = await startServer({ DATA_DIR: dataDir });
  await vi.waitFor(() => expect(first.printed()).toContain('Thumba is ready.'), STARTED_WITHIN);
  first.child.kill('SIGTERM');
  expect(await first.ended).toEqual([0, null]);
  const file = path.join(dataDir, 'keys.json');
  const { LOOKUP_KEYS } = JSON.parse(await readFile(file, 'utf8'));
  const key = randomBytes(32).toString('hex');
  await writeFile(file, JSON.stringify({ DATA_KEYS: `1:${key}`, LOOKUP_KEYS }));
  const { printed, ended } = await startServer({ DATA_DIR: dataDir });
  expect(await ended).toEqual([1, null]);
  expect(printed()).toContain(
    `Key 1 of DATA_KEYS in ${file} is not the one under which values are stored: give the right key, and a new key a new number.\n`,
  );
  expect(printed()).not.toContain('stays up');
  expect(await readdir(path.join(dataDir, 'postgres/cluster'))).not.toContain('postmaster.pid');
});

test.each([
  ['no database listens', async () => `postgres://thumba:x@127.0.0.1:${await freePort()}/thumba`],
  [
    'the database answers nothing',
    async () => {
      proxy.staySilent();
      return proxy.through(database.url);
    },
  ],
])('a start says in one line that %s', async (_why, urlOf) => {
  const url = await urlOf();
  const { host } = new URL(url);
  const { printed, ended } = await startServer({
    DATABASE_OWNER_URL: url,
    DATABASE_URL: `postgres://program:x@${host}/thumba`,
  });
  expect(await ended).toEqual([1, null]);
  expect(printed()).toMatch(new RegExp(`^The database at ${host}/\\S+ cannot be used: .+\n$`));
});
