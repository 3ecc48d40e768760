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

/**
 * Which pairs are wanted: of what two rows have in common, and of a find of the face in either direction. `most` bounds how
 * many are read by one thing in common, where hundreds have it.
 */
type WantedPairs = { pair: string; found: string; foundBack: string; most?: number };

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

/** The query of pairs, each with one thing that they have in common: `borrower_id`, `other_id`, `shared`. */
function pairs({ pair, found, foundBack, most }: WantedPairs): string {
  const bounded = most === undefined ? '' : `limit ${most}`;
  return `
  (select mine.borrower_id, other.borrower_id as other_id, 'id_number' as shared
   from borrower_by_national_id mine join borrower_by_national_id other using (national_id_hash) where ${pair} ${bounded})
  union
  (select mine.borrower_id, other.borrower_id, 'name_and_birth'
   from borrower_name_part mine cross join lateral (
     select part.borrower_id from borrower_name_part part where part.part_hash = mine.part_hash ${bounded}) other
   where ${pair} group by mine.borrower_id, other.borrower_id having count(*) >= ${LEAST_PARTS})
  union
  (select mine.borrower_id, other.borrower_id, 'payout_number'
   from repay_account mine join repay_account other using (mobile_hash) where ${pair} ${bounded})
  union
  (select mine.borrower_id, other.borrower_id, 'device'
   from known_device mine join known_device other using (device_hash) where ${pair} ${bounded})
  union
  (select mine.borrower_id, other.borrower_id, 'contact'
   from borrower_trace mine join borrower_trace other on other.kind = mine.kind and other.subject_hash = mine.subject_hash
   where mine.kind = 'contact' and ${pair} ${bounded})
  union
  (select borrower_id, other_borrower_id, 'face' from duplicate_find where kind = 'face' and ${found} ${bounded})
  union
  (select other_borrower_id, borrower_id, 'face' from duplicate_find where kind = 'face' and ${foundBack} ${bounded})`;
}

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

/** The others of the borrower `walked` who came before. Where a number or a phone is that of hundreds, not all are read. */
const OLDER_OF_WALKED: WantedPairs = {
  pair: 'mine.borrower_id = walked.borrower_id and other.borrower_id < mine.borrower_id',
  found: 'borrower_id = walked.borrower_id and other_borrower_id < borrower_id',
  foundBack: 'other_borrower_id = walked.borrower_id and borrower_id < other_borrower_id',
  most: 100,
};

/** As many older borrowers are listed beside one. Each of them is listed beside those who came before it, too. */
const MOST_OTHERS = 10;

type WalkedRow = {
  borrower_id: number;
  registered_at: Date;
  others: { otherBorrowerId: number; shared: SharedKind[] }[] | null;
};

const HIGHEST_NUMBER = '9223372036854775807';

/** Each borrower is looked up by the indexes of what is in common, so the work does not grow with the book. */
const walkStatement = statement<WalkedRow, { before: number | null; limit: number }>(
  'duplicate: walk from the newest',
  `select walked.borrower_id, walked.registered_at, found.others
   from (select borrower_id, registered_at from borrower
     where borrower_id < coalesce($before::bigint, ${HIGHEST_NUMBER}) order by borrower_id desc limit $limit) walked
   cross join lateral (
     select json_agg(json_build_object('otherBorrowerId', other_id, 'shared', shared)
       order by cardinality(shared) desc, other_id desc) as others
     from (select other_id, array_agg(shared order by shared) as shared
       from (${pairs(OLDER_OF_WALKED)}) pair
       group by other_id order by count(*) desc, other_id desc limit ${MOST_OTHERS + 1}) listed
   ) found
   order by walked.borrower_id desc`,
);

export type WalkedPair = Duplicate & {
  /** The borrower has something in common with further older ones. */
  isMore: boolean;
};

export type Walk = {
  pairs: WalkedPair[];
  /** How many borrowers were looked at, and when the last of them registered. */
  lookedAt: number;
  lookedBackTo: Date | null;
  /** The borrower before whom the next walk begins; null at the end of the book. */
  next: number | null;
};

/** So many borrowers are looked at by each statement, until enough pairs are found. In all they are five hundred. */
const STRIDES = [50, 150, 300] as const;
const ENOUGH_PAIRS = 20;

/**
 * Pairs of borrowers who may be one person, at the newer one of the two: from the newest borrower, or from the one before
 * `before`. It ends after enough pairs or after five hundred borrowers, and says how far it came. For staff only.
 */
export async function walkDuplicates(db: Database, before: number | null): Promise<Walk> {
  const walk: Walk = { pairs: [], lookedAt: 0, lookedBackTo: null, next: before };
  for (const limit of STRIDES) {
    const rows = await db.rows(walkStatement, { before: walk.next, limit });
    for (const row of rows) {
      addPairs(walk, row);
      if (walk.pairs.length >= ENOUGH_PAIRS) return walk;
    }
    if (rows.length < limit) return { ...walk, next: null };
  }
  return walk;
}

function addPairs(walk: Walk, { borrower_id: borrowerId, registered_at: registeredAt, others }: WalkedRow) {
  const found = others ?? [];
  const isMore = found.length > MOST_OTHERS;
  walk.pairs.push(...found.slice(0, MOST_OTHERS).map((other) => ({ borrowerId, ...other, isMore })));
  walk.lookedAt += 1;
  walk.lookedBackTo = registeredAt;
  walk.next = borrowerId;
}
