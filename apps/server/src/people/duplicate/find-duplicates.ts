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

/** What is said to staff of it. */
export const SHARED_TITLES: Readonly<Record<SharedKind, string>> = {
  face: 'a face',
  id_number: 'the number of the identity card',
  name_and_birth: 'the name and the birth date',
  payout_number: 'a mobile-money number',
  device: 'a phone',
  contact: 'an emergency contact',
};

export type Duplicate = { borrowerId: number; otherBorrowerId: number; shared: SharedKind[] };

/** Which pairs are wanted: of what two rows have in common, and of a find of the face in either direction. */
type WantedPairs = { pair: string; found: string; foundBack: string };

/** Each pair of borrowers once, the lower number first. */
const WHOLE_BOOK: WantedPairs = {
  pair: 'mine.borrower_id < other.borrower_id',
  found: 'borrower_id < other_borrower_id',
  foundBack: 'other_borrower_id < borrower_id',
};

/** The others of one borrower, found by the indexes of what is in common and not by comparing the whole book. */
const OF_BORROWER: WantedPairs = {
  pair: 'mine.borrower_id = $borrowerId and other.borrower_id <> $borrowerId',
  found: 'borrower_id = $borrowerId',
  foundBack: 'other_borrower_id = $borrowerId',
};

const pairs = ({ pair, found, foundBack }: WantedPairs) => `
  select mine.borrower_id, other.borrower_id as other_id, 'id_number' as shared
  from borrower_by_national_id mine join borrower_by_national_id other using (national_id_hash) where ${pair}
  union
  select mine.borrower_id, other.borrower_id, 'name_and_birth'
  from borrower_name_part mine join borrower_name_part other using (part_hash) where ${pair}
  group by mine.borrower_id, other.borrower_id having count(*) >= ${LEAST_PARTS}
  union
  select mine.borrower_id, other.borrower_id, 'payout_number'
  from repay_account mine join repay_account other using (mobile_hash) where ${pair}
  union
  select mine.borrower_id, other.borrower_id, 'device'
  from known_device mine join known_device other using (device_hash) where ${pair}
  union
  select mine.borrower_id, other.borrower_id, 'contact'
  from borrower_trace mine join borrower_trace other on other.kind = mine.kind and other.subject_hash = mine.subject_hash
  where mine.kind = 'contact' and ${pair}
  union
  select borrower_id, other_borrower_id, 'face' from duplicate_find where kind = 'face' and ${found}
  union
  select other_borrower_id, borrower_id, 'face' from duplicate_find where kind = 'face' and ${foundBack}`;

/** A list that a person works through has no more than these. */
const MOST_PAIRS = 500;

type PairRow = { borrower_id: number; other_id: number; shared: SharedKind[] };

const listed = (wanted: WantedPairs) => `
  select borrower_id, other_id, array_agg(shared order by shared) as shared from (${pairs(wanted)}) pair
  group by borrower_id, other_id order by count(*) desc, borrower_id, other_id limit ${MOST_PAIRS}`;

const findAllStatement = statement<PairRow>('duplicate: find all', listed(WHOLE_BOOK));
const findOfBorrowerStatement = statement<PairRow, { borrowerId: number }>(
  'duplicate: find those of a borrower',
  listed(OF_BORROWER),
);

/** Borrowers who may be one person, and why, those with most in common first. For staff only. */
export async function findDuplicates(db: Database, borrowerId?: number): Promise<Duplicate[]> {
  const rows =
    borrowerId === undefined
      ? await db.rows(findAllStatement, {})
      : await db.rows(findOfBorrowerStatement, { borrowerId });
  return rows.map((row) => ({
    borrowerId: row.borrower_id,
    otherBorrowerId: row.other_id,
    shared: row.shared,
  }));
}
