import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { lsnText } from './replication.ts';

/** A PostgreSQL that speaks the few messages of physical replication, and sends its log when the test says so. */
export type ReplicationPeer = {
  url: string;
  /** Ready after the client has asked for the log. */
  asked: Promise<void>;
  /** The answer to the question up to which place the log is written. The asking connection has ended when it is ready. */
  sayWrittenTo(lsn: bigint): Promise<void>;
  sendLog(bytes: Buffer): void;
  /** Ready when the client has answered after what was sent, or has ended its side. */
  untilRead(): Promise<void>;
  /** Ends the log, as PostgreSQL does after the client has ended its side. */
  endLog(): void;
  /** The kinds of messages that came after the client asked for the log. */
  received: readonly string[];
  close(): void;
};

export const SYSTEM_ID = '7654321';
export const TIMELINE = 1;
const WRITTEN_TO = 'select pg_current_wal_flush_lsn()';
const START_LENGTH_BYTES = 4;
const HEADER_BYTES = 5;
const LOG_DATA_HEADER_BYTES = 25;

export async function startReplicationPeer(slotAt: bigint): Promise<ReplicationPeer> {
  const asked = Promise.withResolvers<void>();
  const written = Promise.withResolvers<bigint>();
  const answered = Promise.withResolvers<void>();
  const received: string[] = [];
  const open = new Set<Socket>();
  let log: Socket | undefined;
  let sentTo = slotAt;
  let onMessage: (() => void) | undefined;

  function answer(socket: Socket, query: string): void {
    const row = rowFor(query, slotAt);
    if (row) sendRow(socket, row);
    else if (query.startsWith(WRITTEN_TO)) {
      socket.once('close', answered.resolve);
      void written.promise.then((lsn) => sendRow(socket, [lsnText(lsn)]));
    } else {
      log = socket;
      socket.write(message('W', Buffer.from([0, 0, 0])));
      asked.resolve();
    }
  }

  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined);
    void (async () => {
      for await (const { kind, body } of messagesOf(socket)) {
        if (kind === 'start') socket.write(Buffer.concat([message('R', Buffer.alloc(4)), ready()]));
        else if (kind === 'Q') answer(socket, body.subarray(0, -1).toString());
        else if (kind === 'X') socket.end();
        else received.push(kind);
        onMessage?.();
      }
    })().catch(() => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    url: `postgres://thumba@127.0.0.1:${port}/thumba`,
    asked: asked.promise,
    received,
    sayWrittenTo(lsn) {
      written.resolve(lsn);
      return answered.promise;
    },
    sendLog(bytes) {
      log!.write(logMessage(sentTo, bytes));
      sentTo += BigInt(bytes.length);
    },
    async untilRead() {
      if (received.includes('c')) return;
      const next = Promise.withResolvers<void>();
      onMessage = next.resolve;
      const keepAlive = Buffer.alloc(18);
      keepAlive.write('k');
      log!.write(message('d', keepAlive));
      await next.promise;
    },
    endLog() {
      log!.write(Buffer.concat([message('c'), message('C', Buffer.from('START_STREAMING\0')), ready()]));
    },
    close() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

/** What PostgreSQL answers to the commands before the log. */
function rowFor(command: string, slotAt: bigint): string[] | undefined {
  if (command.startsWith('IDENTIFY_SYSTEM')) return [SYSTEM_ID, String(TIMELINE)];
  if (command.startsWith('CREATE_REPLICATION_SLOT')) return ['thumba_backup'];
  if (command.startsWith('READ_REPLICATION_SLOT')) return ['physical', lsnText(slotAt)];
  // This database was not restored.
  if (command.includes('restored_book')) return [''];
  return undefined;
}

function message(kind: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(HEADER_BYTES);
  head.write(kind);
  head.writeInt32BE(body.length + HEADER_BYTES - 1, 1);
  return Buffer.concat([head, body]);
}

function logMessage(from: bigint, bytes: Buffer): Buffer {
  const header = Buffer.alloc(LOG_DATA_HEADER_BYTES);
  header.write('w');
  header.writeBigUInt64BE(from, 1);
  header.writeBigUInt64BE(from + BigInt(bytes.length), 9);
  return message('d', header, bytes);
}

const ready = () => message('Z', Buffer.from('I'));

/** One row of text values, as the answer to a simple query. */
function sendRow(socket: Socket, values: readonly string[]): void {
  const count = Buffer.alloc(2);
  count.writeInt16BE(values.length);
  const columns = values.flatMap((_value, index) => {
    const rest = Buffer.alloc(18);
    // The type is text.
    rest.writeInt32BE(25, 6);
    return [Buffer.from(`${index === 0 ? 'lsn' : `column${index}`}\0`), rest];
  });
  const fields = values.flatMap((value) => {
    const length = Buffer.alloc(4);
    length.writeInt32BE(value.length);
    return [length, Buffer.from(value)];
  });
  socket.write(
    Buffer.concat([
      message('T', count, ...columns),
      message('D', count, ...fields),
      message('C', Buffer.from('SELECT 1\0')),
      ready(),
    ]),
  );
}

async function* messagesOf(socket: Socket): AsyncGenerator<{ kind: string; body: Buffer }> {
  let bytes = Buffer.alloc(0);
  let hasStarted = false;
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    bytes = Buffer.concat([bytes, chunk]);
    for (;;) {
      const kindBytes = hasStarted ? 1 : 0;
      if (bytes.length < kindBytes + START_LENGTH_BYTES) break;
      const end = kindBytes + bytes.readInt32BE(kindBytes);
      if (bytes.length < end) break;
      const kind = hasStarted ? String.fromCharCode(bytes[0]!) : 'start';
      yield { kind, body: bytes.subarray(kindBytes + START_LENGTH_BYTES, end) };
      hasStarted = true;
      bytes = bytes.subarray(end);
    }
  }
}
