import { availableParallelism, loadavg } from 'node:os';
import { type Database, openDatabase, statement } from '../apps/server/src/platform/database.ts';
import type { Sealing } from '../apps/server/src/platform/sealing.ts';
import { startBareOperators } from './bare-operators.ts';
import { ONE_CALLER_FOR_ALL, openBenchDatabase, type RunningServer, settle } from './bench-database.ts';
import { checkBook } from './book-check.ts';
import { type Cost, type Round, reportOf } from './callback-report.ts';
import { payFromWallets, type Ring, ringOf } from './pay-from-wallets.ts';
import { clockOfClient, withCost } from './processor-time.ts';
import { type Callback, type Posted, sendCallbacks } from './send-callbacks.ts';
import { makeWaitingPayments } from './waiting-payments.ts';
import { makePayers } from './wallet-payers.ts';

/*
 * Operators' callbacks a second: `npm run bench:callback`. A callback counts from its arrival to the posted payment, with
 * the enquiry between. Each pair begins with a run of repayments, which ask no operator. It prints the processor time of
 * one operation in the server, the database and the client. The client also plays the operators. Settings, from the
 * environment:
 *
 *   CALLBACKS  callbacks in each run (4000)
 *   PAYERS     borrowers with a loan to repay (5000)
 *   PAIRS      pairs for each bar (5)
 *   SECONDS    how long each run of repayments takes (2)
 *
 * A quick try: CALLBACKS=200 PAYERS=500 PAIRS=1 SECONDS=1 npm run bench:callback.
 */

const PAYERS = Number(process.env.PAYERS ?? 5000);
const PAIRS = Number(process.env.PAIRS ?? 5);
const SECONDS = Number(process.env.SECONDS ?? 2);
const CALLBACKS = Number(process.env.CALLBACKS ?? 4000);
const EQUAL_ONES = 100;
/** More than the default, which is there to spare real operators. */
const OPERATOR_CALLS_AT_ONCE = 64;
const CONNECTIONS = [32, 128] as const;
const LEAST_OF_REPAYMENTS = 0.9;
const LEAST_OF_SPREAD = 0.95;

const countPostingsStatement = statement<{ count: number }, { attemptIds: readonly string[] }>(
  'bench: postings of payments',
  `select count(*) from loan_event where kind = 'repaid' and (detail ->> 'attemptId')::uuid = any($attemptIds::uuid[])`,
);

const database = await openBenchDatabase();
const operators = await startBareOperators();
try {
  await measure();
} finally {
  operators.stop();
  await database.stop();
}

async function measure(): Promise<void> {
  const { sealing } = database;
  const db = openDatabase({ url: database.url });
  console.log(`${CALLBACKS} callbacks a run until all are posted, and POST /my/wallet/use for ${SECONDS} s`);
  console.log(`${PAIRS} pairs for each bar; ${availableParallelism()} cores, load average ${load()} before`);
  console.log(
    'µs = processor time of one callback until it is posted; R: of one operation of the run before it',
  );
  const ring = ringOf(await makePayers(db, sealing, { count: PAYERS, takenDaysAgo: 10 }));
  const callbacks = await makeCallbacks(db, sealing);
  await settle(db);
  const server = await database.startServer({
    ...ONE_CALLER_FOR_ALL,
    ...operators.settings,
    OPERATOR_CALLS_AT_ONCE: String(OPERATOR_CALLS_AT_ONCE),
    OPERATOR_PACE: 'none',
  });
  const runs = createRuns(server, db, ring);
  const { besideRepayments, besideSpread } = await measurePairs(runs, callbacks);
  const [equalOne] = callbacks.take('mtn', 1);
  await runs.follow(
    Array.from({ length: EQUAL_ONES }, () => equalOne!),
    EQUAL_ONES,
  );
  await server.stop();

  for (const { connections, rounds } of besideRepayments) {
    const title = `${connections} connections`;
    console.log(`\n${reportOf(title, 'repayments a second', rounds, LEAST_OF_REPAYMENTS)}`);
  }
  console.log(`\n${reportOf("one operator's account", 'spread over two', besideSpread, LEAST_OF_SPREAD)}`);
  await checkResult(db, runs.done, equalOne!);
  await db.close();
}

