import path from 'node:path';
import { withDatabaseOf } from '../../book/settings/command-database.ts';
import { type Database, openDatabase } from '../../platform/database.ts';

const MIGRATIONS = path.join(import.meta.dirname, '../../../migrations');

/** Opens the database of the program that these settings belong to, whether that program is up or not. */
export function withProgramDatabase<Result>(
  use: (db: Database) => Promise<Result>,
  { maxConnections = 1, role = 'program' }: { maxConnections?: number; role?: 'program' | 'owner' } = {},
): Promise<Result> {
  const open = async (url: string) => {
    const db = openDatabase({ url, maxConnections });
    try {
      return await use(db);
    } finally {
      await db.close();
    }
  };
  return withDatabaseOf(process.env, MIGRATIONS, open, role);
}
