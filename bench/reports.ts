import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { openSealing } from '../apps/server/src/book/keys/key-registry.ts';
import { readConfig } from '../apps/server/src/book/settings/config.ts';
import { lusakaDay, systemClock } from '../apps/server/src/platform/clock.ts';
import { type Database, openDatabase } from '../apps/server/src/platform/database.ts';
import { ensurePostgres } from '../apps/server/src/platform/postgres/embedded-postgres.ts';
import type { Sealing } from '../apps/server/src/platform/sealing.ts';
import { migrateAndGrant } from '../apps/server/src/upkeep/database-rights/prepare-database.ts';
import { openStaffServer, type StaffServer } from './console/staff-server.ts';
import { inColumns } from './figures.ts';
import { atMost, milliseconds } from './judged.ts';
import { makeBook } from './made-book/make-book.ts';
import { payFromWallets, ringOf } from './pay-from-wallets.ts';
import { countEachDay, countSomeDays } from './reports/count-days.ts';
import { keepPayers, keptPayers } from './reports/kept-payers.ts';
import { measureReport, type ReportCall, type ReportFigures, readOnce } from './reports/read-report.ts';
import { reportCalls } from './reports/report-calls.ts';

/*
 * How long each report of a month takes at the server, and what borrowers who pay notice of two people who read reports
 * all the time: `npm run bench:reports`. Settings, from the environment:
 *
 *   DATA_DIR    the data folder of a book that `npm run make-book` made; without it a book is made and removed
 *   BORROWERS   how many borrowers a book that is made has (2000), with five loans each
 *   TIMES       how often each report is read (20), for 20 s at most
 *   ONLY        reports with these words in their title, for a quick try
 *   PAYERS      borrowers who pay (200)
 *   COUNTED_DAYS how many of the last days are counted where none is (62); with fewer, an earlier report measures
 *   COUNT       `read` counts only the ends of days that the reports read, for a book of a million loans; the sums of
 *               flows and entries are counted for each day
 *   SECONDS     how long they pay alone, and beside the reports (15)
 */

const BORROWERS = Number(process.env.BORROWERS ?? 2_000);
const TIMES = Number(process.env.TIMES ?? 20);
const ONLY = process.env.ONLY ?? '';
const PAYERS = Number(process.env.PAYERS ?? 200);
const SECONDS = Number(process.env.SECONDS ?? 15);
const SEED = 1;
const LOANS_OF_BORROWER = 5;
const REPORT_MS = 1_000;
const CALL_MS = 20_000;
const MOST_TIMES_SLOWER = 2;
const READERS = 2;
const COUNTED_DAYS = Number(process.env.COUNTED_DAYS ?? 62);
const COUNT = process.env.COUNT ?? 'each';

const { DATA_DIR } = process.env;
const dataDir = DATA_DIR ?? (await mkdtemp(path.join(tmpdir(), 'thumba-reports-')));
// Started by root, PostgreSQL runs as another user, which must be able to reach its folder.
if (DATA_DIR === undefined) await chmod(dataDir, 0o711);
// Before the database: the keys of a folder that has a database are not made anew.
const { keys } = readConfig({ NODE_ENV: 'development', DATA_DIR: dataDir });
const postgres = await ensurePostgres({ dataDir, log: () => undefined });
const today = lusakaDay(systemClock.nowMs());
try {
  await migrateAndGrant(postgres);
  const owner = openDatabase({ url: postgres.ownerUrl });
  const sealing = await openSealing(owner, keys, systemClock.nowMs());
  const db = openDatabase({ url: postgres.programUrl });
  try {
    if (DATA_DIR === undefined) await makeSmallBook(sealing);
    const payers = await keptPayers({ db: owner, sealing, dataDir }, PAYERS);
    await countDays(owner);
    const server = await openStaffServer({ dataDir, db, sealing });
    try {
      const calls = (await reportCalls(db, today)).filter(({ title }) => title.includes(ONLY));
      await measureReports(db, server, calls);
      if (SECONDS > 0) await measurePayers(server, calls, ringOf(payers));
    } finally {
      keepPayers(dataDir, payers);
      await server.close();
    }
  } finally {
    await db.close();
    await owner.close();
  }
} finally {
  await postgres.stop();
  if (DATA_DIR === undefined) await rm(dataDir, { recursive: true, force: true });
}

