import { rm } from 'node:fs/promises';
import path from 'node:path';
import { ensurePostgres } from '../../platform/postgres/embedded-postgres.ts';
import { findPostgresPrograms, runProgram } from '../../platform/postgres/programs.ts';
import { systemUserForPostgres } from '../../platform/postgres/system-user.ts';
import { StartFailure } from '../../platform/start-failure.ts';
import type { Manifest } from './manifest.ts';
import { restoreBackup } from './restore-backup.ts';
import { lendersFolderIn } from './restore-lenders-cluster.ts';
import type { RestoreRequest } from './restore-request.ts';
import type { BackupTarget } from './take-backup.ts';

/** What the doctor says of a book. */
export type Verdict = { isSound: boolean; verdict: string };

/** Asks the doctor about a restored database and the data folder that it was restored into. */
export type Examine = (ownerUrl: string, dataDir: string) => Promise<Verdict>;

/** Restores a backup beside the database, asks the doctor about its book, and removes it again. */
export async function drillRestore(
  target: BackupTarget,
  dataDir: string,
  {
    examine,
    backupId,
    say,
    migrateUpTo,
  }: { examine: Examine } & Pick<RestoreRequest, 'backupId' | 'say' | 'migrateUpTo'>,
): Promise<Manifest> {
  const into = scratchFolder(dataDir);
  await removeScratch(dataDir);
  try {
    const { manifest } = await restoreBackup(target, { into, backupId, say, migrateUpTo });
    const postgres = await ensurePostgres({ dataDir: into, log: () => undefined });
    const { isSound, verdict } = await examine(postgres.ownerUrl, into);
    if (!isSound) {
      throw new StartFailure(
        `The backup ${manifest.backupId} was restored, and the doctor says: ${verdict} Run npm run doctor on the database.`,
      );
    }
    say(`The restored book was examined. ${verdict}`);
    return manifest;
  } finally {
    await removeScratch(dataDir);
  }
}

/** Also ends and removes what a drill left that was killed. */
export async function removeScratch(dataDir: string): Promise<void> {
  const folder = scratchFolder(dataDir);
  const [programs, user] = await Promise.all([findPostgresPrograms(), systemUserForPostgres()]);
  for (const dataDir of [folder, lendersFolderIn(folder)]) {
    const cluster = path.join(dataDir, 'postgres/cluster');
    // It fails where no server runs there.
    await runProgram(programs.pg_ctl, ['stop', '-D', cluster, '-m', 'immediate'], user).catch(
      () => undefined,
    );
  }
  // A database that recovers alone ends when its files are gone, and may write until then.
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
}

function scratchFolder(dataDir: string): string {
  return path.resolve(dataDir, 'restore-drill');
}
