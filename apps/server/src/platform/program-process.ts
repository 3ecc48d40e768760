import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import type { Log } from './log.ts';

const LOWER_PRIORITY = 10;

/** `failed` where the process ended, and `not_in_time` where it had to be ended. Both are logged. */
export type ProcessOutcome<Answer> =
  | { kind: 'answered'; answer: Answer }
  | { kind: 'not_in_time' }
  | { kind: 'failed' };

type ProgramProcess = {
  log: Log;
  /** What the process does, and to what, as the log names them: "drawing", "a picture". */
  work: string;
  object: string;
  timeoutMs: number;
  idleMs: number;
  start(whenEnded: () => void): ChildProcess;
};

/**
 * Asks a program in a process of its own, one request after the other. The process starts with the first request, keeps
 * what it loaded, and ends when it has been idle, so that its memory goes back to the machine. One that hangs or dies is
 * replaced.
 */
export function inTurn<Request extends object, Answer>(
  of: ProgramProcess,
): (request: Request) => Promise<ProcessOutcome<Answer>> {
  const { log, work, object, timeoutMs, idleMs, start } = of;
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
  const askNext = async (request: Request): Promise<ProcessOutcome<Answer>> => {
    clearTimeout(idle);
    child ??= start(forget);
    try {
      const outcome = await askIn<Request, Answer>(child, request, of);
      if (outcome.kind === 'not_in_time') {
        log.error({ timeoutMs }, `the ${work} of ${object} took too long`);
        end();
      }
      return outcome;
    } catch (error) {
      log.error({ err: error }, `the ${work} of ${object} failed`);
      end();
      return { kind: 'failed' };
    } finally {
      idle = setTimeout(end, idleMs).unref();
    }
  };
  return (request) => {
    const asked = last.then(() => askNext(request));
    last = asked;
    return asked;
  };
}

/** The program reads pictures of strangers, so it gets none of the server's settings and keys. */
export function startProgram(file: string, whenEnded: () => void): ChildProcess {
  const child = fork(file, { env: {}, execArgv: [], serialization: 'advanced' });
  // It does not keep a finished server alive.
  child.unref();
  child.channel?.unref();
  child.on('exit', whenEnded);
  // Without a listener an error would end the server. A request that waits has a listener of its own.
  child.on('error', whenEnded);
  if (child.pid !== undefined) setPriority(child.pid, LOWER_PRIORITY);
  return child;
}

function askIn<Request extends object, Answer>(
  child: ChildProcess,
  request: Request,
  { work, timeoutMs }: Pick<ProgramProcess, 'work' | 'timeoutMs'>,
): Promise<ProcessOutcome<Answer>> {
  const { promise, resolve, reject } = Promise.withResolvers<ProcessOutcome<Answer>>();
  const answered = (answer: unknown) => resolve({ kind: 'answered', answer: answer as Answer });
  const ended = (code: number | null, signal: string | null) =>
    reject(new Error(`the ${work} process ended with ${signal ?? code}`));
  const timeout = setTimeout(() => resolve({ kind: 'not_in_time' }), timeoutMs);
  child.once('message', answered).once('exit', ended).once('error', reject);
  child.send(request, (error) => error && reject(error));
  return promise.finally(() => {
    clearTimeout(timeout);
    child.off('message', answered).off('exit', ended).off('error', reject);
  });
}
