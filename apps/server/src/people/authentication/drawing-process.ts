import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import path from 'node:path';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import type { Log } from '../../platform/log.ts';

const PROGRAM = path.join(import.meta.dirname, 'drawing-program.ts');
const LOWER_PRIORITY = 10;

export type DrawingRequest = { bytes: Uint8Array; maxPixels: number };
export type DrawingRefusal = 'too_many_pixels' | 'broken' | 'not_in_time';
export type Draw = (bytes: Buffer) => Promise<Outcome<Buffer, DrawingRefusal>>;

type DrawingLimits = { maxMegapixels: number; timeoutMs?: number; idleMs?: number };

/**
 * Draws one picture after the other in a process of its own, because an unpacked picture takes up to four bytes a pixel.
 * The process starts with the first picture and ends when it has been idle, so that its memory goes back to the machine.
 */
export function createDraw(log: Log, limits: DrawingLimits, start = startDrawingProgram): Draw {
  const { maxMegapixels, timeoutMs = 15_000, idleMs = 5_000 } = limits;
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const forget = () => {
    child = undefined;
  };
  const end = () => {
    child?.off('exit', forget).kill('SIGKILL');
    forget();
  };
  const drawNext: Draw = async (bytes) => {
    clearTimeout(idle);
    child ??= start(forget);
    try {
      const drawn = await drawIn(child, { bytes, maxPixels: maxMegapixels * 1_000_000 }, timeoutMs);
      if (!drawn.ok && drawn.refusal === 'not_in_time') {
        log.error({ timeoutMs }, 'the drawing of a picture took too long');
        end();
      }
      return drawn;
    } catch (error) {
      log.error({ err: error }, 'the drawing of a picture failed');
      end();
      return refuse('broken');
    } finally {
      idle = setTimeout(end, idleMs).unref();
    }
  };
  return (bytes) => {
    const drawn = last.then(() => drawNext(bytes));
    last = drawn;
    return drawn;
  };
}

/** The process reads bytes that come without a sign-in, so it gets none of the server's settings and keys. */
export function startDrawingProgram(whenEnded: () => void): ChildProcess {
  const child = fork(PROGRAM, { env: {}, execArgv: [], serialization: 'advanced' });
  // It does not keep a finished server alive.
  child.unref();
  child.channel?.unref();
  child.on('exit', whenEnded);
  // Without a listener an error would end the server. A drawing that waits has a listener of its own.
  child.on('error', whenEnded);
  if (child.pid !== undefined) setPriority(child.pid, LOWER_PRIORITY);
  return child;
}

function drawIn(
  child: ChildProcess,
  request: DrawingRequest,
  timeoutMs: number,
): Promise<Outcome<Buffer, DrawingRefusal>> {
  const { promise, resolve, reject } = Promise.withResolvers<Outcome<Buffer, DrawingRefusal>>();
  const answered = (answer: Uint8Array | DrawingRefusal) =>
    resolve(typeof answer === 'string' ? refuse(answer) : allow(Buffer.from(answer)));
  const ended = (code: number | null, signal: string | null) =>
    reject(new Error(`the drawing process ended with ${signal ?? code}`));
  const timeout = setTimeout(() => resolve(refuse('not_in_time')), timeoutMs);
  child.once('message', answered).once('exit', ended).once('error', reject);
  child.send(request, (error) => error && reject(error));
  return promise.finally(() => {
    clearTimeout(timeout);
    child.off('message', answered).off('exit', ended).off('error', reject);
  });
}
