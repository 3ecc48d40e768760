import { fork } from 'node:child_process';
import path from 'node:path';
import type { Day } from '@thumba/lending/day';
import type { MonthProgress } from './month-end-run.ts';
import { clockOfProcess, type ProcessorClock } from './processor-time.ts';

const PROGRAM = path.join(import.meta.dirname, 'month-end-run.ts');

/** A run of the end of a month in a process of its own, which reports its progress. */
export type MonthRun = {
  processorClock: ProcessorClock;
  progress(): MonthProgress;
  hasEnded(): boolean;
  /** Resolves when it has ended, or was killed. */
  ended: Promise<void>;
  kill(): void;
};

export function startMonthRun(databaseUrl: string, throughOn: Day): MonthRun {
  const child = fork(PROGRAM, { env: { ...process.env, DATABASE_URL: databaseUrl, THROUGH_ON: throughOn } });
  let last: MonthProgress = { loansMoved: 0, rssBytes: 0, longestBatchMs: 0, batches: 0, longBatches: 0 };
  let hasEnded = false;
  child.on('message', (progress: MonthProgress) => {
    last = progress;
  });
  const ended = new Promise<void>((resolve, reject) => {
    child.once('close', (status, signal) => {
      hasEnded = true;
      if (status === 0 || signal === 'SIGKILL') resolve();
      else reject(new Error(`the end of the month ended with ${status ?? signal}`));
    });
  });
  return {
    processorClock: clockOfProcess(child.pid!),
    progress: () => last,
    hasEnded: () => hasEnded,
    ended,
    kill: () => child.kill('SIGKILL'),
  };
}
