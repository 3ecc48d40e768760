import { isMigrated } from '../../platform/migrate.ts';
import { hasCluster } from '../../platform/postgres/cluster.ts';
import { ensurePostgres } from '../../platform/postgres/embedded-postgres.ts';
import { StartFailure } from '../../platform/start-failure.ts';
import { readDatabaseSettings } from './config.ts';

/**
 * Runs a terminal command on the database that these settings name, whether the server is running or not. PostgreSQL is
 * started if needed and stopped afterwards. A command neither makes nor migrates a database.
 */
export async function withDatabaseOf<Result>(
  variables: Record<string, string | undefined>,
  migrationsFolder: string,
  use: (databaseUrl: string) => Promise<Result>,
): Promise<Result> {
  const { DATABASE_URL, DATA_DIR } = readDatabaseSettings(variables);
  if (DATABASE_URL) return useMigrated(DATABASE_URL, migrationsFolder, use);
  if (!(await hasCluster(DATA_DIR)))
    throw new StartFailure(`There is no database in ${DATA_DIR} yet: "npm start" makes one.`);
  const postgres = await ensurePostgres({ dataDir: DATA_DIR, log: () => undefined });
  try {
    return await useMigrated(postgres.url, migrationsFolder, use);
  } finally {
    await postgres.stop();
  }
}

async function useMigrated<Result>(
  url: string,
  migrationsFolder: string,
  use: (databaseUrl: string) => Promise<Result>,
): Promise<Result> {
  if (!(await isMigrated(url, migrationsFolder)))
    throw new StartFailure('The database is older than this program: start it once with "npm start".');
  return use(url);
}
