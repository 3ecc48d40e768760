import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerBorrowers } from '../support/borrower-story.ts';
import { type Program, startProgram } from '../support/program.ts';

const upkeep = path.join(import.meta.dirname, '../../apps/server/src/upkeep/terminal/main.ts');
const BACKUP_KEY = randomBytes(32).toString('hex');
const DRILL_MS = 120_000;

let folder: string;
let program: Program;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'thumba-nightly-'));
  // In half a day no nightly backup becomes due by itself, but the first one does at the start.
  const away = new Date(Date.now() + 14 * 3_600_000).toISOString().slice(11, 16);
  program = await startProgram({
    env: { DEMO_BORROWERS: 'false', BACKUP_TO: folder, BACKUP_AT: away, BACKUP_KEY },
  });
});
afterAll(async () => {
  await program?.stop();
  await rm(folder, { recursive: true, force: true });
});

type Outcome = { status: number; said: string };

async function backUpNightly(settings: Record<string, string> = {}): Promise<Outcome> {
  const env = { ...process.env, DATABASE_URL: '', ...program.settings, ...settings };
  return promisify(execFile)(process.execPath, [upkeep, 'backup', '--nightly'], { env }).then(
    ({ stdout }) => ({ status: 0, said: stdout }),
    ({ code, stdout, stderr }) => ({ status: code, said: stdout + stderr }),
  );
}

async function figureOf(name: string): Promise<number> {
  const text = await (await fetch(`${program.url}/metrics`)).text();
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))!
      .slice(name.length),
  );
}

const restoredAt = () => figureOf('thumba_restore_drill_last_success_timestamp_seconds');
const storedAt = () => figureOf('thumba_backup_last_success_timestamp_seconds');
const backupIds = async () => (await readdir(path.join(folder, 'backups'))).sort();
const scratchFolders = async () =>
  (await readdir(program.dataDir)).filter((name) => name.startsWith('restore-drill'));

test(
  'a server takes its backup by itself, restores it as a test and shows when',
  async () => {
    expect(await figureOf('thumba_nightly_backup_is_set')).toBe(1);
    await expect.poll(restoredAt, { timeout: DRILL_MS, interval: 250 }).toBeGreaterThan(0);
    expect(await storedAt()).toBeGreaterThan(Date.now() / 1000 - 600);
    expect(await backupIds()).toHaveLength(1);
    expect(await scratchFolders()).toEqual([]);
  },
  DRILL_MS,
);

test(
  'of two processes at once one takes the backup, and the other says so',
  async () => {
    await registerBorrowers(program, 2);
    const before = await backupIds();
    const outcomes = await Promise.all([backUpNightly(), backUpNightly()]);
    const said = outcomes.map((outcome) => outcome.said).join('\n');
    expect(outcomes.map(({ status }) => status).sort()).toEqual([0, 3]);
    expect(said).toContain('Another process takes the nightly backup');
    expect(said).toContain('The book is sound');
    expect(await backupIds()).toHaveLength(before.length + 1);
  },
  DRILL_MS,
);

test(
  'a backup whose book is not sound is reported, and the time of the last good one stays',
  async () => {
    const [before, kept] = [await restoredAt(), await storedAt()];
    const ids = await backupIds();
    const client = new pg.Client({ connectionString: await program.databaseUrl() });
    await client.connect();
    await client.query(
      'update borrower set mobile_sealed = set_byte(mobile_sealed, 20, 255 - get_byte(mobile_sealed, 20))',
    );
    const { status, said } = await backUpNightly();
    await client.query(
      'update borrower set mobile_sealed = set_byte(mobile_sealed, 20, 255 - get_byte(mobile_sealed, 20))',
    );
    await client.end();
    expect(status).toBe(2);
    expect(said).toContain('THE BOOK IS NOT SOUND');
    expect(await restoredAt()).toBe(before);
    expect(await storedAt()).toBeGreaterThan(kept);
    expect(await backupIds()).toHaveLength(ids.length + 1);
    expect(await scratchFolders()).toEqual([]);
  },
  DRILL_MS,
);

test(
  'a backup without a picture that a borrower has is reported',
  async () => {
    const client = new pg.Client({ connectionString: await program.databaseUrl() });
    await client.connect();
    await client.query(`insert into stored_file (file_id, borrower_id, purpose, byte_count, address_hash, uploaded_at)
      values ('lost', 1, 'selfie', 1, '', now())`);
    const { status, said } = await backUpNightly();
    await client.query(`delete from stored_file where file_id = 'lost'`);
    await client.end();
    expect(status).toBe(2);
    expect(said).toMatch(/THE BOOK IS NOT SOUND: 1 of \d+ checks failed/);
  },
  DRILL_MS,
);

test(
  'a server that is stopped during its drill leaves nothing of it',
  async () => {
    await program.leave();
    await rm(path.join(program.dataDir, 'backup-state.json'));
    await program.startAgain();
    await expect.poll(scratchFolders, { timeout: DRILL_MS, interval: 20 }).not.toEqual([]);
    await program.leave();
    expect(await scratchFolders()).toEqual([]);
    await program.startAgain();
  },
  DRILL_MS,
);

test(
  'a backup that is under way when the schema becomes newer is finished',
  async () => {
    await program.leave();
    await rm(path.join(program.dataDir, 'backup-state.json'));
    await program.startAgain();
    await expect.poll(scratchFolders, { timeout: DRILL_MS, interval: 20 }).not.toEqual([]);
    const client = new pg.Client({ connectionString: await program.databaseUrl() });
    await client.connect();
    await client.query(`insert into kysely_migration values ('9999-of-a-later-version', now())`);
    await expect.poll(() => program.output()).toContain('the database is newer than this program');
    await expect.poll(restoredAt, { timeout: DRILL_MS, interval: 100 }).toBeGreaterThan(0);
    await client.query(`delete from kysely_migration where name = '9999-of-a-later-version'`);
    await client.end();
  },
  DRILL_MS,
);
