import type { Dirent } from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { HOUR_MS } from '../../platform/clock.ts';
import { fileIdOfName, filesFolder } from '../../platform/files.ts';
import { StartFailure } from '../../platform/start-failure.ts';
import type { Storage } from '../../platform/storage.ts';
import { unlessMissing } from '../../platform/storage.ts';
import { connectForBackup, endConnection } from './backup-connection.ts';
import type { ClusterManifest } from './manifest.ts';
import { namedWithCount } from './named-with-count.ts';
import { seal, unseal } from './sealed-parts.ts';
import type { BackupTarget } from './take-backup.ts';
import { writingInto } from './write-files.ts';

/*
 * The pictures that came after a base backup. They are stored beside the log that has their rows, each as an object with
 * the time at which it was stored. A picture that is sealed anew is stored again.
 */

/** A picture whose time is this much before the backup is in the backup, whatever was done to the clock meanwhile. */
const CLOCK_MS = HOUR_MS;
/** A folder that changed so lately may change again without another time. */
const SETTLED_MS = 2_000;
const NAME = /\/(\d{14})-([A-Za-z0-9_-]{20,64})$/;

export type StoredPicture = { name: string; storedAtMs: number; fileId: string };

/** The stored pictures, the oldest first. */
export async function storedPictures(storage: Storage, logFolder: string): Promise<StoredPicture[]> {
  return (await storage.list(folderOf(logFolder))).flatMap((name) => {
    const [, storedAt, fileId] = NAME.exec(name) ?? [];
    return fileId ? [{ name, storedAtMs: Number(storedAt), fileId }] : [];
  });
}

/** Whether a restore of this backup may need a picture that was stored then. */
export function isNeededFor({ startedAt }: ClusterManifest, { storedAtMs }: StoredPicture): boolean {
  return storedAtMs >= Date.parse(startedAt) - CLOCK_MS;
}

/** Answers what stores each picture that the backup that began at `since` may not have, and that is not stored yet. */
export async function pictureStore(
  dataDir: string,
  { storage, key, logFolder }: BackupTarget & { logFolder: string },
  { sinceMs, nowMs }: { sinceMs: number; nowMs: () => number },
): Promise<() => Promise<void>> {
  const root = filesFolder(dataDir);
  const storedAtMs = new Map(
    (await storedPictures(storage, logFolder)).map((picture) => [picture.fileId, picture.storedAtMs]),
  );
  const writtenAtMs = new Map<string, number>();
  const unchangedSinceMs = new Map<string, number>();

  async function storePicture(folder: string, fileId: string): Promise<void> {
    const file = path.join(root, folder, fileId);
    const written = (await stat(file).catch(unlessMissing))?.mtimeMs;
    if (written === undefined || written < sinceMs - CLOCK_MS) return;
    if (writtenAtMs.get(fileId) === written || (storedAtMs.get(fileId) ?? 0) > written) return;
    const name = `${folderOf(logFolder)}/${String(nowMs()).padStart(14, '0')}-${fileId}`;
    const bytes = await readFile(file).catch(unlessMissing);
    if (!bytes) return;
    await storage.put(name, await seal(key, name, bytes));
    writtenAtMs.set(fileId, written);
  }

  return async () => {
    const folders = (await readdir(root, { withFileTypes: true }).catch(unlessMissing)) ?? [];
    for (const { name: folder } of folders.filter((entry) => entry.isDirectory())) {
      const beganMs = nowMs();
      const changedMs = (await stat(path.join(root, folder)).catch(unlessMissing))?.mtimeMs;
      if (changedMs === undefined || unchangedSinceMs.get(folder) === changedMs) continue;
      for (const fileId of (await readdir(path.join(root, folder)).catch(unlessMissing)) ?? [])
        if (!fileId.endsWith('.part')) await storePicture(folder, fileId);
      if (changedMs < beganMs - SETTLED_MS) unchangedSinceMs.set(folder, changedMs);
    }
  };
}

/** The stored pictures that a restore needs and that open. The others are named, and nothing else is kept from coming back. */
export async function checkedPictures(
  target: BackupTarget,
  logFolder: string,
  manifest: ClusterManifest,
  say: (line: string) => void,
): Promise<StoredPicture[]> {
  const pictures = await storedPictures(target.storage, logFolder);
  const needed = pictures.filter((picture) => isNeededFor(manifest, picture));
  const [opened, closed]: StoredPicture[][] = [[], []];
  for (const picture of needed) ((await openPicture(target, picture)) ? opened : closed)!.push(picture);
  if (closed!.length > 0)
    say(
      `Pictures beside the log that were changed or do not open with BACKUP_KEY, and are left out: ${namedWithCount(closed!.map(({ name }) => name))}.`,
    );
  return opened!;
}

/**
 * Puts the pictures beside those of the backup, or in place of what was sealed anew after it. The backup read its files
 * after its beginning, so its file of a picture is never older than one that was stored before that.
 */
export async function writePictures(
  target: BackupTarget,
  { pictures, startedAt }: { pictures: readonly StoredPicture[] } & Pick<ClusterManifest, 'startedAt'>,
  into: string,
): Promise<void> {
  const ofBackup = new Set((await filesBelow(filesFolder(into))).map(({ name }) => name));
  const newest = new Map(pictures.map((picture) => [picture.fileId, picture]));
  const files = writingInto(into, undefined);
  for (const [fileId, picture] of newest) {
    if (picture.storedAtMs < Date.parse(startedAt) && ofBackup.has(fileId)) continue;
    const bytes = await openPicture(target, picture);
    if (!bytes) throw new StartFailure(`The picture ${picture.name} of the log was changed meanwhile.`);
    await files.begin({
      path: `files/${fileId.slice(0, 2)}/${fileId}`,
      isFolder: false,
      mode: 0o600,
      size: bytes.length,
    });
    await files.write(bytes);
    await files.end();
  }
}

/**
 * Removes the pictures that no row of the restored database names: those of accounts that were deleted before the restored
 * moment, and those that came after it. Nothing else would ever remove them.
 */
export async function removePicturesWithoutRow(dataDir: string, ownerUrl: string): Promise<number> {
  const files = await filesBelow(filesFolder(dataDir));
  if (files.length === 0) return 0;
  const named = await fileIdsOf(ownerUrl);
  const strays = files.filter(({ name }) => !named.has(fileIdOfName(name)));
  for (const { parentPath, name } of strays) await rm(path.join(parentPath, name));
  return strays.length;
}

async function filesBelow(root: string): Promise<Dirent[]> {
  const entries = (await readdir(root, { recursive: true, withFileTypes: true }).catch(unlessMissing)) ?? [];
  return entries.filter((entry) => entry.isFile());
}

async function fileIdsOf(url: string): Promise<Set<string>> {
  const client = await connectForBackup(url);
  try {
    const { rows } = await client.query<{ file_id: string }>('select file_id from stored_file');
    return new Set(rows.map(({ file_id }) => file_id));
  } finally {
    await endConnection(client);
  }
}

/** Undefined where it was changed or does not open with this key. */
async function openPicture(
  { storage, key }: BackupTarget,
  { name }: StoredPicture,
): Promise<Buffer | undefined> {
  const sealed = await storage.get(name);
  return sealed && (await unseal(key, name, sealed));
}

function folderOf(logFolder: string): string {
  return `${logFolder}/pictures`;
}
