import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  type Borrower,
  registerBorrowers,
  repeatingCaller,
  signInBorrower,
} from '../support/borrower-story.ts';
import { stopPostgres } from '../support/processes.ts';
import { type Program, startProgram } from '../support/program.ts';

const upkeep = path.join(import.meta.dirname, '../../apps/server/src/upkeep/terminal/main.ts');
const BACKUP_KEY = randomBytes(32).toString('hex');
const PATIENCE = { timeout: 90_000, interval: 100 };

let folder: string;
let backups: string;
let program: Program;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'thumba-erased-'));
  await chmod(folder, 0o711);
  backups = path.join(folder, 'backups');
  program = await startProgram({ env: { DEMO_BORROWERS: 'false', BACKUP_KEY, ERASURES_TO: backups } });
});
afterAll(async () => {
  await program?.stop();
  await rm(folder, { recursive: true, force: true });
});

const run = (...words: string[]) =>
  promisify(execFile)(process.execPath, [upkeep, ...words], { env: { ...process.env, ...program.settings } });

async function rowsOf(query: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: await program.databaseUrl() });
  await client.connect();
  return (await client.query(query).finally(() => client.end())).rows;
}

async function deleteAccount({ client, handset, mobile }: Borrower): Promise<void> {
  const caller = repeatingCaller(client);
  await caller.ask('sendDeletionCode', { body: {} });
  await caller.ask('deleteAccount', { body: { captcha: await handset.waitForCode(mobile) } });
}

test('a borrower who deleted the account after the backup is deleted again by the restore', async () => {
  const [stays, goes] = (await registerBorrowers(program, 2)) as [Borrower, Borrower];
  await run('backup', '--to', backups);
  await deleteAccount(goes);
  const [deletion] = await rowsOf(
    'select borrower_id::text as id, deleted_on::text, kept_until::text from account_deletion',
  );
  const [registered] = await rowsOf(
    `select to_char(registered_at at time zone 'utc', 'YYYYMMDD"T"HH24MISSUS"Z"') as at
     from borrower where borrower_id = ${deletion!.id}`,
  );
  const file = path.join(backups, 'erasures', `${deletion!.id}-${registered!.at}`);
  const listed = await vi.waitFor(() => readFile(file), PATIENCE);

  await program.kill();
  await stopPostgres(program.dataDir);
  await rm(program.dataDir, { recursive: true });
  await mkdir(program.dataDir, { mode: 0o711 });
  await writeFile(file, Buffer.from(listed).fill(1, 20, 21));
  await expect(run('restore', '--from', backups, '--into', program.dataDir)).rejects.toThrow(
    'in the list of deleted accounts was changed',
  );
  await writeFile(file, listed);
  const withoutList = path.join(folder, 'without-list');
  const elsewhere = path.join(folder, 'elsewhere');
  const { stdout: warned } = await run(
    'restore',
    '--from',
    backups,
    '--into',
    withoutList,
    '--erasures',
    elsewhere,
  );
  expect(warned).toContain(`There is no list of deleted accounts in ${elsewhere}`);
  const { stdout } = await run('restore', '--from', backups, '--into', program.dataDir);
  expect(stdout).toContain(
    'are deleted again: 1. Entries of the list whose accounts this database does not have: 0.',
  );
  await program.startAgain();

  expect(
    await rowsOf('select borrower_id::text as id, deleted_on::text, kept_until::text from account_deletion'),
  ).toEqual([deletion]);
  for (const table of [
    'borrower_by_mobile',
    'session',
    'borrower_form',
    'repay_account',
    'borrower_by_national_id',
  ]) {
    const left = await rowsOf(`select count(*) filter (where borrower_id = ${deletion!.id})::integer as gone,
      count(*)::integer as all from ${table}`);
    expect(left[0], table).toEqual({ gone: 0, all: expect.any(Number) });
    expect(left[0]!.all, table).toBeGreaterThan(0);
  }
  // The one is signed in as before, and the other is a stranger.
  expect((await stays.client.call('getMyLoanInfo', {})).code).toBe(200);
  expect((await goes.client.call('getMyLoanInfo', {})).code).toBe(401);
  await signInBorrower(program, goes.mobile);
  const [newest] = await rowsOf('select max(borrower_id)::text as id from borrower');
  expect(Number(newest!.id)).toBeGreaterThan(Number(deletion!.id));
});
