import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensurePostgres } from '../../apps/server/src/platform/postgres/embedded-postgres.ts';
import { registerBorrowers } from '../support/borrower-story.ts';
import { stopPostgres } from '../support/processes.ts';
import { type Program, startProgram } from '../support/program.ts';

const root = path.join(import.meta.dirname, '../..');
const upkeep = path.join(root, 'apps/server/src/upkeep/terminal/main.ts');
const BACKUP_KEY = randomBytes(32).toString('hex');

let program: Program;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'thumba-restored-'));
  await chmod(folder, 0o711);
  program = await startProgram({ env: { DEMO_BORROWERS: 'false' } });
});
afterAll(async () => {
  await program?.stop();
  for (const name of ['restored', 'restored-copy']) await stopPostgres(path.join(folder, name));
  await rm(folder, { recursive: true, force: true });
});

async function run(settings: Record<string, string>, ...words: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [upkeep, ...words], {
    env: { ...process.env, DATABASE_URL: '', BACKUP_KEY, ...settings },
  });
  return stdout;
}

async function identitiesAt(url: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client
    .query('select i::text as identity from borrower_identity i order by 1')
    .finally(() => client.end());
  return rows;
}

test('a machine that is lost comes back from its backup with the borrowers it had, and a sound book', async () => {
  await registerBorrowers(program, 3);
  const backups = path.join(folder, 'backups');
  const before = await identitiesAt(await program.databaseUrl());
  const [said] = await Promise.all([
    run(program.settings, 'backup', '--to', backups),
    registerBorrowers(program, 2, { first: 3 }),
  ]);
  expect(said).toContain('is whole');
  const into = path.join(folder, 'restored');
  expect(await run({}, 'restore', '--from', backups, '--into', into)).toMatch(
    /is restored into .*, as it was at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d in Lusaka\./,
  );
  // The keys are kept apart from the backup.
  await copyFile(path.join(program.dataDir, 'keys.json'), path.join(into, 'keys.json'));
  expect(await run({ DATA_DIR: into }, 'doctor')).not.toContain('not examined');
  const restored = await ensurePostgres({ dataDir: into, log: () => undefined });
  const after = await identitiesAt(restored.ownerUrl);
  expect(before.length).toBe(3);
  expect(after).toEqual(expect.arrayContaining(before));
});

test.each([
  ['a copy of its tables', 'reader', 'has no --at'],
  ['its whole cluster', 'replicator', 'has --at'],
])('a PostgreSQL of the lender comes back from %s, with a sound book', async (_what, role, said) => {
  const backups = path.join(folder, role);
  const url = await program.databaseUrl();
  const before = await identitiesAt(url);
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  await owner
    .query(
      `create role ${role} login ${role === 'reader' ? '' : 'replication'} password 'reads'; grant pg_read_all_data to ${role}`,
    )
    .finally(() => owner.end());
  const backupUrl = Object.assign(new URL(url), { username: role, password: 'reads' }).href;
  const settings = { ...program.settings, DATABASE_URL: url, BACKUP_DATABASE_URL: backupUrl };
  expect(await run(settings, 'backup', '--to', backups)).toContain(said);
  const into = path.join(folder, `restored-${role}`);
  expect(await run({}, 'restore', '--from', backups, '--into', into)).toContain('is restored');
  await copyFile(path.join(program.dataDir, 'keys.json'), path.join(into, 'keys.json'));
  expect(await run({ DATA_DIR: into }, 'doctor')).not.toContain('not examined');
  const restored = await ensurePostgres({ dataDir: into, log: () => undefined });
  expect(await identitiesAt(restored.ownerUrl)).toEqual(before);
});

test.each([
  ['SIGTERM to npm', (npm: number) => process.kill(npm, 'SIGTERM')],
  ['Ctrl-C at its terminal', (npm: number) => process.kill(-npm, 'SIGINT')],
])('%s ends the command that follows the log, which stores what it has', async (_how, stop) => {
  const words = ['run', 'backup', '--', '--to', path.join(folder, 'followed'), '--follow'];
  const npm = spawn('npm', words, {
    cwd: root,
    env: { ...process.env, DATABASE_URL: '', BACKUP_KEY, BACKUP_LOG_SECONDS: '60', ...program.settings },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  let said = '';
  npm.stdout.on('data', (text) => {
    said += text;
  });
  await expect.poll(() => said).toMatch(/is whole|continues the backup/);
  stop(npm.pid!);
  await expect.poll(() => said).toContain('The log is stored up to now');
});
