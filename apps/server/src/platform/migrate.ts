import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { type Migration, type MigrationResultSet, Migrator } from 'kysely/migration';
import pg from 'pg';
import { isLockTimeout, SETUP_LIMITS } from './database.ts';
import { databaseMessageOf, placeOf } from './database-failure.ts';
import { StartFailure } from './start-failure.ts';

const MIGRATION_FILE_PATTERN = /^(\d{4}-[a-z0-9-]+)\.sql$/;

/** How a migration waits for locks that a running program has. */
export type LockPatience = { waitMs: number; pauseMs: number; tries: number };

/** A quarter of an hour. A lock is not waited for longer at once, because every later statement waits behind it. */
const LOCK_PATIENCE: LockPatience = { waitMs: 2_000, pauseMs: 1_000, tries: 300 };

/**
 * Brings the database up to the program: runs the `NNNN-name.sql` files it has not had, in order and in one
 * transaction. Two processes at once are safe: the second waits for the first. Returns the names of what it ran.
 */
export async function migrate(
  databaseUrl: string,
  folder: string,
  { patience = LOCK_PATIENCE, upTo }: { patience?: LockPatience; upTo?: string } = {},
): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const database = openForMigration(databaseUrl, patience.waitMs);
  try {
    if (await isUpToDate(database, migrations, databaseUrl)) return [];
    const migrator = new Migrator({ db: database, provider: { getMigrations: async () => migrations } });
    const { error, results = [] } = await migrateWithPatience(migrator, patience, upTo);
    if (!error) return results.map(({ migrationName }) => migrationName);
    // A newer version of the program may have migrated while this one waited for the lock.
    await isUpToDate(database, migrations, databaseUrl);
    const failed = results.find(({ status }) => status === 'Error');
    throw new StartFailure(
      `The database at ${placeOf(databaseUrl)} could not be migrated${
        failed ? ` by ${failed.migrationName}` : ''
      } and is as it was: ${databaseMessageOf(error)}`,
      { cause: error },
    );
  } finally {
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
  const database = openForMigration(databaseUrl, LOCK_PATIENCE.waitMs);
  try {
    return await isUpToDate(database, await readMigrations(folder), databaseUrl);
  } finally {
    await database.destroy();
  }
}

function openForMigration(databaseUrl: string, lockWaitMs: number): Kysely<never> {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 2,
    application_name: 'thumba migration',
    ...SETUP_LIMITS,
    lock_timeout: lockWaitMs,
  });
  // A connection that breaks fails its next statement; one that breaks while it is closed has nothing left to tell.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
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
