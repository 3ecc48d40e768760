import { execFile } from 'node:child_process';

import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newKeys } from '../../../book/settings/key-settings.ts';
import { mtnFile } from '../../../money/reconciliation/statement.test-support.ts';
import { ensurePostgres } from '../../../platform/postgres/embedded-postgres.ts';
import { migrateAndGrant } from '../../../upkeep/database-rights/prepare-database.ts';

const keys = newKeys();
const row = { reference: '9001', at: '2026-11-20 10:00:05', mobile: '0967123456', amount: '150.50' };
let dataDir: string;
let statement: string;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'thumba-reconcile-'));
  // PostgreSQL runs as another user where this is root, and must get through to its folder.
  await chmod(dataDir, 0o711);
  const postgres = await startPostgres();
  await migrateAndGrant(postgres);
  await postgres.stop();
  statement = await fileOf('statement.csv', mtnFile([row, { ...row, reference: '9002', type: 'Fee' }]));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const startPostgres = () => ensurePostgres({ dataDir, log: () => undefined });

async function fileOf(name: string, content: Buffer): Promise<string> {
  const file = path.join(dataDir, name);
  await writeFile(file, content);
  return file;
}

function reconcile(...programArguments: string[]) {
  const { PATH } = process.env;
  return new Promise<{ status: number; printed: string; complained: string }>((resolve) => {
    execFile(
      process.execPath,
      [path.join(import.meta.dirname, '../main.ts'), 'reconcile', ...programArguments],
      { env: { PATH, DATA_DIR: dataDir, ...keys } },
      (error, printed, complained) =>
        resolve({ status: error ? Number(error.code) : 0, printed, complained }),
    );
  });
}

const isUp = async () => (await readdir(path.join(dataDir, 'postgres/cluster'))).includes('postmaster.pid');

test('without a server it starts the database, says what differs and stops the database again', async () => {
  const { status, printed, complained } = await reconcile('--operator', 'mtn', statement);
  expect(complained).toBe('');
  expect(status).toBe(1);
  expect(printed).toContain('MTN statement, 20 November to 20 November\n');
  expect(printed).toMatch(/other movements of the account +1\n/);
  expect(printed).toMatch(/extra at the operator +1 +1 +K150\.50/);
  expect(printed).toContain('1 of 1 differences wait for a person.');
  expect(await isUp()).toBe(false);
});

test('beside a server it uses the database that runs, and the same file again changes nothing', async () => {
  const postgres = await startPostgres();
  const { status, printed } = await reconcile('--operator', 'mtn', statement);
  expect(status).toBe(1);
  expect(printed).toContain('(imported before)');
  const client = new pg.Client({ connectionString: postgres.ownerUrl });
  await client.connect();
  const { rows } = await client.query(
    'select count(*)::int as rows, count(distinct statement_id)::int as statements from operator_statement_row',
  );
  expect(rows).toEqual([{ rows: 2, statements: 1 }]);
  const imported = await client.query('select actor from operator_statement');
  expect(imported.rows).toEqual([{ actor: `command:${userInfo().username}` }]);
  await client.end();
  await postgres.stop();
});

