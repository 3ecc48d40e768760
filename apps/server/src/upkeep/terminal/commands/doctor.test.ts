import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newKeys } from '../../../book/settings/key-settings.ts';
import { freePort } from '../../../platform/ports.ts';
import { ensurePostgres } from '../../../platform/postgres/embedded-postgres.ts';
import { migrateAndGrant } from '../../database-rights/prepare-database.ts';
import { checks } from '../../doctor/examination.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'thumba-doctor-'));
  // PostgreSQL runs as another user where this is root, and must get through to its folder.
  await chmod(dataDir, 0o711);
  const postgres = await startPostgres();
  await migrateAndGrant(postgres);
  await postgres.stop();
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const startPostgres = () => ensurePostgres({ dataDir, log: () => undefined });

type Ran = { status: number; printed: string; complained: string };

function runDoctor(settings: Record<string, string>, ...programArguments: string[]): Promise<Ran> {
  const { PATH } = process.env;
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [path.join(import.meta.dirname, '../main.ts'), 'doctor', ...programArguments],
      { env: { PATH, ...settings } },
      (error, printed, complained) =>
        resolve({ status: error ? Number(error.code) : 0, printed, complained }),
    );
  });
}

const lastLine = (text: string) => text.trimEnd().split('\n').at(-1);
const isUp = async () => (await readdir(path.join(dataDir, 'postgres/cluster'))).includes('postmaster.pid');

test('without a server it starts the database, finds an empty book sound and stops the database again', async () => {
  const { status, printed, complained } = await runDoctor({ DATA_DIR: dataDir });
  expect(complained).toBe('');
  expect(status).toBe(0);
  expect(printed).toContain('✓ plans = receivables (0 loans)');
  expect(printed).toContain('✓ each picture of a borrower has its file (0 pictures)');
  expect(printed).toContain('\nNo period of the book is closed.\n');
  expect(lastLine(printed)).toBe('The book is sound: 0 loans, 0 payments, 0 rows.');
  expect(await isUp()).toBe(false);
});

test('an operator that tells no balance makes the examination incomplete', async () => {
  const SIMULATOR_URL = `http://127.0.0.1:${await freePort()}/sim`;
  const told = await runDoctor({ DATA_DIR: dataDir, SIMULATOR_URL, ...newKeys() }, '--ask-operators');
  expect(told.complained).toBe('');
  expect(told.printed).toContain(
    'Not every float was compared, because an operator did not tell its balance.',
  );
  expect(told.printed).toContain('float_mtn_payout: the operator told no balance');
  expect(told.printed).toContain('float_airtel_collection: the operator has no call for this balance');
  expect(told.status).toBe(2);
});

test('beside a server it uses the database that runs and leaves it, and says what is wrong with the book', async () => {
  const postgres = await startPostgres();
  const client = new pg.Client({ connectionString: postgres.ownerUrl });
  await client.connect();
  await client.query('insert into borrower_standing (borrower_id, wallet_ngwee) values (7, 12345)');
  const told = await runDoctor({ DATA_DIR: dataDir });
  expect(told.status).toBe(1);
  expect(told.printed).toContain(
    '✗ wallets = the book, none below zero (1 borrowers)\n    7: holds 12345 and the book says 0',
  );
  expect(lastLine(told.printed)).toBe(`THE BOOK IS NOT SOUND: 1 of ${checks.length + 1} checks failed.`);
  const { status, printed } = await runDoctor({ DATABASE_URL: postgres.programUrl }, '--json');
  expect(status).toBe(1);
  expect(JSON.parse(printed)).toMatchObject({ isSound: false, census: { borrowers: 1 } });
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await client.query('delete from borrower_standing');
  await client.end();
  await postgres.stop();
});

test('a picture of a borrower without its file is a fault, and one without a borrower is none', async () => {
  const postgres = await startPostgres();
  const client = new pg.Client({ connectionString: postgres.ownerUrl });
  await client.connect();
  await client.query(`insert into stored_file (file_id, borrower_id, purpose, byte_count, address_hash, uploaded_at)
    values ('kept', 1, 'selfie', 1, '', now()), ('lost', 1, 'selfie', 1, '', now()),
      ('erased', null, 'selfie', 1, '', now())`);
  await client.end();
  await mkdir(path.join(dataDir, 'files/ke'), { recursive: true });
  await writeFile(path.join(dataDir, 'files/ke/kept'), 'a sealed picture');
  const { status, printed } = await runDoctor({ DATA_DIR: dataDir });
  expect(status).toBe(1);
  expect(printed).toContain(
    '✗ each picture of a borrower has its file (2 pictures)\n    lost: has no file\n\n',
  );
  const { DATABASE_URL, DATA_DIR } = { DATABASE_URL: postgres.programUrl, DATA_DIR: '/nonexistent' };
  const elsewhere = await runDoctor({ DATABASE_URL, DATA_DIR });
  expect(elsewhere.status).toBe(0);
  expect(elsewhere.printed).toContain('Pictures were not looked for');
  await postgres.stop();
});

test.each([
  [
    'there is none',
    { DATA_DIR: '/nonexistent' },
    'There is no database in /nonexistent yet: "npm start" makes one.',
  ],
  [
    'it does not answer',
    { DATABASE_URL: 'postgres://127.0.0.1:1/none' },
    'The database at 127.0.0.1:1/none cannot be used: connect ECONNREFUSED 127.0.0.1:1',
  ],
])('a database cannot be examined when %s: one line, and status 2', async (_why, settings, line) => {
  expect(await runDoctor(settings)).toEqual({ status: 2, printed: '', complained: `${line}\n` });
});

test('a database that is older than the program is not examined', async () => {
  const postgres = await startPostgres();
  const client = new pg.Client({ connectionString: postgres.ownerUrl });
  await client.connect();
  await client.query('create database older');
  await client.end();
  expect(await runDoctor({ DATABASE_URL: postgres.urlOf('older') })).toEqual({
    status: 2,
    printed: '',
    complained:
      'The database is older than this program: start it once with "npm start", or run "npm run migrate".\n',
  });
  await postgres.stop();
});
