import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { lastDayOf, monthOf } from '@thumba/accounting/month';
import { addDays, daysBetween } from '@thumba/lending/day';
import { totalDays } from '../apps/server/src/accounting/daily-total/day-totals.ts';
import { setIncomePolicy } from '../apps/server/src/accounting/month-end/income-policy.ts';
import { createBusinessCalendar } from '../apps/server/src/book/calendar/calendar.ts';
import { lusakaDay, systemClock } from '../apps/server/src/platform/clock.ts';
import { openDatabase } from '../apps/server/src/platform/database.ts';
import { accrueLoanByLoan } from './accrue-loan-by-loan.ts';
import { type BenchDatabase, openBenchDatabase } from './bench-database.ts';
import { comparePlans } from './book-totals.ts';
import { inColumns, microseconds, percentile } from './figures.ts';
import { atLeast, atMost, type Judged, milliseconds } from './judged.ts';
import { makeLoanBook } from './loan-book.ts';
import type { DueLoan } from './loan-by-loan.ts';
import { startMonthRun } from './month-end-child.ts';
import type { MonthProgress } from './month-end-run.ts';
import { type Load, payFromWallets, type Ring, ringOf } from './pay-from-wallets.ts';
import { startCost } from './processor-time.ts';
import { makePayers, type Payer } from './wallet-payers.ts';

/*
 * The end of a month with a whole book: `npm run bench:monthend`. On one copy of the book it runs undisturbed, after a
 * reference of one transaction a loan on some of its loans. On a second copy it is killed twice. On the book itself
 * borrowers pay meanwhile. Each run is whole: income, effective interest, classes and expected losses. Settings, from the
 * environment:
 *
 *   LOANS    loans in the book (1000000)
 *   PAYERS   borrowers who pay meanwhile (2000)
 *   SECONDS  how long borrowers pay before the run, and after it (10)
 *
 * A quick try: LOANS=4000 PAYERS=500 SECONDS=2 npm run bench:monthend.
 */

const LOANS = Number(process.env.LOANS ?? 1_000_000);
const PAYERS = Number(process.env.PAYERS ?? 2000);
const WINDOW_SECONDS = Number(process.env.SECONDS ?? 10);
const REFERENCE_LOANS = Math.min(1500, Math.ceil(LOANS / 20));
/** The last change of each loan before the run, in days before the end of the month. */
const CHANGED_DAYS_BEFORE = 7;
const BAR = {
  seconds: 120,
  stretchSeconds: 60,
  ratio: 15,
  batchMs: 100,
  memoryBytes: 150e6,
  latencyRatio: 2,
};
const PAYING = { connections: 8, pauseMs: 40 };

const today = lusakaDay(systemClock.nowMs());
const throughOn = lastDayOf(monthOf(today));
const dayAfter = addDays(throughOn, 1);

const database = await openBenchDatabase();
try {
  console.log(`The end of a month with ${LOANS} loans`);
  console.log(`${availableParallelism()} cores, load average ${loadavg()[0]!.toFixed(1)} before`);
  const payers = await makeBook(database);
  const undisturbed = await runUndisturbed(database);
  const killed = await runKilled(database, undisturbed.run.loansMoved);
  const paying = await runWhilePaying(database, payers);
  report({ ...undisturbed, ...killed, paying });
} finally {
  await database.stop();
}

async function makeBook({ url, sealing }: BenchDatabase): Promise<Payer[]> {
  const beganAt = performance.now();
  const db = openDatabase({ url });
  await createBusinessCalendar(db, systemClock, daysBetween(today, dayAfter));
  // So that the server, when it starts, ends no day meanwhile.
  await db.pool.query('update business_calendar set day_ended_through = $1', [dayAfter]);
  const bookOn = addDays(dayAfter, -CHANGED_DAYS_BEFORE);
  await makeLoanBook(db, sealing, { loans: LOANS, today: bookOn, databaseUrl: url });
  const payers = await makePayers(db, sealing, { count: PAYERS, takenDaysAgo: 15 });
  await setIncomePolicy({ db, clock: systemClock }, { policy: 'effective', actor: 'staff:bench' });
  await db.pool.query('vacuum (analyze) loan, instalment, ledger_transfer, loan_event');
  // As the ends of the days make them: the run reads balances, and its rows add to the total of the last day.
  if (!(await totalDays(db, throughOn))) throw new Error('the days were not totalled');
  await db.close();
  console.log(`made in ${((performance.now() - beganAt) / 1000).toFixed(0)} s`);
  return payers;
}

