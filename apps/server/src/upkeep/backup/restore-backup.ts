import { chown, type FileHandle, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { RestoredData } from '../../money/payment/restored-book.ts';
import { ensurePostgres } from '../../platform/postgres/embedded-postgres.ts';
import { type SystemUser, systemUserForPostgres } from '../../platform/postgres/system-user.ts';
import { allowStart, refuseStart } from '../../platform/postgres/unfinished-restore.ts';
import { StartFailure } from '../../platform/start-failure.ts';
import { type LogPiece, logFolder, logPieces, openLogPiece, piecesFrom, refuseGap } from './log-pieces.ts';
import { lastBackup, type Manifest } from './manifest.ts';
import { lsnOf } from './replication.ts';
import { checkParts, openParts } from './sealed-parts.ts';
import type { BackupTarget } from './take-backup.ts';
import { readTar } from './tar.ts';

const SEGMENT_BYTES = 16 * 1024 * 1024;

export type RestoreRequest = {
  into: string;
  at?: Date;
  say: (line: string) => void;
  /** Makes the recovered database safe to serve, before any other program can use it. */
  prepare?: (urls: { ownerUrl: string; programUrl: string }, data: RestoredData) => Promise<void>;
};

/** Puts the last backup into an empty data folder, as it was at `at` or as late as the stored log reaches. */
export async function restoreBackup(
  { storage, key }: BackupTarget,
  { into, at, say, prepare = async () => undefined }: RestoreRequest,
): Promise<Manifest> {
  await refuseUnlessEmpty(into);
  const manifest = await lastBackup(storage, key, at);
  say(`The parts of the backup ${manifest.backupId} are checked.`);
  await checkParts(storage, [...manifest.cluster, ...manifest.files]);
  const stored = await logPieces(storage, logFolder(manifest.systemId, manifest.timeline));
  const pieces = piecesFrom(stored, lsnOf(manifest.endLsn));
  if (!at) refuseGap(stored, pieces, lsnOf(manifest.endLsn));
  for (const piece of pieces) await openLogPiece(storage, key, piece);
  try {
    await refuseStart(into);
    await write(manifest, pieces);
    say('The database recovers.');
    await recover(into, at, (urls) =>
      // The time at which the backup began is early enough, whatever the stored log added.
      prepare(urls, { backupId: manifest.backupId, dataUntil: at ?? new Date(manifest.startedAt) }),
    );
    await allowStart(into);
  } catch (error) {
    // The folder was empty, and a part of a backup must not be taken for a whole one.
    for (const name of await readdir(into)) await rm(path.join(into, name), { recursive: true });
    throw error;
  }
  return manifest;

  async function write(whole: Manifest, log: readonly LogPiece[]): Promise<void> {
    // The cluster gets its own name at the end, so that no program starts on a part of it.
    const home = path.join(into, 'postgres');
    const draft = path.join(home, 'restored');
    const user = await systemUserForPostgres();
    await mkdir(draft, { recursive: true, mode: 0o700 });
    if (user) for (const folder of [home, draft]) await chown(folder, user.uid, user.gid);
    await readTar(openParts(storage, key, whole.cluster), writingInto(draft, user));
    await readTar(openParts(storage, key, whole.files), writingInto(into, undefined));
    for (const piece of log)
      await addToLog(draft, whole.timeline, piece, await openLogPiece(storage, key, piece), user);
    const signalFile = path.join(draft, 'recovery.signal');
    await writeFile(signalFile, '');
    if (user) await chown(signalFile, user.uid, user.gid);
    await rename(draft, path.join(home, 'cluster'));
  }
}

async function refuseUnlessEmpty(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o711 });
  if ((await readdir(folder)).length > 0) {
    throw new StartFailure(`The folder ${folder} is not empty: a backup is restored into an empty one.`);
  }
}

function writingInto(root: string, user: SystemUser | undefined) {
  let handle: FileHandle | undefined;
  return {
    async begin(entry: { path: string; isFolder: boolean }) {
      const place = path.join(root, entry.path);
      const folder = entry.isFolder ? place : path.dirname(place);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      if (user) await chown(folder, user.uid, user.gid);
      if (entry.isFolder) return;
      handle = await open(place, 'w', 0o600);
      if (user) await handle.chown(user.uid, user.gid);
    },
    async write(bytes: Buffer) {
      await handle!.writeFile(bytes);
    },
    async end() {
      await handle?.sync();
      await handle?.close();
      handle = undefined;
    },
  };
}

/** Writes a piece into the segment files of the log, which have a fixed size. */
async function addToLog(
  cluster: string,
  timeline: number,
  piece: LogPiece,
  bytes: Buffer,
  user: SystemUser | undefined,
): Promise<void> {
  let written = 0;
  while (written < bytes.length) {
    const lsn = piece.startLsn + BigInt(written);
    const segment = lsn / BigInt(SEGMENT_BYTES);
    const offset = Number(lsn % BigInt(SEGMENT_BYTES));
    const part = bytes.subarray(written, written + SEGMENT_BYTES - offset);
    const handle = await open(path.join(cluster, 'pg_wal', segmentName(timeline, segment)), 'a', 0o600);
    await handle.close();
    const writing = await open(path.join(cluster, 'pg_wal', segmentName(timeline, segment)), 'r+');
    try {
      if ((await writing.stat()).size < SEGMENT_BYTES) await writing.truncate(SEGMENT_BYTES);
      await writing.write(part, 0, part.length, offset);
      if (user) await writing.chown(user.uid, user.gid);
      await writing.sync();
    } finally {
      await writing.close();
    }
    written += part.length;
  }
}

function segmentName(timeline: number, segment: bigint): string {
  const perFile = 0x100000000n / BigInt(SEGMENT_BYTES);
  return [BigInt(timeline), segment / perFile, segment % perFile]
    .map((value) => value.toString(16).toUpperCase().padStart(8, '0'))
    .join('');
}

/** Starts the database once, so that it recovers and begins a timeline of its own, and stops it. */
async function recover(
  dataDir: string,
  at: Date | undefined,
  prepare: (urls: { ownerUrl: string; programUrl: string }) => Promise<void>,
): Promise<void> {
  const target: Record<string, string> = at
    ? { recovery_target_time: at.toISOString().replace('Z', '+00'), recovery_target_action: 'promote' }
    : {};
  const postgres = await ensurePostgres({
    dataDir,
    log: () => undefined,
    isRestore: true,
    // All of the log is in the folder already.
    extraSettings: { restore_command: 'false', hot_standby: 'off', ...target },
  }).catch(refuseRecovery);
  await prepare(postgres).finally(() => postgres.stop());
}

function refuseRecovery(error: unknown): never {
  const said = error instanceof Error ? error.message : String(error);
  throw new StartFailure(
    said.includes('before configured recovery target')
      ? 'The stored log ends before that moment: give an earlier one, or leave --at out for the latest.'
      : `The restored database did not recover: ${said}`,
    { cause: error },
  );
}
