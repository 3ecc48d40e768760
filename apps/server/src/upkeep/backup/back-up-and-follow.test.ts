import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR_MS } from '../../platform/clock.ts';
import { fileIdOfName } from '../../platform/files.ts';
import { type EmbeddedPostgres, ensurePostgres } from '../../platform/postgres/embedded-postgres.ts';
import { folderStorage, type Storage } from '../../platform/storage.ts';
import { migrateUpTo } from '../database-rights/prepare-database.ts';
import { backUpAndFollow } from './back-up-and-follow.ts';
import { endFollowing } from './follow-log.ts';
import { beginFolder } from './kept-folder.ts';
import { wholeBackups } from './manifest.ts';
import { restoreBackup } from './restore-backup.ts';
import { takeBackup } from './take-backup.ts';

const key = randomBytes(32);
const NEVER_BY_TIME_MS = 3_600_000;
const STOPPED =
  'The database stopped, or the connection to it broke. The log is stored up to then. Start the command again when the database is back.';
const EARLY = 'early-picture-early-picture-1234';
/** A picture with a key of its own. Its file has a longer name than that of an earlier version. */
const LATE = 'late-picture-late-picture-123456-k';
let root: string;
let dataDir: string;
let postgres: EmbeddedPostgres;

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'thumba-follow-'));
  await chmod(root, 0o711);
  dataDir = path.join(root, 'data');
  await mkdir(dataDir, { mode: 0o711 });
  postgres = await ensurePostgres({ dataDir, log: () => undefined });
  await ask('create table kysely_migration as select $$0001-x$$::text as name');
  await ask('create table stored_file (file_id text)');
  await upload(EARLY);
});

afterAll(async () => {
  await postgres?.stop();
  await rm(root, { recursive: true, force: true });
});

async function ask(query: string, server = postgres): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: server.ownerUrl });
  await client.connect();
  const { rows } = await client.query({ text: query, rowMode: 'array' }).finally(() => client.end());
  return rows.flat();
}

const place = (fileId: string) => path.join('files', fileId.slice(0, 2), fileId);

/** As the program writes it: the folder shows by its time that one of its files is another one. */
async function writePicture(fileId: string, content = fileId): Promise<void> {
  const file = path.join(dataDir, place(fileId));
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(`${file}.part`, content);
  await rename(`${file}.part`, file);
}

async function upload(fileId: string): Promise<void> {
  await writePicture(fileId);
  await ask(`insert into stored_file values ('${fileIdOfName(fileId)}')`);
}

async function forget(fileId: string): Promise<void> {
  await rm(path.join(dataDir, place(fileId)));
  await ask(`delete from stored_file where file_id = '${fileIdOfName(fileId)}'`);
}

type Follower = {
  ended: Promise<{ isWhole: boolean }>;
  said: string[];
  stop(): Promise<{ isWhole: boolean }>;
};

function startFollower(storage: Storage, { pieceMs = NEVER_BY_TIME_MS, nowMs = Date.now } = {}): Follower {
  const stopping = new AbortController();
  const said: string[] = [];
  const source = { way: 'cluster', url: postgres.ownerUrl, dataDir } as const;
  const ended = backUpAndFollow(
    source,
    { storage, key },
    {
      pieceMs,
      signal: stopping.signal,
      nowMs,
      say: (line) => said.push(line),
      backUp: async (to) => {
        const { backupId } = await takeBackup(source, to, nowMs);
        said.push(`whole ${backupId}`);
      },
    },
  );
  ended.catch(() => undefined);
  return {
    ended,
    said,
    stop() {
      stopping.abort();
      return ended;
    },
  };
}

async function untilFollowed(follower: Follower): Promise<string> {
  const isFollowed = () => follower.said.some((line) => line.startsWith('The log is followed'));
  await Promise.race([follower.ended, expect.poll(isFollowed).toBe(true)]);
  return follower.said[0]!;
}

