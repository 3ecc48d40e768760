import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { filesFolder } from '../../platform/files.ts';
import { StartFailure } from '../../platform/start-failure.ts';
import type { Storage } from '../../platform/storage.ts';
import { unlessMissing } from '../../platform/storage.ts';
import { connectForBackup, endConnection } from './backup-connection.ts';
import { storeTables } from './copy-tables.ts';
import { historyIdIn } from './history-id.ts';
import { type ClusterManifest, type Manifest, storeManifest } from './manifest.ts';
import { connectForReplication, replicate, replicationRows } from './replication.ts';
import { type Part, storeParts } from './sealed-parts.ts';
import { tarHeader, tarPadding } from './tar.ts';

export type BackupSource = {
  /** For a cluster as a role that may replicate, for a copy as one that may read every table. */
  url: string;
  /** The whole cluster under DATA_DIR, or of a PostgreSQL of the lender's own the whole cluster or a copy of the tables. */
  way: 'cluster' | 'lenders-cluster' | 'copy';
  dataDir: string;
  /** After this time without a message of the database the backup is given up. */
  silentMs?: number | undefined;
};

export type BackupTarget = { storage: Storage; key: Buffer };

/** Without these passwords the restored cluster would let no program in. The keys of the program are left out. */
const CLUSTER_PASSWORDS = ['postgres/password', 'postgres/program-password'];

/** Stores the database and the sealed files, while programs use them. */
export async function takeBackup(
  source: BackupSource,
  { storage, key }: BackupTarget,
  nowMs: () => number,
): Promise<Manifest> {
  const startedAt = new Date(nowMs()).toISOString();
  const backupId = `${startedAt.replace(/[-:]|\.\d+/g, '')}-${randomBytes(4).toString('hex')}`;
  const folder = `backups/${backupId}`;
  const database =
    source.way === 'copy'
      ? {
          format: 2 as const,
          ...(await storeTables(source.url, { storage, key, folder: `${folder}/tables` }, source.silentMs)),
        }
      : {
          format: 1 as const,
          ...(await describeDatabase(source)),
          ...(await storeCluster(source, { storage, key, folder: `${folder}/cluster` })),
        };
  // A borrower has a picture only after its file is written. Files are read after the database, so that each borrower's
  // row has its file.
  const files = await storeParts({ storage, key, folder: `${folder}/files` }, filesOf(source));
  const finishedAt = new Date(nowMs()).toISOString();
  const manifest: Manifest = { backupId, startedAt, finishedAt, ...database, files };
  await storeManifest(storage, key, manifest);
  return manifest;
}

async function describeDatabase({
  way,
  url,
  silentMs,
}: BackupSource): Promise<
  Pick<ClusterManifest, 'lastMigration' | 'serverVersion' | 'database' | 'historyId'>
> {
  const client = await connectForBackup(url, { silentMs });
  try {
    const { rows } = await client.query<{ lastMigration: string; serverVersion: string; database: string }>(
      `select max(name) as "lastMigration", current_setting('server_version') as "serverVersion",
         current_database() as database from kysely_migration`,
    );
    const { database, ...read } = rows[0]!;
    const described = { ...read, historyId: await historyIdIn(client) };
    return way === 'lenders-cluster' ? { ...described, database } : described;
  } finally {
    await endConnection(client);
  }
}

type StoredCluster = Pick<ClusterManifest, 'systemId' | 'timeline' | 'startLsn' | 'endLsn' | 'cluster'>;

async function storeCluster(
  { url, silentMs }: BackupSource,
  to: { storage: Storage; key: Buffer; folder: string },
): Promise<StoredCluster> {
  const client = await connectForReplication(url, silentMs);
  try {
    const [system] = await replicationRows(client, 'IDENTIFY_SYSTEM');
    const { copied, rows } = replicate(
      client,
      `BASE_BACKUP (LABEL 'thumba', CHECKPOINT 'fast', WAL true, MANIFEST 'no')`,
    );
    const cluster: Part[] = await storeParts(to, archiveIn(copied));
    const answered = await rows;
    const [startLsn, timeline] = answered[0]!;
    return {
      systemId: system![0]!,
      timeline: Number(timeline),
      startLsn: startLsn!,
      endLsn: answered.at(-1)![0]!,
      cluster,
    };
  } finally {
    await endConnection(client);
  }
}

/** The bytes of the one archive that a cluster without tablespaces sends. */
async function* archiveIn(copied: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let archives = 0;
  for await (const message of copied) {
    const kind = String.fromCharCode(message[0]!);
    if (kind === 'n') archives += 1;
    if (archives > 1) throw new StartFailure('The cluster has tablespaces, which a backup does not hold.');
    if (kind === 'd') yield message.subarray(1);
  }
}

async function* filesOf({ way, dataDir }: BackupSource): AsyncGenerator<Buffer> {
  const folder = filesFolder(dataDir);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(unlessMissing);
  const stored = (entries ?? [])
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.part'))
    .map((entry) => path.relative(dataDir, path.join(entry.parentPath, entry.name)));
  for (const name of [...(way === 'cluster' ? CLUSTER_PASSWORDS : []), ...stored]) {
    const bytes = await readFile(path.join(dataDir, name)).catch(unlessMissing);
    // A file may be removed meanwhile, with its row.
    if (!bytes) continue;
    yield tarHeader(name.split(path.sep).join('/'), bytes.length);
    yield bytes;
    yield tarPadding(bytes.length);
  }
}
