import { isMigrated } from '../../platform/migrate.ts';
import { hasCluster } from '../../platform/postgres/cluster.ts';
import { ensurePostgres } from '../../platform/postgres/embedded-postgres.ts';
import { ownsTables } from '../../platform/postgres/program-role.ts';
import { StartFailure } from '../../platform/start-failure.ts';
import { readDatabaseSettings } from './config.ts';

/**
 * Runs a terminal command on the database that these settings name, whether the server is running or not. PostgreSQL is
 * started if needed and stopped afterwards. A command neither makes nor migrates a database. As the owner it runs only if
 * it changes what is append-only.
 */
export async function withDatabaseOf<Result>(
  variables: Record<string, string | undefined>,
  migrationsFolder: string,
  use: (databaseUrl: string) => Promise<Result>,
  role: 'program' | 'owner' = 'program',
): Promise<Result> {
  const { DATABASE_URL, DATABASE_OWNER_URL, DATA_DIR } = readDatabaseSettings(variables);
  if (DATABASE_URL) {
    const url = role === 'owner' ? await ownerUrlOf(DATABASE_OWNER_URL, DATABASE_URL) : DATABASE_URL;
    return useMigrated(url, migrationsFolder, use);
  }
  if (!(await hasCluster(DATA_DIR)))
    throw new StartFailure(`There is no database in ${DATA_DIR} yet: "npm start" makes one.`);
  const postgres = await ensurePostgres({ dataDir: DATA_DIR, log: () => undefined });
  try {
    if (!(await isMigrated(postgres.ownerUrl, migrationsFolder))) throw olderDatabase();
    return await use(role === 'owner' ? postgres.ownerUrl : postgres.programUrl);
  } finally {
    await postgres.stop();
  }
}

/** Outside production the role of `DATABASE_URL` may own the tables itself. */
export async function ownerUrlOf(ownerUrl: string | undefined, url: string): Promise<string> {
  if (ownerUrl !== undefined) return ownerUrl;
  if (await ownsTables(url)) return url;
  throw new StartFailure('Set DATABASE_OWNER_URL: this command needs the role that owns the tables.');
}

async function useMigrated<Result>(
  url: string,
  migrationsFolder: string,
  use: (databaseUrl: string) => Promise<Result>,
): Promise<Result> {
  if (!(await isMigrated(url, migrationsFolder))) throw olderDatabase();
  return use(url);
}

function olderDatabase(): StartFailure {
  return new StartFailure(
    'The database is older than this program: start it once with "npm start", or run "npm run migrate".',
  );
}
