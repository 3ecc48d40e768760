import type pg from 'pg';
import { StartFailure } from '../../platform/start-failure.ts';
import { connectForBackup, endConnection } from './backup-connection.ts';
import { readHistoryId } from './history-id.ts';
import { type LogStore, logFolder, logPieces, storeLogFrom } from './log-pieces.ts';
import { connectForReplication, lsnOf, lsnText, replicate, replicationRows } from './replication.ts';
import type { BackupTarget } from './take-backup.ts';

const SLOT = 'thumba_backup';
const SLOT_EXISTS = '42710';
const SLOT_MISSING = '42704';
const SLOT_IN_USE = '55006';
const MAKE_SLOT = `CREATE_REPLICATION_SLOT ${SLOT} PHYSICAL (RESERVE_WAL true)`;
const REMOVE_SLOT = `DROP_REPLICATION_SLOT ${SLOT}`;
const PIECE_BYTES = 4 * 1024 * 1024;
const LAST_PIECE_MS = 1_500;
const LOG_DATA_HEADER_BYTES = 25;
const REPLY_WANTED_AT = 17;

/** The log that is followed. */
export type FollowedLog = {
  /** Where it is stored. */
  folder: string;
  /** From where on it is followed now. */
  startLsn: bigint;
};

export type FollowOptions = {
  pieceMs: number;
  /** How long the last of the log is waited for at the end. */
  lastPieceMs?: number;
  signal: AbortSignal;
  /** Called once the log comes. Answers what stores what the rows in a piece of the log name. */
  following(log: FollowedLog): Promise<() => Promise<void>>;
};

/**
 * Stores the write-ahead log piece by piece until `signal` ends it. The server keeps what is not stored yet in a
 * replication slot. Answers whether all that the database had written at the end is stored.
 */
export async function followLog(
  url: string,
  target: BackupTarget,
  { pieceMs, lastPieceMs = LAST_PIECE_MS, signal, following }: FollowOptions,
): Promise<{ isWhole: boolean }> {
  const client = await connectForReplication(url);
  try {
    const [system] = await replicationRows(client, 'IDENTIFY_SYSTEM');
    const [systemId, timeline] = system!;
    const reservedFrom = await reserveLog(client);
    const historyId = await readHistoryId(url);
    const folder = logFolder({ systemId: systemId!, timeline: Number(timeline), historyId });
    const last = (await logPieces(target.storage, folder)).at(-1);
    const lastEnd = last && last.startLsn + BigInt(last.length);
    const startLsn = lastEnd !== undefined && lastEnd > reservedFrom ? lastEnd : reservedFrom;
    const command = `START_REPLICATION SLOT ${SLOT} PHYSICAL ${lsnText(startLsn)} TIMELINE ${timeline}`;
    const log = replicate(client, command);
    await log.begun.catch(refuseSecond);
    const storeBefore = await following({ folder, startLsn });
    const pieces = storeLogFrom(startLsn, { ...target, folder }, storeBefore);
    const end = createEnd({
      writtenTo: () => endOfLog(url),
      finish: log.finish,
      receivedTo: startLsn,
      lastPieceMs,
    });
    const askedToEnd = () => void end.ask();
    signal.addEventListener('abort', askedToEnd, { once: true });
    if (signal.aborted) askedToEnd();
    try {
      await receive(log, { pieces, end, pieceMs });
      return { isWhole: end.isReached() };
    } finally {
      signal.removeEventListener('abort', askedToEnd);
      end.cancel();
    }
  } finally {
    await endConnection(client);
  }
}

/**
 * Keeps the log for this command, and answers from where. A slot whose log grew beyond `max_slot_wal_keep_size` has lost it
 * and serves no more, so it is made anew.
 */
async function reserveLog(client: pg.Client): Promise<bigint> {
  const read = async () => (await replicationRows(client, `READ_REPLICATION_SLOT ${SLOT}`))[0]!;
  await replicationRows(client, MAKE_SLOT).catch((error: { code?: string }) => {
    if (error.code !== SLOT_EXISTS) throw error;
  });
  const [, reserved] = await read();
  if (reserved !== 'null') return lsnOf(reserved!);
  await replicationRows(client, REMOVE_SLOT);
  await replicationRows(client, MAKE_SLOT);
  return lsnOf((await read())[1]!);
}

