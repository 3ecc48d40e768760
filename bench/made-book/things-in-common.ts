import { statement } from '../../apps/server/src/platform/database.ts';
import type { MadeBook } from './waiting-work.ts';

/*
 * What borrowers have in common with others: parts of a name with the birth date, phones, contacts and faces. The hashes
 * are those of numbers, because only their being equal is looked at.
 */

/** Those of the newer half have nothing in common, so that a list of theirs is the longest walk through the book. */
const OLDER_HALF = 'b.borrower_id <= $borrowers::bigint / 2';
const ONE_NAMESAKE_OF = 400;
const ONE_SHARED_PHONE_OF = 50;
const ONE_SHARED_CONTACT_OF = 20;
const ONE_FACE_OF = 2_000;
/** A phone, and the number of a contact, that is that of so many borrowers one after the other. */
const ONE_OF_MANY = 300;

const hash = (text: string) => `sha256(convert_to(${text}, 'UTF8'))`;
const sharedBy = (oneOf: number) => `case when ${OLDER_HALF} and b.borrower_id % ${oneOf} = 0
  then b.borrower_id - 7 else b.borrower_id end`;
const ofMany = (
  text: string,
) => `case when ${OLDER_HALF} and b.borrower_id between 1000 and 1000 + ${ONE_OF_MANY}
  then 'one of many' else ${text} end`;

const writes = [
  `insert into borrower_name_part (borrower_id, part_hash)
   select b.borrower_id, ${hash(`(${sharedBy(ONE_NAMESAKE_OF)})::text || ' ' || part`)}
   from borrower b, unnest('{first,second,surname}'::text[]) part on conflict do nothing`,
  `insert into known_device (borrower_id, device_hash, trusted_at)
   select b.borrower_id, ${hash(ofMany(`(${sharedBy(ONE_SHARED_PHONE_OF)})::text`))}, $now from borrower b
   on conflict do nothing`,
  `insert into borrower_trace (kind, subject_hash, borrower_id, seen_at)
   select 'contact', ${hash(ofMany(`(${sharedBy(ONE_SHARED_CONTACT_OF)})::text || ' ' || contact`))}, b.borrower_id, $now
   from borrower b, unnest('{mother,friend}'::text[]) contact on conflict do nothing`,
  `insert into borrower_trace (kind, subject_hash, borrower_id, seen_at)
   select 'registration_network', ${hash('(b.borrower_id / 10)::text')}, b.borrower_id, $now
   from borrower b on conflict do nothing`,
  `insert into duplicate_find (borrower_id, other_borrower_id, kind, similarity, found_at)
   select b.borrower_id, b.borrower_id - 7, 'face', 0.812, $now from borrower b
   where ${OLDER_HALF} and b.borrower_id % ${ONE_FACE_OF} = 0 on conflict do nothing`,
].map((text, at) =>
  statement<never, { borrowers: number; now: Date }>(
    `made book: things in common ${at + 1}`,
    `with size as (select $borrowers::bigint, $now::timestamptz) ${text}`,
  ),
);

/** Answers how many borrowers got them. */
export async function writeThingsInCommon({
  db,
  borrowers,
  today,
}: Pick<MadeBook, 'db' | 'borrowers' | 'today'>): Promise<number> {
  const now = new Date(`${today}T03:00:00Z`);
  for (const write of writes) await db.rows(write, { borrowers, now });
  return borrowers;
}
