import { fork } from 'node:child_process';
import path from 'node:path';
import type { Day } from '@thumba/lending/day';
import type { Order, Progress } from './end-of-day-run.ts';
import { clockOfProcess, type ProcessorClock } from './processor-time.ts';

/** As `npm run day` starts it. */
const NODE_FLAGS = ['--max-semi-space-size=8', '--max-old-space-size=80'];
const PROGRAM = path.join(import.meta.dirname, 'end-of-day-run.ts');

/** A run of the end of a day in a process of its own, which reports its progress. */
export type DayRun = {
  processorClock: ProcessorClock;
  progress(): Progress;
  hasEnded(): boolean;
  /** Resolves when it has ended, or was killed. */
  ended: Promise<void>;
  order(order: Order): void;
  kill(): void;
};

export function startDayRun(databaseUrl: string, today: Day): DayRun {
  const child = fork(PROGRAM, {
    env: { ...process.env, DATABASE_URL: databaseUrl, TODAY: today },
    execArgv: [...NODE_FLAGS],
  });
  let last: Progress = { loansMoved: 0, rssBytes: 0, longestWriteMs: 0 };
  let hasEnded = false;
  child.on('message', (progress: Progress) => {
    last = progress;
  });
  const ended = new Promise<void>((resolve, reject) => {
    child.once('close', (status, signal) => {
      hasEnded = true;
      if (status === 0 || signal === 'SIGKILL') resolve();
      else reject(new Error(`the end of the day ended with ${status ?? signal}`));
    });
  });
  return {
    processorClock: clockOfProcess(child.pid!),
    progress: () => last,
    hasEnded: () => hasEnded,
    ended,
    order: (order) => void child.send(order),
    kill: () => child.kill('SIGKILL'),
  };
}
