import { reachTablesStatement } from '../../book/posting-line/reach-tables.ts';
import type { Database } from '../../platform/database.ts';
import { byDeadline } from '../../platform/deadline.ts';
import type { ReadinessCheck } from '../../platform/health.ts';
import { watchUnfinishedWork } from '../../platform/unfinished-work.ts';

/**
 * Work that stands still for longer makes a process unready. All processes share the tables, so a lock that is held for a
 * moment, as by an index that is made, would take them all out of traffic if this were shorter.
 */
const LONGEST_STANDSTILL_MS = 5_000;
const ANSWER_MS = 300;
const STANDS_STILL = 'It has stood still for 5 seconds.';

/** Whether work of this process goes on. Without work it does not stand still. */
export function unfinishedCheck(name: string, unfinishedForMs: () => number): ReadinessCheck {
  return {
    name,
    check: async () => (unfinishedForMs() > LONGEST_STANDSTILL_MS ? STANDS_STILL : undefined),
  };
}

/**
 * Whether the tables of money may be written. An idle process has no work that would tell. It waits for the lock of a
 * table and never for the lock of a row, so a borrower whose loan is locked takes no process out of traffic.
 */
export function moneyCheck(db: Database): ReadinessCheck {
  const unfinished = watchUnfinishedWork(1, true);
  let underWay: Promise<unknown> | undefined;
  return {
    name: 'money',
    async check() {
      underWay ??= unfinished
        .watch(() => db.rows(reachTablesStatement, {}))
        .finally(() => {
          underWay = undefined;
        });
      const reached = underWay;
      await byDeadline(ANSWER_MS, () => reached).catch(() => undefined);
      return unfinished.forMs() > LONGEST_STANDSTILL_MS ? STANDS_STILL : undefined;
    },
  };
}
