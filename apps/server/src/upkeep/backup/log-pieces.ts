import { StartFailure } from '../../platform/start-failure.ts';
import { seal, unseal } from './sealed-parts.ts';
import type { Storage } from './storage.ts';

/** A stretch of the write-ahead log of one timeline. */
export type LogPiece = { name: string; startLsn: bigint; length: number };

export type LogOwner = { systemId: string; timeline: number; historyId?: string | undefined };

const hex = (value: bigint | number, digits: number) => value.toString(16).padStart(digits, '0');

/** A database that was restored has the system identifier of its backup, and may have the timeline of another restore. */
export function logFolder({ systemId, timeline, historyId }: LogOwner): string {
  const database = historyId === undefined ? systemId : `${systemId}-${historyId}`;
  return `log/${database}/${hex(timeline, 8)}`;
}

export function logPieceName(folder: string, startLsn: bigint, length: number): string {
  return `${folder}/${hex(startLsn, 16)}-${hex(length, 8)}`;
}

export async function logPieces(storage: Storage, folder: string): Promise<LogPiece[]> {
  return (await storage.list(folder)).flatMap((name) => {
    const found = /\/([0-9a-f]{16})-([0-9a-f]{8})$/.exec(name);
    return found ? [{ name, startLsn: BigInt(`0x${found[1]}`), length: Number.parseInt(found[2]!, 16) }] : [];
  });
}

export type LogStore = {
  add(bytes: Buffer): void;
  /** Of what was added and is not being stored yet. */
  waitingBytes(): number;
  /** Stores what waits as one piece. After a piece that could not be stored, none is. */
  store(): Promise<void>;
  storedTo(): bigint;
};

/**
 * Stores a log that begins at this place, one piece after another. `storeBefore` stores what the rows in a piece name. It
 * runs after the last byte of the piece has come.
 */
export function storeLogFrom(
  startLsn: bigint,
  { storage, key, folder }: { storage: Storage; key: Buffer; folder: string },
  storeBefore: () => Promise<void>,
): LogStore {
  let storedTo = startLsn;
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let storing = Promise.resolve();
  const storeWaiting = async () => {
    const bytes = Buffer.concat(waiting);
    waiting = [];
    waitingBytes = 0;
    await storeBefore();
    if (bytes.length === 0) return;
    const name = logPieceName(folder, storedTo, bytes.length);
    await storage.put(name, await seal(key, name, bytes));
    storedTo += BigInt(bytes.length);
  };
  return {
    add(bytes) {
      waiting.push(bytes);
      waitingBytes += bytes.length;
    },
    waitingBytes: () => waitingBytes,
    store() {
      storing = storing.then(storeWaiting);
      return storing;
    },
    storedTo: () => storedTo,
  };
}

/** The pieces that follow on each other without a gap from this place in the log. */
export function piecesFrom(pieces: readonly LogPiece[], lsn: bigint): LogPiece[] {
  let reached = lsn;
  const following: LogPiece[] = [];
  for (const piece of pieces) {
    const end = piece.startLsn + BigInt(piece.length);
    if (end <= reached) continue;
    if (piece.startLsn > reached) break;
    following.push(piece);
    reached = end;
  }
  return following;
}

/** Refuses a stored log with a missing piece: a restore would leave out what follows on the gap, and not say so. */
export function refuseGap(
  stored: readonly LogPiece[],
  following: readonly LogPiece[],
  backupEnd: bigint,
): void {
  const last = following.at(-1);
  const reached = last ? last.startLsn + BigInt(last.length) : backupEnd;
  const beyond = stored.find(({ startLsn }) => startLsn > reached);
  if (!beyond) return;
  throw new StartFailure(
    `The stored log has a gap before the piece ${beyond.name}: give --at with a moment before the gap.`,
  );
}

export async function openLogPiece(storage: Storage, key: Buffer, piece: LogPiece): Promise<Buffer> {
  const sealed = await storage.get(piece.name);
  const opened = sealed && (await unseal(key, piece.name, sealed));
  if (opened?.length !== piece.length)
    throw new StartFailure(
      `The piece ${piece.name} of the log was changed or does not open with BACKUP_KEY.`,
    );
  return opened;
}
