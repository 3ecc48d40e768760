import { GESTURES, type Gesture } from '@thumba/identity/gesture';
import { type Database, statement } from '../../platform/database.ts';

type FrameTimesRow = { is_older: boolean; is_out_of_order: boolean };

const findFrameTimesStatement = statement<
  FrameTimesRow,
  { borrowerId: number; challengeId: string; fileIds: string[]; gestures: Gesture[] }
>(
  'face: find when the frames arrived',
  `with frame as (
     select array_position(a.gestures, sent.gesture) as place, f.uploaded_at, a.asked_at
     from unnest($fileIds::text[], $gestures::text[]) as sent (file_id, gesture)
       join stored_file f using (file_id)
       join face_challenge a on a.borrower_id = $borrowerId and a.challenge_id = $challengeId
   ),
   movement as (
     select place, min(uploaded_at) as first_at, max(uploaded_at) as last_at from frame group by place
   )
   select exists (select from frame where uploaded_at < asked_at) as is_older,
     exists (select from movement one join movement next on next.place = one.place + 1
       where next.first_at < one.last_at) as is_out_of_order`,
);

/**
 * Whether a frame was there before the challenge, so that it was taken without knowing the movements, and whether the
 * movements arrived in another order than they were asked for. Frames of the same millisecond count as in order: a client
 * that sends them together knows the order all the same.
 */
export async function findFrameTimes(
  db: Database,
  of: {
    borrowerId: number;
    challengeId: string;
    frames: Readonly<Record<Gesture, readonly string[]>>;
  },
): Promise<{ isOlder: boolean; isOutOfOrder: boolean }> {
  const { frames, ...values } = of;
  const sent = GESTURES.flatMap((gesture) => frames[gesture].map((fileId) => ({ fileId, gesture })));
  const row = await db.row(findFrameTimesStatement, {
    ...values,
    fileIds: sent.map(({ fileId }) => fileId),
    gestures: sent.map(({ gesture }) => gesture),
  });
  return { isOlder: row!.is_older, isOutOfOrder: row!.is_out_of_order };
}
