import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import type { Sink } from '../../accounting/report/write-report.ts';
import { StartFailure } from '../../platform/start-failure.ts';

/** Only the person who asked for a file may read it. */
const FILE_MODE = 0o600;
const BYTES_AT_ONCE = 65_536;

/** Writes a file. It has its name only when it is whole; what was there before stays until then. */
export async function writeFileWith<Result>(
  file: string,
  write: (sink: Sink) => Promise<Result>,
): Promise<Result> {
  const unfinished = `${file}.part`;
  const handle = await open(unfinished, 'w', FILE_MODE).catch((cause) => {
    throw new StartFailure(`${file} cannot be written: ${reasonOf(cause)}.`, { cause });
  });
  try {
    const result = await writeInPieces((bytes) => writeAll(handle, bytes), write);
    await handle.close();
    await rename(unfinished, file);
    return result;
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** Writes to a stream, such as standard output, and waits until it took each piece. */
export function writeStreamWith<Result>(
  stream: Writable,
  write: (sink: Sink) => Promise<Result>,
): Promise<Result> {
  // Without a listener the error of a closed pipe would end the process. The write that it belongs to tells it.
  stream.on('error', ignored);
  const take = (bytes: Buffer) =>
    new Promise<void>((resolve, reject) =>
      stream.write(bytes, (error) => (error ? reject(closedOutput(error)) : resolve())),
    );
  return writeInPieces(take, write).finally(() => stream.off('error', ignored));
}

function ignored(): void {}

function closedOutput(cause: Error): StartFailure {
  return new StartFailure(`The output ended before everything was written: ${reasonOf(cause)}.`, { cause });
}

/** What the system calls the failure, such as EACCES. */
function reasonOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
}

async function writeAll(handle: FileHandle, bytes: Buffer): Promise<void> {
  await handle.appendFile(bytes);
}

/** Joins small pieces, because each write costs a call of the system. */
async function writeInPieces<Result>(
  take: (bytes: Buffer) => Promise<void>,
  write: (sink: Sink) => Promise<Result>,
): Promise<Result> {
  let waiting: Buffer[] = [];
  let size = 0;
  async function flush(): Promise<void> {
    const bytes = Buffer.concat(waiting);
    waiting = [];
    size = 0;
    if (bytes.length > 0) await take(bytes);
  }
  const result = await write(async (piece) => {
    const bytes = Buffer.from(piece as string);
    waiting.push(bytes);
    size += bytes.length;
    if (size >= BYTES_AT_ONCE) await flush();
  });
  await flush();
  return result;
}