test.each([
  ['with a byte order mark', (text: string) => Buffer.from(`\uFEFF${text}`)],
  ['with other line ends', (text: string) => Buffer.from(text.replaceAll('\r\n', '\n'))],
  ['with empty lines at its end', (text: string) => Buffer.from(`${text}\r\n\r\n`)],
  ['in UTF-16', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
])('the same statement %s was seen before, and what is open is still open', async (_how, written) => {
  const { status, printed } = await reconcile(
    ...['--operator', 'mtn', await fileOf('again.csv', written(await readFile(statement, 'utf8')))],
  );
  expect(printed).toContain('(imported before)');
  expect(printed).toContain('1 of 1 differences wait for a person.');
  expect(status).toBe(1);
});

test('a statement of the same days with a row more says what is open from earlier statements', async () => {
  const again = mtnFile([row, { ...row, reference: '9005', status: 'Failed' }]);
  const { status, printed } = await reconcile('--operator', 'mtn', await fileOf('more.csv', again));
  expect(printed).toContain('No new difference.');
  expect(printed).toContain('1 difference of these days is open from earlier statements:');
  expect(printed).toMatch(/extra at the operator +collection +2 +9001/);
  expect(status).toBe(1);
});

test('a statement without differences ends with status 0', async () => {
  const failed = mtnFile([{ ...row, reference: '9003', at: '2026-11-19 10:00:05', status: 'Failed' }]);
  const { status, printed } = await reconcile(
    ...['--operator', 'mtn', '--from', '2026-11-01', '--to', '2026-11-19'],
    await fileOf('failed.csv', failed),
  );
  expect(printed).toContain('MTN statement, 1 November to 19 November\n');
  expect(printed).toContain('No difference.');
  expect(status).toBe(0);
});

test('a file that cannot be read is named with its line, and nothing of it is kept', async () => {
  const good = mtnFile([row, { ...row, reference: '9004', amount: 'a lot' }]);
  const file = await fileOf('bad.csv', good);
  expect(await reconcile('--operator', 'mtn', file)).toEqual({
    status: 2,
    printed: '',
    complained: `${file}, line 3: the amount cannot be read: write it as 1150.50. Nothing of it was kept.\n`,
  });
});

test('a file without rows is imported where its days are named, and refused with what to do where they are not', async () => {
  const file = await fileOf('quiet.csv', mtnFile([]));
  expect(await reconcile('--operator', 'mtn', file)).toEqual({
    status: 2,
    printed: '',
    complained: `${file}: the statement has no rows: if no money moved on its days, name them with --from YYYY-MM-DD --to YYYY-MM-DD. Nothing of it was kept.\n`,
  });
  const days = ['--from', '2026-11-15', '--to', '2026-11-15'];
  const { status, printed } = await reconcile('--operator', 'mtn', ...days, file);
  expect(printed).toMatch(/^MTN statement, 15 November to 15 November\n\nrows +0\n/);
  expect(status).toBe(0);
});

test.each([
  ['known', () => statement],
  ['new', () => fileOf('new.csv', mtnFile([{ ...row, reference: '9006' }]))],
])('a %s file that is named for days far from its own is refused with both', async (_which, fileToImport) => {
  const days = ['--from', '2026-11-10', '--to', '2026-11-11'];
  const { status, complained } = await reconcile('--operator', 'mtn', ...days, await fileToImport());
  expect(status).toBe(2);
  expect(complained).toMatch(
    /it covers 20 November to 20 November, and the days that you name do not follow/,
  );
});

const MTN = ['--operator', 'mtn'];
test.each([
  ['Give --operator mtn or airtel.', ['statement.csv']],
  [
    'Statements of "zamtel" cannot be read: give --operator mtn or airtel.',
    ['--operator', 'zamtel', 'a.csv'],
  ],
  ['Name one statement file.', MTN],
  ['"b.csv" is a word too many: name one statement file.', [...MTN, 'a.csv', 'b.csv']],
  ['Give --to with --from.', [...MTN, '--from', '2026-11-01', 'a.csv']],
  ['Give --from with --to.', [...MTN, '--to', '2026-11-01', 'a.csv']],
  ['There is no day 25/11/2026 for --from.', [...MTN, '--from', '25/11/2026', '--to', '2026-11-25', 'a.csv']],
  ['There is no day 2026-02-31 for --to.', [...MTN, '--from', '2026-02-01', '--to', '2026-02-31', 'a.csv']],
  [
    '--from 2026-11-26 is after --to 2026-11-25.',
    [...MTN, '--from', '2026-11-26', '--to', '2026-11-25', 'a.csv'],
  ],
  ["Unknown option '--operater'.", ['--operater', 'mtn', 'a.csv']],
])('%s is the reason of a refusal, with the usage after it', async (reason, programArguments) => {
  const { status, complained } = await reconcile(...programArguments);
  expect(status).toBe(2);
  expect(complained).toMatch(
    /^[^\n]* Usage: npm run reconcile -- --operator mtn\|airtel .* statement\.csv\n$/,
  );
  expect(complained.split(' Usage: ')[0]).toBe(reason);
});
