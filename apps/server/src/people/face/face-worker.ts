import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Gesture } from '@thumba/identity/gesture';
import type { Log } from '../../platform/log.ts';
import type {
  FaceEngine,
  FacePictures,
  FoundFace,
  KnownFaces,
  Measured,
  MeasuredPictures,
} from './face-engine.ts';

const PROGRAM = path.join(import.meta.dirname, 'face-program.ts');

export type PictureBytes = {
  selfie: Uint8Array;
  card: Uint8Array;
  frames: Readonly<Record<Gesture, readonly Uint8Array[]>> | null;
};
export type FaceJob =
  | { kind: 'measure'; pictures: PictureBytes }
  | { kind: 'compare'; known: KnownFaces; face: Int8Array; from: number };
export type FaceAnswer =
  | { kind: 'measured'; pictures: MeasuredPictures }
  | { kind: 'compared'; found: FoundFace[] }
  | { kind: 'failed' };
/** A job and its answer have the same number, because a comparison does not wait for the check before it. */
export type Numbered<Message> = { number: number; message: Message };

type Limits = {
  /** How many checks may wait or be under way. */
  atOnce?: number;
  timeoutMs?: number;
  idleMs?: number;
};

/** Measures faces in a worker thread, one check after the other. */
export function createFaceWorker(log: Log, limits: Limits = {}): FaceEngine {
  const { atOnce = 24 } = limits;
  const thread = openThread(log, limits);
  const waiting: string[] = [];
  let last: Promise<unknown> = Promise.resolve();
  let accepted = 0;

  async function measureNext(ticket: string, read: () => Promise<FacePictures>): Promise<Measured> {
    waiting.splice(waiting.indexOf(ticket), 1);
    const pictures = await read();
    const answer = await thread.ask({ kind: 'measure', pictures });
    return answer.kind === 'measured' ? answer : { kind: 'failed' };
  }

  return {
    model: 'human-faceres-3.3.6',
    async measure(ticket, read) {
      if (accepted >= atOnce) return { kind: 'queue_full' };
      accepted += 1;
      waiting.push(ticket);
      const measured = last.then(() => measureNext(ticket, read));
      // Pictures that could not be read do not stop the next check.
      last = measured.catch(() => undefined);
      return measured.finally(() => {
        accepted -= 1;
      });
    },
    placeOf(ticket) {
      const place = waiting.indexOf(ticket);
      return place < 0 ? null : place + 1;
    },
    async findSimilar(known, face, from) {
      const answer = await thread.ask({ kind: 'compare', known, face, from });
      if (answer.kind !== 'compared') throw new Error('the faces were not compared');
      return answer.found;
    },
    close: thread.end,
  };
}

type Thread = { ask(job: FaceJob): Promise<FaceAnswer>; end(): Promise<void> };

/**
 * The thread starts with the first job and keeps its models. When it has been idle it ends, so that its memory goes back.
 * One that hangs or dies is replaced with the next job.
 */
function openThread(log: Log, { timeoutMs = 90_000, idleMs = 5 * 60_000 }: Limits): Thread {
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let lastNumber = 0;

  function running(): Worker {
    if (worker) return worker;
    const started = startFaceProgram();
    worker = started;
    return started.once('exit', () => {
      if (worker === started) worker = undefined;
    });
  }

  async function end(): Promise<void> {
    clearTimeout(idle);
    const ending = worker;
    worker = undefined;
    await ending?.terminate();
  }

  return {
    async ask(job) {
      clearTimeout(idle);
      try {
        lastNumber += 1;
        return await askFor(running(), { number: lastNumber, message: job }, timeoutMs);
      } catch (error) {
        log.error({ err: error }, 'a face was not measured');
        await end();
        return { kind: 'failed' };
      } finally {
        clearTimeout(idle);
        idle = setTimeout(end, idleMs).unref();
      }
    },
    end,
  };
}

/** The thread reads pictures of strangers, so it gets none of the server's settings and keys. */
function startFaceProgram(): Worker {
  const worker = new Worker(PROGRAM, {
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 64 },
  });
  // It does not keep a finished server alive.
  worker.unref();
  // Without a listener an error would end the server. A check that waits has a listener of its own.
  worker.on('error', () => undefined);
  return worker;
}

function askFor(worker: Worker, job: Numbered<FaceJob>, timeoutMs: number): Promise<FaceAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<FaceAnswer>();
  const answered = ({ number, message }: Numbered<FaceAnswer>) => {
    if (number === job.number) resolve(message);
  };
  const ended = (code: number) => reject(new Error(`the face thread ended with ${code}`));
  const broke = (error: Error) => reject(new Error(`the face thread broke: ${error.name}`));
  const timeout = setTimeout(() => reject(new Error(`no answer in ${timeoutMs} ms`)), timeoutMs);
  worker.on('message', answered).once('exit', ended).once('error', broke);
  worker.postMessage(job);
  return promise.finally(() => {
    clearTimeout(timeout);
    worker.off('message', answered).off('exit', ended).off('error', broke);
  });
}
