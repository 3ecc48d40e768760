import path from 'node:path';
import { databaseFailure } from '../../platform/database-failure.ts';
import { isMigrated, migrate, migrationNames } from '../../platform/migrate.ts';
import {
  excessOf,
  migrateWithRights,
  ownsTables,
  type RoleUrls,
  wrongRight,
} from '../../platform/postgres/program-role.ts';
import { StartFailure } from '../../platform/start-failure.ts';
import { programFunctions, programRights } from './program-rights.ts';

const MIGRATIONS = path.join(import.meta.dirname, '../../../migrations');
const RIGHTS = { tables: programRights, functions: programFunctions };
const RUN_MIGRATE = 'run "npm run migrate" with DATABASE_OWNER_URL and DATABASE_URL';

export function knownMigrations(): Promise<string[]> {
  return migrationNames(MIGRATIONS);
}

export type DatabaseUrls = {
  /** Unset where only the program's role is known. */
  ownerUrl: string | undefined;
  programUrl: string;
};

/** Brings the database up to the program, and gives the program's role what it may do and nothing more. */
export async function migrateAndGrant(urls: RoleUrls): Promise<string[]> {
  try {
    return await migrateWithRights(urls, RIGHTS, () => migrate(urls.ownerUrl, MIGRATIONS));
  } catch (error) {
    throw databaseFailure(error, urls.ownerUrl);
  }
}

/** Brings an empty database to the migration with this name, and no further. */
export async function migrateUpTo(ownerUrl: string, name: string): Promise<void> {
  if (!(await knownMigrations()).includes(name)) {
    throw new StartFailure(
      `The backup is of a later version of this program, which has the migration ${name}: restore it with that version.`,
    );
  }
  await migrate(ownerUrl, MIGRATIONS, { upTo: name });
}

/**
 * Makes the database ready for a server. Without the owner, production starts only on a database that is ready, and
 * elsewhere the program's role may own the tables itself.
 */
export async function prepareDatabase(
  { ownerUrl, programUrl }: DatabaseUrls,
  { isProduction, say }: { isProduction: boolean; say: (line: string) => void },
): Promise<void> {
  if (ownerUrl !== undefined) {
    await migrateAndGrant({ ownerUrl, programUrl });
  } else if (!isProduction) {
    await migrate(programUrl, MIGRATIONS);
    if (await ownsTables(programUrl))
      say(
        'The role of DATABASE_URL owns the tables. Set DATABASE_OWNER_URL to run with less (docs/running/production.md).',
      );
  }
  if (isProduction) await refuseUnlessReady(programUrl);
}

async function refuseUnlessReady(programUrl: string): Promise<void> {
  const excess = await excessOf(programUrl);
  if (excess !== undefined) {
    throw new StartFailure(
      `The role of DATABASE_URL ${excess}: give the program a role of its own, and ${RUN_MIGRATE}.`,
    );
  }
  const wrong = await wrongRight(programUrl, RIGHTS);
  // A role without rights cannot read which migrations ran.
  if (wrong === `no kysely_migration select` || !(await isMigrated(programUrl, MIGRATIONS)))
    throw new StartFailure(`The database is older than this program: ${RUN_MIGRATE}.`);
  if (wrong !== undefined) {
    throw new StartFailure(
      `The role of DATABASE_URL has other rights than it should (${wrong}): ${RUN_MIGRATE}.`,
    );
  }
}
