import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { signUp } from '../../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../../test/app-server.ts';
import { createTestDatabase, runOnServer } from '../../../../test/database.ts';
import {
  setPayoutFloat,
  timesPaidOut,
  untilPayoutIs,
  waitingPayout,
} from '../../../money/payment/restored-server.test-support.ts';
import { DAY_MS, HOUR_MS, lusakaDay, lusakaTime } from '../../../platform/clock.ts';
import { folderStorage } from '../../../platform/storage.ts';
import { command as releasePayouts } from '../../../staff/terminal/commands/release-payouts.ts';
import { deskBeside } from '../../../staff/terminal/staff-desk.test-support.ts';
import { storeErasure } from '../../backup/erasure-list.ts';
import { type Declared, declareRestored } from '../../backup/restored-elsewhere.ts';
import { migrateUpTo } from '../../database-rights/prepare-database.ts';
import { command } from './restored.ts';

const key = randomBytes(32);
const anHourAgo = textOf(Date.now() - HOUR_MS);
const twoHoursAgo = textOf(Date.now() - 2 * HOUR_MS);
let folder: string;
let server: AppServer;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'thumba-restored-'));
  server = await startAppServer({ connectionName: 'a server of this test' });
  vi.stubEnv('BACKUP_KEY', key.toString('hex'));
});
afterEach(() => useDatabase(server.databaseUrl, server.programUrl));
afterAll(async () => {
  vi.unstubAllEnvs();
  await server.stop();
  await rm(folder, { recursive: true });
});

function textOf(instantMs: number): string {
  return `${lusakaDay(instantMs)} ${lusakaTime(instantMs)}`;
}

function useDatabase(ownerUrl: string, programUrl: string): void {
  vi.stubEnv('DATABASE_OWNER_URL', ownerUrl);
  vi.stubEnv('DATABASE_URL', programUrl);
}

async function declare(...words: string[]): Promise<string> {
  useDatabase(server.databaseUrl, server.programUrl);
  const { done, lines } = await command.run(words);
  expect(done).toBe(true);
  return lines.join('\n');
}

const holds = async () =>
  server.query('select backup_id, data_until, held_until from restored_book order by 2');

async function loanNumber(): Promise<number> {
  const [row] = await server.query(`select last_value::float8 as reached from loan_id`);
  return row.reached;
}

/** Its backend has ended when the promise of `end` is ready. */
async function connectAs(connectionString: string, application_name?: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, ...(application_name && { application_name }) });
  await client.connect();
  return client;
}

test.each([
  ['this version', 'thumba data=1 lookup=1'],
  ['an earlier version', 'thumba'],
  ['a backup', 'thumba backup'],
])('%s that is connected to the database is refused, and nothing is done', async (_what, name) => {
  const program = await connectAs(server.programUrl, name);
  onTestFinished(() => program.end());
  await expect(declare('--lost-from', anHourAgo)).rejects.toThrow(
    `A program is connected to this database (${name}). Nothing was done. Stop it, and run the command again.`,
  );
  expect(await holds()).toEqual([]);
});

test('a version that gives its connections no name is refused too, as the owner', async () => {
  const program = await connectAs(server.databaseUrl);
  onTestFinished(() => program.end());
  await expect(declare('--lost-from', anHourAgo)).rejects.toThrow(
    'A program is connected to this database (without a name). Nothing was done.',
  );
  expect(await holds()).toEqual([]);
});

test.each(['2026-02-30 10:00', '2026-11-22 25:00', '2026-11-22', 'yesterday'])(
  'the moment "%s" is refused',
  async (moment) => {
    await expect(declare('--lost-from', moment)).rejects.toThrow('Give --lost-from as "2026-11-22 10:00"');
    expect(await holds()).toEqual([]);
  },
);

test('a command without a moment is refused', async () => {
  await expect(declare()).rejects.toThrow('Say: npm run restored -- --lost-from');
});

test('a moment that is still to come is refused', async () => {
  await expect(declare('--lost-from', textOf(Date.now() + DAY_MS))).rejects.toThrow('is still to come');
  expect(await holds()).toEqual([]);
});

