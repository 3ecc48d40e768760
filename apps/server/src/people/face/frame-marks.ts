import { type Database, statement } from '../../platform/database.ts';
import { purge, purgeStatement } from '../../platform/purge.ts';
import type { Sealing } from '../../platform/sealing.ts';

const KEPT_DAYS = 400;

/** A picture has eight marks of its look. So many that are equal to those of one other check are enough. */
const LOOK_MARKS = 8;
const EQUAL_LOOK_MARKS = 4;

/** A picture from before the camera: its bytes, and its look as 64 hexadecimal digits. */
export type MarkedPicture = { byteHash: string; differenceHash: string };

const keepMarksStatement = statement<never, { markHashes: Buffer[]; checkId: string; now: Date }>(
  'face: keep frame marks',
  `insert into face_frame_mark (mark_hash, check_id, seen_at)
   -- In one order, so that two checks with the same marks do not wait for each other.
   select mark_hash, $checkId, $now::timestamptz from unnest($markHashes::bytea[]) as m (mark_hash) order by mark_hash
   on conflict do nothing`,
);

const findMarksStatement = statement<
  { is_seen: boolean },
  { markHashes: Buffer[]; pictures: number[]; needed: number[]; checkId: string }
>(
  'face: find frame marks',
  `select exists (
     select from unnest($markHashes::bytea[], $pictures::integer[], $needed::integer[]) as m (mark_hash, picture, needed)
       join face_frame_mark known using (mark_hash)
     where known.check_id <> $checkId
     group by m.picture, m.needed, known.check_id
     having count(*) >= m.needed
   ) as is_seen`,
);

/**
 * Marks the selfie and the frames, and answers whether one of them was in an earlier check of any borrower, or is twice in
 * this one. They are marked first: of two checks at the same moment at most one finds its pictures new. A check that is
 * made again knows its own marks.
 */
export async function markPictures(
  { db, sealing }: { db: Database; sealing: Sealing },
  { checkId, pictures, now }: { checkId: string; pictures: readonly MarkedPicture[]; now: Date },
): Promise<boolean> {
  // Frames that follow each other may look the same. Only their bytes must differ.
  const isTwice = new Set(pictures.map(({ byteHash }) => byteHash)).size < pictures.length;
  const marks = pictures.flatMap(({ byteHash, differenceHash }, picture) => [
    { value: `bytes ${byteHash}`, picture, needed: 1 },
    ...lookMarks(differenceHash).map((value) => ({ value, picture, needed: EQUAL_LOOK_MARKS })),
  ]);
  const hashed = marks.map(({ value, ...mark }) => ({
    ...mark,
    hashes: sealing.lookupHashes('face_frame', value),
  }));
  const markHashes = hashed.map(({ hashes: [current] }) => current!);
  await db.rows(keepMarksStatement, { markHashes, checkId, now });
  const known = hashed.flatMap(({ hashes, ...mark }) => hashes.map((hash) => ({ ...mark, hash })));
  const { is_seen } = (await db.row(findMarksStatement, {
    markHashes: known.map(({ hash }) => hash),
    pictures: known.map(({ picture }) => picture),
    needed: known.map(({ needed }) => needed),
    checkId,
  }))!;
  return isTwice || is_seen;
}

/**
 * Each mark has every eighth bit of the look. Two looks that differ in four bits or fewer have four marks or more in
 * common, so that they are found by equal hashes, and no look has to be kept in the clear.
 */
function lookMarks(differenceHash: string): string[] {
  const bits = [...differenceHash].map((digit) => Number.parseInt(digit, 16).toString(2).padStart(4, '0'));
  const marks: string[] = Array(LOOK_MARKS).fill('');
  for (const [place, bit] of [...bits.join('')].entries()) marks[place % LOOK_MARKS] += bit;
  return marks.map((mark, place) => `look ${place} ${mark}`);
}

const purgeMarksStatement = purgeStatement<{ now: Date }>('face: purge frame marks', {
  table: 'face_frame_mark',
  endedAt: 'seen_at',
  isOver: `seen_at < $now::timestamptz - interval '${KEPT_DAYS} days'`,
});

export async function purgeFrameMarks(db: Database, now: Date): Promise<void> {
  await purge(db, purgeMarksStatement, { now });
}
