import { availableParallelism, loadavg } from 'node:os';
import { type Database, openDatabase } from '../apps/server/src/platform/database.ts';
import { ONE_CALLER_FOR_ALL, openBenchDatabase, type RunningServer, settle } from './bench-database.ts';
import { checkBook } from './book-check.ts';
import { type Load, payFromWallets, ringOf } from './pay-from-wallets.ts';
import { type Pgbench, preparePgbench } from './pgbench.ts';
import { clockOfClient, clockOfEndedPrograms, withCost } from './processor-time.ts';
import { type Bar, type Pair, reportOf } from './repay-report.ts';
import { topStatements } from './top-statements.ts';
import { makePayers } from './wallet-payers.ts';

/*
 * Repayments a second over HTTP, each pair with a run of pgbench before it, and the processor time of one operation in
 * the server, the database, the client and pgbench: `npm run bench:repay`. Settings, from the environment:
 *
 *   PAYERS   borrowers with a loan to repay (10000)
 *   PAIRS    pairs for each bar (5)
 *   SECONDS  how long each run takes (4)
 *   WAITING  messages to borrowers that wait before the first run (0)
 *   PGBENCH  the program pgbench, where it is neither in PATH nor where Debian puts it
 *
 * A quick try: PAYERS=1000 PAIRS=1 SECONDS=1 npm run bench:repay. A payer can pay a few dozen times, so few payers need
 * short runs. The client is one address with all borrowers behind it, so the server's limit of requests is fixed above
 * their number. At the end one more run for each bar is made with the statements of the database measured. Without pgbench there are figures and no ratio, without /proc no processor times but the client's.
 */

const PAYERS = Number(process.env.PAYERS ?? 10_000);
const PAIRS = Number(process.env.PAIRS ?? 5);
const SECONDS = Number(process.env.SECONDS ?? 4);
const WAITING = Number(process.env.WAITING ?? 0);
const BARS: Bar[] = [
  { connections: 32, least: 0.5, stretch: 0.7 },
  { connections: 128, least: 0.9, stretch: 1.2 },
];

const database = await openBenchDatabase();
try {
  await measure();
} finally {
  await database.stop();
}

async function measure(): Promise<void> {
  const db = openDatabase({ url: database.url });
  const pgbench = await preparePgbench(await database.createDatabase('pgbench'));
  const ring = ringOf(await makePayers(db, database.sealing, { count: PAYERS, takenDaysAgo: 10 }));
  if (WAITING > 0) await makeWaitingMessages(db, WAITING);
  await settle(db);
  const server = await database.startServer(ONE_CALLER_FOR_ALL);
  const loads: Load[] = [];
  const pay = async (connections: number) => {
    const load = await payFromWallets(server.port, ring, { connections, seconds: SECONDS });
    loads.push(load);
    return load;
  };

  console.log(`POST /my/wallet/use by ${PAYERS} borrowers, ${PAIRS} pairs of ${SECONDS} s for each bar`);
  console.log(`${availableParallelism()} cores, load average ${loadavg()[0]!.toFixed(1)} before`);
  console.log(
    pgbench
      ? 'T = pgbench TPC-B, prepared, 8 clients, same PostgreSQL, just before each run'
      : 'There is no pgbench in PATH or PGBENCH: figures without a ratio',
  );
  console.log('µs = processor time of one repayment, and under T: of one transaction of pgbench');
  await pay(128);
  const measured = BARS.map((bar) => ({ bar, pairs: [] as Pair[] }));
  for (let round = 0; round < PAIRS; round += 1) {
    for (const { bar, pairs } of measured) {
      pairs.push(await measurePair(server, pgbench, () => pay(bar.connections)));
    }
  }
  const statements = [];
  for (const { connections } of BARS) {
    const table = await topStatements(database.url, async () => (await pay(connections)).accepted);
    statements.push(`${connections} connections, time of statements, with waiting:\n${table}`);
  }
  await server.stop();

  for (const { bar, pairs } of measured) console.log(`\n${reportOf(bar, pairs)}`);
  for (const table of statements) console.log(`\n${table}`);
  const refused = loads.flatMap((load) => load.refused);
  const accepted = loads.reduce((total, load) => total + load.accepted, 0);
  const book = await checkBook(db, accepted);
  await db.close();
  console.log(`\n${book.report}`);
  console.log(`  refused: ${refused.length}, first: ${refused[0] ?? 'none'}`);
  console.log(`  texts sent to borrowers meanwhile: ${server.textsSent()}`);
  if (!book.isSound || refused.length > 0) process.exitCode = 1;
}

/** Messages of the demo's kind that are due, as after a morning's reminders. */
async function makeWaitingMessages(db: Database, count: number): Promise<void> {
  await db.pool.query(
    `insert into message (borrower_id, loan_id, kind, figures, on_day, created_at, next_try_at)
     select m.borrower_id, m.loan_id, m.kind, m.figures, m.on_day, now(), now()
     from (select * from message order by message_id limit 1) m, generate_series(1, $1::integer)`,
    [count],
  );
}

async function measurePair(
  server: RunningServer,
  pgbench: Pgbench | undefined,
  pay: () => Promise<Load>,
): Promise<Pair> {
  const reference =
    pgbench &&
    (await withCost(
      { database: database.processorClock, pgbench: clockOfEndedPrograms },
      () => server.standStill(() => pgbench.run(SECONDS)),
      ({ transactions }) => transactions,
    ));
  const { run: load, cost } = await withCost(
    { server: server.processorClock, database: database.processorClock, client: clockOfClient },
    pay,
    ({ accepted }) => accepted,
  );
  return {
    reference: reference && { perSecond: reference.run.perSecond, cost: reference.cost },
    load,
    cost,
  };
}
