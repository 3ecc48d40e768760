import { type Database, statement, type Transaction } from '../../platform/database.ts';

/** Less than the server waits for any answer, so that PostgreSQL says itself that it ended a statement. */
const LIMIT_MS = 7_000;

const beginStatement = statement<never>(
  'insight: read one moment',
  'set transaction isolation level repeatable read, read only',
);
/** A report has one processor of the database, so that payments have the other ones. */
const limitStatement = statement<never>(
  'insight: limit the work',
  `select set_config('statement_timeout', '${LIMIT_MS}', true), set_config('max_parallel_workers_per_gather', '0', true)`,
);

export type InsightReader = <Result>(read: (book: Transaction) => Promise<Result>) => Promise<Result>;

/** Reads all numbers of a report as of one moment, for no longer than the limit. */
export function createInsightReader(db: Database): InsightReader {
  return (read) =>
    db.inTransaction(async (transaction) => {
      await transaction.rows(beginStatement, {});
      await transaction.rows(limitStatement, {});
      return read(transaction);
    });
}
