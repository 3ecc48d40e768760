import type { Day } from '@thumba/lending/day';
import { type EventOrigin, insertSecurityEvents, WITHOUT_REQUEST } from '../../book/security-log/events.ts';
import { type Database, statement } from '../../platform/database.ts';
import { ERASE_AT_ONCE } from './erase-sql.ts';

export type DeletedAccount = {
  borrowerId: number;
  /** When the borrower registered: another database has another borrower of this number. Earlier versions listed none. */
  registeredAt?: string | undefined;
  deletedAt: string;
  deletedOn: string;
  keptUntil: string;
};

const readDeletionsStatement = statement<
  { borrower_id: number; registered_at: string; deleted_at: Date; deleted_on: Day; kept_until: Day },
  { since: Date }
>(
  'personal data: read deletions',
  `select borrower_id, deleted_at, deleted_on, kept_until,
     to_char(b.registered_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as registered_at
   from account_deletion join borrower b using (borrower_id) where deleted_at >= $since::timestamptz order by deleted_at`,
);

/** The accounts that were deleted since then, as the list that is stored apart keeps them. */
export async function deletedSince(db: Database, since: Date): Promise<DeletedAccount[]> {
  const rows = await db.rows(readDeletionsStatement, { since });
  return rows.map((row) => ({
    borrowerId: row.borrower_id,
    registeredAt: row.registered_at,
    deletedAt: row.deleted_at.toISOString(),
    deletedOn: row.deleted_on,
    keptUntil: row.kept_until,
  }));
}

const BORROWER_OF_ENTRY = `join borrower b on b.borrower_id = a."borrowerId"
  and b.registered_at = coalesce(a."registeredAt", b.registered_at)`;

const eraseAgainStatement = statement<
  { erased: number; unknown: number },
  EventOrigin & { now: Date; mobileHashes: Buffer[]; accounts: string }
>(
  'personal data: erase again',
  `with entries as (
     select * from json_to_recordset($accounts::json) as a ("borrowerId" bigint, "registeredAt" timestamptz, "deletedAt" timestamptz,
       "deletedOn" date, "keptUntil" date)
   ),
   listed as (
     select distinct on (a."borrowerId") a.* from entries a ${BORROWER_OF_ENTRY}
     order by a."borrowerId", a."registeredAt" nulls last
   ),
   closed_standings as (
     update borrower_standing s set deleted_at = a."deletedAt" from listed a
     where s.borrower_id = a."borrowerId" and s.deleted_at is null
     returning s.borrower_id
   ),
   gone as (
     insert into account_deletion (borrower_id, deleted_at, deleted_on, kept_until)
     select c.borrower_id, a."deletedAt", a."deletedOn", a."keptUntil"
     from closed_standings c join listed a on a."borrowerId" = c.borrower_id
     returning borrower_id, deleted_on
   ),
   inserted_event as (
     ${insertSecurityEvents({ kind: 'account_deleted', borrowerId: 'borrower_id', at: '$now', from: 'gone' })}
   ),
   ${ERASE_AT_ONCE}
   select (select count(*) from gone) as erased,
     (select count(*) from entries a left ${BORROWER_OF_ENTRY} where b.borrower_id is null) as unknown`,
);

/**
 * Deletes accounts again that a restored database has. They were deleted under the conditions of their time, so an open
 * loan of the restored book does not keep one. Answers how many it deleted, and how many the database does not have.
 */
export async function eraseAgain(
  owner: Database,
  accounts: readonly DeletedAccount[],
  now: Date,
): Promise<{ erased: number; unknown: number }> {
  // The numbers of deleted accounts are in no list. Their hashes in the restored tables are found by the borrower.
  const row = await owner.row(eraseAgainStatement, {
    ...WITHOUT_REQUEST,
    now,
    mobileHashes: [],
    accounts: JSON.stringify(accounts),
  });
  return row!;
}
