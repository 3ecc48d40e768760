import { setTimeout as sleep } from 'node:timers/promises';
import type { Day } from '@thumba/lending/day';
import { openDatabase } from '../apps/server/src/platform/database.ts';
import { percentile } from './figures.ts';
import type { DueLoan } from './loan-by-loan.ts';
import { type Load, payFromWallets, ringOf } from './pay-from-wallets.ts';
import type { Payer } from './wallet-payers.ts';

export type PayersFigures = {
  before: Latencies;
  during: Latencies;
  after: Latencies;
  /** The longest wait for the lock of one loan, out of `lockTries`. */
  longestLockWaitMs: number;
  lockTries: number;
  daySeconds: number;
  refused: string[];
};

export type Latencies = { payments: number; p50Ms: number; p99Ms: number };

const CONNECTIONS = 8;
const PAUSE_MS = 40;
const LOOK_MS = 20;
/** The server looks for a new day at least this often. */
const BEGIN_PATIENCE_MS = 60_000;
const DAY_PATIENCE_MS = 10 * 60_000;

/**
 * Borrowers pay at a steady rate before, during and after the end of a day. Meanwhile loans are locked one by one.
 */
export async function measurePayers(options: {
  port: number;
  databaseUrl: string;
  payers: readonly Payer[];
  due: readonly DueLoan[];
  today: Day;
  /** How long borrowers pay before the end of the day and after it. */
  windowSeconds: number;
  beginDay(): Promise<void>;
}): Promise<PayersFigures> {
  const ring = ringOf(options.payers);
  const pay = (seconds: number) =>
    payFromWallets(options.port, ring, { connections: CONNECTIONS, seconds, pauseMs: PAUSE_MS });
  await pay(2);
  const before = await pay(options.windowSeconds);
  await options.beginDay();
  const db = openDatabase({ url: options.databaseUrl, maxConnections: 2 });
  await until(BEGIN_PATIENCE_MS, () => isDayBeingEnded(db));
  const beganAt = performance.now();
  const prober = probeLocks(db, options.due);
  const during: Load[] = [];
  while ((await endedDay(db)) < options.today && performance.now() - beganAt < DAY_PATIENCE_MS) {
    during.push(await pay(1));
  }
  const daySeconds = (performance.now() - beganAt) / 1000;
  const probed = await prober.stop();
  await db.close();
  const after = await pay(options.windowSeconds);
  return {
    before: latenciesOf([before]),
    during: latenciesOf(during),
    after: latenciesOf([after]),
    ...probed,
    daySeconds,
    refused: [before, ...during, after].flatMap(({ refused }) => refused),
  };
}

function latenciesOf(loads: readonly Load[]): Latencies {
  const latencies = loads.flatMap(({ latenciesMs }) => latenciesMs);
  return {
    payments: latencies.length,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
  };
}

type Db = ReturnType<typeof openDatabase>;

async function isDayBeingEnded(db: Db): Promise<boolean> {
  const { rowCount } = await db.pool.query(`select from pg_locks where locktype = 'advisory' limit 1`);
  return rowCount === 1;
}

async function endedDay(db: Db): Promise<Day> {
  const { rows } = await db.pool.query<{ day_ended_through: Day }>(
    'select day_ended_through from business_calendar',
  );
  return rows[0]!.day_ended_through;
}

async function until(patienceMs: number, isSo: () => Promise<boolean>): Promise<void> {
  const beganAt = performance.now();
  while (!(await isSo())) {
    if (performance.now() - beganAt > patienceMs) throw new Error('the server did not begin to end the day');
    await sleep(LOOK_MS);
  }
}

/** Locks loans all over the book, one after the other, and releases each at once. */
function probeLocks(db: Db, due: readonly DueLoan[]) {
  let isStopping = false;
  const waits: number[] = [];
  async function probe(): Promise<void> {
    const client = await db.pool.connect();
    for (let turn = 0; !isStopping; turn = (turn + 7919) % due.length) {
      const { borrower_id, loan_id } = due[turn]!;
      await client.query('begin');
      const beganAt = performance.now();
      await client.query({
        name: 'bench: lock a loan',
        text: 'select from loan where borrower_id = $1 and loan_id = $2 for update',
        values: [borrower_id, loan_id],
      });
      waits.push(performance.now() - beganAt);
      // A commit would wait for the disk, which is no wait for a lock.
      await client.query('rollback');
      await sleep(1);
    }
    client.release();
  }
  const finished = probe();
  return {
    async stop() {
      isStopping = true;
      await finished;
      return { longestLockWaitMs: Math.max(...waits), lockTries: waits.length };
    },
  };
}