async function picturesAfterRestore(
  storage: Storage,
  name: string,
  { backupId, say = () => undefined }: { backupId?: string; say?: (line: string) => void } = {},
): Promise<Record<string, string>> {
  const into = path.join(root, name);
  await mkdir(into, { mode: 0o711 });
  await restoreBackup({ storage, key }, { into, backupId, say, migrateUpTo });
  const entries = await readdir(path.join(into, 'files'), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const contents = files.map((file) => readFile(path.join(file.parentPath, file.name), 'utf8'));
  const read = await Promise.all(contents);
  return Object.fromEntries(files.map((file, index) => [file.name, read[index]!]));
}

test('a picture that came after the backup comes back with its row, as it was sealed last', async () => {
  const storage = folderStorage(path.join(root, 'pictures'));
  const follower = startFollower(storage);
  expect(await untilFollowed(follower)).toContain('whole');
  await upload(LATE);
  await writePicture(EARLY, 'sealed anew');
  expect(await follower.stop()).toEqual({ isWhole: true });
  expect(await picturesAfterRestore(storage, 'with-pictures')).toEqual({
    [EARLY]: 'sealed anew',
    [LATE]: LATE,
  });
  await forget(LATE);
});

test('a picture of the backup stays where an earlier one is stored beside the log', async () => {
  const storage = folderStorage(path.join(root, 'sealed-anew'));
  const follower = startFollower(storage);
  await untilFollowed(follower);
  await writePicture(EARLY, 'under the earlier key');
  await upload(LATE);
  await follower.stop();
  await writePicture(EARLY, 'sealed anew');
  await rm(path.join(dataDir, place(LATE)));
  const source = { way: 'cluster', url: postgres.ownerUrl, dataDir } as const;
  const { backupId } = await takeBackup(source, { storage, key }, Date.now);
  expect(await picturesAfterRestore(storage, 'not-replaced', { backupId })).toEqual({
    [EARLY]: 'sealed anew',
    [LATE]: LATE,
  });
  await ask(`delete from stored_file where file_id = '${fileIdOfName(LATE)}'`);
});

test('a picture that came while nobody followed is stored at the next start, once', async () => {
  const storage = folderStorage(path.join(root, 'away'));
  const first = startFollower(storage);
  await untilFollowed(first);
  await first.stop();
  await upload(LATE);
  const second = startFollower(storage);
  expect(await untilFollowed(second)).toContain('continues');
  await second.stop();
  const third = startFollower(storage);
  await untilFollowed(third);
  await third.stop();
  const stored = (await storage.list('log')).filter((name) => name.endsWith(LATE));
  expect(stored).toHaveLength(1);
  expect(Object.keys(await picturesAfterRestore(storage, 'after-away')).sort()).toEqual([EARLY, LATE]);
  await forget(LATE);
});

test('a picture is stored before the piece of the log that has its row', async () => {
  const kept = folderStorage(path.join(root, 'order'));
  const names: string[] = [];
  const storage: Storage = {
    ...kept,
    put: (name, bytes) => {
      if (name.startsWith('log/')) names.push(name.endsWith(LATE) ? 'picture' : 'piece');
      return kept.put(name, bytes);
    },
  };
  const follower = startFollower(storage);
  await untilFollowed(follower);
  names.length = 0;
  await upload(LATE);
  await follower.stop();
  expect(names.slice(-2)).toEqual(['picture', 'piece']);
  await forget(LATE);
});

test('a picture whose row was deleted before the restored moment does not come back', async () => {
  const storage = folderStorage(path.join(root, 'deleted'));
  const first = startFollower(storage);
  await untilFollowed(first);
  await upload(LATE);
  await first.stop();
  const second = startFollower(storage);
  await untilFollowed(second);
  await forget(LATE);
  await second.stop();
  expect((await storage.list('log')).filter((name) => name.endsWith(LATE))).toHaveLength(1);
  expect(Object.keys(await picturesAfterRestore(storage, 'after-deletion'))).toEqual([EARLY]);
});

test('pictures beside the log that were changed are left out and named, and everything else comes back', async () => {
  const storage = folderStorage(path.join(root, 'changed'));
  await writePicture(EARLY, 'as it was');
  const follower = startFollower(storage);
  await untilFollowed(follower);
  await upload(LATE);
  await writePicture(EARLY, 'sealed anew');
  await follower.stop();
  const names = (await storage.list('log')).filter((name) => name.includes('pictures'));
  for (const name of names) {
    const bytes = (await storage.get(name))!;
    bytes[20]! ^= 1;
    await storage.put(name, bytes);
  }
  const said: string[] = [];
  const pictures = await picturesAfterRestore(storage, 'changed-picture', { say: (line) => said.push(line) });
  // As it was in the backup.
  expect(pictures).toEqual({ [EARLY]: 'as it was' });
  expect(said).toContain(
    `Pictures beside the log that were changed or do not open with BACKUP_KEY, and are left out: ${names.length} (${names.join(', ')}).`,
  );
  await forget(LATE);
});

test('pictures of long before the backup are not stored a second time', async () => {
  const longAgo = new Date(Date.now() - 3 * HOUR_MS);
  await utimes(path.join(dataDir, place(EARLY)), longAgo, longAgo);
  const storage = folderStorage(path.join(root, 'once'));
  const follower = startFollower(storage);
  await untilFollowed(follower);
  await follower.stop();
  expect((await storage.list('log')).filter((name) => name.includes('pictures'))).toEqual([]);
});

test('a start takes no backup where the stored log continues one, and takes one after a day or a gap', async () => {
  const storage = folderStorage(path.join(root, 'continued'));
  const saidAtStart = async (nowMs = Date.now) => {
    const follower = startFollower(storage, { nowMs });
    const said = await untilFollowed(follower);
    await follower.stop();
    return said.split(' ')[0];
  };
  expect(await saidAtStart()).toBe('whole');
  await ask('create table change_one ()');
  expect(await saidAtStart()).toBe('The');
  expect(await wholeBackups(storage)).toHaveLength(1);
  expect(await saidAtStart(() => Date.now() + 25 * HOUR_MS)).toBe('whole');
  expect(await wholeBackups(storage)).toHaveLength(2);
  await endFollowing(postgres.ownerUrl);
  for (let times = 0; times < 2; times += 1) await ask('select pg_switch_wal()');
  await ask('create table change_two ()');
  await ask('checkpoint');
  expect(await saidAtStart(() => Date.now() + 25 * HOUR_MS)).toBe('whole');
  expect(await wholeBackups(storage)).toHaveLength(3);
});

test('beside a follower another one and the end of the keeping are refused, and no backup is stored', async () => {
  const first = startFollower(folderStorage(path.join(root, 'first')));
  await untilFollowed(first);
  const storage = folderStorage(path.join(root, 'second'));
  const refused = 'Another npm run backup -- --follow runs for this database: stop it first.';
  await expect(startFollower(storage).ended).rejects.toThrow(refused);
  await expect(endFollowing(postgres.ownerUrl)).rejects.toThrow(refused);
  expect(await storage.list('')).toEqual([]);
  await first.stop();
});

test('a stop during the backup ends it before its next part', async () => {
  const kept = folderStorage(path.join(root, 'stopped'));
  let hasStopped = false;
  const storage: Storage = {
    ...kept,
    async put(name, bytes) {
      await kept.put(name, bytes);
      hasStopped = true;
      void follower.stop();
    },
  };
  const follower = startFollower(storage);
  await follower.ended;
  expect(hasStopped).toBe(true);
  expect(follower.said).toEqual(['The backup was stopped before it was whole.']);
  expect(await wholeBackups(storage)).toEqual([]);
});

test('a place that disappears ends the following, and what was not stored there is stored at the next start', async () => {
  const [home, away] = [path.join(root, 'mounted'), path.join(root, 'unmounted')];
  const begin = () => beginFolder(home, { dataDir, isNewPlace: false, say: () => undefined });
  const follower = startFollower(await begin(), { pieceMs: 50 });
  expect(await untilFollowed(follower)).toContain('whole');
  await rename(home, away);
  const ended = expect(follower.ended).rejects.toThrow(`The folder ${home} disappeared`);
  await ask('create table change_while_away ()');
  await ended;
  expect(await readdir(root)).not.toContain('mounted');
  await rename(away, home);
  const storage = await begin();
  const next = startFollower(storage);
  expect(await untilFollowed(next)).toContain('continues');
  await next.stop();
  const into = path.join(root, 'after-away-place');
  await mkdir(into, { mode: 0o711 });
  await restoreBackup({ storage, key }, { into, say: () => undefined, migrateUpTo });
  const restored = await ensurePostgres({ dataDir: into, log: () => undefined });
  expect(await ask(`select to_regclass('change_while_away')::text`, restored)).toEqual(['change_while_away']);
  await restored.stop();
});

test('a database that stops is not held up until the next piece is due', async () => {
  const storage = folderStorage(path.join(root, 'database-stops'));
  const follower = startFollower(storage);
  await untilFollowed(follower);
  await ask('create table change_three ()');
  await Promise.all([expect(follower.ended).rejects.toThrow(STOPPED), postgres.stop()]);
  const into = path.join(root, 'after-stop');
  await mkdir(into, { mode: 0o711 });
  await restoreBackup({ storage, key }, { into, say: () => undefined, migrateUpTo });
  const restored = await ensurePostgres({ dataDir: into, log: () => undefined });
  expect(await ask(`select to_regclass('change_three')::text`, restored)).toEqual(['change_three']);
  await restored.stop();
});
