import { readDatabaseSettings } from '../config.ts';
import { isMigrated } from '../migrate.ts';
import { StartFailure } from '../start-failure.ts';
import { hasCluster } from './cluster.ts';
import { ensurePostgres } from './embedded-postgres.ts';

/**
 * For a command at the terminal: the database of the program that these settings belong to, whether that program is
 * up or not. It is left running if it ran, and stopped again if not. A command makes and migrates none.
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
