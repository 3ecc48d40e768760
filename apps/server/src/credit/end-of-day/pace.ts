import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';

/** The database with few statements at a time, and how many loans a batch has. */
export type Pace = { db: Database; batchSize(): number };

/** The aim for the duration of a batch's write. Its loans are locked for that time. */
const AIMED_WRITE_MS = 25;
/** The aim while borrowers pay: hardly longer than a payment takes. */
const AIMED_WRITE_BESIDE_PAYMENTS_MS = 5;
/** After a payment, more are expected for this time. */
const PAYMENTS_EXPECTED_MS = 1000;
const FEWEST_LOANS = 32;
const MOST_LOANS = 512;
/** One batch is read or written while the other waits for the disk. */
const STATEMENTS_AT_ONCE = 2;
const FIRST_LOANS = 128;

/**
 * Payments need the same database at the same time, so beside them one statement runs at a time, and otherwise two. Where
 * writes take long, on a small machine or at a busy hour, batches become smaller, so that no loan is locked for long.
 */
export function createPace(db: Database, clock: Clock, isPaymentWaiting: () => boolean): Pace {
  let batchSize = FIRST_LOANS;
  let lastPaymentMs = Number.NEGATIVE_INFINITY;
  let running = 0;
  const waiting: (() => void)[] = [];

  function isBesidePayments(): boolean {
    if (isPaymentWaiting()) lastPaymentMs = clock.nowMs();
    return clock.nowMs() - lastPaymentMs < PAYMENTS_EXPECTED_MS;
  }

  function adapt(loans: number, tookMs: number): void {
    if (loans < batchSize / 2) return;
    const aimedMs = isBesidePayments() ? AIMED_WRITE_BESIDE_PAYMENTS_MS : AIMED_WRITE_MS;
    const wanted = batchSize * Math.min(2, aimedMs / Math.max(1, tookMs));
    batchSize = Math.round(Math.min(MOST_LOANS, Math.max(FEWEST_LOANS, wanted)));
  }

  function beginNext(): void {
    while (waiting.length > 0 && running < (isBesidePayments() ? 1 : STATEMENTS_AT_ONCE)) {
      running += 1;
      waiting.shift()!();
    }
  }

  const rows: Database['rows'] = async (wanted, values) => {
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      beginNext();
    });
    const beganMs = clock.nowMs();
    try {
      const found = await db.rows(wanted, values);
      if (wanted.name.startsWith('posting line: write')) adapt(found.length, clock.nowMs() - beganMs);
      return found;
    } finally {
      running -= 1;
      beginNext();
    }
  };

  return {
    db: { ...db, rows, row: async (wanted, values) => (await rows(wanted, values))[0] },
    batchSize: () => batchSize,
  };
}
