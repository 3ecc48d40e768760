import { availableParallelism, loadavg } from 'node:os';
import { type Database, openDatabase, statement } from '../apps/server/src/platform/database.ts';
import { startBareOperators } from './bare-operators.ts';
import { openBenchDatabase } from './bench-database.ts';
import { checkBook } from './book-check.ts';
import { inColumns, median } from './figures.ts';
import { payFromWallets, ringOf } from './pay-from-wallets.ts';
import { type Callback, type Posted, sendCallbacks } from './send-callbacks.ts';
import { makeWaitingPayments } from './waiting-payments.ts';
import { makePayers } from './wallet-payers.ts';

/*
 * What an operator's callback costs from its arrival to the posted payment, the enquiry included, beside repayments that
 * ask no operator: `npm run bench:callback`, CALLBACKS=500 PAIRS=1 for a quick try.
 */

const PAYERS = Number(process.env.PAYERS ?? 5000);
const PAIRS = Number(process.env.PAIRS ?? 5);
const SECONDS = Number(process.env.SECONDS ?? 2);
/** In each run. */
const CALLBACKS = Number(process.env.CALLBACKS ?? 4000);
const EQUAL_ONES = 100;
/** More than the default, which is there to spare real operators. */
const OPERATOR_CALLS_AT_ONCE = 64;
const CONNECTIONS = [32, 128] as const;
const LEAST_OF_REPAYMENTS = 0.9;
const LEAST_OF_SPREAD = 0.95;

type Round = { posted: Posted; reference: number };

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
  const ring = ringOf(await makePayers(db, sealing, { count: PAYERS, takenDaysAgo: 10 }));
  const waiting = {
    mtn: await makeWaitingPayments(db, sealing, {
      operator: 'mtn',
      mobile: '0967000002',
      count: CALLBACKS * (1 + PAIRS * CONNECTIONS.length) + Math.ceil(CALLBACKS / 2) * PAIRS + 1,
    }),
    airtel: await makeWaitingPayments(db, sealing, {
      operator: 'airtel',
      mobile: '0977000002',
      count: Math.ceil(CALLBACKS / 2) * PAIRS,
    }),
  };
  const take = (operator: 'mtn' | 'airtel', count: number): Callback[] =>
    waiting[operator].splice(0, count).map((attemptId) => ({ operator, attemptId }));
  const server = await database.startServer({
    ...operators.settings,
    OPERATOR_CALLS_AT_ONCE: String(OPERATOR_CALLS_AT_ONCE),
  });
  const followed: Callback[] = [];
  const refused: string[] = [];
  let repaid = 0;

  async function follow(callbacks: Callback[], connections: number): Promise<Posted> {
    const posted = await sendCallbacks({ port: server.port, db, sealing }, callbacks, connections);
    followed.push(...callbacks);
    refused.push(...posted.refused);
    return posted;
  }
  async function repay(connections: number): Promise<number> {
    const paid = await payFromWallets(server.port, ring, { connections, seconds: SECONDS });
    repaid += paid.accepted;
    refused.push(...paid.refused);
    return paid.perSecond;
  }

  await repay(128);
  await follow(take('mtn', CALLBACKS), 128);
  const besideRepayments = CONNECTIONS.map((connections) => ({ connections, rounds: [] as Round[] }));
  const besideSpread: Round[] = [];
  for (let pair = 0; pair < PAIRS; pair += 1) {
    for (const { connections, rounds } of besideRepayments) {
      const reference = await repay(connections);
      rounds.push({ posted: await follow(take('mtn', CALLBACKS), connections), reference });
    }
    const half = Math.ceil(CALLBACKS / 2);
    const spread = inTurns(take('mtn', half), take('airtel', half));
    const reference = (await follow(spread, 128)).perSecond;
    besideSpread.push({ posted: besideRepayments.at(-1)!.rounds.at(-1)!.posted, reference });
  }
  const [one] = take('mtn', 1);
  await follow(
    Array.from({ length: EQUAL_ONES }, () => one!),
    EQUAL_ONES,
  );
  await server.stop();

  for (const { connections, rounds } of besideRepayments) {
    print(`${connections} connections`, 'repayments a second', rounds, LEAST_OF_REPAYMENTS);
  }
  print("one operator's account", 'spread over two', besideSpread, LEAST_OF_SPREAD);
  const book = await checkBook(db, repaid);
  const ids = [...new Set(followed.map(({ attemptId }) => attemptId))];
  const postings = await countPostings(db, ids);
  const timesPosted = await countPostings(db, [one!.attemptId]);
  await db.close();
  console.log(`\n${book.report}`);
  console.log(`  payments called back ${ids.length}, posted ${postings}, enquiries ${operators.enquiries()}`);
  console.log(`  ${EQUAL_ONES} equal callbacks at once: posted ${timesPosted} time(s)`);
  console.log(`  refused: ${refused.length}, first: ${refused[0] ?? 'none'}; load average ${load()} after`);
  if (!book.isSound || refused.length > 0 || postings !== ids.length || timesPosted !== 1) {
    process.exitCode = 1;
  }
}

function inTurns(first: readonly Callback[], second: readonly Callback[]): Callback[] {
  return first.flatMap((callback, index) => [callback, second[index]!]);
}

function load(): string {
  return loadavg()[0]!.toFixed(1);
}

function print(title: string, reference: string, rounds: readonly Round[], least: number): void {
  const ratio = median(rounds.map(ratioOf));
  const middle = (figure: (round: Round) => number) => median(rounds.map(figure)).toFixed(0);
  const table = inColumns([
    [title, reference, 'callbacks posted a second', 'ratio', 'answered p50 ms', 'p99 ms'],
    ...rounds.map(({ posted, ...round }, index) => [
      `pair ${index + 1}`,
      round.reference.toFixed(0),
      posted.perSecond.toFixed(0),
      ratioOf({ posted, ...round }).toFixed(2),
      posted.p50Ms.toFixed(0),
      posted.p99Ms.toFixed(0),
    ]),
    [
      'median',
      middle((round) => round.reference),
      middle(({ posted }) => posted.perSecond),
      ratio.toFixed(2),
      middle(({ posted }) => posted.p50Ms),
      middle(({ posted }) => posted.p99Ms),
    ],
  ]);
  const verdict = ratio >= least ? 'REACHED' : 'MISSED';
  console.log(`\n${table}\n${title}: ${ratio.toFixed(2)}, bar ${least.toFixed(2)}: ${verdict}`);
}

function ratioOf({ posted, reference }: Round): number {
  return posted.perSecond / reference;
}

async function countPostings(db: Database, attemptIds: readonly string[]): Promise<number> {
  return (await db.row(countPostingsStatement, { attemptIds }))!.count;
}
