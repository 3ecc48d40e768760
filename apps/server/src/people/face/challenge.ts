import { GESTURES, type Gesture, shuffledGestures } from '@thumba/identity/gesture';
import { type Database, statement } from '../../platform/database.ts';
import { limitEndsAt } from '../../platform/limit.ts';
import { newToken, type Randomness } from '../../platform/randomness.ts';
import { faceOutcome } from '../borrower/face-check.ts';

/** After so many tries within 24 hours, with whatever picture of the card, a person looks. */
const TRIES = 3;
/** Enough to send ten pictures over a slow network. */
const CHALLENGE_MINUTES = 5;
const CHALLENGES_PER_HOUR = 10;

/** What stands of the face of a borrower. */
export type FaceState = {
  /** The picture of the card that a check counts for; null until an identity with a picture is confirmed. */
  frontFileId: string | null;
  /** `none` where the borrower never answered the question for it. */
  consent: 'given' | 'taken_back' | 'none';
  /** Null where the borrower has to show the face. */
  ended: 'pass' | 'refer' | null;
  triesLeft: number;
};

type StateRow = {
  front_file_id: string | null;
  consent_is_given: boolean | null;
  ended: 'pass' | 'refer' | null;
  again_count: number;
};

const readStateStatement = statement<StateRow, { borrowerId: number; now: Date }>(
  'face: state',
  `select
     (select front_file_id from borrower_identity where borrower_id = $borrowerId) as front_file_id,
     (select is_given from consent_change where borrower_id = $borrowerId and kind = 'face'
      order by ordinal desc limit 1) as consent_is_given,
     ${faceOutcome('$borrowerId')} as ended,
     (select count(*)::integer from face_check c
       where c.borrower_id = $borrowerId and c.outcome = 'again' and c.set_aside_at is null
         and c.checked_at > $now::timestamptz - interval '24 hours'
         and not exists (select from application_review r
           where r.borrower_id = $borrowerId and r.outcome = 'send_back' and r.reviewed_at > c.checked_at)
     ) as again_count`,
);

export async function readFaceState(db: Database, of: { borrowerId: number; now: Date }): Promise<FaceState> {
  const row = (await db.row(readStateStatement, of))!;
  return {
    frontFileId: row.front_file_id,
    consent: consentOf(row.consent_is_given),
    ended: row.ended,
    triesLeft: row.ended === null ? Math.max(0, TRIES - row.again_count) : 0,
  };
}

function consentOf(isGiven: boolean | null): FaceState['consent'] {
  if (isGiven === null) return 'none';
  return isGiven ? 'given' : 'taken_back';
}

export type Challenge = { challengeId: string; gestures: Gesture[]; expiresAt: Date };

const askStatement = statement<
  { retry_at: Date | null },
  Challenge & { borrowerId: number; frontFileId: string; now: Date }
>(
  'face: ask challenge',
  `with reached as (
     select ${limitEndsAt({
       table: 'face_challenge',
       usedAt: 'asked_at',
       where: 'borrower_id = $borrowerId and cardinality(gestures) > 0',
       now: '$now',
       uses: CHALLENGES_PER_HOUR,
       window: '1 hour',
     })} as retry_at
   ),
   forgotten as (
     delete from face_challenge
     where borrower_id = $borrowerId and asked_at < $now::timestamptz - interval '24 hours'
   ),
   asked as (
     insert into face_challenge (borrower_id, challenge_id, front_file_id, gestures, asked_at, expires_at)
     select $borrowerId::bigint, $challengeId::text, $frontFileId::text, $gestures::text[], $now::timestamptz,
       $expiresAt::timestamptz
     from reached where retry_at is null
   )
   select retry_at from reached`,
);

/** Asks for the movements in an order that cannot be known before. */
export async function askChallenge(
  { db, random }: { db: Database; random: Randomness },
  of: { borrowerId: number; frontFileId: string; now: Date },
): Promise<{ kind: 'asked'; challenge: Challenge } | { kind: 'too_often'; retryAt: Date }> {
  const challenge: Challenge = {
    challengeId: newToken(random),
    gestures: shuffledGestures((below) => random.randomInt(below)),
    expiresAt: new Date(of.now.getTime() + CHALLENGE_MINUTES * 60_000),
  };
  const row = await db.row(askStatement, { ...challenge, ...of });
  return row!.retry_at ? { kind: 'too_often', retryAt: row!.retry_at } : { kind: 'asked', challenge };
}

export function framesInOrder<Frame>(frames: Readonly<Record<Gesture, readonly Frame[]>>): Frame[] {
  return GESTURES.flatMap((gesture) => frames[gesture]);
}
