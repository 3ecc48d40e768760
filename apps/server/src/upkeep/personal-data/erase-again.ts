import type { Day } from '@thumba/lending/day';
import { type EventOrigin, insertSecurityEvents, WITHOUT_REQUEST } from '../../book/security-log/events.ts';
import { type Database, statement } from '../../platform/database.ts';
import { ERASE_AT_ONCE } from './tables.ts';

export type DeletedAccount = { borrowerId: number; deletedAt: string; deletedOn: string; keptUntil: string };

const readDeletionsStatement = statement<
  { borrower_id: number; deleted_at: Date; deleted_on: Day; kept_until: Day },
  { since: Date }
>(
  'personal data: read deletions',
  `select borrower_id, deleted_at, deleted_on, kept_until from account_deletion
   where deleted_at >= $since::timestamptz order by deleted_at`,
);

/** The accounts that were deleted since then, as the list that is stored apart keeps them. */
export async function deletedSince(db: Database, since: Date): Promise<DeletedAccount[]> {
  const rows = await db.rows(readDeletionsStatement, { since });
  return rows.map((row) => ({
    borrowerId: row.borrower_id,
    deletedAt: row.deleted_at.toISOString(),
    deletedOn: row.deleted_on,
    keptUntil: row.kept_until,
  }));
}

const eraseAgainStatement = statement<
  { erased: number },
  EventOrigin & { now: Date; mobileHashes: Buffer[]; accounts: string }
>(
  'personal data: erase again',
  `with listed as (
     select * from json_to_recordset($accounts::json)
       as a ("borrowerId" bigint, "deletedAt" timestamptz, "deletedOn" date, "keptUntil" date)
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
   select count(*) as erased from gone`,
);

/**
 * Deletes accounts again that a restored database has. They were deleted under the conditions of their time, so an open
 * loan of the restored book does not keep one. Answers how many it deleted.
 */
export async function eraseAgain(
  owner: Database,
  accounts: readonly DeletedAccount[],
  now: Date,
): Promise<number> {
  // The numbers of deleted accounts are in no list. Their hashes in the restored tables are found by the borrower.
  const row = await owner.row(eraseAgainStatement, {
    ...WITHOUT_REQUEST,
    now,
    mobileHashes: [],
    accounts: JSON.stringify(accounts),
  });
  return row!.erased;
}
