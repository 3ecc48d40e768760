import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import type { Sink } from '../../accounting/report/write-report.ts';
import { writeInPieces } from '../../platform/pieces.ts';
import { StartFailure } from '../../platform/start-failure.ts';

/** Only the person who asked for a file may read it. */
const FILE_MODE = 0o600;

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