/** The database no longer keeps its log for this command. False if it kept none. */
export async function endFollowing(url: string): Promise<boolean> {
  const client = await connectForReplication(url);
  try {
    await replicationRows(client, REMOVE_SLOT);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === SLOT_MISSING) return false;
    return refuseSecond(error);
  } finally {
    await endConnection(client);
  }
}

function refuseSecond(error: unknown): never {
  if ((error as { code?: string }).code !== SLOT_IN_USE) throw error;
  throw new StartFailure('Another npm run backup -- --follow runs for this database: stop it first.', {
    cause: error,
  });
}

/** Takes the log until the copy ends, and stores it at the latest every `pieceMs`. */
async function receive(
  { copied, rows, reply, finish }: ReturnType<typeof replicate>,
  { pieces, end, pieceMs }: { pieces: LogStore; end: End; pieceMs: number },
): Promise<void> {
  const store = async () => {
    await pieces.store();
    reply(storedUpTo(pieces.storedTo()));
  };
  // The failure is met again where the rest is stored.
  const timer = setInterval(() => void store().catch(finish), pieceMs);
  try {
    for await (const message of copied) {
      const kind = String.fromCharCode(message[0]!);
      if (kind === 'w') {
        const bytes = message.subarray(LOG_DATA_HEADER_BYTES);
        pieces.add(bytes);
        end.received(bytes.length);
        if (pieces.waitingBytes() >= PIECE_BYTES) await store();
      } else if (kind === 'k') {
        // A database that stops waits until all of its log is stored, and asks for that.
        if (message[REPLY_WANTED_AT] === 1) await store();
        else reply(storedUpTo(pieces.storedTo()));
      }
    }
    await pieces.store();
    await rows;
  } catch (error) {
    // What has come is stored also if no more comes. A piece that could not be stored fails here again, with its reason.
    await pieces.store();
    throw isLostConnection(error) ? lostConnection(error) : error;
  } finally {
    clearInterval(timer);
  }
}

/** PostgreSQL says by its code that it stops. A connection that breaks has a code of the system or none. */
function isLostConnection(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: string };
  return code === undefined ? error.message.startsWith('Connection terminated') : /^(57P|E[A-Z])/.test(code);
}

function lostConnection(error: Error): StartFailure {
  return new StartFailure(
    'The database stopped, or the connection to it broke. The log is stored up to then. Start the command again when the database is back.',
    { cause: error },
  );
}

type End = ReturnType<typeof createEnd>;

/** Ends the copy when what the database had written at the time of asking has come, or after some seconds without it. */
function createEnd(log: {
  writtenTo(): Promise<bigint>;
  finish(): void;
  receivedTo: bigint;
  lastPieceMs: number;
}) {
  let { receivedTo } = log;
  let wanted: bigint | undefined;
  let timer: NodeJS.Timeout | undefined;
  const isReached = () => wanted !== undefined && receivedTo >= wanted;
  const finishIfComplete = () => {
    if (isReached()) log.finish();
  };
  return {
    isReached,
    async ask() {
      timer = setTimeout(log.finish, log.lastPieceMs);
      wanted = await log.writtenTo().catch(() => undefined);
      // Without the database nothing more comes.
      if (wanted === undefined) log.finish();
      finishIfComplete();
    },
    received(bytes: number) {
      receivedTo += BigInt(bytes);
      finishIfComplete();
    },
    cancel: () => clearTimeout(timer),
  };
}

async function endOfLog(url: string): Promise<bigint> {
  const client = await connectForBackup(url);
  try {
    const { rows } = await client.query<{ lsn: string }>('select pg_current_wal_flush_lsn()::text as lsn');
    return lsnOf(rows[0]!.lsn);
  } finally {
    await endConnection(client);
  }
}

/** The standby status update of the protocol. The server may remove the log before this place. */
function storedUpTo(lsn: bigint): Buffer {
  const status = Buffer.alloc(34);
  status.write('r');
  for (const at of [1, 9, 17]) status.writeBigUInt64BE(lsn, at);
  return status;
}
