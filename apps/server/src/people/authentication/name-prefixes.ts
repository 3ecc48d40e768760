import { namePrefixes } from '@thumba/identity/name-prefixes';
import { type Database, statement } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { type Identity, openIdentity } from '../borrower/applicant.ts';

/*
 * Names are sealed, and found by keyed hashes of the beginnings of their words. Why, and what it costs: decision 106.
 */

/** The bits of a stored hash below the number of its key. */
const HASH_BITS = 56n;
const BATCH_SIZE = 500;

/** Of one beginning of a word: its hash under each live key, the first key first, as decimal text of a bigint. */
export function prefixHashes(sealing: Sealing, prefix: string): string[] {
  return sealing.lookupHashes('name_prefix', prefix).map((hash, at) => {
    const bytes = hash.subarray(hash.length - 32);
    const number = BigInt(sealing.keyNumbers.lookup[at]!);
    const value = (number << HASH_BITS) | (bytes.readBigUInt64BE() >> (64n - HASH_BITS));
    return BigInt.asIntN(64, value).toString();
  });
}

/** What is stored of a name: the hashes under the first key. */
export function namePrefixHashes(
  sealing: Sealing,
  { firstName, lastName }: Pick<Identity, 'firstName' | 'lastName'>,
): string[] {
  return namePrefixes(`${firstName} ${lastName}`).map((prefix) => prefixHashes(sealing, prefix)[0]!);
}

/** CTEs that keep the hashes `$namePrefixHashes` of the borrowers in the CTE `saved_identity`, and no others. */
export const SAVED_NAME_PREFIXES = `removed_prefixes as (
    delete from borrower_name_prefix p using saved_identity s
    where p.borrower_id = s.borrower_id and p.prefix_hash <> all ($namePrefixHashes::bigint[])
  ),
  inserted_prefixes as (
    insert into borrower_name_prefix (prefix_hash, borrower_id)
    select n.prefix_hash, s.borrower_id from saved_identity s, unnest($namePrefixHashes::bigint[]) as n (prefix_hash)
    on conflict do nothing
  )`;

type IdentityRow = { borrower_id: number; identity_sealed: Buffer; is_deleted: boolean };

const lockUnwrittenStatement = statement<IdentityRow, { after: number; limit: number }>(
  'names: lock identities without prefixes',
  `select borrower_id, identity_sealed, exists (select from account_deletion d where d.borrower_id = i.borrower_id)
     as is_deleted
   from borrower_identity i where name_found_of is distinct from confirmed_at and borrower_id > $after
   order by borrower_id limit $limit for no key update of i skip locked`,
);

const lockSomeStatement = statement<IdentityRow, { borrowerIds: number[] }>(
  'names: lock identities',
  `select borrower_id, identity_sealed, exists (select from account_deletion d where d.borrower_id = i.borrower_id)
     as is_deleted
   from borrower_identity i where borrower_id = any ($borrowerIds::bigint[])
   order by borrower_id for no key update of i`,
);

const writeStatement = statement<
  never,
  { lockedIds: number[]; readIds: number[]; rowBorrowerIds: number[]; rowHashes: string[] }
>(
  'names: write prefixes',
  `with named as (
     select * from unnest($rowHashes::bigint[], $rowBorrowerIds::bigint[]) as n (prefix_hash, borrower_id)
   ),
   removed as (
     delete from borrower_name_prefix where borrower_id = any ($lockedIds::bigint[])
       and (prefix_hash, borrower_id) not in (select prefix_hash, borrower_id from named)
   ),
   inserted as (
     insert into borrower_name_prefix (prefix_hash, borrower_id) select prefix_hash, borrower_id from named
     on conflict do nothing
   )
   update borrower_identity set name_found_of = case when borrower_id = any ($readIds::bigint[]) then confirmed_at end
   where borrower_id = any ($lockedIds::bigint[])`,
);

type NamesDeps = { db: Database; sealing: Sealing };

/**
 * Writes the prefixes of identities that have none: those of before there were prefixes, or of an earlier version of the
 * program. One batch is one transaction, so that the next run goes on where one was killed. Answers how many identities.
 */
