import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EmbeddedPostgres, ensurePostgres } from '../../platform/postgres/embedded-postgres.ts';
import { folderStorage } from '../../platform/storage.ts';
import { migrateUpTo } from '../database-rights/prepare-database.ts';
import { endFollowing, followLog } from './follow-log.ts';
import { logFolder, logPieceName, logPieces, piecesFrom } from './log-pieces.ts';
import { type ClusterManifest, readManifest, wholeBackups } from './manifest.ts';
import { lsnOf } from './replication.ts';
import { restoreBackup } from './restore-backup.ts';
import { seal } from './sealed-parts.ts';
import { takeBackup } from './take-backup.ts';

const key = randomBytes(32);
const FILE_ID = 'files/ab/abcdefghijklmnopqrstuvwxyz';
let root: string;
let postgres: EmbeddedPostgres;
let between: Date;
let followedUntil: Date;
let target: { storage: ReturnType<typeof folderStorage>; key: Buffer };

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'thumba-backup-'));
  await chmod(root, 0o711);
  const dataDir = path.join(root, 'data');
  await mkdir(path.join(dataDir, 'files/ab'), { recursive: true });
  await chmod(dataDir, 0o711);
  await writeFile(path.join(dataDir, FILE_ID), 'a sealed picture');
  await writeFile(path.join(dataDir, 'keys.json'), 'the keys');
  postgres = await ensurePostgres({
    dataDir,
    log: () => undefined,
    extraSettings: { max_slot_wal_keep_size: '64MB' },
  });
  await ask(postgres, 'create table kysely_migration as select $$0001-x$$::text as name');
  await ask(postgres, 'create table payment (number integer)');
  await ask(postgres, `create table stored_file as select '${path.basename(FILE_ID)}'::text as file_id`);
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

const nothingBefore = async () => undefined;

async function backUpWhilePaymentsCome(dataDir: string): Promise<void> {
  const stopping = new AbortController();
  const begun = Promise.withResolvers<void>();
  const following = followLog(postgres.ownerUrl, target, {
    pieceMs: 100,
    signal: stopping.signal,
    following: async () => {
      begun.resolve();
      return nothingBefore;
    },
  });
  await Promise.race([begun.promise, following]);
  await ask(postgres, 'insert into payment values (1)');
  const paying = ask(postgres, 'insert into payment select 2 from generate_series(1, 100000)');
  await takeBackup({ way: 'cluster', url: postgres.ownerUrl, dataDir }, target, Date.now);
  await paying;
  await ask(postgres, 'insert into payment values (3)');
  const [moment] = await ask(postgres, 'select clock_timestamp()');
  between = new Date((moment as Date).getTime() + 1);
  await ask(postgres, 'select pg_sleep(0.01)');
  await ask(postgres, 'insert into payment values (4)');
  followedUntil = new Date();
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
  const { reachedAt } = await restoreBackup(target, { into, say, migrateUpTo });
  expect(await numbersIn(into)).toEqual([1, 2, 3, 4]);
  expect([reachedAt! > between, reachedAt! < followedUntil]).toEqual([true, true]);
  expect(await readFile(path.join(into, FILE_ID), 'utf8')).toBe('a sealed picture');
  expect(await readdir(into)).not.toContain('keys.json');
});

test('a moment between two payments is brought back', async () => {
  const into = await emptyFolder('between');
  expect(await restoreBackup(target, { into, at: between, say, migrateUpTo })).toMatchObject({
    reachedAt: between,
  });
  expect(await numbersIn(into)).toEqual([1, 2, 3]);
});

test('a moment after the end of the stored log is refused', async () => {
  const into = await emptyFolder('after');
  const at = new Date(Date.now() + 3_600_000);
  await expect(restoreBackup(target, { into, at, say, migrateUpTo })).rejects.toThrow(
    /The stored log ends before that moment: its last change was at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d in Lusaka\. Give/,
  );
  expect(await readdir(into)).toEqual([]);
});

test('a folder that is not empty is refused and left as it is', async () => {
  const into = await emptyFolder('full');
  await writeFile(path.join(into, 'mine'), '');
  await expect(restoreBackup(target, { into, say, migrateUpTo })).rejects.toThrow('is not empty');
  expect(await readdir(into)).toEqual(['mine']);
});

test('another key is refused before anything is written', async () => {
  const into = await emptyFolder('key');
  const other = { ...target, key: randomBytes(32) };
  await expect(restoreBackup(other, { into, say, migrateUpTo })).rejects.toThrow('BACKUP_KEY is another');
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
    await expect(restoreBackup(target, { into, say, migrateUpTo })).rejects.toThrow(
      /The part .* of the backup (is missing|was changed)\. There is no earlier backup of this database in this place\./,
    );
    await writeFile(file, bytes);
    expect(await readdir(into)).toEqual([]);
  },
);

test('two parts that were swapped are refused before anything is written', async () => {
  const into = await emptyFolder('swapped');
  const [backupId] = await wholeBackups(target.storage);
  const names = ['cluster/000000', 'files/000000'].map((name) => `backups/${backupId}/${name}`);
  const [first, second] = await Promise.all(names.map((name) => target.storage.get(name)));
  await target.storage.put(names[0]!, second!);
  await target.storage.put(names[1]!, first!);
  await expect(restoreBackup(target, { into, say, migrateUpTo })).rejects.toThrow(
    /The part .* of the backup was changed\./,
  );
  await target.storage.put(names[0]!, first!);
  await target.storage.put(names[1]!, second!);
  expect(await readdir(into)).toEqual([]);
});

