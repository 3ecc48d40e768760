import { availableParallelism, loadavg } from 'node:os';
import { openDatabase } from '../apps/server/src/platform/database.ts';
import { openBenchDatabase } from './bench-database.ts';
import { checkBook } from './book-check.ts';
import { type Load, payFromWallets, ringOf } from './pay-from-wallets.ts';
import { preparePgbench } from './pgbench.ts';
import { type Bar, type Pair, reportOf } from './repay-report.ts';
import { makePayers } from './wallet-payers.ts';

const PAYERS = 10_000;
const PAIRS = Number(process.env.PAIRS ?? 5);
const SECONDS = Number(process.env.SECONDS ?? 4);
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
  const server = await database.startServer();
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
  await pay(128);
  const measured = BARS.map((bar) => ({ bar, pairs: [] as Pair[] }));
  for (let round = 0; round < PAIRS; round += 1) {
    for (const { bar, pairs } of measured) {
      const referencePerSecond =
        pgbench && (await server.standStill(() => pgbench.transactionsPerSecond(SECONDS)));
      pairs.push({ referencePerSecond, load: await pay(bar.connections) });
    }
  }
  await server.stop();

  for (const { bar, pairs } of measured) console.log(`\n${reportOf(bar, pairs)}`);
  const refused = loads.flatMap((load) => load.refused);
  const accepted = loads.reduce((total, load) => total + load.accepted, 0);
  const book = await checkBook(db, accepted);
  await db.close();
  console.log(`\n${book.report}`);
  console.log(`  refused: ${refused.length}, first: ${refused[0] ?? 'none'}`);
  console.log(`  texts sent to borrowers meanwhile: ${server.textsSent()}`);
  if (!book.isSound || refused.length > 0) process.exitCode = 1;
}
