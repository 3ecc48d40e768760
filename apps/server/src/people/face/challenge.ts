import { GESTURES, type Gesture, shuffledGestures } from '@thumba/identity/gesture';
import { type Database, statement } from '../../platform/database.ts';
import { limitEndsAt } from '../../platform/limit.ts';
import type { Randomness } from '../../platform/randomness.ts';
import { endedFaceCheck } from '../borrower/face-check.ts';

/** After so many tries with one card a person looks. */
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
  /** Null until a check for this card ended. */
  ended: 'pass' | 'refer' | null;
  triesLeft: number;
};

type StateRow = {
  front_file_id: string | null;
  consent_is_given: boolean | null;
  ended: 'pass' | 'refer' | null;
  again_count: number;
};

const readStateStatement = statement<StateRow, { borrowerId: number }>(
  'face: state',
  `select
     (select front_file_id from borrower_identity where borrower_id = $borrowerId) as front_file_id,
     (select is_given from consent_change where borrower_id = $borrowerId and kind = 'face'
      order by ordinal desc limit 1) as consent_is_given,
     ${endedFaceCheck('$borrowerId', 'c.outcome')} as ended,
     (select count(*)::integer from face_check c join borrower_identity i using (borrower_id, front_file_id)
       where c.borrower_id = $borrowerId and c.outcome = 'again' and c.set_aside_at is null) as again_count`,
);

export async function readFaceState(db: Database, borrowerId: number): Promise<FaceState> {
  const row = (await db.row(readStateStatement, { borrowerId }))!;
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
       where: 'borrower_id = $borrowerId',
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
    challengeId: random.randomBytes(24).toString('base64url'),
    gestures: shuffledGestures((below) => random.randomInt(below)),
    expiresAt: new Date(of.now.getTime() + CHALLENGE_MINUTES * 60_000),
  };
  const row = await db.row(askStatement, { ...challenge, ...of });
  return row!.retry_at ? { kind: 'too_often', retryAt: row!.retry_at } : { kind: 'asked', challenge };
}

type HeldRow = {
  front_file_id: string;
  asked_at: Date;
  expires_at: Date;
  outcome: 'pass' | 'again' | 'refer' | null;
  reason: string | null;
  is_held: boolean;
};

/** A process that died holds a challenge no longer than this. Waiting in the queue and measuring take less. */
const HELD_SECONDS = 180;

const holdStatement = statement<HeldRow, { borrowerId: number; challengeId: string; now: Date }>(
  'face: hold challenge',
  `with held as (
     update face_challenge set held_until = $now::timestamptz + interval '${HELD_SECONDS} seconds'
     where borrower_id = $borrowerId and challenge_id = $challengeId
       and not exists (select from face_check where borrower_id = $borrowerId and check_id = $challengeId)
       and not exists (select from face_challenge other
         where other.borrower_id = $borrowerId and other.held_until > $now::timestamptz)
     returning challenge_id
   )
   select a.front_file_id, a.asked_at, a.expires_at, c.outcome, c.reason,
     exists (select from held) as is_held
   from face_challenge a left join face_check c on c.borrower_id = a.borrower_id and c.check_id = a.challenge_id
   where a.borrower_id = $borrowerId and a.challenge_id = $challengeId`,
);

export type HeldChallenge =
  | { kind: 'unknown' }
  | { kind: 'answered'; outcome: 'pass' | 'again' | 'refer'; reason: string | null }
  | { kind: 'busy' }
  | { kind: 'held'; frontFileId: string; askedAt: Date; expiresAt: Date };

/** Takes the challenge for this process, so that one check of a borrower is under way at a time. */
export async function holdChallenge(
  db: Database,
  of: { borrowerId: number; challengeId: string; now: Date },
): Promise<HeldChallenge> {
  const row = await db.row(holdStatement, of);
  if (!row) return { kind: 'unknown' };
  if (row.outcome !== null) return { kind: 'answered', outcome: row.outcome, reason: row.reason };
  if (!row.is_held) return { kind: 'busy' };
  return { kind: 'held', frontFileId: row.front_file_id, askedAt: row.asked_at, expiresAt: row.expires_at };
}

const releaseStatement = statement<never, { borrowerId: number; challengeId: string }>(
  'face: release challenge',
  'update face_challenge set held_until = null where borrower_id = $borrowerId and challenge_id = $challengeId',
);

/** The borrower may send the same pictures again: nothing was decided, so no try is lost. */
export async function releaseChallenge(
  db: Database,
  of: { borrowerId: number; challengeId: string },
): Promise<void> {
  await db.rows(releaseStatement, of);
}

export function framesInOrder<Frame>(frames: Readonly<Record<Gesture, readonly Frame[]>>): Frame[] {
  return GESTURES.flatMap((gesture) => frames[gesture]);
}
