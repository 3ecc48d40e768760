import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, isLockTimeout, statement, type Transaction } from '../../platform/database.ts';
import { type RowOf, sealedColumns } from '../../platform/sealed-columns.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { lastingHashes, type RehashedKind, rehashedKinds } from './lookup-columns.ts';

const VALUES_OF_BATCH = 500;
/** Writers of the tables wait at most so long behind a batch that itself waits for one of them. */
const LOCK_TIMEOUT_MS = 200;
const LOCK_TRIES = 30;

export type Rehashed = { rehashed: number; unreadable: string[] };

type Source = RehashedKind['sources'][number];
type StoredValue = Record<string, unknown> & { stored_hash: Buffer; stored: Buffer };
type Move = { from: Buffer; to: Buffer };

/**
 * Stores the hashes of one kind of value under the first look-up key, as far as the value itself is kept. All columns
 * with one value change in one transaction, because they are joined. Writers of these tables wait for it, so that none
 * stores a hash that it read before.
 */
export async function rehashKind(
  db: Database,
  sealing: Sealing,
  kind: RehashedKind,
  isStopping: () => boolean,
): Promise<Rehashed> {
  const result: Rehashed = { rehashed: 0, unreadable: [] };
  for (const source of kind.sources) {
    const read = readStatement(source);
    let after: Buffer | undefined = Buffer.alloc(0);
    while (after && !isStopping()) {
      const keyNumber = sealing.keyNumbers.lookup[0]!;
      const rows: StoredValue[] = await db.rows(read, { after, keyNumber });
      const moves = rows.map((row) => moveOf(sealing, kind, source, row));
      const made = moves.filter((move): move is Move => move !== undefined);
      result.unreadable.push(
        ...rows
          .filter((_, index) => moves[index] === undefined)
          .map((row) => `${source.sealed} for the hash ${row.stored_hash.toString('hex')}`),
      );
      if (made.length > 0) await moveHashes(db, kind, made);
      result.rehashed += made.length;
      after = rows.length < VALUES_OF_BATCH ? undefined : rows.at(-1)!.stored_hash;
    }
  }
  return result;
}

function moveOf(
  sealing: Sealing,
  { kind }: RehashedKind,
  { sealed, text }: Source,
  row: StoredValue,
): Move | undefined {
  try {
    const place = row as unknown as RowOf<typeof sealed>;
    const hashes = sealing.lookupHashes(kind, text(sealing.open(sealed, place, row.stored)));
    const isOfValue = hashes.some((hash) => hash.equals(row.stored_hash));
    return isOfValue ? { from: row.stored_hash, to: hashes[0]! } : undefined;
  } catch {
    return undefined;
  }
}

async function moveHashes(db: Database, kind: RehashedKind, moves: readonly Move[]): Promise<void> {
  const values = { from: moves.map(({ from }) => from), to: moves.map(({ to }) => to) };
  const move = async (transaction: Transaction) => {
    await transaction.rows(limitWaitStatement, {});
    await transaction.rows(lockStatement(kind), {});
    for (const column of kind.columns) await transaction.rows(moveStatement(column), values);
  };
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.inTransaction(move);
    } catch (error) {
      if (!isLockTimeout(error) || tries === LOCK_TRIES) throw error;
      await sleep(LOCK_TIMEOUT_MS);
    }
  }
}

const limitWaitStatement = statement<never>(
  'keys: limit the wait for locks',
  `set local lock_timeout = '${LOCK_TIMEOUT_MS}ms'`,
);

function lockStatement({ kind, columns }: RehashedKind) {
  const tables = [...new Set(columns.map(({ table }) => table))];
  return statement<never>(
    `keys: lock the tables of ${kind}`,
    `lock table ${tables.join(', ')} in share row exclusive mode`,
  );
}

function moveStatement({ table, column, where }: RehashedKind['columns'][number]) {
  return statement<never, { from: Buffer[]; to: Buffer[] }>(
    `keys: rehash ${table}.${column}`,
    `update ${table} set ${column} = moved.new_hash
     from unnest($from::bytea[], $to::bytea[]) as moved (old_hash, new_hash)
     where ${table}.${column} = moved.old_hash${where ? ` and ${where}` : ''}`,
  );
}

function readStatement({ from, hash, sealed }: Source) {
  const [table, column] = sealed.split('.') as [string, string];
  const keys = sealedColumns[sealed].map((key) => `${table}.${key}`).join(', ');
  return statement<StoredValue, { after: Buffer; keyNumber: number }>(
    `keys: hashes ${hash} beside ${sealed}`,
    `select distinct on (${hash}) ${hash} as stored_hash, ${keys}, ${table}.${column} as stored from ${from}
     where ${hash} > $after::bytea and length(${table}.${column}) > 0 and ${keyNumberOf(hash)} <> $keyNumber::integer
     order by ${hash} limit ${VALUES_OF_BATCH}`,
  );
}

/** The number of the key of a look-up hash. A hash under key 1 has no number in front. */
function keyNumberOf(hash: string): string {
  return `case when length(${hash}) = 33 then get_byte(${hash}, 0) else 1 end`;
}

export type HashCount = { column: string; keyNumber: number; count: number };

/** How many lasting hashes there are under each key, by column. */
export async function countHashes(db: Database): Promise<HashCount[]> {
  const columns = new Set([
    ...rehashedKinds.flatMap(({ columns: ofKind }) =>
      ofKind.map(({ table, column }) => `${table}.${column}`),
    ),
    ...lastingHashes,
  ]);
  const counts: HashCount[] = [];
  for (const column of [...columns].sort()) {
    const [table, name] = column.split('.') as [string, string];
    const rows = await db.rows(
      statement<{ key_number: number; count: number }>(
        `keys: count ${column}`,
        `select ${keyNumberOf(name)} as key_number, count(*) as count from ${table}
         where ${name} is not null group by 1 order by 1`,
      ),
      {},
    );
    counts.push(...rows.map(({ key_number, count }) => ({ column, keyNumber: key_number, count })));
  }
  return counts;
}
