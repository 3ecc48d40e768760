import { type Database, statement } from '../../platform/database.ts';

const ownersStatement = statement<{ borrower_id: number }, { differenceId: number }>(
  'reconciliation: owners of a difference',
  `with d as (
     select d.borrower_id, r.reference_hash, r.mobile_hash from reconciliation_difference d
     left join operator_statement_row r on r.operator = d.operator and r.row_hash = d.row_hash
     where d.difference_id = $differenceId
   )
   select borrower_id from d where borrower_id is not null
   union select t.borrower_id from d join claim_ticket t using (reference_hash)
   union select a.borrower_id from d join repay_account a using (mobile_hash)`,
);

/** The borrowers whose money a difference may be: of its payment, of its number, and who claim its reference. */
export async function ownersOfDifference(db: Database, differenceId: number): Promise<number[]> {
  return (await db.rows(ownersStatement, { differenceId })).map((row) => row.borrower_id);
}

/** Whether a difference may be the money of a borrower for whom `isOwn` is true. */
export async function isOwnDifference(
  db: Database,
  differenceId: number,
  isOwn: (borrowerId: number) => Promise<boolean>,
): Promise<boolean> {
  const owners = await ownersOfDifference(db, differenceId);
  return (await Promise.all(owners.map(isOwn))).includes(true);
}
