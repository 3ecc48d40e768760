import path from 'node:path';
import { withDatabaseOf } from '../../book/settings/command-database.ts';
import { type Database, LONGEST_ANSWER_MS, openDatabase } from '../../platform/database.ts';
import { databaseFailure } from '../../platform/database-failure.ts';

const MIGRATIONS = path.join(import.meta.dirname, '../../../migrations');

/** Opens the database of the program that these settings belong to, whether that program is up or not. */
export function withProgramDatabase<Result>(
  use: (db: Database) => Promise<Result>,
  {
    maxConnections = 1,
    role = 'program',
    answerMs = LONGEST_ANSWER_MS,
  }: { maxConnections?: number; role?: 'program' | 'owner'; answerMs?: number } = {},
): Promise<Result> {
  const open = async (url: string) => {
    const db = openDatabase({ url, maxConnections, answerMs, isCommand: true });
    try {
      return await use(db);
    } catch (error) {
      throw databaseFailure(error, url);
    } finally {
      await db.close();
    }
  };
  return withDatabaseOf(process.env, MIGRATIONS, open, role);
}
