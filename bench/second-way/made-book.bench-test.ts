import { laterOf } from '@thumba/lending/day';
import { afterAll, beforeAll, test } from 'vitest';
import { wholeBooksChecks } from '../../apps/server/src/accounting/report/whole-books.test-support.ts';
import { openSealing } from '../../apps/server/src/book/keys/key-registry.ts';
import { readConfig } from '../../apps/server/src/book/settings/config.ts';
import { lusakaDay, systemClock } from '../../apps/server/src/platform/clock.ts';
import { type Database, openDatabase } from '../../apps/server/src/platform/database.ts';
import {
  type EmbeddedPostgres,
  ensurePostgres,
} from '../../apps/server/src/platform/postgres/embedded-postgres.ts';
import {
  bookDays,
  type WholeBook,
  wholeBookChecks,
} from '../../apps/server/src/staff/insight/whole-book.test-support.ts';
import { migrateAndGrant } from '../../apps/server/src/upkeep/database-rights/prepare-database.ts';
import { openStaffServer, type StaffServer } from '../console/staff-server.ts';

/*
 * Compares the reports of a made book that `wholeBookChecks` and `wholeBooksChecks` name with plain SQL over its rows: `DATA_DIR=<its folder> npm run
 * bench:second-way`, after `npm run bench:reports` has counted its days. `-t <words>` runs the checks with these words in
 * their title. Reports that read the ends of days are compared from the first counted day on.
 */

const { DATA_DIR: dataDir } = process.env;

let postgres: EmbeddedPostgres;
let owner: Database;
let db: Database;
let server: StaffServer;
let book: WholeBook;

beforeAll(async () => {
  if (dataDir === undefined) throw new Error('DATA_DIR names no folder of a made book');
  const { keys } = readConfig({ NODE_ENV: 'development', DATA_DIR: dataDir });
  postgres = await ensurePostgres({ dataDir, log: () => undefined });
  await migrateAndGrant(postgres);
  owner = openDatabase({ url: postgres.ownerUrl });
  db = openDatabase({ url: postgres.programUrl });
  server = await openStaffServer({
    ...{ dataDir, db },
    sealing: await openSealing(owner, keys, systemClock.nowMs()),
  });
  const query = async (sql: string, values?: unknown[]) => (await owner.pool.query(sql, values)).rows;
  const today = lusakaDay(systemClock.nowMs());
  book = { reader: server.as('auditor'), query, ...(await bookDays(query, today)) };
});
afterAll(async () => {
  await server?.close();
  await db?.close();
  await owner?.close();
  await postgres?.stop();
});

const FLOWS = 'what was lent, repaid and earned is what the ledger has, of each point';

test.each(Object.entries(wholeBookChecks))('%s', (title, check) =>
  check(title === FLOWS ? { ...book, from: laterOf(book.from, book.countedFrom) } : book),
);

test.each(Object.entries(wholeBooksChecks))('%s', (_title, check) =>
  check({ ...book, from: laterOf(book.from, book.countedFrom) }),
);
