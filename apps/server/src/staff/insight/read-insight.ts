import { type Database, statement, type Transaction } from '../../platform/database.ts';

/** So many reports are read at once in a process. The others wait, so that payments always find a connection. */
const MOST_AT_ONCE = 2;
const LIMIT_MS = 8_000;

const beginStatement = statement<never>(
  'insight: read one moment',
  'set transaction isolation level repeatable read, read only',
);
const limitStatement = statement<never>(
  'insight: limit the time',
  `set local statement_timeout = ${LIMIT_MS}`,
);

export type InsightReader = <Result>(read: (book: Transaction) => Promise<Result>) => Promise<Result>;

/** Reads all numbers of a report as of one moment, few reports at a time, none of them for longer than the limit. */
export function createInsightReader(db: Database): InsightReader {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (read) => {
    if (running >= MOST_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await db.inTransaction(async (transaction) => {
        await transaction.rows(beginStatement, {});
        await transaction.rows(limitStatement, {});
        return read(transaction);
      });
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
