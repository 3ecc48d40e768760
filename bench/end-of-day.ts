import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { addDays, type Day } from '@thumba/lending/day';
import { totalDays } from '../apps/server/src/accounting/daily-total/day-totals.ts';
import { createBusinessCalendar } from '../apps/server/src/book/calendar/calendar.ts';
import { lusakaDay, systemClock } from '../apps/server/src/platform/clock.ts';
import { LONGEST_ANSWER_MS, openDatabase } from '../apps/server/src/platform/database.ts';
import { type BenchDatabase, openBenchDatabase } from './bench-database.ts';
import { bookTotals, comparePlans } from './book-totals.ts';
import { type DayRun, startDayRun } from './end-of-day-child.ts';
import { measurePayers, type PayersFigures } from './end-of-day-payers.ts';
import { type DayFigures, type DayPair, reportOf } from './end-of-day-report.ts';
import { makeLoanBook } from './loan-book.ts';
import { type DueLoan, openLoanByLoan } from './loan-by-loan.ts';
import { clockOfClient, startCost, withCost } from './processor-time.ts';
import { makePayers, type Payer } from './wallet-payers.ts';

/*
 * The end of a day with a whole book: `npm run bench:endofday`. On one copy of the book it runs undisturbed, in turns
 * with a reference of one transaction a loan, and prints the processor time of one loan in Node and in the database. On
 * a second copy it is killed twice. On the book itself borrowers pay meanwhile. Settings, from the environment:
 *
 *   LOANS    loans in the book (1000000)
 *   PAYERS   borrowers who pay meanwhile (2000)
 *   PAIRS    turns of the end of the day and of the reference (5)
 *   SECONDS  how long borrowers pay before the end of the day, and after it (10)
 *
 * A quick try: LOANS=4000 PAYERS=500 PAIRS=2 SECONDS=2 npm run bench:endofday.
 */

const LOANS = Number(process.env.LOANS ?? 1_000_000);
const PAIRS = Number(process.env.PAIRS ?? 5);
const PAYERS = Number(process.env.PAYERS ?? 2000);
const WINDOW_SECONDS = Number(process.env.SECONDS ?? 10);
/** The reference takes a second or two for these. */
const REFERENCE_LOANS = Math.min(1500, Math.ceil(LOANS / 100));
/** The end of a day uses one connection, so the reference has one. */
const CONNECTIONS = 1;

/** The borrowers pay from old wallet credit. By default the end of a day sends credit of more than seven days back. */
const KEEPS_CREDIT = { UNUSED_CREDIT_DAYS: '0' };

const today = lusakaDay(systemClock.nowMs());
const database = await openBenchDatabase();
try {
  console.log(`The end of a day with ${LOANS} loans`);
  console.log(`${availableParallelism()} cores, load average ${loadavg()[0]!.toFixed(1)} before`);
  const payers = await makeBook(database);
  const undisturbed = await runInTurns(database);
  const killed = await runKilled(database, undisturbed.due);
  const paying = await runWhilePaying(database, payers);
  const report = reportOf({ ...undisturbed, ...killed, paying });
  console.log(report.text);
  if (!report.isRight) process.exitCode = 1;
} finally {
  await database.stop();
}

async function makeBook({ url, sealing }: BenchDatabase): Promise<Payer[]> {
  const beganAt = performance.now();
  const db = openDatabase({ url });
  await createBusinessCalendar(db, systemClock, 0);
  await setEndedDay(url, addDays(today, -1));
  await makeLoanBook(db, sealing, { loans: LOANS, today, databaseUrl: url });
  // Their next plan is due today, so the end of the day works on the loans that they pay.
  const payers = await makePayers(db, sealing, { count: PAYERS, takenDaysAgo: 30 });
  // The end of each earlier day has totalled its ledger, so this day totals one.
  await totalDays(db.withAnswerLimit(LONGEST_ANSWER_MS), addDays(today, -2));
  await db.close();
  console.log(`made in ${seconds(beganAt)} s`);
  return payers;
}

