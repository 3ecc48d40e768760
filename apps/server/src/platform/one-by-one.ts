import { type Database, type Statement, statement, type Transaction } from './database.ts';
import type { LookupKind, Sealing } from './sealing.ts';

const takeLockStatement = statement<never, { lock: string }>(
  'platform: take a lock until the transaction ends',
  'select pg_advisory_xact_lock($lock::bigint)',
);

/**
 * Runs a statement that stores the look-up hash of a value which may be stored once. While several keys are live, two
 * processes can have different first ones. A unique index would then not see that they store the same value, so the
 * statements about one value wait for each other.
 */
export async function rowOneByOne<Row, Values extends object>(
  db: Database,
  sealing: Sealing,
  valuesOfKinds: { [Kind in LookupKind]?: string },
  wanted: Statement<Row, Values>,
  values: Values,
): Promise<Row | undefined> {
  if (sealing.keyNumbers.lookup.length === 1) return db.row(wanted, values);
  return db.inTransaction(async (transaction) => {
    await takeTurns(transaction, sealing, valuesOfKinds);
    return transaction.row(wanted, values);
  });
}

/** Makes a transaction wait for others that store the same values, while several keys are live. */
export async function takeTurns(
  transaction: Transaction,
  sealing: Sealing,
  valuesOfKinds: { [Kind in LookupKind]?: string },
): Promise<void> {
  if (sealing.keyNumbers.lookup.length === 1) return;
  // In one order, so that no two statements wait for each other's locks.
  const locks = Object.entries(valuesOfKinds)
    .sort(([kind], [other]) => (kind < other ? -1 : 1))
    .map(([kind, value]) => sealing.lookupHash(kind as LookupKind, value).readBigInt64BE());
  // By statements of their own, because a statement does not see what is written after it began.
  for (const lock of locks) await transaction.row(takeLockStatement, { lock: String(lock) });
}
