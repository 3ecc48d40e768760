import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { openSealing } from '../apps/server/src/book/keys/key-registry.ts';
import { readConfig } from '../apps/server/src/book/settings/config.ts';
import { lusakaDay, systemClock } from '../apps/server/src/platform/clock.ts';
import { openDatabase } from '../apps/server/src/platform/database.ts';
import { ensurePostgres } from '../apps/server/src/platform/postgres/embedded-postgres.ts';
import { migrateAndGrant } from '../apps/server/src/upkeep/database-rights/prepare-database.ts';
import { listCalls } from './console/list-calls.ts';
import { measureCall } from './console/measured-call.ts';
import { searchCalls } from './console/search-calls.ts';
import { openStaffServer } from './console/staff-server.ts';
import { inColumns } from './figures.ts';
import { makeBook } from './made-book/make-book.ts';

/*
 * How long the lists and searches of the back office take at the server, one call after the other: `npm run
 * bench:console`. Settings, from the environment:
 *
 *   DATA_DIR    the data folder of a book that `npm run make-book` made; without it a book is made and removed
 *   BORROWERS   how many borrowers a book that is made has (2000), with five loans each
 *   TIMES       how often each call is made (60)
 */

const BORROWERS = Number(process.env.BORROWERS ?? 2_000);
const TIMES = Number(process.env.TIMES ?? 60);
const SEED = 1;
const LOANS_OF_BORROWER = 5;

const { DATA_DIR } = process.env;
const dataDir = DATA_DIR ?? (await mkdtemp(path.join(tmpdir(), 'thumba-console-')));
// Started by root, PostgreSQL runs as another user, which must be able to reach its folder.
if (DATA_DIR === undefined) await chmod(dataDir, 0o711);
// Before the database: the keys of a folder that has a database are not made anew.
const { keys } = readConfig({ NODE_ENV: 'development', DATA_DIR: dataDir });
const postgres = await ensurePostgres({ dataDir, log: () => undefined });
try {
  await migrateAndGrant(postgres);
  const owner = openDatabase({ url: postgres.ownerUrl, maxConnections: 1 });
  const sealing = await openSealing(owner, keys, systemClock.nowMs()).finally(() => owner.close());
  if (DATA_DIR === undefined) {
    await makeBook({
      url: postgres.ownerUrl,
      sealing,
      borrowers: BORROWERS,
      loans: BORROWERS * LOANS_OF_BORROWER,
      seed: SEED,
      today: lusakaDay(systemClock.nowMs()),
      tell: (line) => process.stderr.write(`${line}\n`),
    });
  }
  const db = openDatabase({ url: postgres.programUrl });
  const server = await openStaffServer({ dataDir, db, sealing });
  try {
    // A list that is added here is measured.
    const calls = [...(await listCalls(db, server)), ...(await searchCalls({ db, sealing }, TIMES))];
    const { rows } = await db.pool.query(
      'select (select count(*) from borrower)::int as borrowers, (select count(*) from loan)::int as loans',
    );
    console.log(`${rows[0].borrowers} borrowers, ${rows[0].loans} loans, each call ${TIMES} times`);
    const measured: Awaited<ReturnType<typeof measureCall>>[] = [];
    for (const call of calls) measured.push(await measureCall(call, TIMES));
    const head = ['call', 'rows', 'median', 'p95', 'bar', ''];
    console.log(inColumns([head, ...measured.map(({ cells }) => cells)]));
    console.log(`load average ${loadavg()[0]!.toFixed(1)}, ${availableParallelism()} cores`);
    if (measured.some(({ isReached }) => !isReached)) process.exitCode = 1;
  } finally {
    await server.close();
    await db.close();
  }
} finally {
  await postgres.stop();
  if (DATA_DIR === undefined) await rm(dataDir, { recursive: true, force: true });
}
