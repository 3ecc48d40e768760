import type { Database } from './database.ts';
import { purge, purgeStatement } from './purge.ts';

/** A PostgreSQL interval. */
export type LimitWindow = '1 hour' | '24 hours';

/** `now` and `uses` are SQL: a parameter such as `$now`, or a number. */
type Limit = { now: string; uses: string | number; window: LimitWindow };

/**
 * An SQL expression: the instant from which one more use is allowed, or null where one is allowed now. The limit is
 * reached while row number `uses`, counted from the newest, is younger than the window.
 */
export function limitEndsAt(limit: Limit & { table: string; usedAt: string; where: string }): string {
  const { table, usedAt, where, now, uses, window } = limit;
  return `(
    select ${usedAt} + interval '${window}' from ${table}
    where ${where} and ${usedAt} > ${now}::timestamptz - interval '${window}'
    order by ${usedAt} desc offset ${uses}::integer - 1 limit 1
  )`;
}

/** The same over `counted_use`. `exceptUse` is the id of a use that does not count against itself. */
export function limitOfUsesEndsAt(
  limit: Limit & { kind: string; subjectHash: string; exceptUse?: string },
): string {
  const { kind, subjectHash, exceptUse } = limit;
  const otherUses = exceptUse === undefined ? '' : ` and use_id <> ${exceptUse}::uuid`;
  const where = `kind = '${kind}' and subject_hash = ${subjectHash}::bytea${otherUses}`;
  return limitEndsAt({ ...limit, table: 'counted_use', usedAt: 'used_at', where });
}

/** An insert, as a CTE or a statement: counts a use against a subject for each row of `from`. */
export function insertUses(use: {
  kind: string;
  subjectHash: string;
  usedAt: string;
  /** The longest window of the kind. */
  window: LimitWindow;
  from: string;
  /** Needed where the use is deleted again, or counts against several subjects. */
  useId?: string;
}): string {
  const { kind, subjectHash, usedAt, window, from, useId = 'gen_random_uuid()' } = use;
  return `insert into counted_use (kind, subject_hash, used_at, use_id, counts_until)
    select '${kind}', ${subjectHash}::bytea, ${usedAt}::timestamptz, ${useId}::uuid,
      ${usedAt}::timestamptz + interval '${window}'
    from ${from}`;
}

/** A delete, as a CTE or a statement: the use no longer counts against these subjects. */
export function deleteUse(use: { kind: string; subjectHashes: string; useId: string }): string {
  const { kind, subjectHashes, useId } = use;
  return `delete from counted_use
    where kind = '${kind}' and subject_hash = any(${subjectHashes}::bytea[]) and use_id = ${useId}::uuid`;
}

/** A delete, as a CTE or a statement: no use of this kind counts against the subject any more. */
export function deleteUsesOf({ kind, subjectHash }: { kind: string; subjectHash: string }): string {
  return `delete from counted_use where kind = '${kind}' and subject_hash = ${subjectHash}::bytea`;
}

const purgeUsesStatement = purgeStatement<{ now: Date }>('limit: purge uses', {
  table: 'counted_use',
  endedAt: 'counts_until',
  isOver: 'counts_until <= $now::timestamptz',
});

/** Removes the uses that no limit counts any more. */
export async function purgeCountedUses(db: Database, now: Date): Promise<void> {
  await purge(db, purgeUsesStatement, { now });
}
