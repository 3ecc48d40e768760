import { chown, mkdir, open, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ensurePostgres } from '../../platform/postgres/embedded-postgres.ts';
import { type SystemUser, systemUserForPostgres } from '../../platform/postgres/system-user.ts';
import { StartFailure } from '../../platform/start-failure.ts';
import { connectForBackup, endConnection } from './backup-connection.ts';
import { checkedPictures, type StoredPicture, writePictures } from './followed-pictures.ts';
import { type LogPiece, logFolder, openableLog, openLogPiece, type StoredLog } from './log-pieces.ts';
import type { ClusterManifest } from './manifest.ts';
import { lsnOf } from './replication.ts';
import type { RestoreRequest } from './restore-request.ts';
import { momentText } from './restored-moment.ts';
import { openParts } from './sealed-parts.ts';
import type { BackupTarget } from './take-backup.ts';
import { readTar } from './tar.ts';
import { writingInto } from './write-files.ts';

const SAY_EVERY_MS = 10_000;
const SEGMENT_BYTES = 16 * 1024 * 1024;

export type CheckedLog = StoredLog & { pictures: StoredPicture[] };

/** The stored log that a restore needs, and the pictures beside it, checked before anything is written. */
export async function checkedLog(
  target: BackupTarget,
  manifest: ClusterManifest,
  { at, isUntilGap = false, say }: Pick<RestoreRequest, 'at' | 'isUntilGap' | 'say'>,
): Promise<CheckedLog> {
  const folder = logFolder(manifest);
  const log = await openableLog({ ...target, folder }, lsnOf(manifest.endLsn));
  if (log.brokenBy !== undefined && !at) {
    // What follows on the gap would be left out, and the person who restores would not learn it.
    if (!isUntilGap)
      throw new StartFailure(
        `${log.brokenBy} To restore as far as the log reaches before it, say --until-gap. An earlier moment is restored with --at.`,
      );
    say(`${log.brokenBy} The database comes back as far as the log reaches before it.`);
  }
  return { ...log, pictures: await checkedPictures(target, folder, manifest, say) };
}

/**
 * Writes the cluster and its log into the data folder, and has the database recover. Answers the moment that it
 * reached.
 */
export async function restoreCluster(
  target: BackupTarget,
  manifest: ClusterManifest,
  { pieces, brokenBy, pictures }: CheckedLog,
  { into, at, say }: RestoreRequest,
  prepare: (urls: { ownerUrl: string; programUrl: string }) => Promise<void>,
): Promise<Date> {
  await writePictures(target, { pictures, startedAt: manifest.startedAt }, into);
  await writeCluster(target, manifest, pieces, into);
  const lastChangeAt = await sayWhileRecovering(say, () => recover(into, { at, brokenBy }, prepare));
  return at ?? lastChangeAt ?? new Date(manifest.startedAt);
}

export async function sayWhileRecovering<Result>(
  say: RestoreRequest['say'],
  recovering: () => Promise<Result>,
): Promise<Result> {
  say('The database recovers.');
  const beganAt = performance.now();
  const saying = setInterval(
    () =>
      say(`The database still recovers, since ${Math.round((performance.now() - beganAt) / 1000)} seconds.`),
    SAY_EVERY_MS,
  );
  return recovering().finally(() => clearInterval(saying));
}

export async function writeCluster(
  { storage, key }: BackupTarget,
  whole: ClusterManifest,
  log: readonly LogPiece[],
  into: string,
): Promise<void> {
  // The cluster gets its own name at the end, so that no program starts on a part of it.
  const home = path.join(into, 'postgres');
  const draft = path.join(home, 'restored');
  const user = await systemUserForPostgres();
  await mkdir(draft, { recursive: true, mode: 0o700 });
  if (user) for (const folder of [home, draft]) await chown(folder, user.uid, user.gid);
  await readTar(openParts(storage, key, whole.cluster), writingInto(draft, user));
  for (const piece of log)
    await addToLog(draft, whole.timeline, piece, await openLogPiece(storage, key, piece), user);
  const signalFile = path.join(draft, 'recovery.signal');
  await writeFile(signalFile, '');
  if (user) await chown(signalFile, user.uid, user.gid);
  await rename(draft, path.join(home, 'cluster'));
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
  { at, brokenBy }: { at: Date | undefined; brokenBy: string | undefined },
  prepare: (urls: { ownerUrl: string; programUrl: string }) => Promise<void>,
): Promise<Date | undefined> {
  const postgres = await ensurePostgres({
    dataDir,
    log: () => undefined,
    isRestore: true,
    extraSettings: recoverySettings(at),
  }).catch(async (error) => {
    const written = await readFile(path.join(dataDir, 'postgres/server.log'), 'utf8').catch(() => '');
    return refuseRecovery(error, { brokenBy, written });
  });
  try {
    const lastChangeAt = await readLastChange(postgres.ownerUrl);
    await prepare(postgres);
    return lastChangeAt;
  } finally {
    await postgres.stop();
  }
}

async function readLastChange(url: string): Promise<Date | undefined> {
  const client = await connectForBackup(url);
  try {
    const { rows } = await client.query<{ at: Date | null }>('select pg_last_xact_replay_timestamp() as at');
    return rows[0]!.at ?? undefined;
  } finally {
    await endConnection(client);
  }
}

export function recoverySettings(at: Date | undefined): Record<string, string> {
  const target: Record<string, string> = at
    ? { recovery_target_time: at.toISOString().replace('Z', '+00'), recovery_target_action: 'promote' }
    : {};
  // All of the log is in the folder already.
  return { restore_command: 'false', hot_standby: 'off', ...target };
}

/** What the database writes at the end of its log when it has recovered. Its time zone is UTC. */
const LAST_CHANGE =
  /last completed transaction was at log time (\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)\+00/;

/** Says why the database did not recover. `written` is what it wrote about it. */
export function refuseRecovery(
  error: unknown,
  { brokenBy, written }: { brokenBy: string | undefined; written: string },
): never {
  const said = error instanceof Error ? error.message : String(error);
  if (!said.includes('before configured recovery target'))
    throw new StartFailure(`The restored database did not recover: ${said}`, { cause: error });
  const [, on, timeOfDay] = LAST_CHANGE.exec(written) ?? [];
  const lastChange = on === undefined ? undefined : momentText(new Date(`${on}T${timeOfDay}Z`));
  throw new StartFailure(
    brokenBy === undefined
      ? `The stored log ends before that moment${lastChange === undefined ? '' : `: its last change was at ${lastChange}`}. Give an earlier one, or leave --at out for the latest.`
      : `${lastChange === undefined ? '' : `The last change before that moment in the stored log was at ${lastChange}. `}${brokenBy} Say --until-gap instead of --at to restore as far as the log reaches before it.`,
    { cause: error },
  );
}
