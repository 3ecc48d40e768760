import { parseArgs } from 'node:util';
import { openSealing } from '../apps/server/src/book/keys/key-registry.ts';
import { readConfig } from '../apps/server/src/book/settings/config.ts';
import { lusakaDay, systemClock } from '../apps/server/src/platform/clock.ts';
import { openDatabase } from '../apps/server/src/platform/database.ts';
import { ensurePostgres } from '../apps/server/src/platform/postgres/embedded-postgres.ts';
import { migrateAndGrant } from '../apps/server/src/upkeep/database-rights/prepare-database.ts';
import { makeBook } from './made-book/make-book.ts';

/*
 * Makes a large book in an empty database: `npm run make-book -- --borrowers 200000 --loans 1000000 --seed 1`. The
 * database is the one of DATA_DIR, or that of DATABASE_OWNER_URL with the program's DATABASE_URL. It is for measuring and
 * for looking at screens, never beside real borrowers: a database that has any is refused.
 */

const { values } = parseArgs({
  options: {
    borrowers: { type: 'string', default: '200000' },
    loans: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
  },
});
const [borrowers, loans, seed] = [values.borrowers, values.loans, values.seed].map(wholeNumber) as [
  number,
  number,
  number,
];

const beganAt = performance.now();
const config = readConfig({ NODE_ENV: 'development', ...process.env });
const postgres =
  config.DATABASE_OWNER_URL === undefined
    ? await ensurePostgres({ dataDir: config.DATA_DIR, log: tell })
    : undefined;
try {
  const url = postgres?.ownerUrl ?? config.DATABASE_OWNER_URL!;
  const programUrl = postgres?.programUrl ?? config.DATABASE_URL;
  if (programUrl === undefined) throw new Error('DATABASE_URL is needed beside DATABASE_OWNER_URL');
  await migrateAndGrant({ ownerUrl: url, programUrl });
  const db = openDatabase({ url, maxConnections: 1 });
  const sealing = await openSealing(db, config.keys, systemClock.nowMs()).finally(() => db.close());
  const today = lusakaDay(systemClock.nowMs());
  const made = await makeBook({ url, sealing, borrowers, loans, seed, today, tell });
  tell(`${made.borrowers} borrowers and ${made.loans} loans`);
} finally {
  await postgres?.stop();
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`"${text}" is no whole number from 1`);
  return Number(text);
}

function tell(line: string): void {
  console.log(`${((performance.now() - beganAt) / 1000).toFixed(0).padStart(4)} s  ${line}`);
}
