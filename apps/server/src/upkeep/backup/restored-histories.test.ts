import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EmbeddedPostgres, ensurePostgres } from '../../platform/postgres/embedded-postgres.ts';
import { folderStorage } from '../../platform/storage.ts';
import { migrateAndGrant, migrateUpTo } from '../database-rights/prepare-database.ts';
import { prepareRestored } from './after-restore.ts';
import { followLog } from './follow-log.ts';
import type { ClusterManifest, Manifest } from './manifest.ts';
import { restoreBackup } from './restore-backup.ts';
import { takeBackup } from './take-backup.ts';

/* Two restores of one backup, both of which go on and store their backups and their log in the same place. */

let root: string;
let target: { storage: ReturnType<typeof folderStorage>; key: Buffer };
let origin: ClusterManifest;
let first: ClusterManifest;
let second: ClusterManifest;

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'thumba-histories-'));
  await chmod(root, 0o711);
  target = { storage: folderStorage(path.join(root, 'place')), key: randomBytes(32) };
  const dataDir = await emptyFolder('origin');
  const postgres = await ensurePostgres({ dataDir, log: () => undefined });
  try {
    await migrateAndGrant(postgres);
    await ask(postgres, 'create table payment (number integer)');
    origin = await backUp(postgres, dataDir);
  } finally {
    await postgres.stop();
  }
  first = await goOnWith(await restoreFrom(origin, 'first'), 1);
  second = await goOnWith(await restoreFrom(origin, 'second'), 2);
});

afterAll(() => rm(root, { recursive: true, force: true }));

async function emptyFolder(name: string): Promise<string> {
  const folder = path.join(root, name);
  await mkdir(folder, { mode: 0o711 });
  return folder;
}

async function ask(server: EmbeddedPostgres, query: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: server.ownerUrl });
  await client.connect();
  const { rows } = await client.query({ text: query, rowMode: 'array' }).finally(() => client.end());
  return rows.flat();
}

async function backUp(postgres: EmbeddedPostgres, dataDir: string): Promise<ClusterManifest> {
  const source = { way: 'cluster', url: postgres.ownerUrl, dataDir } as const;
  return (await takeBackup(source, target, Date.now)) as ClusterManifest;
}

async function restoreFrom({ backupId }: Manifest, name: string): Promise<string> {
  const into = await emptyFolder(name);
  await restoreBackup(target, {
    into,
    backupId,
    say: () => undefined,
    migrateUpTo,
    async prepare(urls, data) {
      const historyId = randomBytes(8).toString('hex');
      const nowMs = Date.now();
      await prepareRestored(urls.ownerUrl, { data, historyId, nowMs, eraseAgain: async () => undefined });
    },
  });
  return into;
}

/** Follows the log, takes a backup, and then commits this payment many times. */
async function goOnWith(dataDir: string, payment: number): Promise<ClusterManifest> {
  const postgres = await ensurePostgres({ dataDir, log: () => undefined });
  try {
    const stopping = new AbortController();
    const begun = Promise.withResolvers<void>();
    const following = followLog(postgres.ownerUrl, target, {
      pieceMs: 100,
      signal: stopping.signal,
      async following() {
        begun.resolve();
        return async () => undefined;
      },
    });
    await Promise.race([begun.promise, following]);
    const backup = await backUp(postgres, dataDir);
    await ask(postgres, `insert into payment select ${payment} from generate_series(1, 1000)`);
    stopping.abort();
    await following;
    return backup;
  } finally {
    await postgres.stop();
  }
}

async function paymentsIn(dataDir: string): Promise<unknown[]> {
  const postgres = await ensurePostgres({ dataDir, log: () => undefined });
  try {
    return await ask(postgres, 'select number, count(*)::integer from payment group by number');
  } finally {
    await postgres.stop();
  }
}

test('two databases that were restored from one backup do not mix their logs', async () => {
  const same = ({ systemId, timeline }: ClusterManifest) => ({ systemId, timeline });
  expect(same(second)).toEqual(same(first));
  expect(await paymentsIn(await restoreFrom(first, 'first-again'))).toEqual([1, 1000]);
  expect(await paymentsIn(await restoreFrom(second, 'second-again'))).toEqual([2, 1000]);
});
