import { StartFailure } from '../../platform/start-failure.ts';
import type { Storage } from '../../platform/storage.ts';
import { seal, unseal } from './sealed-parts.ts';

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

/** What a stored log has from one place on. */
export type StoredLog = {
  /** They follow on each other without a gap, and each opens. */
  pieces: LogPiece[];
  /** Why the log is not read further, as a sentence. Undefined where it has nothing further. */
  brokenBy: string | undefined;
};

/** A piece that does not open is as good as missing: another one may reach over its place. */
export async function openableLog(
  { storage, key, folder }: { storage: Storage; key: Buffer; folder: string },
  lsn: bigint,
): Promise<StoredLog> {
  const stored = await logPieces(storage, folder);
  const closed = new Set<LogPiece>();
  for (;;) {
    const pieces = piecesFrom(
      stored.filter((piece) => !closed.has(piece)),
      lsn,
    );
    const unopened = await firstClosed(storage, key, pieces);
    if (!unopened) return { pieces, brokenBy: breakAfter(pieces.at(-1), { stored, closed, lsn }) };
    closed.add(unopened);
  }
}

async function firstClosed(
  storage: Storage,
  key: Buffer,
  pieces: readonly LogPiece[],
): Promise<LogPiece | undefined> {
  for (const piece of pieces) if (!(await opened(storage, key, piece))) return piece;
  return undefined;
}

function breakAfter(
  last: LogPiece | undefined,
  { stored, closed, lsn }: { stored: readonly LogPiece[]; closed: ReadonlySet<LogPiece>; lsn: bigint },
): string | undefined {
  const reached = last ? endOf(last) : lsn;
  const beyond = stored.find((piece) => endOf(piece) > reached);
  if (!beyond) return undefined;
  return closed.has(beyond)
    ? `The piece ${beyond.name} of the stored log was changed or does not open with BACKUP_KEY.`
    : `The stored log has a gap before the piece ${beyond.name}.`;
}

export async function openLogPiece(storage: Storage, key: Buffer, piece: LogPiece): Promise<Buffer> {
  const bytes = await opened(storage, key, piece);
  if (bytes) return bytes;
  throw new StartFailure(`The piece ${piece.name} of the log was changed or does not open with BACKUP_KEY.`);
}

async function opened(storage: Storage, key: Buffer, piece: LogPiece): Promise<Buffer | undefined> {
  const sealed = await storage.get(piece.name);
  const bytes = sealed && (await unseal(key, piece.name, sealed));
  return bytes?.length === piece.length ? bytes : undefined;
}

function endOf({ startLsn, length }: LogPiece): bigint {
  return startLsn + BigInt(length);
}