export async function writeMissingPrefixes(
  { db, sealing }: NamesDeps,
  { batchSize = BATCH_SIZE }: { batchSize?: number } = {},
): Promise<number> {
  let written = 0;
  let after = 0;
  for (;;) {
    const rows = await db.inTransaction(async (transaction) => {
      const locked = await transaction.rows(lockUnwrittenStatement, { after, limit: batchSize });
      if (locked.length > 0) await transaction.rows(writeStatement, prefixRows(sealing, locked));
      return locked;
    });
    written += rows.length;
    if (rows.length < batchSize) return written;
    after = rows.at(-1)!.borrower_id;
  }
}

const findOutdatedStatement = statement<{ borrower_id: number }, { first: string; last: string }>(
  'names: find prefixes under other keys',
  `select distinct borrower_id from (
     (select borrower_id from borrower_name_prefix where prefix_hash < $first::bigint order by prefix_hash limit 2000)
     union all
     (select borrower_id from borrower_name_prefix where prefix_hash > $last::bigint order by prefix_hash limit 2000)
   ) outdated order by borrower_id`,
);

const removeStatement = statement<never, { borrowerIds: number[] }>(
  'names: remove prefixes without identity',
  `delete from borrower_name_prefix p where borrower_id = any ($borrowerIds::bigint[])
     and not exists (select from borrower_identity i where i.borrower_id = p.borrower_id)`,
);

/** Writes the prefixes that are under another key than the first anew. Answers of how many borrowers. */
export async function renewPrefixes({ db, sealing }: NamesDeps, isStopping: () => boolean): Promise<number> {
  let renewed = 0;
  while (!isStopping()) {
    const outdated = await db.rows(findOutdatedStatement, hashesUnder(sealing.keyNumbers.lookup[0]!));
    if (outdated.length === 0) break;
    const borrowerIds = outdated.map(({ borrower_id }) => borrower_id);
    await db.inTransaction(async (transaction) => {
      const locked = await transaction.rows(lockSomeStatement, { borrowerIds });
      await transaction.rows(writeStatement, prefixRows(sealing, locked));
      await transaction.rows(removeStatement, { borrowerIds });
    });
    renewed += borrowerIds.length;
  }
  return renewed;
}

/** The lowest and the highest hash under a key. */
function hashesUnder(keyNumber: number): { first: string; last: string } {
  const first = BigInt.asIntN(64, BigInt(keyNumber) << HASH_BITS);
  return { first: first.toString(), last: (first + (1n << HASH_BITS) - 1n).toString() };
}

/** A deleted account is not found. An identity that does not open, which the doctor says, has no prefixes until it does. */
function prefixRows(sealing: Sealing, locked: readonly IdentityRow[]) {
  const read = locked.flatMap((row) => {
    const identity = openedOf(sealing, row);
    return identity ? [{ ...row, hashes: row.is_deleted ? [] : namePrefixHashes(sealing, identity) }] : [];
  });
  return {
    lockedIds: locked.map(({ borrower_id }) => borrower_id),
    readIds: read.map(({ borrower_id }) => borrower_id),
    rowBorrowerIds: read.flatMap(({ borrower_id, hashes }) => hashes.map(() => borrower_id)),
    rowHashes: read.flatMap(({ hashes }) => hashes),
  };
}

function openedOf(sealing: Sealing, { borrower_id, identity_sealed }: IdentityRow): Identity | undefined {
  try {
    return openIdentity(sealing, borrower_id, identity_sealed);
  } catch {
    return undefined;
  }
}

const countStatement = statement<{ key_number: number; count: number }>(
  'names: count prefixes',
  `select ((prefix_hash >> ${HASH_BITS}) & 255)::integer as key_number, count(*) as count from borrower_name_prefix
   group by 1 order by 1`,
);

/** How many prefixes there are under each look-up key. */
export async function countPrefixes(
  db: Database,
): Promise<{ column: string; keyNumber: number; count: number }[]> {
  const rows = await db.rows(countStatement, {});
  return rows.map(({ key_number: keyNumber, count }) => ({
    column: 'borrower_name_prefix.prefix_hash',
    keyNumber,
    count,
  }));
}
