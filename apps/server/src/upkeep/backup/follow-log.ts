import pg from 'pg';
import { logFolder, logPieceName, logPieces } from './log-pieces.ts';
import { connectForReplication, lsnOf, lsnText, replicate, replicationRows } from './replication.ts';
import { seal } from './sealed-parts.ts';
import type { BackupTarget } from './take-backup.ts';

const SLOT = 'thumba_backup';
const SLOT_EXISTS = '42710';
const SLOT_MISSING = '42704';
const MAKE_SLOT = `CREATE_REPLICATION_SLOT ${SLOT} PHYSICAL (RESERVE_WAL true)`;
const REMOVE_SLOT = `DROP_REPLICATION_SLOT ${SLOT}`;
const PIECE_BYTES = 4 * 1024 * 1024;
/** How long the last of the log is waited for at the end. */
const LAST_PIECE_MS = 5_000;
const LOG_DATA_HEADER_BYTES = 25;

/**
 * Stores the write-ahead log piece by piece until `signal` ends it. The server keeps what is not stored yet in a
 * replication slot. `following` is called once the log comes.
 */
export async function followLog(
  url: string,
  target: BackupTarget,
  { pieceMs, signal, following }: { pieceMs: number; signal: AbortSignal; following(): void },
): Promise<void> {
  const client = await connectForReplication(url);
  try {
    const [system] = await replicationRows(client, 'IDENTIFY_SYSTEM');
    const [systemId, timeline] = system!;
    const reservedFrom = await reserveLog(client);
    const folder = logFolder(systemId!, Number(timeline));
    const last = (await logPieces(target.storage, folder)).at(-1);
    const lastEnd = last && last.startLsn + BigInt(last.length);
    const start = lastEnd !== undefined && lastEnd > reservedFrom ? lastEnd : reservedFrom;
    const writtenTo = () => endOfLog(url);
    await receive(client, {
      ...target,
      folder,
      start,
      timeline: timeline!,
      pieceMs,
      signal,
      following,
      writtenTo,
    });
  } finally {
    await client.end();
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
    throw error;
  } finally {
    await client.end();
  }
}

type Following = BackupTarget & {
  folder: string;
  start: bigint;
  timeline: string;
  pieceMs: number;
  signal: AbortSignal;
  following(): void;
  writtenTo(): Promise<bigint>;
};

async function receive(
  client: Awaited<ReturnType<typeof connectForReplication>>,
  { storage, key, folder, start, timeline, pieceMs, signal, following, writtenTo }: Following,
): Promise<void> {
  const command = `START_REPLICATION SLOT ${SLOT} PHYSICAL ${lsnText(start)} TIMELINE ${timeline}`;
  const { copied, rows, reply, finish } = replicate(client, command);
  let stored = start;
  let waiting: Buffer[] = [];
  let size = 0;
  let storing = Promise.resolve();
  const store = async () => {
    if (size === 0) return;
    const bytes = Buffer.concat(waiting);
    waiting = [];
    size = 0;
    const name = logPieceName(folder, stored, bytes.length);
    await storage.put(name, await seal(key, name, bytes));
    stored += BigInt(bytes.length);
    reply(storedUpTo(stored));
  };
  const storeNext = () => {
    storing = storing.then(store);
    return storing;
  };
  let failure: unknown;
  const timer = setInterval(
    () =>
      void storeNext().catch((error) => {
        failure = error;
        finish();
      }),
    pieceMs,
  );
  const end = createEnd({ writtenTo, finish, receivedTo: start });
  signal.addEventListener('abort', end.ask, { once: true });
  if (signal.aborted) void end.ask();
  following();
  try {
    for await (const message of copied) {
      const kind = String.fromCharCode(message[0]!);
      if (kind === 'w') {
        waiting.push(message.subarray(LOG_DATA_HEADER_BYTES));
        size += message.length - LOG_DATA_HEADER_BYTES;
        end.received(message.length - LOG_DATA_HEADER_BYTES);
        if (size >= PIECE_BYTES) await storeNext();
      } else if (kind === 'k') reply(storedUpTo(stored));
    }
    await storeNext();
    await rows;
    if (failure) throw failure;
  } finally {
    clearInterval(timer);
    signal.removeEventListener('abort', end.ask);
    end.cancel();
  }
}

/** Ends the copy when what the database had written at the time of asking has come, or after some seconds without it. */
function createEnd(log: { writtenTo(): Promise<bigint>; finish(): void; receivedTo: bigint }) {
  let { receivedTo } = log;
  let wanted: bigint | undefined;
  let timer: NodeJS.Timeout | undefined;
  const finishIfComplete = () => {
    if (wanted !== undefined && receivedTo >= wanted) log.finish();
  };
  return {
    async ask() {
      timer = setTimeout(log.finish, LAST_PIECE_MS);
      // Without the database nothing more comes.
      wanted = await log.writtenTo().catch(() => 0n);
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
  const client = new pg.Client({ connectionString: url, application_name: 'thumba backup' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ lsn: string }>('select pg_current_wal_flush_lsn()::text as lsn');
    return lsnOf(rows[0]!.lsn);
  } finally {
    await client.end();
  }
}

/** The standby status update of the protocol. The server may remove the log before this place. */
function storedUpTo(lsn: bigint): Buffer {
  const status = Buffer.alloc(34);
  status.write('r');
  for (const at of [1, 9, 17]) status.writeBigUInt64BE(lsn, at);
  return status;
}
