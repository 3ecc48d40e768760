import { isDeepStrictEqual } from 'node:util';
import type { BookTotals } from './book-totals.ts';
import type { PayersFigures } from './end-of-day-payers.ts';
import type { Progress } from './end-of-day-run.ts';
import { inColumns, median, microseconds } from './figures.ts';
import type { OperationCost } from './processor-time.ts';

/** A turn of the end of a day and the turn of the reference right after it. */
export type DayPair = { ours: Turn; reference: Turn };

type Turn = { perSecond: number; cost: OperationCost<'node' | 'database'> };

export type DayFigures = {
  pairs: readonly DayPair[];
  run: Progress;
  totals: BookTotals;
  killedAt: readonly number[];
  killedTotals: BookTotals;
  plans: { loans: number; differing: number };
  paying: PayersFigures;
};

const COST_COLUMNS = ['ours: Node µs', 'database µs', 'one by one: Node µs', 'database µs'];
const BAR = { ratio: 15, stretch: 30, lockMs: 100, memoryBytes: 150e6, latencyRatio: 2 };

/** The measured values with their verdicts. Only a wrong book makes the run fail, not a slow one. */
export function reportOf(figures: DayFigures): { text: string; isRight: boolean } {
  const { pairs, run, totals, killedAt, killedTotals, plans, paying } = figures;
  const ratio = median(pairs.map(ratioOf));
  const isSame = isDeepStrictEqual(totals, killedTotals);
  const usualP99Ms = Math.max(paying.before.p99Ms, paying.after.p99Ms);
  const latencyRatio = paying.during.p99Ms / usualP99Ms;
  const lockMs = Math.max(run.longestWriteMs, paying.longestLockWaitMs);
  const reached = ratio >= BAR.stretch ? 'REACHED, and the stretch' : verdict(ratio >= BAR.ratio);
  const judged = [
    [
      'loans a second, against one transaction a loan',
      `${ratio.toFixed(1)} ×`,
      `at least ${BAR.ratio} ×, stretch ${BAR.stretch} ×`,
      reached,
    ],
    [
      'memory of Node',
      `${(run.rssBytes / 1e6).toFixed(0)} MB`,
      `below ${BAR.memoryBytes / 1e6} MB`,
      verdict(run.rssBytes < BAR.memoryBytes),
    ],
    ['longest lock', `${lockMs.toFixed(0)} ms`, `at most ${BAR.lockMs} ms`, verdict(lockMs <= BAR.lockMs)],
    [
      'p99 of who pays meanwhile',
      `${latencyRatio.toFixed(1)} ×`,
      `at most ${BAR.latencyRatio} ×`,
      verdict(latencyRatio <= BAR.latencyRatio),
    ],
    ['killed and run again', isSame ? 'the same book' : 'ANOTHER BOOK', 'the same book', verdict(isSame)],
  ] as const;
  const text = [
    '',
    inColumns([
      ['', 'ours a second', 'one by one a second', 'ratio', ...COST_COLUMNS],
      ...pairs.map((pair, index) => [
        `pair ${index + 1}`,
        pair.ours.perSecond.toFixed(0),
        pair.reference.perSecond.toFixed(0),
        ratioOf(pair).toFixed(1),
        ...[pair.ours, pair.reference].flatMap(({ cost }) => [
          microseconds(cost.node),
          microseconds(cost.database),
        ]),
      ]),
    ]),
    'µs = processor time of one loan',
    `${run.loansMoved} loans moved by the end of the day itself, longest write ${run.longestWriteMs.toFixed(0)} ms`,
    `killed after ${killedAt.join(' and ')} loans, then run to its end: ${isSame ? 'the same rows' : JSON.stringify({ totals, killedTotals }, null, 2)}`,
    ...Object.entries(totals).map(([name, total]) => `  ${name}: ${total}`),
    `plans = receivables: ${plans.loans - plans.differing} of ${plans.loans} loans`,
    '',
    `While the server ended the day by itself (${paying.daySeconds.toFixed(0)} s), borrowers paid over HTTP`,
    inColumns([
      ['', 'payments', 'p50 ms', 'p99 ms'],
      ...(['before', 'during', 'after'] as const).map((when) => [
        when,
        String(paying[when].payments),
        paying[when].p50Ms.toFixed(1),
        paying[when].p99Ms.toFixed(1),
      ]),
    ]),
    `a loan was locked ${paying.lockTries} times meanwhile, longest wait ${paying.longestLockWaitMs.toFixed(0)} ms`,
    `refused payments: ${paying.refused.length}, first: ${paying.refused[0] ?? 'none'}`,
    '',
    inColumns(judged),
  ].join('\n');
  return { text, isRight: isSame && plans.differing === 0 && paying.refused.length === 0 };
}

function ratioOf({ ours, reference }: DayPair): number {
  return ours.perSecond / reference.perSecond;
}

function verdict(isReached: boolean): string {
  return isReached ? 'REACHED' : 'MISSED';
}
