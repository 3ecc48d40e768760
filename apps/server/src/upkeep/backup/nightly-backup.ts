import { connectForBackup, endConnection } from './backup-connection.ts';
import { addToBackupState } from './backup-state.ts';
import { removeOldBackups } from './remove-old-backups.ts';
import { drillRestore, type Examine } from './restore-drill.ts';
import type { RestoreRequest } from './restore-request.ts';
import { type BackupSource, type BackupTarget, takeBackup } from './take-backup.ts';

/** The exit status of the command where another process takes the nightly backup at that moment. */
export const UNDER_WAY_STATUS = 3;

/**
 * Takes a backup, restores it as a test, and removes old ones. It runs in one process at a time. `under_way` if another
 * process has it.
 */
export async function backUpNightly(
  source: BackupSource,
  target: BackupTarget,
  options: {
    keepDays: number;
    nowMs: () => number;
    examine: Examine;
    say: RestoreRequest['say'];
    migrateUpTo: RestoreRequest['migrateUpTo'];
  },
): Promise<'done' | 'under_way'> {
  const { keepDays, nowMs, examine, say, migrateUpTo } = options;
  const { dataDir } = source;
  // A lock that is lost with its connection is noticed by no statement.
  const lock = await connectForBackup(source.url, { silentMs: source.silentMs });
  try {
    const { rows } = await lock.query(`select pg_try_advisory_lock(hashtext('nightly backup')) as "isFirst"`);
    if (!rows[0].isFirst) return 'under_way';
    await addToBackupState(dataDir, { begunAtMs: nowMs() });
    const { backupId } = await takeBackup(source, target, nowMs);
    await addToBackupState(dataDir, { storedAtMs: nowMs() });
    say(`The backup ${backupId} is stored.`);
    const good = await drillRestore(target, dataDir, { examine, backupId, say, migrateUpTo });
    await addToBackupState(dataDir, { restoredAtMs: nowMs() });
    const removed = await removeOldBackups(target, good, { keepDays, nowMs: nowMs() });
    say(`Removed: ${removed.backups} old backups and ${removed.logPieces} pieces of the log.`);
    return 'done';
  } finally {
    await endConnection(lock);
  }
}
