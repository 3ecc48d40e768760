import { logFolder, logPieceName, logPieces } from './log-pieces.ts';
import { connectForReplication, lsnOf, lsnText, replicate, replicationRows } from './replication.ts';
import { seal } from './sealed-parts.ts';
import type { BackupTarget } from './take-backup.ts';

const SLOT = 'thumba_backup';
const SLOT_EXISTS = '42710';
const PIECE_BYTES = 4 * 1024 * 1024;
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
    const [systemId, timeline, flushed] = system!;
    await replicationRows(client, `CREATE_REPLICATION_SLOT ${SLOT} PHYSICAL (RESERVE_WAL true)`).catch(
      (error: { code?: string }) => {
        if (error.code !== SLOT_EXISTS) throw error;
      },
    );
    const slot = (await replicationRows(client, `READ_REPLICATION_SLOT ${SLOT}`))[0]!;
    const folder = logFolder(systemId!, Number(timeline));
    const last = (await logPieces(target.storage, folder)).at(-1);
    const lastEnd = last && last.startLsn + BigInt(last.length);
    const reserved = lsnOf(slot[1] === 'null' ? flushed! : slot[1]!);
    const start = lastEnd !== undefined && lastEnd > reserved ? lastEnd : reserved;
    await receive(client, { ...target, folder, start, timeline: timeline!, pieceMs, signal, following });
  } finally {
    await client.end();
  }
}

async function receive(
  client: Awaited<ReturnType<typeof connectForReplication>>,
  {
    storage,
    key,
    folder,
    start,
    timeline,
    pieceMs,
    signal,
    following,
  }: BackupTarget & {
    folder: string;
    start: bigint;
    timeline: string;
    pieceMs: number;
    signal: AbortSignal;
    following(): void;
  },
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
  signal.addEventListener('abort', finish, { once: true });
  if (signal.aborted) finish();
  following();
  try {
    for await (const message of copied) {
      const kind = String.fromCharCode(message[0]!);
      if (kind === 'w') {
        waiting.push(message.subarray(LOG_DATA_HEADER_BYTES));
        size += message.length - LOG_DATA_HEADER_BYTES;
        if (size >= PIECE_BYTES) await storeNext();
      } else if (kind === 'k') reply(storedUpTo(stored));
    }
    await storeNext();
    await rows;
    if (failure) throw failure;
  } finally {
    clearInterval(timer);
    signal.removeEventListener('abort', finish);
  }
}

/** The standby status update of the protocol. The server may remove the log before this place. */
function storedUpTo(lsn: bigint): Buffer {
  const status = Buffer.alloc(34);
  status.write('r');
  for (const at of [1, 9, 17]) status.writeBigUInt64BE(lsn, at);
  return status;
}
