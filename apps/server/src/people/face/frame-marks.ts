import { type Database, statement } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';

const KEPT_DAYS = 400;

export type Frame = { byteHash: string; differenceHash: string };

const keepMarksStatement = statement<never, { markHashes: Buffer[]; checkId: string; now: Date }>(
  'face: keep frame marks',
  `insert into face_frame_mark (mark_hash, check_id, seen_at)
   select mark_hash, $checkId, $now::timestamptz from unnest($markHashes::bytea[]) as m (mark_hash)
   on conflict do nothing`,
);

const findMarksStatement = statement<{ is_seen: boolean }, { markHashes: Buffer[]; checkId: string }>(
  'face: find frame marks',
  `select exists (select from face_frame_mark where mark_hash = any ($markHashes::bytea[]) and check_id <> $checkId)
     as is_seen`,
);

/**
 * Marks the frames, and answers whether one of them was in an earlier check of any borrower, or is twice in this one. They
 * are marked first: of two checks at the same moment at most one finds its frames new. A check that is made again knows its
 * own marks.
 */
export async function markFrames(
  { db, sealing }: { db: Database; sealing: Sealing },
  { checkId, frames, now }: { checkId: string; frames: readonly Frame[]; now: Date },
): Promise<boolean> {
  const byteHashes = frames.map(({ byteHash }) => byteHash);
  // Frames that follow each other may look the same. Only their bytes must differ.
  const isTwice = new Set(byteHashes).size < frames.length;
  const values = [
    ...byteHashes.map((hash) => `bytes ${hash}`),
    ...new Set(frames.map(({ differenceHash }) => `look ${differenceHash}`)),
  ];
  const hashes = values.map((value) => sealing.lookupHashes('face_frame', value));
  await db.rows(keepMarksStatement, { markHashes: hashes.map(([current]) => current!), checkId, now });
  const { is_seen } = (await db.row(findMarksStatement, { markHashes: hashes.flat(), checkId }))!;
  return isTwice || is_seen;
}

const purgeMarksStatement = statement<never, { now: Date }>(
  'face: purge frame marks',
  `delete from face_frame_mark where seen_at < $now::timestamptz - interval '${KEPT_DAYS} days'`,
);

export async function purgeFrameMarks(db: Database, now: Date): Promise<void> {
  await db.rows(purgeMarksStatement, { now });
}
