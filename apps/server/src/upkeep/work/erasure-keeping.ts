import type { BackupStoreSettings } from '../../book/settings/backup-place.ts';
import { type Clock, HOUR_MS, toDate } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import type { Storage } from '../../platform/storage.ts';
import { startWorkLoop, type WorkLoop } from '../../platform/work-loop.ts';
import { beginErasureList, erasureName, listedErasures, storeErasure } from '../backup/erasure-list.ts';
import { backupKeyOf } from '../backup/sealed-parts.ts';
import { beginStorageAt } from '../backup/storage-at.ts';
import { deletedSince } from '../personal-data/erase-again.ts';

const LOOK_EVERY_MS = 2_000;

/** Adds each deleted account to the list that is stored apart from the database. Undefined where no place is set. */
export function startErasureKeeping({
  db,
  clock,
  log,
  settings,
}: {
  db: Database;
  clock: Clock;
  log: Log;
  settings: BackupStoreSettings & {
    DATA_DIR: string;
    ERASURES_TO?: string | undefined;
    BACKUP_KEY?: string | undefined;
  };
}): WorkLoop | undefined {
  const { ERASURES_TO: place, DATA_DIR: dataDir } = settings;
  if (place === undefined) return undefined;
  const key = backupKeyOf(settings.BACKUP_KEY);
  const say = (line: string) => log.warn(line);
  let target: { storage: Storage; key: Buffer } | undefined;
  let listed: Set<string> | undefined;
  let since = new Date(0);
  return startWorkLoop({
    everyMs: LOOK_EVERY_MS,
    onError: (error) => log.error({ err: error }, 'deleted accounts could not be added to the list'),
    async takeBatch() {
      target ??= { storage: await beginStorageAt(place, settings, { dataDir, isNewPlace: false, say }), key };
      if (!listed) {
        await beginErasureList(target);
        listed = await listedErasures(target);
      }
      const nowMs = clock.nowMs();
      for (const account of await deletedSince(db, since)) {
        if (listed.has(erasureName(account))) continue;
        await storeErasure(target, account);
        listed.add(erasureName(account));
      }
      // A deletion is written under the time at which its request began.
      since = toDate(nowMs - HOUR_MS);
      return 0;
    },
  });
}
