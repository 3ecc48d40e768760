import { randomBytes } from 'node:crypto';
import { chown, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { CLUSTER_OWNER } from '../../platform/postgres/cluster.ts';
import { ensurePostgres } from '../../platform/postgres/embedded-postgres.ts';
import { runOnStoppedCluster } from '../../platform/postgres/programs.ts';
import { systemUserForPostgres } from '../../platform/postgres/system-user.ts';
import { folderStorage } from '../../platform/storage.ts';
import { type StoredTables, storeTables } from './copy-tables.ts';
import { writePictures } from './followed-pictures.ts';
import type { ClusterManifest, CopyManifest } from './manifest.ts';
import {
  type CheckedLog,
  recoverySettings,
  refuseRecovery,
  sayWhileRecovering,
  writeCluster,
} from './restore-cluster.ts';
import { restoreCopy } from './restore-copy.ts';
import type { RestoreRequest } from './restore-request.ts';
import type { BackupTarget } from './take-backup.ts';

/*
 * The cluster of a PostgreSQL of the lender's own recovers in a folder of its own. Then the tables of the program's
 * database are copied from it into a fresh one, and it is removed. So its roles, settings and other databases stay out.
 */

/** Nothing of its own files of settings is used: they may name libraries, addresses and commands of another machine. */
const SETTINGS_FILES: Record<string, string> = {
  'postgresql.conf': '',
  'postgresql.auto.conf': '',
  'pg_ident.conf': '',
  'pg_hba.conf': 'host all all 127.0.0.1/32 scram-sha-256\n',
};

/** What the lender's databases do at a login is theirs. */
const QUIET_LOGIN = { event_triggers: 'off' };

/** The data folder in which such a cluster recovers. */
export function lendersFolderIn(into: string): string {
  return path.join(into, 'lenders-cluster');
}

export async function restoreLendersCluster(
  target: BackupTarget,
  manifest: ClusterManifest,
  { pieces, brokenBy, pictures }: CheckedLog,
  request: RestoreRequest,
  prepare: (urls: { ownerUrl: string; programUrl: string }) => Promise<void>,
): Promise<Date | undefined> {
  const { into, at, say } = request;
  const dataDir = lendersFolderIn(into);
  const copyFolder = path.join(into, 'copied-tables');
  await mkdir(dataDir, { mode: 0o711 });
  await writePictures(target, { pictures, startedAt: manifest.startedAt }, into);
  await writeCluster(target, manifest, pieces, dataDir);
  await sayWhileRecovering(say, () => recoverAlone(dataDir, manifest.database!, { at, brokenBy }));
  // Sealed as a backup is, under a key that is gone with this process.
  const copyTarget = { storage: folderStorage(copyFolder), key: randomBytes(32) };
  const tables = await copyFrom(dataDir, manifest.database!, copyTarget);
  await rm(dataDir, { recursive: true });
  await restoreCopy(copyTarget, copyManifestOf(manifest, tables), request, prepare);
  await rm(copyFolder, { recursive: true });
  return at;
}

/** Has the cluster recover without listening anywhere, and lets the program in. */
async function recoverAlone(
  dataDir: string,
  database: string,
  { at, brokenBy }: { at: Date | undefined; brokenBy: string | undefined },
): Promise<void> {
  const home = path.join(dataDir, 'postgres');
  const folder = path.join(home, 'cluster');
  const user = await systemUserForPostgres();
  for (const [name, content] of Object.entries(SETTINGS_FILES)) {
    const file = path.join(folder, name);
    await writeFile(file, content, { mode: 0o600 });
    if (user) await chown(file, user.uid, user.gid);
  }
  const password = randomBytes(24).toString('base64url');
  await writeFile(path.join(home, 'password'), password, { mode: 0o600 });
  // A role or database that is there already is used as it is.
  await runOnStoppedCluster({ folder, database, user }, { ...recoverySettings(at), ...QUIET_LOGIN }, [
    'delete from pg_db_role_setting',
    `create role ${CLUSTER_OWNER}`,
    `alter role ${CLUSTER_OWNER} superuser login connection limit -1 valid until 'infinity' password '${password}'`,
    `create database ${CLUSTER_OWNER} template template0`,
    'create database postgres template template0',
  ]).catch((error: Error & { cause?: { stderr?: string } }) =>
    refuseRecovery(error, { brokenBy, written: error.cause?.stderr ?? '' }),
  );
}

async function copyFrom(dataDir: string, database: string, copyTarget: BackupTarget): Promise<StoredTables> {
  const postgres = await ensurePostgres({
    dataDir,
    log: () => undefined,
    isRestore: true,
    extraSettings: QUIET_LOGIN,
  });
  try {
    return await storeTables(postgres.urlOf(encodeURIComponent(database)), {
      ...copyTarget,
      folder: 'tables',
    });
  } finally {
    await postgres.stop();
  }
}

function copyManifestOf(
  { backupId, startedAt, finishedAt, files }: ClusterManifest,
  tables: StoredTables,
): CopyManifest {
  return { format: 2, backupId, startedAt, finishedAt, files, ...tables };
}
