import { setPriority } from 'node:os';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';

const LOWER_PRIORITY = 10;
/** The server takes some 20 ms for so many lines, and serves other requests between two parts. */
const LINES_AT_ONCE = 2_000;
const READING_MS = 90_000;
/** 430,000 lines of an operator, the most that a file of 64 MB has, need some 700 MB while they are read. */
const MEMORY = { maxOldGenerationSizeMb: 1_024, maxYoungGenerationSizeMb: 64 };

type Answer<Line, Refusal> = { refusal: Refusal } | { lines: Line[]; isLast: boolean };

/**
 * Has a file read by a program in a thread of its own, so that other requests are served meanwhile. The file is a
 * stranger's: the thread gets none of the server's settings and keys, and ends when it needs too long or too much memory.
 */
export async function readInThread<Line, Refusal>(
  program: string,
  request: object,
  tooMuch: Refusal,
): Promise<Outcome<Line[], Refusal>> {
  const worker = new Worker(program, {
    ...{ env: {}, execArgv: [] },
    resourceLimits: MEMORY,
    workerData: request,
  });
  // It does not keep a finished server alive.
  worker.unref();
  const { promise, resolve, reject } = Promise.withResolvers<Outcome<Line[], Refusal>>();
  const timeout = setTimeout(() => resolve(refuse(tooMuch)), READING_MS);
  const read: Line[] = [];
  worker.on('message', (answer: Answer<Line, Refusal>) => {
    if ('refusal' in answer) return resolve(refuse(answer.refusal));
    read.push(...answer.lines);
    return answer.isLast ? resolve(allow(read)) : worker.postMessage('next');
  });
  // What an error says could quote the file, so it is not passed on.
  worker.on('error', (error: NodeJS.ErrnoException) =>
    error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      ? resolve(refuse(tooMuch))
      : reject(new Error(`the thread that reads a file broke: ${error.name}`)),
  );
  worker.once('exit', (code) => reject(new Error(`the thread that reads a file ended with ${code}`)));
  try {
    return await promise;
  } finally {
    clearTimeout(timeout);
    await worker.terminate();
  }
}

/** The side of the thread: reads the file, and hands its lines over in parts as the server asks for them. */
export function answerFromThread<Request, Line, Refusal>(
  read: (request: Request) => Outcome<Line[], Refusal>,
): void {
  // On Linux this is the priority of this thread alone. Elsewhere it would be that of the server.
  if (process.platform === 'linux') setPriority(0, LOWER_PRIORITY);
  const outcome = read(workerData as Request);
  const answer = (given: Answer<Line, Refusal>) => parentPort!.postMessage(given);
  if (!outcome.ok) {
    answer({ refusal: outcome.refusal });
    return;
  }
  const lines = outcome.value;
  let from = 0;
  const answerNext = () => {
    const part = lines.slice(from, from + LINES_AT_ONCE);
    from += LINES_AT_ONCE;
    answer({ lines: part, isLast: from >= lines.length });
  };
  parentPort!.on('message', answerNext);
  answerNext();
}
