import { DAY_MS } from '../../platform/clock.ts';
import type { Storage } from '../../platform/storage.ts';
import { isNeededFor, storedPictures } from './followed-pictures.ts';
import { logFolder, logPieces } from './log-pieces.ts';
import {
  type ClusterManifest,
  isOfOneDatabase,
  type Manifest,
  openManifest,
  wholeBackups,
} from './manifest.ts';
import { lsnOf } from './replication.ts';
import type { BackupTarget } from './take-backup.ts';

/**
 * Removes the backups of this database that are older than some days, and the pieces of the log and the pictures beside it
 * that no kept backup needs. `good` is the newest backup, which was restored as a test; it always stays. Backups of another
 * database, of this one before or after another restore, or under another key stay too.
 */
export async function removeOldBackups(
  { storage, key }: BackupTarget,
  good: Manifest,
  { keepDays, nowMs }: { keepDays: number; nowMs: number },
): Promise<{ backups: number; logPieces: number }> {
  const before = new Date(nowMs - keepDays * DAY_MS).toISOString();
  const { opened, areAllOpened } = await readManifests({ storage, key });
  const own = opened.filter((backup) => isOfOneDatabase(backup, good));
  const isOld = ({ backupId, finishedAt }: Manifest) => finishedAt < before && backupId !== good.backupId;
  const old = own.filter(isOld);
  for (const { backupId } of old) await removeBackup(storage, backupId);
  await removeInterrupted(storage, before);
  const kept = own.filter((backup) => !isOld(backup));
  // A backup that an earlier key sealed may need any piece.
  const pieces = areAllOpened
    ? await removeLog(storage, own.filter(isOfCluster), kept.filter(isOfCluster))
    : 0;
  return { backups: old.length, logPieces: pieces };
}

async function readManifests({
  storage,
  key,
}: BackupTarget): Promise<{ opened: Manifest[]; areAllOpened: boolean }> {
  const backupIds = await wholeBackups(storage);
  const opened: Manifest[] = [];
  for (const backupId of backupIds) {
    const manifest = await openManifest(storage, key, backupId);
    if (manifest) opened.push(manifest);
  }
  return { opened, areAllOpened: opened.length === backupIds.length };
}

/** The manifest goes first, so that a part of a backup is never taken for a whole one. */
async function removeBackup(storage: Storage, backupId: string): Promise<void> {
  const folder = `backups/${backupId}`;
  await storage.remove(`${folder}/manifest`);
  for (const name of await storage.list(folder)) await storage.remove(name);
}

/** Backups without a manifest. The name of a backup begins with its time. */
async function removeInterrupted(storage: Storage, before: string): Promise<void> {
  const limit = before.replace(/[-:]|\.\d+/g, '');
  const whole = new Set(await wholeBackups(storage));
  const names = await storage.list('backups');
  for (const backupId of new Set(names.map((name) => name.split('/')[1]!))) {
    if (backupId < limit && !whole.has(backupId)) await removeBackup(storage, backupId);
  }
}

/** A restore reads the log from the end of its backup on. */
async function removeLog(
  storage: Storage,
  own: readonly ClusterManifest[],
  kept: readonly ClusterManifest[],
): Promise<number> {
  let removed = 0;
  for (const folder of new Set(own.map(logFolder))) {
    const ofFolder = kept.filter((backup) => logFolder(backup) === folder);
    const needed = ofFolder.map(({ endLsn }) => lsnOf(endLsn));
    const unneeded = (await logPieces(storage, folder)).filter(({ startLsn, length }) =>
      needed.every((lsn) => startLsn + BigInt(length) <= lsn),
    );
    for (const { name } of unneeded) await storage.remove(name);
    removed += unneeded.length;
    for (const picture of await storedPictures(storage, folder))
      if (!ofFolder.some((backup) => isNeededFor(backup, picture))) await storage.remove(picture.name);
  }
  return removed;
}

/** A copy of tables has no log. */
function isOfCluster(backup: Manifest): backup is ClusterManifest {
  return backup.format === 1;
}