test('after it no payout that waited is sent, numbers go on higher, and deleted accounts are deleted again', async () => {
  await setPayoutFloat(server, 'mtn', 100);
  const payout = await waitingPayout(server, 'float_low');
  const deleted = await signUp(server);
  const storage = folderStorage(path.join(folder, 'list'));
  await storeErasure(
    { storage, key },
    {
      borrowerId: deleted.borrowerId,
      deletedAt: new Date().toISOString(),
      deletedOn: lusakaDay(Date.now()),
      keptUntil: lusakaDay(Date.now() + DAY_MS),
    },
  );
  const before = await loanNumber();
  const said = await declare('--lost-from', anHourAgo, '--erasures', path.join(folder, 'list'));
  expect(said).toContain(
    `Payouts are held: the database may lack what was committed after ${anHourAgo}:00 in Lusaka.`,
  );
  expect(said).toContain('deleted again: 1.');
  expect(said).toContain('npm run release-payouts');
  expect(await loanNumber()).toBeGreaterThanOrEqual(before + 1_000_000);
  expect(
    await server.query(
      'select deleted_at is not null as gone from borrower_standing where borrower_id = $1',
      [deleted.borrowerId],
    ),
  ).toEqual([{ gone: true }]);

  await setPayoutFloat(server, 'mtn', 100_000);
  server.clock.advance({ seconds: 60 });
  await untilPayoutIs(server, payout.orderId, { state: 'created', held_reason: 'book_restored' });
  expect(await timesPaidOut(server, payout)).toBe(0);
  expect((await releasePayouts.atDesk(await deskBeside(server), [])).lines[0]).toMatch(
    /^Payouts are held: npm run restored declared at .* that the database was restored\.$/,
  );
});

test('a second time with the same moment it adds nothing, and with another moment a hold', async () => {
  const other = await connectAs(server.programUrl);
  onTestFinished(() => other.end());
  const before = await loanNumber();
  const once = await holds();
  expect(once).toHaveLength(1);
  expect(await declare('--lost-from', anHourAgo)).toContain('no hold was added, and no number was changed');
  expect(await holds()).toEqual(once);
  expect(await loanNumber()).toBe(before);
  await declare('--lost-from', twoHoursAgo);
  expect(await holds()).toHaveLength(2);
});

test('without a list of deleted accounts it says so, and a list that does not open stops it', async () => {
  expect(await declare('--lost-from', anHourAgo)).toContain('No list of deleted accounts was read');
  const list = path.join(folder, 'list');
  vi.stubEnv('BACKUP_KEY', randomBytes(32).toString('hex'));
  vi.stubEnv('ERASURES_TO', list);
  const before = await holds();
  await expect(declare('--lost-from', textOf(Date.now() - 3 * HOUR_MS))).rejects.toThrow(
    'does not open with BACKUP_KEY',
  );
  expect(await holds()).toEqual(before);
  vi.stubEnv('ERASURES_TO', undefined);
});

test('a database of an earlier version, which knew no restored books, is brought to this one first', async () => {
  const earlier = await createTestDatabase();
  await earlier.runAsOwner('drop schema public cascade; create schema public');
  await migrateUpTo(earlier.url, '0040-operator-calls-in-turn');
  useDatabase(earlier.url, earlier.programUrl);
  const { lines } = await command.run(['--lost-from', anHourAgo]);
  expect(lines[0]).toContain('Payouts are held');
  expect(await runOnServer(earlier.url, 'select count(*)::integer from restored_book')).toEqual([[1]]);
  await earlier.drop();
});

/** Declares a database to which something with this name connects while the database is prepared. */
async function declareWhileConnecting(name: string): Promise<Declared> {
  const { url, drop } = await createTestDatabase();
  let connected: pg.Client | undefined;
  try {
    return await declareRestored(url, {
      lostFrom: new Date(),
      historyId: 'meanwhile',
      nowMs: Date.now(),
      prepare: async () => {
        connected = await connectAs(url, name);
      },
      eraseAgain: async () => ({ erased: 0, unknown: 0 }),
    });
  } finally {
    await connected?.end();
    await drop();
  }
}

test('a program that connects meanwhile is told, and what the command itself connected is not taken for one', async () => {
  await expect(declareWhileConnecting('thumba')).rejects.toThrow(
    'A program is connected to this database (thumba). Payouts are held now, but this program may have sent some before.',
  );
  await expect(declareWhileConnecting('thumba migration')).resolves.toMatchObject({ isNew: true });
});