type Undisturbed = {
  run: MonthProgress;
  referencePerSecond: number;
  cost: { node: number | undefined; database: number | undefined };
  totals: Record<string, string>;
  plans: { loans: number; differing: number };
};

async function runUndisturbed(book: BenchDatabase): Promise<Undisturbed> {
  const url = await book.copyTo('undisturbed');
  const last = await listLastLoans(url, REFERENCE_LOANS);
  const referencePerSecond = await accrueLoanByLoan(url, last, throughOn);
  const child = startMonthRun(book.programUrlOf(url), throughOn);
  const costOf = startCost({ node: child.processorClock, database: book.processorClock });
  let node: number | undefined;
  // The clock of a process is gone with it.
  while (!child.hasEnded()) {
    node = costOf(Math.max(1, child.progress().loansMoved)).node ?? node;
    await sleep(20);
  }
  await child.ended;
  const run = child.progress();
  const cost = { node, database: costOf(run.loansMoved).database };
  const totals = await monthTotals(url);
  const plans = await comparePlans(url);
  await book.drop('undisturbed');
  return { run, referencePerSecond, cost, totals, plans };
}

async function runKilled(
  book: BenchDatabase,
  loans: number,
): Promise<{ killedAt: number[]; killedTotals: Record<string, string> }> {
  const url = await book.copyTo('killed');
  const killedAt: number[] = [];
  for (const share of [0.3, 0.6]) {
    const run = startMonthRun(book.programUrlOf(url), throughOn);
    while (run.progress().loansMoved < loans * share && !run.hasEnded()) await sleep(5);
    run.kill();
    await run.ended;
    killedAt.push(run.progress().loansMoved);
  }
  await startMonthRun(book.programUrlOf(url), throughOn).ended;
  const killedTotals = await monthTotals(url);
  await book.drop('killed');
  return { killedAt, killedTotals };
}

type Latencies = Pick<Load, 'latenciesMs'>;

type Paying = {
  before: Latencies[];
  during: (Latencies & { step: string })[];
  after: Latencies[];
  refused: string[];
  run: MonthProgress;
};

async function runWhilePaying(book: BenchDatabase, payers: readonly Payer[]): Promise<Paying> {
  const server = await book.startServer();
  const ring = ringOf(payers);
  await pay(server.port, ring, 2);
  const before = [await pay(server.port, ring, WINDOW_SECONDS)];
  const child = startMonthRun(book.programUrlOf(book.url), throughOn);
  const steps: { step: string; fromMs: number }[] = [];
  const watching = setInterval(() => {
    const step = stepOf(child.progress());
    if (steps.at(-1)?.step !== step) steps.push({ step, fromMs: performance.now() });
  }, 10);
  const paid = await payFromWallets(server.port, ring, { ...PAYING, hasEnded: child.hasEnded });
  clearInterval(watching);
  await child.ended;
  const during = steps.map(({ step, fromMs }, index) => {
    const untilMs = steps[index + 1]?.fromMs ?? Number.POSITIVE_INFINITY;
    const latenciesMs = paid.latenciesMs.filter(
      (_, n) => fromMs <= paid.sentAtMs[n]! && paid.sentAtMs[n]! < untilMs,
    );
    return { step, latenciesMs };
  });
  const after = [await pay(server.port, ring, WINDOW_SECONDS)];
  await server.stop();
  const refused = [...before, paid, ...after].flatMap((load) => load.refused);
  return { before, during, after, refused, run: child.progress() };
}

function stepOf({ accrualMs, effectiveInterestMs }: MonthProgress): string {
  if (accrualMs === undefined) return 'income';
  return effectiveInterestMs === undefined ? 'effective interest' : 'classes and losses';
}

function pay(port: number, ring: Ring, seconds: number): Promise<Load> {
  return payFromWallets(port, ring, { ...PAYING, seconds });
}

async function listLastLoans(url: string, limit: number): Promise<DueLoan[]> {
  const db = openDatabase({ url });
  const { rows } = await db.pool.query<DueLoan>(
    `select borrower_id, loan_id from loan where state in ('active', 'overdue')
     order by borrower_id desc, loan_id desc limit $1`,
    [limit],
  );
  await db.close();
  return rows;
}

