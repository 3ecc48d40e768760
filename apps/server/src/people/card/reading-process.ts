import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import path from 'node:path';
import type { Log } from '../../platform/log.ts';
import type { CardReader, CardReading, ReadingOutcome } from './card-reader.ts';

const PROGRAM = path.join(import.meta.dirname, 'reading-program.ts');
const LOWER_PRIORITY = 10;

export type ReadingRequest = { front: Uint8Array; back: Uint8Array | undefined };
export type ReadingAnswer = { reading: CardReading } | 'failed';

type ReadingLimits = {
  /** How many cards may wait or be read. A further one is told that the reader is busy. */
  atOnce?: number;
  timeoutMs?: number;
  idleMs?: number;
};

/**
 * Reads one card after the other in a process of its own. The process starts with the first card, keeps what it loaded,
 * and ends when it has been idle, so that its memory goes back to the machine. One that hangs or dies is replaced.
 */
export function createCardReader(
  log: Log,
  limits: ReadingLimits = {},
  start = startReadingProgram,
): CardReader {
  const { atOnce = 8, timeoutMs = 90_000, idleMs = 60_000 } = limits;
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  const forget = () => {
    child = undefined;
  };
  const end = () => {
    child?.off('exit', forget).kill('SIGKILL');
    forget();
  };
  const readNext = async (request: ReadingRequest): Promise<ReadingOutcome> => {
    clearTimeout(idle);
    child ??= start(forget);
    try {
      const answer = await askFor(child, request, timeoutMs);
      if (answer === 'not_in_time') {
        log.error({ timeoutMs }, 'the reading of a card took too long');
        end();
        return { kind: 'busy' };
      }
      return answer === 'failed' ? { kind: 'failed' } : { kind: 'read', reading: answer.reading };
    } catch (error) {
      log.error({ err: error }, 'the reading of a card failed');
      end();
      return { kind: 'failed' };
    } finally {
      idle = setTimeout(end, idleMs).unref();
    }
  };
  return {
    async read(pictures) {
      if (waiting >= atOnce) return { kind: 'busy' };
      waiting += 1;
      const read = last.then(() => readNext(pictures));
      last = read;
      try {
        return await read;
      } finally {
        waiting -= 1;
      }
    },
  };
}

/** The process reads pictures of strangers, so it gets none of the server's settings and keys. */
export function startReadingProgram(whenEnded: () => void): ChildProcess {
  const child = fork(PROGRAM, { env: {}, execArgv: [], serialization: 'advanced' });
  // It does not keep a finished server alive.
  child.unref();
  child.channel?.unref();
  child.on('exit', whenEnded);
  // Without a listener an error would end the server. A reading that waits has a listener of its own.
  child.on('error', whenEnded);
  if (child.pid !== undefined) setPriority(child.pid, LOWER_PRIORITY);
  return child;
}

function askFor(
  child: ChildProcess,
  request: ReadingRequest,
  timeoutMs: number,
): Promise<ReadingAnswer | 'not_in_time'> {
  const { promise, resolve, reject } = Promise.withResolvers<ReadingAnswer | 'not_in_time'>();
  const ended = (code: number | null, signal: string | null) =>
    reject(new Error(`the reading process ended with ${signal ?? code}`));
  const timeout = setTimeout(() => resolve('not_in_time'), timeoutMs);
  child.once('message', resolve as (answer: unknown) => void);
  child.once('exit', ended).once('error', reject);
  child.send(request, (error) => error && reject(error));
  return promise.finally(() => {
    clearTimeout(timeout);
    child
      .off('message', resolve as (answer: unknown) => void)
      .off('exit', ended)
      .off('error', reject);
  });
}
