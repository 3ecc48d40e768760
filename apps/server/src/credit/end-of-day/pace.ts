import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';

/** How hard the end of a day works: one statement at a time, and so many loans in each. */
export type Pace = { db: Database; batchSize(): number };

/** A loan is locked for as long as the write of its batch takes, so that is what a batch is measured by. */
const AIMED_WRITE_MS = 25;
/** The same while somebody pays: hardly longer than a payment takes by itself. */
const AIMED_WRITE_BESIDE_PAYERS_MS = 5;
/** Between two payments nobody pays for a moment, and is still about to. */
const PAYERS_STAY_MS = 1000;
const FEWEST_LOANS = 32;
const MOST_LOANS = 512;
const FIRST_LOANS = 128;

/**
 * Whoever pays needs the same database at the same time. One statement at a time leaves the others to them, and where
 * writes take long, on a small machine or at a busy hour, batches get smaller until nobody waits long for a loan.
 */
export function createPace(db: Database, clock: Clock, isSomebodyPaying: () => boolean): Pace {
  let batchSize = FIRST_LOANS;
  let last: Promise<unknown> = Promise.resolve();
  let lastPayerMs = Number.NEGATIVE_INFINITY;

  function adapt(loans: number, tookMs: number): void {
    if (loans < batchSize / 2) return;
    const isBesidePayers = clock.nowMs() - lastPayerMs < PAYERS_STAY_MS;
    const aimedMs = isBesidePayers ? AIMED_WRITE_BESIDE_PAYERS_MS : AIMED_WRITE_MS;
    const wanted = batchSize * Math.min(2, aimedMs / Math.max(1, tookMs));
    batchSize = Math.round(Math.min(MOST_LOANS, Math.max(FEWEST_LOANS, wanted)));
  }

  const rows: Database['rows'] = (wanted, values) => {
    const inTurn = async () => {
      const beganMs = clock.nowMs();
      if (isSomebodyPaying()) lastPayerMs = beganMs;
      const found = await db.rows(wanted, values);
      if (wanted.name.startsWith('posting line: write')) adapt(found.length, clock.nowMs() - beganMs);
      return found;
    };
    const mine = last.then(inTurn);
    last = mine.catch(() => undefined);
    return mine;
  };

  return {
    db: { ...db, rows, row: async (wanted, values) => (await rows(wanted, values))[0] },
    batchSize: () => batchSize,
  };
}