/** Fingerprints of the loans and of the rows of the month's end, without ids and times that differ from run to run. */
async function monthTotals(url: string): Promise<Record<string, string>> {
  const lines = {
    loans: 'select row(l.*)::text as line from loan l',
    transfers: `select row(borrower_id, loan_id, line, debit_account, credit_account, amount_ngwee, business_on, value_on)::text
      as line from ledger_transfer where business_on = $1`,
    'effective interest': `select row(loans, adjustment_ngwee, movement_ngwee)::text as line from effective_interest_run`,
    losses: `select row(month, gross_ngwee, expected_loss_ngwee, provision_ngwee)::text as line from impairment_run`,
  };
  const db = openDatabase({ url });
  const totals: Record<string, string> = {};
  for (const [name, select] of Object.entries(lines)) {
    const { rows } = await db.pool.query<{ total: string }>(
      `select count(*) || ' rows, ' || coalesce(sum(hashtextextended(line, 0)::numeric), 0) as total from (${select}) lines`,
      select.includes('$1') ? [throughOn] : [],
    );
    totals[name] = rows[0]!.total;
  }
  await db.close();
  return totals;
}

type Figures = Undisturbed & {
  killedAt: number[];
  killedTotals: Record<string, string>;
  paying: Paying;
};

/** Only a wrong book makes the run fail, not a slow one. */
function report({
  run,
  referencePerSecond,
  cost,
  totals,
  plans,
  killedAt,
  killedTotals,
  paying,
}: Figures): void {
  const seconds = secondsOf(run);
  const perSecond = run.loansMoved / (run.accrualMs! / 1000);
  const isSame = isDeepStrictEqual(totals, killedTotals);
  const p99 = (loads: readonly Latencies[]) =>
    percentile(
      loads.flatMap(({ latenciesMs }) => latenciesMs),
      0.99,
    );
  const [before, during, after] = [p99(paying.before), p99(paying.during), p99(paying.after)];
  const { refused } = paying;
  const inSeconds = (value: number) => `${value.toFixed(1)} s`;
  const judged: Judged[] = [
    atMost(
      `income, effective interest, classes and losses, ${run.loansMoved} loans to accrue`,
      seconds,
      BAR.seconds,
      inSeconds,
    ),
    atMost('the same, stretch', seconds, BAR.stretchSeconds, inSeconds),
    atLeast(
      'times the loans a second of one transaction a loan',
      Number((perSecond / referencePerSecond).toFixed(1)),
      BAR.ratio,
    ),
    atMost('longest batch', run.longestBatchMs, BAR.batchMs, milliseconds),
    atMost('memory of Node', run.rssBytes / 1e6, BAR.memoryBytes / 1e6, (value) => `${value.toFixed(0)} MB`),
    atMost(
      'p99 of payments meanwhile',
      during / Math.max(before, after),
      BAR.latencyRatio,
      (value) => `${value.toFixed(1)} times`,
    ),
  ];
  console.log(
    [
      '',
      `accrual ${(run.accrualMs! / 1000).toFixed(1)} s, ${perSecond.toFixed(0)} loans a second; one by one ${referencePerSecond.toFixed(0)}`,
      `effective interest ${(run.effectiveInterestMs! / 1000).toFixed(1)} s`,
      `classes and expected losses ${(run.impairmentMs! / 1000).toFixed(1)} s`,
      `processor time of one loan: Node ${microseconds(cost.node)} µs, database ${microseconds(cost.database)} µs`,
      `killed after ${killedAt.join(' and ')} loans, then run to its end: ${isSame ? 'the same rows' : JSON.stringify({ totals, killedTotals }, null, 2)}`,
      `plans = receivables: ${plans.loans - plans.differing} of ${plans.loans} loans`,
      `batches: ${run.batches}, ${run.longBatches} of them longer than 100 ms; beside payers the longest ${milliseconds(paying.run.longestBatchMs)}, and ${paying.run.longBatches} of ${paying.run.batches} longer`,
      `payers: p99 ${before.toFixed(1)} ms before, ${during.toFixed(1)} ms during (${secondsOf(paying.run).toFixed(0)} s), ${after.toFixed(1)} ms after; by step: ${paying.during.map((load) => `${load.step} ${p99([load]).toFixed(1)} ms`).join(', ')}; ${refused.length} refused, first: ${refused[0] ?? 'none'}`,
      `load average ${loadavg()[0]!.toFixed(1)} after`,
      '',
      inColumns(
        judged.map(({ what, measured, bar, isReached }) => [
          what,
          measured,
          bar,
          isReached ? 'REACHED' : 'MISSED',
        ]),
      ),
    ].join('\n'),
  );
  if (!isSame || plans.differing > 0 || refused.length > 0) process.exitCode = 1;
}

function secondsOf({
  accrualMs = Number.NaN,
  effectiveInterestMs = Number.NaN,
  impairmentMs = Number.NaN,
}: MonthProgress): number {
  return (accrualMs + effectiveInterestMs + impairmentMs) / 1000;
}