async function makeSmallBook(sealing: Sealing): Promise<void> {
  await makeBook({
    url: postgres.ownerUrl,
    sealing,
    borrowers: BORROWERS,
    loans: BORROWERS * LOANS_OF_BORROWER,
    seed: SEED,
    today,
    tell: (line) => process.stderr.write(`${line}\n`),
  });
}

async function countDays(owner: Database): Promise<void> {
  const beganAt = performance.now();
  if (COUNT === 'read') await countSomeDays(owner, today);
  else await countEachDay(owner, today, COUNTED_DAYS);
  await owner.pool.query('analyze');
  console.log(
    `the days of the book are counted after ${((performance.now() - beganAt) / 1000).toFixed(0)} s`,
  );
}

async function measureReports(
  db: Database,
  server: StaffServer,
  calls: readonly ReportCall[],
): Promise<void> {
  const { rows } = await db.pool.query(
    'select (select count(*) from borrower)::int as borrowers, (select count(*) from loan)::int as loans',
  );
  console.log(`${rows[0].borrowers} borrowers, ${rows[0].loans} loans; load average ${load()} before`);
  const figures: ReportFigures[] = [];
  for (const call of calls)
    figures.push(await measureReport(server, call, { times: TIMES, mostMs: CALL_MS }));
  console.log(inColumns([['report', 'times', 'median', 'p95', 'bar', ''], ...figures.map(cellsOf)]));
  console.log(`load average ${load()} after, ${availableParallelism()} cores`);
}

function cellsOf({ title, times, medianMs, p95Ms, failure }: ReportFigures): string[] {
  const { measured, bar, isReached } = atMost(title, p95Ms, REPORT_MS, milliseconds);
  if (!isReached || failure !== '') process.exitCode = 1;
  const verdict = failure === '' ? (isReached ? 'REACHED' : 'MISSED') : failure;
  return [title, String(times), milliseconds(medianMs), measured, bar, verdict];
}

async function measurePayers(
  server: StaffServer,
  calls: readonly ReportCall[],
  ring: ReturnType<typeof ringOf>,
): Promise<void> {
  const pay = (seconds: number) =>
    payFromWallets(server.port, ring, { connections: 8, seconds, pauseMs: 40 });
  await pay(2);
  const before = await pay(SECONDS);
  let hasEnded = false;
  const reading = Promise.all(
    Array.from({ length: READERS }, (_none, reader) => readAll(server, calls, reader, () => hasEnded)),
  );
  const during = await pay(SECONDS);
  hasEnded = true;
  const reports = (await reading).reduce((sum, count) => sum + count, 0);
  const after = await pay(SECONDS);
  const rows = Object.entries({ before, during, after }).map(([when, paid]) => [
    when,
    String(paid.accepted),
    String(paid.refused.length),
    milliseconds(paid.p50Ms),
    milliseconds(paid.p99Ms),
  ]);
  console.log(inColumns([['payments', 'accepted', 'refused', 'median', 'p99'], ...rows]));
  const quietMs = Math.min(before.p99Ms, after.p99Ms);
  for (const answer of new Set(during.refused)) console.log(`refused: ${answer}`);
  const { measured, bar, isReached } = atMost('p99', during.p99Ms, MOST_TIMES_SLOWER * quietMs, milliseconds);
  console.log(
    `p99 of payments beside ${reports} reports: ${measured}, ${bar}: ${isReached ? 'REACHED' : 'MISSED'}`,
  );
  if (!isReached) process.exitCode = 1;
}

/** Reads all reports one after the other, each reader from another one on. Answers how many. */
async function readAll(
  server: StaffServer,
  calls: readonly ReportCall[],
  reader: number,
  hasEnded: () => boolean,
): Promise<number> {
  let count = 0;
  const from = Math.floor((reader * calls.length) / READERS);
  for (; !hasEnded(); count += 1) await readOnce(server, calls[(from + count) % calls.length]!);
  return count;
}

function load(): string {
  return loadavg()[0]!.toFixed(1);
}
