import { PassThrough } from 'node:stream';
import type pg from 'pg';
import { connectForBackup } from './backup-connection.ts';

/** The connection below a client of `pg`, as far as replication needs it. Its types do not declare it. */
type Wire = {
  query(text: string): void;
  sendCopyFromChunk(bytes: Buffer): void;
  endCopyFrom(): void;
  on(event: 'replicationStart', begun: () => void): void;
  off(event: 'replicationStart', begun: () => void): void;
  stream: { pause(): void; resume(): void };
};

type Row = { fields: (Buffer | string | null)[] };

export function connectForReplication(url: string, silentMs?: number | undefined): Promise<pg.Client> {
  return connectForBackup(url, { silentMs, replication: 'true' });
}

/** The rows of all results of a replication command, and what it copies, in pieces that are awaited one after another. */
export function replicate(
  client: pg.Client,
  command: string,
): {
  copied: AsyncIterable<Buffer>;
  rows: Promise<string[][]>;
  /** Ready when the database has begun to send its log, and fails where it refuses. */
  begun: Promise<void>;
  reply(bytes: Buffer): void;
  finish(): void;
} {
  const copied = new PassThrough({ readableObjectMode: true, writableObjectMode: true });
  const rows: string[][] = [];
  const done = Promise.withResolvers<string[][]>();
  const begun = Promise.withResolvers<void>();
  begun.promise.catch(() => undefined);
  // The failure also ends `copied`, where it is read first. It is met in `begun` where nothing was copied.
  copied.on('error', () => undefined);
  done.promise.catch(() => undefined);
  let wire: Wire | undefined;
  let maySend = true;
  client.query({
    submit(connection: Wire) {
      wire = connection;
      copied.on('drain', () => connection.stream.resume());
      connection.on('replicationStart', begun.resolve);
      connection.query(command);
    },
    handleRowDescription() {},
    handleDataRow(row: Row) {
      rows.push(row.fields.map(String));
    },
    handleCopyData({ chunk }: { chunk: Buffer }) {
      // The parser reuses the memory of its messages.
      if (!copied.write(Buffer.from(chunk))) wire?.stream.pause();
    },
    handleCommandComplete() {},
    handleEmptyQuery() {},
    handlePortalSuspended() {},
    handleCopyInResponse() {},
    handleError(error: Error) {
      maySend = false;
      wire?.stream.resume();
      copied.destroy(error);
      done.reject(error);
      begun.reject(error);
    },
    handleReadyForQuery() {
      maySend = false;
      wire?.off('replicationStart', begun.resolve);
      // A stream that has ended emits no `drain`, and the next command needs the connection.
      wire?.stream.resume();
      copied.end();
      done.resolve(rows);
    },
  } as unknown as pg.Submittable);
  return {
    copied,
    rows: done.promise,
    begun: begun.promise,
    reply: (bytes) => {
      if (maySend) wire?.sendCopyFromChunk(bytes);
    },
    // Nothing may follow on the end.
    finish: () => {
      if (maySend) wire?.endCopyFrom();
      maySend = false;
    },
  };
}

export async function replicationRows(client: pg.Client, command: string): Promise<string[][]> {
  const { copied, rows } = replicate(client, command);
  for await (const _ of copied);
  return rows;
}

/** `16/B374D848` as a number. */
export function lsnOf(text: string): bigint {
  const [high, low] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

export function lsnText(lsn: bigint): string {
  return `${(lsn >> 32n).toString(16)}/${(lsn & 0xffffffffn).toString(16)}`.toUpperCase();
}
