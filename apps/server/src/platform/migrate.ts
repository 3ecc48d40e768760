import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { type Migration, type MigrationResultSet, Migrator } from 'kysely/migration';
import pg from 'pg';
import { isLockTimeout, MIGRATION_LIMITS, SETUP_LIMITS } from './database.ts';
import { databaseMessageOf, placeOf, SILENT } from './database-failure.ts';
import { StartFailure } from './start-failure.ts';
import { type ConnectionWatch, watchConnections } from './watched-connections.ts';

const MIGRATION_FILE_PATTERN = /^(\d{4}-[a-z0-9-]+)\.sql$/;

/** How a migration waits for locks that a running program has. */
export type LockPatience = { waitMs: number; pauseMs: number; tries: number };

/** A quarter of an hour. A lock is not waited for longer at once, because every later statement waits behind it. */
const LOCK_PATIENCE: LockPatience = { waitMs: 2_000, pauseMs: 1_000, tries: 300 };

/** PostgreSQL waits for us for moments between two statements, and a second between two tries. */
const WATCH: ConnectionWatch = { everyMs: 10_000, idleMs: 30_000 };

/**
 * Brings the database up to the program: runs the `NNNN-name.sql` files it has not had, in order and in one
 * transaction. Two processes at once are safe: the second waits for the first. Returns the names of what it ran.
 */
export async function migrate(
  databaseUrl: string,
  folder: string,
  {
    patience = LOCK_PATIENCE,
    watch = WATCH,
    upTo,
  }: { patience?: LockPatience; watch?: ConnectionWatch; upTo?: string } = {},
): Promise<string[]> {
  if (await isMigrated(databaseUrl, folder)) return [];
  const migrations = await readMigrations(folder);
  const pool = openPool(databaseUrl, { ...MIGRATION_LIMITS, lock_timeout: patience.waitMs });
  const watched = watchConnections(pool, databaseUrl, watch);
  const database = kyselyOn(pool);
  try {
    const migrator = new Migrator({ db: database, provider: { getMigrations: async () => migrations } });
    const { error, results = [] } = await migrateWithPatience(migrator, patience, upTo);
    if (!error) return results.map(({ migrationName }) => migrationName);
    // A newer version of the program may have migrated while this one waited for the lock.
    await isMigrated(databaseUrl, folder);
    const failed = results.find(({ status }) => status === 'Error');
    throw new StartFailure(
      `The database at ${placeOf(databaseUrl)} could not be migrated${
        failed ? ` by ${failed.migrationName}` : ''
      } and is as it was: ${watched.hasBrokenOff() ? SILENT : databaseMessageOf(error)}`,
      { cause: error },
    );
  } finally {
    await watched.stop();
    await database.destroy();
  }
}

/** A try that waits too long for a lock did nothing, and lets the statements behind it pass before the next one. */
async function migrateWithPatience(
  migrator: Migrator,
  patience: LockPatience,
  upTo: string | undefined,
): Promise<MigrationResultSet> {
  for (let tries = 1; ; tries += 1) {
    const result = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo));
    if (!isLockTimeout(result.error) || tries === patience.tries) return result;
    await pause(patience.pauseMs);
  }
}

/** Whether the database is up to the program, for who only reads it. Fails on one that is newer or cannot be reached. */
export async function isMigrated(databaseUrl: string, folder: string): Promise<boolean> {
  const database = kyselyOn(openPool(databaseUrl, SETUP_LIMITS));
  try {
    return await isUpToDate(database, await readMigrations(folder), databaseUrl);
  } finally {
    await database.destroy();
  }
}

function openPool(databaseUrl: string, limits: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 2,
    application_name: 'thumba migration',
    ...limits,
  });
  // A connection that breaks fails its next statement; one that breaks while it is closed has nothing left to tell.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

function kyselyOn(pool: pg.Pool): Kysely<never> {
  return new Kysely<never>({ dialect: new PostgresDialect({ pool }) });
}

/** The names of the migrations that this program brings. */
export async function migrationNames(folder: string): Promise<string[]> {
  return Object.keys(await readMigrations(folder));
}

async function readMigrations(folder: string): Promise<Record<string, Migration>> {
  const migrations: Record<string, Migration> = {};
  for (const file of (await readdir(folder)).sort()) {
    const name = MIGRATION_FILE_PATTERN.exec(file)?.[1];
    if (!name)
      throw new StartFailure(`${join(folder, file)} is not named like a migration: 0001-what-it-does.sql.`);
    const statements = await readFile(join(folder, file), 'utf8');
    migrations[name] = { up: async (database) => void (await sql.raw(statements).execute(database)) };
  }
  return migrations;
}

async function isUpToDate(
  database: Kysely<never>,
  migrations: Record<string, Migration>,
  databaseUrl: string,
): Promise<boolean> {
  const executed = await executedMigrations(database).catch((error: unknown) => {
    throw new StartFailure(
      `The database at ${placeOf(databaseUrl)} cannot be used: ${databaseMessageOf(error)}`,
      {
        cause: error,
      },
    );
  });
  const unknown = executed.findLast((name) => !(name in migrations));
  if (unknown) {
    throw new StartFailure(
      `The database at ${placeOf(databaseUrl)} is newer than this program, which does not know its migration ${unknown}: start the newer version.`,
    );
  }
  return executed.length === Object.keys(migrations).length;
}

async function executedMigrations(database: Kysely<never>): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string | null }>`
    select to_regclass('kysely_migration')::text as name`.execute(database);
  if (tables[0]?.name == null) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
    database,
  );
  return rows.map(({ name }) => name);
}
