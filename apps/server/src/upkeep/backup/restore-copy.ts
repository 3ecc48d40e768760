import { ensurePostgres } from '../../platform/postgres/embedded-postgres.ts';
import { loadTables } from './load-tables.ts';
import type { CopyManifest } from './manifest.ts';
import type { RestoreRequest } from './restore-request.ts';
import type { BackupTarget } from './take-backup.ts';

/** Makes a database in the data folder with the migrations of the copy, and puts its rows there. Answers their moment. */
export async function restoreCopy(
  target: BackupTarget,
  manifest: CopyManifest,
  { into, say, migrateUpTo }: RestoreRequest,
  prepare: (urls: { ownerUrl: string; programUrl: string }) => Promise<void>,
): Promise<Date> {
  const postgres = await ensurePostgres({ dataDir: into, log: () => undefined, isRestore: true });
  try {
    await migrateUpTo(postgres.ownerUrl, manifest.lastMigration);
    say(`The rows of ${manifest.tables.length} tables are written.`);
    const leftOut = await loadTables(postgres.ownerUrl, target, manifest);
    if (leftOut.length > 0)
      say(`Left out, because they are no tables of this program: ${leftOut.join(', ')}.`);
    await prepare(postgres);
    return new Date(manifest.startedAt);
  } finally {
    await postgres.stop();
  }
}
