import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { borrow, pay, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { createTestDatabase, runOnServer } from '../../../test/database.ts';
import { dumpDatabase } from '../../../test/database-dump.ts';
import { type SilentProxy, startSilentProxy } from '../../../test/silent-proxy.ts';
import { openDatabase } from '../../platform/database.ts';
import { ensurePostgres } from '../../platform/postgres/embedded-postgres.ts';
import { folderStorage, type Storage } from '../../platform/storage.ts';
import { migrateUpTo } from '../database-rights/prepare-database.ts';
import { chooseBackup } from './choose-backup.ts';
import { loadTables } from './load-tables.ts';
import { type CopyManifest, storeManifest } from './manifest.ts';
import { backUpNightly } from './nightly-backup.ts';
import { removeOldBackups } from './remove-old-backups.ts';
import { restoreBackup } from './restore-backup.ts';
import { type BackupSource, takeBackup } from './take-backup.ts';

/* The backup of a PostgreSQL of the lender's own: a copy of its tables. */

const PICTURE = 'files/ab/abcdefghijklmnopqrstuvwxyz';
const say = () => undefined;
const nightly = {
  keepDays: 1,
  nowMs: Date.now,
  examine: async () => ({ isSound: true, verdict: 'The book is sound.' }),
  say,
  migrateUpTo,
};

let server: AppServer;
let root: string;
let source: BackupSource;
let target: { storage: ReturnType<typeof folderStorage>; key: Buffer };

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'thumba-copy-'));
  await chmod(root, 0o711);
  server = await startAppServer();
  const borrower = await signUp(server);
  await pay(server, borrower, await borrow(borrower), { amount: 100 });
  await server.leave();
  const database = new URL(server.databaseUrl).pathname.slice(1);
  await runOnServer(
    server.databaseUrl,
    `insert into stored_file values ('${path.basename(PICTURE)}', null, 'avatar', 16, '\\x00', now())`,
  );
  await runOnServer(server.databaseUrl, `alter database ${database} set datestyle = 'German, DMY'`);
  await runOnServer(server.databaseUrl, `alter database ${database} set statement_timeout = '30s'`);
  const dataDir = path.join(root, 'data');
  await mkdir(path.join(dataDir, path.dirname(PICTURE)), { recursive: true });
  await writeFile(path.join(dataDir, PICTURE), 'a sealed picture');
  source = { way: 'copy', url: server.databaseUrl, dataDir };
  target = { storage: folderStorage(path.join(root, 'backups')), key: randomBytes(32) };
});
afterAll(async () => {
  await server?.stop();
  await rm(root, { recursive: true, force: true });
});

async function emptyFolder(name: string): Promise<string> {
  const folder = path.join(root, name);
  await mkdir(folder, { mode: 0o711 });
  return folder;
}

