import { monthOf } from '@thumba/accounting/month';
import { day } from '@thumba/lending/day';
import { runImpairment } from '../apps/server/src/accounting/impairment/run-impairment.ts';
import { accrueMonth } from '../apps/server/src/accounting/month-end/accrual.ts';
import { adjustToEffectiveInterest } from '../apps/server/src/accounting/month-end/effective-interest.ts';
import { systemClock } from '../apps/server/src/platform/clock.ts';
import { type Database, openDatabase } from '../apps/server/src/platform/database.ts';

/*
 * The end of a month in a process of its own, on DATABASE_URL for the month of THROUGH_ON, as the command runs it. It
 * reports its progress, its memory, its longest batch, which is the longest time that it locked a loan, and the time of
 * each step.
 */

export type MonthProgress = {
  loansMoved: number;
  rssBytes: number;
  longestBatchMs: number;
  batches: number;
  /** Batches that took longer than the bar of 100 ms. */
  longBatches: number;
  /** Undefined until the step is done. */
  accrualMs?: number;
  effectiveInterestMs?: number;
  impairmentMs?: number;
};

const EVERY_MS = 50;
const BAR_MS = 100;
const actor = 'staff:bench';

const month = monthOf(day(process.env.THROUGH_ON!));
const progress: MonthProgress = {
  ...{ loansMoved: 0, rssBytes: 0 },
  ...{ longestBatchMs: 0, batches: 0, longBatches: 0 },
};
const db = openDatabase({ url: process.env.DATABASE_URL! });
const telling = setInterval(tell, EVERY_MS);
const deps = { db: watched(db), clock: systemClock, today: () => day('9999-12-31') };

progress.accrualMs = await timed(async () => {
  const run = await accrueMonth(deps, { month, actor });
  if (!run.ok) throw new Error(`the accrual was refused: ${run.refusal.kind}`);
  progress.loansMoved = run.value.loansMoved;
});
progress.effectiveInterestMs = await timed(async () => {
  const run = await adjustToEffectiveInterest(deps, { month, actor });
  if (!run.ok) throw new Error(`the effective interest was refused: ${run.refusal.kind}`);
});
progress.impairmentMs = await timed(async () => {
  const run = await runImpairment(deps, { month, actor });
  if (!run.ok) throw new Error(`the classes and losses were refused: ${run.refusal.kind}`);
});
clearInterval(telling);
tell();
await db.close();
process.disconnect();

function watched(database: Database): Database {
  return {
    ...database,
    async row(wanted, values) {
      const beganAt = performance.now();
      const row = await database.row(wanted, values);
      if (wanted.name === 'accrual: batch') {
        const tookMs = performance.now() - beganAt;
        progress.batches += 1;
        if (tookMs > BAR_MS) progress.longBatches += 1;
        progress.longestBatchMs = Math.max(progress.longestBatchMs, tookMs);
        if (row) progress.loansMoved = (row as unknown as { loansMoved: number }).loansMoved;
      }
      return row;
    },
  };
}

async function timed(work: () => Promise<void>): Promise<number> {
  const beganAt = performance.now();
  await work();
  return performance.now() - beganAt;
}

function tell(): void {
  progress.rssBytes = Math.max(progress.rssBytes, process.memoryUsage.rss());
  process.send?.(progress);
}
