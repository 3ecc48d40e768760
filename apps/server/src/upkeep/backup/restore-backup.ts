import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { allowStart, isUnfinishedRestore, refuseStart } from '../../platform/postgres/unfinished-restore.ts';
import { StartFailure } from '../../platform/start-failure.ts';
import { chooseBackup, databaseOf, earlierBackup } from './choose-backup.ts';
import { folderFailure } from './folder-failure.ts';
import { removePicturesWithoutRow } from './followed-pictures.ts';
import { type ClusterManifest, type CopyManifest, type Manifest, partsOf } from './manifest.ts';
import { checkedLog, restoreCluster } from './restore-cluster.ts';
import { restoreCopy } from './restore-copy.ts';
import { restoreLendersCluster } from './restore-lenders-cluster.ts';
import type { RestoreRequest } from './restore-request.ts';
import { momentText } from './restored-moment.ts';
import { checkParts, openParts } from './sealed-parts.ts';
import type { BackupTarget } from './take-backup.ts';
import { readTar } from './tar.ts';
import { writingInto } from './write-files.ts';

export type Restored = {
  manifest: Manifest;
  /** All changes until this moment are in the restored database. Undefined where only the stored log knows it. */
  reachedAt: Date | undefined;
};

/** Puts a backup into an empty data folder, as it was at `at` or as late as the stored log reaches. */
export async function restoreBackup(target: BackupTarget, request: RestoreRequest): Promise<Restored> {
  const { into, at, say, prepare = async () => undefined } = request;
  const { storage, key } = target;
  const failure = (error: unknown) => folderFailure(`The backup cannot be restored into ${into}`, error);
  await refuseUnlessEmpty(into).catch((error) => {
    throw failure(error);
  });
  const manifest = await chooseBackup(target, request);
  if (at && manifest.format === 2) throw withoutMoment(manifest);
  say(
    `The backup ${manifest.backupId} of the database ${databaseOf(manifest)} is taken. Its parts are checked.`,
  );
  await checkParts(storage, partsOf(manifest)).catch(async (error) => {
    throw error instanceof StartFailure ? await withEarlier(error, target, manifest) : error;
  });
  const log = manifest.format === 1 ? await checkedLog(target, manifest, request) : undefined;
  // The time of the last change in the log would be too late: a transaction takes its time before its place in the log, so
  // one with an earlier time may come after the end of the log.
  const data = { backupId: manifest.backupId, dataUntil: at ?? new Date(manifest.startedAt) };
  const prepareAs = async (urls: { ownerUrl: string; programUrl: string }) => {
    await removePicturesWithoutRow(into, urls.ownerUrl);
    await prepare(urls, data);
  };
  try {
    await refuseStart(into);
    await readTar(openParts(storage, key, manifest.files), writingInto(into, undefined));
    const reachedAt =
      manifest.format === 1
        ? await restoreClusterOf(manifest)(target, manifest, log!, request, prepareAs)
        : await restoreCopy(target, manifest, request, prepareAs);
    await allowStart(into);
    return { manifest, reachedAt };
  } catch (error) {
    // The folder was empty, and a part of a backup must not be taken for a whole one.
    for (const name of await readdir(into)) await rm(path.join(into, name), { recursive: true });
    throw failure(error);
  }
}

function restoreClusterOf({
  database,
}: ClusterManifest): typeof restoreCluster | typeof restoreLendersCluster {
  return database === undefined ? restoreCluster : restoreLendersCluster;
}

/** The log of an earlier backup of the same database reaches as far. */
async function withEarlier(
  error: StartFailure,
  target: BackupTarget,
  manifest: Manifest,
): Promise<StartFailure> {
  const earlier = await earlierBackup(target, manifest);
  const advice = earlier
    ? `Take the earlier backup with --backup ${earlier.backupId}.`
    : 'There is no earlier backup of this database in this place.';
  return new StartFailure(`${error.message} ${advice}`, { cause: error });
}

function withoutMoment({ backupId, startedAt }: CopyManifest): StartFailure {
  return new StartFailure(
    `The backup ${backupId} is a copy of the tables and has no log: it comes back as it was at ${momentText(new Date(startedAt))}. Leave --at out.`,
  );
}

async function refuseUnlessEmpty(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o711 });
  if (await isUnfinishedRestore(folder)) {
    throw new StartFailure(
      `The folder ${folder} has a restore that was not finished: remove it, and say the command again.`,
    );
  }
  if ((await readdir(folder)).length > 0) {
    throw new StartFailure(`The folder ${folder} is not empty: a backup is restored into an empty one.`);
  }
}