/** The stored pieces that a restore of the last backup reads. */
async function neededPieces() {
  const [backupId] = await wholeBackups(target.storage);
  const manifest = (await readManifest(target.storage, key, backupId!)) as ClusterManifest;
  return piecesFrom(await logPieces(target.storage, logFolder(manifest)), lsnOf(manifest.endLsn));
}

test('a piece of the log that was changed is refused without a moment, before anything is written', async () => {
  const into = await emptyFolder('changed-log');
  const { name } = (await neededPieces()).at(-1)!;
  const stored = (await target.storage.get(name))!;
  const changed = Buffer.from(stored);
  changed[40]! ^= 1;
  await target.storage.put(name, changed);
  await expect(restoreBackup(target, { into, say, migrateUpTo })).rejects.toThrow(
    `The piece ${name} of the stored log was changed or does not open with BACKUP_KEY. To restore as far as the log reaches before it, say --until-gap.`,
  );
  await target.storage.put(name, stored);
  expect(await readdir(into)).toEqual([]);
});

async function pieceAfterTheLast(skippedPieces: number): Promise<string> {
  const last = (await neededPieces()).at(-1)!;
  const at = last.startLsn + BigInt((1 + skippedPieces) * last.length);
  return logPieceName(path.posix.dirname(last.name), at, last.length);
}

test.each<[string, () => Promise<string>, (name: string) => string]>([
  [
    'a gap',
    async () => {
      const name = await pieceAfterTheLast(1);
      await target.storage.put(
        name,
        await seal(key, name, Buffer.alloc((await neededPieces()).at(-1)!.length)),
      );
      return name;
    },
    (name) => `The stored log has a gap before the piece ${name}.`,
  ],
  [
    'a piece under the name of another place',
    async () => {
      const name = await pieceAfterTheLast(0);
      await target.storage.put(name, (await target.storage.get((await neededPieces()).at(-1)!.name))!);
      return name;
    },
    (name) => `The piece ${name} of the stored log was changed or does not open with BACKUP_KEY.`,
  ],
])(
  'a stored log with %s comes back as far as it reaches, and at a moment before',
  async (how, damage, said) => {
    const name = await damage();
    const into = await emptyFolder(how);
    await expect(restoreBackup(target, { into, say, migrateUpTo })).rejects.toThrow(
      `${said(name)} To restore as far as the log reaches before it, say --until-gap.`,
    );
    const at = new Date(Date.now() + 3_600_000);
    await expect(restoreBackup(target, { into, at, say, migrateUpTo })).rejects.toThrow(
      new RegExp(
        `The last change before that moment in the stored log was at \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d in Lusaka. ${said(name)} Say --until-gap`,
      ),
    );
    expect(await readdir(into)).toEqual([]);
    await restoreBackup(target, { into, at: between, say, migrateUpTo });
    expect(await numbersIn(into)).toEqual([1, 2, 3]);
    const untilGap = await emptyFolder(`until ${how}`);
    const lines: string[] = [];
    const sayLine = (line: string) => lines.push(line);
    await restoreBackup(target, { into: untilGap, isUntilGap: true, say: sayLine, migrateUpTo });
    expect(await numbersIn(untilGap)).toEqual([1, 2, 3, 4]);
    expect(lines).toContain(`${said(name)} The database comes back as far as the log reaches before it.`);
    await target.storage.remove(name);
  },
);

test('the log is followed again after its slot had lost it, and the slot is removed on request', async () => {
  const slots = () =>
    ask(postgres, `select wal_status from pg_replication_slots where slot_name = 'thumba_backup'`);
  for (let segments = 0; segments < 6; segments += 1) {
    await ask(postgres, 'insert into payment values (5)');
    await ask(postgres, 'select pg_switch_wal()');
  }
  await ask(postgres, 'checkpoint');
  expect(await slots()).toEqual(['lost']);
  const stopping = new AbortController();
  const following = async () => {
    stopping.abort();
    return nothingBefore;
  };
  const options = { pieceMs: 100, signal: stopping.signal, following };
  await followLog(postgres.ownerUrl, { storage: folderStorage(path.join(root, 'again')), key }, options);
  expect(await slots()).toEqual(['reserved']);
  expect(await endFollowing(postgres.ownerUrl)).toBe(true);
  expect(await slots()).toEqual([]);
  expect(await endFollowing(postgres.ownerUrl)).toBe(false);
});

test('a backup that was interrupted before its manifest is not taken for a whole one', async () => {
  const storage = folderStorage(path.join(root, 'interrupted'));
  const [backupId] = await wholeBackups(target.storage);
  await storage.put(
    `backups/${backupId}/cluster/000000`,
    (await target.storage.get(`backups/${backupId}/cluster/000000`))!,
  );
  const into = await emptyFolder('none');
  await expect(restoreBackup({ storage, key }, { into, say, migrateUpTo })).rejects.toThrow(
    'There is no whole backup',
  );
});
