import { type Database, statement, type Transaction } from '../../platform/database.ts';

/**
 * SQL: whether a person of staff looked at the identity of a borrower. A check ends when the borrower enters another
 * identity or sends another picture of the card, or when staff find that the number belongs to another borrower.
 */
export function isIdentityChecked(borrowerId: string): string {
  return `exists (select from borrower_by_national_id n join borrower_identity i using (borrower_id)
    where n.borrower_id = ${borrowerId} and n.checked_at is not null
      and n.checked_file_id is not distinct from i.front_file_id)`;
}

/** SQL: whether another borrower entered the same number, or is blocked or waits with it after deleting the account. */
export function isIdentityShared(borrowerId: string): string {
  return `exists (select from borrower_by_national_id n join borrower_by_national_id o using (national_id_hash)
    where n.borrower_id = ${borrowerId} and o.borrower_id <> n.borrower_id)`;
}

/**
 * What the rules are told of an identity: null until its card was read and says the same, or a person looked. A card is
 * not enough if another borrower entered its number too. In a demo an identity may count without a card that was read.
 */
export function identityValidity(
  identity: { isChecked: boolean; isShared: boolean; agreesWithCard: boolean },
  isUncheckedValid: boolean,
): true | null {
  const { isChecked, isShared, agreesWithCard } = identity;
  return isChecked || (!isShared && (agreesWithCard || isUncheckedValid)) ? true : null;
}

const lockIdentityStatement = statement<never, { borrowerId: number }>(
  'borrower: lock identity',
  'select from borrower_identity where borrower_id = $borrowerId for no key update',
);

/**
 * Waits for whatever else rests on the identity or changes it, until this transaction ends. A statement of its own,
 * because a statement does not see what was written while it waited.
 */
export async function lockIdentity(transaction: Transaction, borrowerId: number): Promise<void> {
  await transaction.rows(lockIdentityStatement, { borrowerId });
}

type IdentityCheck = {
  borrowerId: number;
  frontFileId: string | null;
  /** In microseconds since 1970, as the database has it. */
  identityConfirmedAt: number | null;
  checkedBy: string;
  now: Date;
};

const markCheckedStatement = statement<never, IdentityCheck>(
  'borrower: mark identity checked',
  `with entries as materialized (
     select n.borrower_id from borrower_by_national_id n
     where n.national_id_hash = (select national_id_hash from borrower_by_national_id
       where borrower_id = $borrowerId)
       and exists (select from borrower_identity i where i.borrower_id = $borrowerId
         and i.front_file_id is not distinct from $frontFileId::text
         and (extract(epoch from i.confirmed_at) * 1000000)::bigint = $identityConfirmedAt::bigint)
     order by n.borrower_id for update
   )
   update borrower_by_national_id n
   set checked_at = case when n.borrower_id = $borrowerId then $now::timestamptz end,
     checked_by = case when n.borrower_id = $borrowerId then $checkedBy::text end,
     checked_file_id = case when n.borrower_id = $borrowerId then $frontFileId::text end,
     changes = case when n.borrower_id = $borrowerId then 0 else n.changes end
   from entries where n.borrower_id = entries.borrower_id`,
);

/**
 * The number belongs to this borrower from now on, on the picture of the card that the person saw. Another borrower who
 * entered it loses the check. Nothing is marked where the borrower confirmed an identity again since the person looked.
 */
export async function markIdentityChecked(db: Database, check: IdentityCheck): Promise<void> {
  await db.inTransaction(async (transaction) => {
    await lockIdentity(transaction, check.borrowerId);
    await transaction.rows(markCheckedStatement, check);
  });
}

const findOthersStatement = statement<{ borrower_id: number; is_checked: boolean }, { borrowerId: number }>(
  'borrower: find others with the identity number',
  `select o.borrower_id, ${isIdentityChecked('o.borrower_id')} as is_checked
   from borrower_by_national_id n join borrower_by_national_id o using (national_id_hash)
   where n.borrower_id = $borrowerId and o.borrower_id <> n.borrower_id
   order by o.borrower_id`,
);

/** The other borrowers who entered the same number. For staff only: a borrower must not learn of them. */
export async function findOthersWithIdentity(
  db: Database,
  borrowerId: number,
): Promise<{ borrowerId: number; isChecked: boolean }[]> {
  const rows = await db.rows(findOthersStatement, { borrowerId });
  return rows.map((row) => ({ borrowerId: row.borrower_id, isChecked: row.is_checked }));
}