async function runInTurns(
  book: BenchDatabase,
): Promise<Pick<DayFigures, 'pairs' | 'run' | 'totals'> & { due: number }> {
  const url = await book.copyTo('undisturbed');
  // The reference begins at the other end of the book, with loans that the end of the day has not reached yet.
  const due = await listDue(url);
  const reference = await openLoanByLoan(url, CONNECTIONS, today);
  const forReference = due.slice(-REFERENCE_LOANS * PAIRS);
  const turnMoves = Math.floor((due.length - forReference.length) / (PAIRS + 1));
  const run = startDayRun(book.programUrlOf(url), today);
  const pairs: DayPair[] = [];
  while (run.progress().loansMoved === 0) await sleep(5);
  for (let pair = 0; pair < PAIRS && !run.hasEnded(); pair += 1) {
    const ours = await measureTurn(run, book, turnMoves);
    if (!run.hasEnded()) run.order('stand still');
    const loans = forReference.splice(0, REFERENCE_LOANS);
    const { run: referencePerSecond, cost } = await withCost(
      { node: clockOfClient, database: book.processorClock },
      () => reference.loansPerSecond(loans),
      () => loans.length,
    );
    pairs.push({ ours, reference: { perSecond: referencePerSecond, cost } });
    if (!run.hasEnded()) run.order('go on');
  }
  await run.ended;
  await reference.close();
  const totals = await bookTotals(url, today);
  await book.drop('undisturbed');
  return { pairs, run: run.progress(), totals, due: due.length };
}

/** Waits until the end of the day has moved `turnMoves` loans more. */
async function measureTurn(run: DayRun, book: BenchDatabase, turnMoves: number): Promise<DayPair['ours']> {
  const movedBefore = run.progress().loansMoved;
  const moved = () => run.progress().loansMoved - movedBefore;
  const costOf = startCost({ node: run.processorClock, database: book.processorClock });
  const beganAt = performance.now();
  while (moved() < turnMoves && !run.hasEnded()) await sleep(5);
  return { perSecond: moved() / ((performance.now() - beganAt) / 1000), cost: costOf(moved()) };
}

async function runKilled(
  book: BenchDatabase,
  due: number,
): Promise<Pick<DayFigures, 'killedAt' | 'killedTotals' | 'plans'>> {
  const url = await book.copyTo('killed');
  const killedAt: number[] = [];
  for (const share of [0.3, 0.4]) {
    const run = startDayRun(book.programUrlOf(url), today);
    while (run.progress().loansMoved < due * share && !run.hasEnded()) await sleep(5);
    run.kill();
    await run.ended;
    killedAt.push(run.progress().loansMoved);
  }
  await startDayRun(book.programUrlOf(url), today).ended;
  const killedTotals = await bookTotals(url, today);
  const plans = await comparePlans(url);
  await book.drop('killed');
  return { killedAt, killedTotals, plans };
}

/** The server ends the day itself, as after midnight, while borrowers pay. */
async function runWhilePaying(book: BenchDatabase, payers: readonly Payer[]): Promise<PayersFigures> {
  await setEndedDay(book.url, today);
  const server = await book.startServer(KEEPS_CREDIT);
  const figures = await measurePayers({
    port: server.port,
    databaseUrl: book.url,
    payers,
    due: await listDue(book.url),
    today,
    windowSeconds: WINDOW_SECONDS,
    beginDay: () => setEndedDay(book.url, addDays(today, -1)),
  });
  await server.stop();
  return figures;
}

async function listDue(url: string): Promise<DueLoan[]> {
  const db = openDatabase({ url });
  const { rows } = await db.pool.query<DueLoan>(
    `select borrower_id, loan_id from loan where state in ('active', 'overdue') and next_event_on <= $1
     order by borrower_id, loan_id`,
    [today],
  );
  await db.close();
  return rows;
}

async function setEndedDay(url: string, on: Day): Promise<void> {
  const db = openDatabase({ url });
  await db.pool.query('update business_calendar set day_ended_through = $1', [on]);
  await db.close();
}

function seconds(beganAt: number): string {
  return ((performance.now() - beganAt) / 1000).toFixed(0);
}
