import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EmbeddedPostgres, ensurePostgres } from '../../platform/postgres/embedded-postgres.ts';
import { followLog } from './follow-log.ts';
import { wholeBackups } from './manifest.ts';
import { restoreBackup } from './restore-backup.ts';
import { folderStorage } from './storage.ts';
import { takeBackup } from './take-backup.ts';

const key = randomBytes(32);
const FILE_ID = 'files/ab/abcdefghijklmnopqrstuvwxyz';
let root: string;
let postgres: EmbeddedPostgres;
let between: Date;
let target: { storage: ReturnType<typeof folderStorage>; key: Buffer };

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'thumba-backup-'));
  await chmod(root, 0o711);
  const dataDir = path.join(root, 'data');
  await mkdir(path.join(dataDir, 'files/ab'), { recursive: true });
  await chmod(dataDir, 0o711);
  await writeFile(path.join(dataDir, FILE_ID), 'a sealed picture');
  await writeFile(path.join(dataDir, 'keys.json'), 'the keys');
  postgres = await ensurePostgres({ dataDir, log: () => undefined });
  await ask(postgres, 'create table kysely_migration as select $$0001-x$$::text as name');
  await ask(postgres, 'create table payment (number integer)');
  target = { storage: folderStorage(path.join(root, 'backups')), key };
  await backUpWhilePaymentsCome(dataDir);
});

afterAll(async () => {
  await postgres?.stop();
  await rm(root, { recursive: true, force: true });
});

async function ask(server: EmbeddedPostgres, query: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: server.ownerUrl });
  await client.connect();
  const { rows } = await client.query({ text: query, rowMode: 'array' }).finally(() => client.end());
  return rows.flat();
}

async function backUpWhilePaymentsCome(dataDir: string): Promise<void> {
  const stopping = new AbortController();
  const begun = Promise.withResolvers<void>();
  const following = followLog(postgres.ownerUrl, target, {
    pieceMs: 100,
    signal: stopping.signal,
    following: begun.resolve,
  });
  await Promise.race([begun.promise, following]);
  await ask(postgres, 'insert into payment values (1)');
  const paying = ask(postgres, 'insert into payment select 2 from generate_series(1, 100000)');
  await takeBackup({ url: postgres.ownerUrl, dataDir }, target, Date.now);
  await paying;
  await ask(postgres, 'insert into payment values (3)');
  const [moment] = await ask(postgres, 'select clock_timestamp()');
  between = new Date((moment as Date).getTime() + 1);
  await ask(postgres, 'select pg_sleep(0.01)');
  await ask(postgres, 'insert into payment values (4)');
  stopping.abort();
  await following;
}

async function numbersIn(dataDir: string): Promise<unknown[]> {
  const restored = await ensurePostgres({ dataDir, log: () => undefined });
  try {
    return await ask(restored, 'select distinct number from payment order by 1');
  } finally {
    await restored.stop();
  }
}

const emptyFolder = async (name: string) => {
  const folder = path.join(root, name);
  await mkdir(folder, { mode: 0o711 });
  return folder;
};

const say = () => undefined;

test('a backup that was taken while payments came is restored with all that the stored log holds', async () => {
  const into = await emptyFolder('latest');
  await restoreBackup(target, { into, say });
  expect(await numbersIn(into)).toEqual([1, 2, 3, 4]);
  expect(await readFile(path.join(into, FILE_ID), 'utf8')).toBe('a sealed picture');
  expect(await readdir(into)).not.toContain('keys.json');
});

test('a moment between two payments is brought back', async () => {
  const into = await emptyFolder('between');
  await restoreBackup(target, { into, at: between, say });
  expect(await numbersIn(into)).toEqual([1, 2, 3]);
});

test('a moment after the end of the stored log is refused', async () => {
  const into = await emptyFolder('after');
  const at = new Date(Date.now() + 3_600_000);
  await expect(restoreBackup(target, { into, at, say })).rejects.toThrow(
    'The stored log ends before that moment',
  );
  expect(await readdir(into)).toEqual([]);
});

test('a folder that is not empty is refused and left as it is', async () => {
  const into = await emptyFolder('full');
  await writeFile(path.join(into, 'mine'), '');
  await expect(restoreBackup(target, { into, say })).rejects.toThrow('is not empty');
  expect(await readdir(into)).toEqual(['mine']);
});

test('another key is refused before anything is written', async () => {
  const into = await emptyFolder('key');
  const other = { ...target, key: randomBytes(32) };
  await expect(restoreBackup(other, { into, say })).rejects.toThrow('BACKUP_KEY is another');
  expect(await readdir(into)).toEqual([]);
});

test.each(['flipped', 'missing', 'truncated'])(
  'a part that is %s is refused before anything is written',
  async (how) => {
    const into = await emptyFolder(how);
    const [backupId] = await wholeBackups(target.storage);
    const file = path.join(root, 'backups', `backups/${backupId}/cluster/000000`);
    const bytes = await readFile(file);
    const changed = Buffer.from(bytes);
    changed[100]! ^= 1;
    await (how === 'missing'
      ? rm(file)
      : writeFile(file, how === 'flipped' ? changed : bytes.subarray(0, -1)));
    await expect(restoreBackup(target, { into, say })).rejects.toThrow(
      /The part .* of the backup (is missing|was changed)\./,
    );
    await writeFile(file, bytes);
    expect(await readdir(into)).toEqual([]);
  },
);

test('a backup that was interrupted before its manifest is not taken for a whole one', async () => {
  const storage = folderStorage(path.join(root, 'interrupted'));
  const [backupId] = await wholeBackups(target.storage);
  await storage.put(
    `backups/${backupId}/cluster/000000`,
    (await target.storage.get(`backups/${backupId}/cluster/000000`))!,
  );
  const into = await emptyFolder('none');
  await expect(restoreBackup({ storage, key }, { into, say })).rejects.toThrow('There is no whole backup');
});
