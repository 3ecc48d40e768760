import { DAY_MS } from '../../platform/clock.ts';
import type { FollowedLog } from './follow-log.ts';
import { logFolder, logPieces, piecesFrom } from './log-pieces.ts';
import { type ClusterManifest, openManifest, wholeBackups } from './manifest.ts';
import { lsnOf } from './replication.ts';
import type { BackupTarget } from './take-backup.ts';

/** An older backup would make a restore read much of the log. */
const NEWEST_MS = DAY_MS;

/**
 * The newest backup of this database, if the stored log continues it without a gap up to where it is followed now, and the
 * backup is younger than a day. Otherwise what is followed can be restored only with a new backup.
 */
export async function continuedBackup(
  target: BackupTarget,
  log: FollowedLog,
  nowMs: number,
): Promise<ClusterManifest | undefined> {
  for (const backupId of (await wholeBackups(target.storage)).reverse()) {
    // A backup under another key continues nothing.
    const manifest = await openManifest(target.storage, target.key, backupId);
    if (manifest?.format !== 1 || logFolder(manifest) !== log.folder) continue;
    const isYoung = Date.parse(manifest.startedAt) > nowMs - NEWEST_MS;
    return isYoung && (await reaches(target, manifest, log)) ? manifest : undefined;
  }
  return undefined;
}

async function reaches(
  { storage }: BackupTarget,
  { endLsn }: ClusterManifest,
  { folder, startLsn }: FollowedLog,
): Promise<boolean> {
  const last = piecesFrom(await logPieces(storage, folder), lsnOf(endLsn)).at(-1);
  const reached = last ? last.startLsn + BigInt(last.length) : lsnOf(endLsn);
  return startLsn <= reached;
}