/** Payments that wait for their callback, enough for every run. */
async function makeCallbacks(db: Database, sealing: Sealing) {
  const half = Math.ceil(CALLBACKS / 2);
  const waiting = {
    mtn: await makeWaitingPayments(db, sealing, {
      operator: 'mtn',
      mobile: '0967000002',
      count: CALLBACKS * (1 + PAIRS * CONNECTIONS.length) + half * PAIRS + 1,
    }),
    airtel: await makeWaitingPayments(db, sealing, {
      operator: 'airtel',
      mobile: '0977000002',
      count: half * PAIRS,
    }),
  };
  return {
    take: (operator: 'mtn' | 'airtel', count: number): Callback[] =>
      waiting[operator].splice(0, count).map((attemptId) => ({ operator, attemptId })),
  };
}

type Callbacks = Awaited<ReturnType<typeof makeCallbacks>>;
type Runs = ReturnType<typeof createRuns>;

/** The two kinds of run, and a record of all they did for the check at the end. */
function createRuns(server: RunningServer, db: Database, ring: Ring) {
  const done = { followed: [] as Callback[], refused: [] as string[], repaid: 0 };
  const clocks = {
    server: server.processorClock,
    database: database.processorClock,
    client: clockOfClient,
  };
  return {
    done,
    async follow(callbacks: Callback[], connections: number): Promise<{ run: Posted; cost: Cost }> {
      const measured = await withCost(
        clocks,
        () =>
          sendCallbacks(
            { port: server.port, db, callbackSecret: database.callbackSecret },
            callbacks,
            connections,
          ),
        () => callbacks.length,
      );
      done.followed.push(...callbacks);
      done.refused.push(...measured.run.refused);
      return measured;
    },
    async repay(connections: number): Promise<{ perSecond: number; cost: Cost }> {
      const { run, cost } = await withCost(
        clocks,
        () => payFromWallets(server.port, ring, { connections, seconds: SECONDS }),
        ({ accepted }) => accepted,
      );
      done.repaid += run.accepted;
      done.refused.push(...run.refused);
      return { perSecond: run.perSecond, cost };
    },
  };
}

async function measurePairs(runs: Runs, callbacks: Callbacks) {
  await runs.repay(128);
  await runs.follow(callbacks.take('mtn', CALLBACKS), 128);
  const besideRepayments = CONNECTIONS.map((connections) => ({ connections, rounds: [] as Round[] }));
  const besideSpread: Round[] = [];
  for (let pair = 0; pair < PAIRS; pair += 1) {
    for (const { connections, rounds } of besideRepayments) {
      const reference = await runs.repay(connections);
      const { run: posted, cost } = await runs.follow(callbacks.take('mtn', CALLBACKS), connections);
      rounds.push({ posted, cost, reference });
    }
    const half = Math.ceil(CALLBACKS / 2);
    const spread = inTurns(callbacks.take('mtn', half), callbacks.take('airtel', half));
    const { run, cost } = await runs.follow(spread, 128);
    const ofOneAccount = besideRepayments.at(-1)!.rounds.at(-1)!;
    besideSpread.push({ ...ofOneAccount, reference: { perSecond: run.perSecond, cost } });
  }
  return { besideRepayments, besideSpread };
}

/** Compares the book with the answers: every callback posted its payment once. */
async function checkResult(db: Database, done: Runs['done'], equalOne: Callback): Promise<void> {
  const book = await checkBook(db, done.repaid);
  const ids = [...new Set(done.followed.map(({ attemptId }) => attemptId))];
  const postings = await countPostings(db, ids);
  const timesPosted = await countPostings(db, [equalOne.attemptId]);
  console.log(`\n${book.report}`);
  console.log(`  payments called back ${ids.length}, posted ${postings}, enquiries ${operators.enquiries()}`);
  console.log(`  ${EQUAL_ONES} equal callbacks at once: posted ${timesPosted} time(s)`);
  console.log(
    `  refused: ${done.refused.length}, first: ${done.refused[0] ?? 'none'}; load average ${load()} after`,
  );
  if (!book.isSound || done.refused.length > 0 || postings !== ids.length || timesPosted !== 1) {
    process.exitCode = 1;
  }
}

function inTurns(first: readonly Callback[], second: readonly Callback[]): Callback[] {
  return first.flatMap((callback, index) => [callback, second[index]!]);
}

function load(): string {
  return loadavg()[0]!.toFixed(1);
}

async function countPostings(db: Database, attemptIds: readonly string[]): Promise<number> {
  return (await db.row(countPostingsStatement, { attemptIds }))!.count;
}