async function dumpAt(url: string): Promise<string[]> {
  const inOneStyle = `${url}?options=${encodeURIComponent('-c datestyle=ISO')}`;
  const db = openDatabase({ url: inOneStyle, maxConnections: 2 });
  const dump = await dumpDatabase(db).finally(() => db.close());
  // The times of the migrations are those of the restored database.
  return dump.replace(/^kysely_migration\n(\(.*\n)*/m, '').split('\n');
}

test('a nightly backup whose connections fall silent ends and says why, and the next one begins', async () => {
  const proxy = await startSilentProxy(() => server.databaseUrl);
  const through = { ...source, url: proxy.through(server.databaseUrl), silentMs: 500 };
  const storage = {
    ...target.storage,
    async put(name: string, bytes: Buffer) {
      await target.storage.put(name, bytes);
      proxy.fallSilent();
    },
  };
  await expect(backUpNightly(through, { ...target, storage }, nightly)).rejects.toThrow(
    'The database sent nothing for 0.5 seconds, so the backup was given up.',
  );
  // PostgreSQL ends the session that has the lock when the network no longer reaches it. This one it still reaches.
  proxy.close();
  await expect.poll(() => backUpNightly({ ...source, silentMs: 5_000 }, target, nightly)).toBe('done');
});

test('a backup is not given up while its storage lets the database wait', async () => {
  await runOnServer(
    server.databaseUrl,
    `create table large_table as select repeat(md5(random()::text), 30) from generate_series(1, 40000)`,
  );
  const slow = {
    ...target.storage,
    async put(name: string, bytes: Buffer) {
      await sleep(4_500);
      await target.storage.put(name, bytes);
    },
  };
  const storage = {
    ...slow,
    put: (name: string, bytes: Buffer) =>
      (name.includes('large_table') ? slow : target.storage).put(name, bytes),
  };
  await takeBackup({ ...source, silentMs: 3_000 }, { ...target, storage }, Date.now);
  await runOnServer(server.databaseUrl, 'drop table large_table');
});

test('the nightly backup restores what it has just stored, whatever lies beside it', async () => {
  const beside = 'backups/99991231T000000Z-of-another-program/manifest';
  await target.storage.put(beside, Buffer.from('sealed with another key'));
  expect(await backUpNightly(source, target, nightly)).toBe('done');
  await target.storage.remove(beside);
});

test('every row comes back as it was when the copy began, whatever was deleted meanwhile', async () => {
  const before = await dumpAt(server.databaseUrl);
  let hasDeleted = false;
  const storage = {
    ...target.storage,
    async put(name: string, bytes: Buffer) {
      await target.storage.put(name, bytes);
      if (hasDeleted) return;
      hasDeleted = true;
      await runOnServer(
        server.databaseUrl,
        `set session_replication_role = 'replica'; delete from payment_attempt; delete from borrower`,
      );
    },
  };
  await takeBackup(source, { ...target, storage }, Date.now);
  expect(hasDeleted).toBe(true);
  const into = await emptyFolder('restored');
  const { manifest, reachedAt } = await restoreBackup(target, { into, say, migrateUpTo });
  expect(reachedAt!.toISOString()).toBe(manifest.startedAt);
  expect(await readFile(path.join(into, PICTURE), 'utf8')).toBe('a sealed picture');
  const restored = await ensurePostgres({ dataDir: into, log: () => undefined });
  try {
    expect(await dumpAt(restored.ownerUrl)).toEqual(before);
    const sequences = `select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1`;
    expect(await runOnServer(restored.ownerUrl, sequences)).toEqual(
      await runOnServer(server.databaseUrl, sequences),
    );
  } finally {
    await restored.stop();
  }
});

test('a table whose rows come all at once does not hold up the next one, and tables of others are left out', async () => {
  await runOnServer(
    server.databaseUrl,
    'create table a_table as select generate_series(1, 40); create table b_table as select 1',
  );
  const storage = folderStorage(path.join(root, 'quick'));
  await takeBackup(source, { ...target, storage }, Date.now);
  await runOnServer(server.databaseUrl, 'drop table a_table; drop table b_table');
  const said: string[] = [];
  const into = await emptyFolder('without-foreign-tables');
  await restoreBackup({ ...target, storage }, { into, say: (line) => said.push(line), migrateUpTo });
  expect(said.at(-1)).toBe('Left out, because they are no tables of this program: a_table, b_table.');
});

async function loadThrough(storage: Storage, proxy: SilentProxy, silentMs = 500): Promise<string[]> {
  const copy = (await chooseBackup(target, { say })) as CopyManifest;
  const database = await createTestDatabase();
  try {
    return await loadTables(proxy.through(database.url), { ...target, storage }, copy, silentMs);
  } finally {
    proxy.close();
    await database.drop();
  }
}

test('a restore whose connection falls silent is given up and says why', async () => {
  const proxy = await startSilentProxy(() => server.databaseUrl);
  const storage = {
    ...target.storage,
    async get(name: string) {
      proxy.fallSilent();
      return target.storage.get(name);
    },
  };
  await expect(loadThrough(storage, proxy)).rejects.toThrow(
    'The database sent nothing for 0.5 seconds, so the restore was given up.',
  );
});

test('a restore is not given up while its storage lets the database wait', async () => {
  const proxy = await startSilentProxy(() => server.databaseUrl);
  let isFirst = true;
  const storage = {
    ...target.storage,
    async get(name: string) {
      if (isFirst) await sleep(4_500);
      isFirst = false;
      return target.storage.get(name);
    },
  };
  await loadThrough(storage, proxy, 3_000);
});

test('a moment is refused, because a copy has no log', async () => {
  const at = new Date(Date.now() + 1000);
  const into = await emptyFolder('moment');
  await expect(restoreBackup(target, { into, at, say, migrateUpTo })).rejects.toThrow(
    /is a copy of the tables and has no log: it comes back as it was at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d in Lusaka\. Leave --at out\./,
  );
});

test('a role that may not read every table is told so, and no backup is stored', async () => {
  await runOnServer(server.databaseUrl, `revoke select on loan from ${new URL(server.programUrl).username}`);
  const storage = folderStorage(path.join(root, 'without-right'));
  const url = server.programUrl;
  await expect(takeBackup({ ...source, url }, { ...target, storage }, Date.now)).rejects.toThrow(
    'The role that reads the database for a backup may not read all of it: permission denied',
  );
});

test('a copy of a later version of the program is refused before anything is written', async () => {
  const storage = folderStorage(path.join(root, 'later'));
  const later = await takeBackup(source, { ...target, storage }, Date.now);
  await storeManifest(storage, target.key, { ...later, lastMigration: '9999-later' });
  const into = await emptyFolder('later-version');
  await expect(restoreBackup({ ...target, storage }, { into, say, migrateUpTo })).rejects.toThrow(
    'The backup is of a later version of this program, which has the migration 9999-later',
  );
});

test('old copies are removed, and the newest stays', async () => {
  const storage = folderStorage(path.join(root, 'old'));
  await takeBackup(source, { ...target, storage }, () => Date.now() - 40 * 86_400_000);
  const good = await takeBackup(source, { ...target, storage }, Date.now);
  const removed = await removeOldBackups({ ...target, storage }, good, { keepDays: 30, nowMs: Date.now() });
  expect(removed).toEqual({ backups: 1, logPieces: 0 });
  expect(new Set((await storage.list('backups')).map((name) => name.split('/')[1]))).toEqual(
    new Set([good.backupId]),
  );
});

test('a copy of a restored database has the name that its newest restore gave it', async () => {
  const storage = folderStorage(path.join(root, 'restored-history'));
  const historyId = async () => (await takeBackup(source, { ...target, storage }, Date.now)).historyId;
  expect(await historyId()).toBe(undefined);
  await runOnServer(
    server.databaseUrl,
    `insert into restored_book (restored_at, backup_id, data_until, history_id)
     values (now(), 'b', now(), 'newest'), (now() - interval '1 day', 'a', now() - interval '1 day', 'earlier')`,
  );
  expect(await historyId()).toBe('newest');
  await runOnServer(server.databaseUrl, 'delete from restored_book');
});
