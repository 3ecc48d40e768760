import { continuedBackup } from './continued-backup.ts';
import { type FollowedLog, followLog } from './follow-log.ts';
import { pictureStore } from './followed-pictures.ts';
import type { ClusterManifest } from './manifest.ts';
import type { BackupSource, BackupTarget } from './take-backup.ts';

export type FollowRequest = {
  pieceMs: number;
  signal: AbortSignal;
  nowMs: () => number;
  say: (line: string) => void;
  backUp(target: BackupTarget): Promise<void>;
};

/**
 * Follows the log, and takes a backup unless the stored log continues one that is young enough. The log is followed first,
 * so that it has no gap after the backup, and so that no backup is stored where the log cannot be followed.
 */
export async function backUpAndFollow(
  source: BackupSource,
  target: BackupTarget,
  { pieceMs, signal, nowMs, say, backUp }: FollowRequest,
): Promise<{ isWhole: boolean }> {
  const stopping = new AbortController();
  const ending = AbortSignal.any([signal, stopping.signal]);
  const begun = Promise.withResolvers<ClusterManifest | undefined>();
  const following = followLog(source.url, target, {
    pieceMs,
    signal: ending,
    async following(log: FollowedLog) {
      const beganMs = nowMs();
      const continued = await continuedBackup(target, log, beganMs);
      const storePictures = await pictureStore(
        source.dataDir,
        { ...target, logFolder: log.folder },
        { sinceMs: continued ? Date.parse(continued.startedAt) : beganMs, nowMs },
      );
      begun.resolve(continued);
      return storePictures;
    },
  });
  const unlessStopped = (error: unknown) => {
    if (!ending.aborted) throw error;
    say('The backup was stopped before it was whole.');
  };
  const backingUp = async () => {
    const continued = await Promise.race([begun.promise, following.then(() => undefined)]);
    if (continued) say(`The log is followed. It continues the backup ${continued.backupId}.`);
    else if (!ending.aborted) {
      await backUp(endedBy(target, ending)).then(
        () => say('The log is followed. It continues this backup.'),
        unlessStopped,
      );
    }
  };
  const [ended] = await Promise.all([following, backingUp()]).finally(() => stopping.abort());
  return ended;
}

/** A backup that is stopped ends before its next part, and has no manifest. */
function endedBy({ storage, key }: BackupTarget, signal: AbortSignal): BackupTarget {
  return {
    key,
    storage: {
      ...storage,
      put(name, bytes) {
        if (signal.aborted) return Promise.reject(signal.reason as Error);
        return storage.put(name, bytes);
      },
    },
  };
}
