import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newKeys } from '../src/book/settings/key-settings.ts';
import { freePort } from '../src/platform/ports.ts';

const SOURCE = path.join(import.meta.dirname, '../src');
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'thumba-closed-'));
  await mkdir(path.join(dataDir, 'postgres/cluster'), { recursive: true });
  await writeFile(path.join(dataDir, 'postgres/cluster/PG_VERSION'), '18\n');
  await writeFile(path.join(dataDir, 'keys.json'), '{}', { mode: isRoot ? 0o600 : 0 });
  await writeFile(path.join(dataDir, 'callback-secret.json'), '{}', { mode: isRoot ? 0o600 : 0 });
  await chmod(path.join(dataDir, 'postgres'), isRoot ? 0o700 : 0);
  await chmod(dataDir, 0o755);
});
afterAll(async () => {
  await chmod(path.join(dataDir, 'postgres'), 0o700);
  await rm(dataDir, { recursive: true });
});

/** Runs a program as a user who may not open what is in the data folder. */
async function run(settings: Record<string, string>, ...words: string[]) {
  const env = { PATH: process.env.PATH, PORT: String(await freePort()), DATA_DIR: dataDir, ...settings };
  return new Promise<{ status: number; printed: string }>((resolve) => {
    execFile(
      process.execPath,
      words,
      { env, cwd: '/', ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}) },
      (error, printed, complained) =>
        resolve({ status: error ? Number(error.code) : 0, printed: printed + complained }),
    );
  });
}

const server = path.join(SOURCE, 'main.ts');
const upkeep = path.join(SOURCE, 'upkeep/terminal/main.ts');
const staff = path.join(SOURCE, 'staff/terminal/main.ts');
const allKeys = newKeys();
const { DATA_KEYS, LOOKUP_KEYS } = allKeys;

test.each([
  ['npm start', 1, 'keys.json', {}, [server]],
  ['npm start with two keys', 1, 'callback-secret.json', { DATA_KEYS, LOOKUP_KEYS }, [server]],
  ['npm start with all keys', 1, 'vapid.json', allKeys, [server]],
  ['npm run doctor', 2, 'postgres/cluster/PG_VERSION', {}, [upkeep, 'doctor']],
  ['npm run day', 1, 'postgres/cluster/PG_VERSION', {}, [upkeep, 'day']],
  ['npm run release-payouts', 2, 'postgres/cluster/PG_VERSION', {}, [staff, 'release-payouts']],
])('%s by another user says in one sentence what to do', async (_what, status, file, settings, words) => {
  const ran = await run(settings, ...words);
  expect(ran.printed).toMatch(
    new RegExp(
      `^The user \\S+ may not open ${path.join(dataDir, file)}: run this as the user of the server, or give DATABASE_URL and the keys as settings\\.\n$`,
    ),
  );
  expect(ran.status).toBe(status);
});
