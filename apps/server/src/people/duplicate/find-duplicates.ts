import { type Database, statement } from '../../platform/database.ts';

/** Two parts of a name with the same birth date are likely one person. */
const LEAST_PARTS = 2;

/** SQL: whether another borrower has the same birth date and two parts of the name in common with this one. */
export function hasNamesake(borrowerId: string): string {
  return `exists (select from borrower_name_part mine join borrower_name_part other using (part_hash)
    where mine.borrower_id = ${borrowerId} and other.borrower_id <> mine.borrower_id
    group by other.borrower_id having count(*) >= ${LEAST_PARTS})`;
}

/** What two borrowers have in common. */
export type SharedKind = 'face' | 'id_number' | 'name_and_birth' | 'payout_number' | 'device' | 'contact';

export type Duplicate = { borrowerId: number; otherBorrowerId: number; shared: SharedKind[] };

/** Each pair of borrowers who have something in common, by what it is. The lower number is `borrower_id`. */
const PAIRS = `
  select mine.borrower_id, other.borrower_id as other_id, 'id_number' as shared
  from borrower_by_national_id mine join borrower_by_national_id other using (national_id_hash)
  union
  select mine.borrower_id, other.borrower_id, 'name_and_birth'
  from borrower_name_part mine join borrower_name_part other using (part_hash)
  group by mine.borrower_id, other.borrower_id having count(*) >= ${LEAST_PARTS}
  union
  select mine.borrower_id, other.borrower_id, 'payout_number'
  from repay_account mine join repay_account other using (mobile_hash)
  union
  select mine.borrower_id, other.borrower_id, 'device'
  from known_device mine join known_device other using (device_hash)
  union
  select mine.borrower_id, other.borrower_id, 'contact'
  from borrower_trace mine join borrower_trace other on other.kind = mine.kind and other.subject_hash = mine.subject_hash
  where mine.kind = 'contact'
  union
  select borrower_id, other_borrower_id, 'face' from duplicate_find where kind = 'face'
  union
  select other_borrower_id, borrower_id, 'face' from duplicate_find where kind = 'face'`;

/** A list that a person works through has no more than these. */
const MOST_PAIRS = 500;

const findStatement = statement<
  { borrower_id: number; other_id: number; shared: SharedKind[] },
  { borrowerId: number | null }
>(
  'duplicate: find',
  `select borrower_id, other_id, array_agg(shared order by shared) as shared from (${PAIRS}) pair
   where case when $borrowerId::bigint is null then borrower_id < other_id
     else borrower_id = $borrowerId and other_id <> borrower_id end
   group by borrower_id, other_id
   order by count(*) desc, borrower_id, other_id limit ${MOST_PAIRS}`,
);

/** Borrowers who may be one person, and why, those with most in common first. For staff only. */
export async function findDuplicates(db: Database, borrowerId?: number): Promise<Duplicate[]> {
  const rows = await db.rows(findStatement, { borrowerId: borrowerId ?? null });
  return rows.map((row) => ({
    borrowerId: row.borrower_id,
    otherBorrowerId: row.other_id,
    shared: row.shared,
  }));
}
