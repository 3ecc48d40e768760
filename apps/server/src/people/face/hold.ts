import { type Clock, toDate } from '../../platform/clock.ts';
import { type Database, statement, type Transaction } from '../../platform/database.ts';
import { limitEndsAt } from '../../platform/limit.ts';
import type { Log } from '../../platform/log.ts';
import { type FaceState, readFaceState } from './challenge.ts';

/** A process that died holds a check no longer than this. One that works renews its hold. */
const HELD_SECONDS = 180;
const RENEWED_EVERY_MS = 60_000;
const STILLS_PER_HOUR = 10;

type Check = { borrowerId: number; challengeId: string };
type CheckNow = Check & { now: Date };
/** The state is as it is under the hold: no other check of the borrower changes it meanwhile. */
type Held = { kind: 'held'; state: FaceState };

/** The checks of one borrower are held one after the other, from whatever connection. */
const lockBorrowerStatement = statement<never, { borrowerId: number }>(
  'face: lock borrower',
  'select from borrower where borrower_id = $borrowerId for no key update',
);

function lockFirst<Row>(
  db: Database,
  { borrowerId }: Check,
  read: (transaction: Transaction) => Promise<Row>,
): Promise<Row> {
  return db.inTransaction(async (transaction) => {
    await transaction.rows(lockBorrowerStatement, { borrowerId });
    return read(transaction);
  });
}

const IS_OTHER_HELD = `exists (select from face_challenge other
  where other.borrower_id = $borrowerId and other.held_until > $now::timestamptz)`;
const HELD_UNTIL = `$now::timestamptz + interval '${HELD_SECONDS} seconds'`;

type HeldRow = {
  front_file_id: string;
  expires_at: Date;
  outcome: 'pass' | 'again' | 'refer' | null;
  reason: string | null;
  is_held: boolean;
};

/** A hold that ran out ends where another one begins, so that one check alone can be kept. */
const holdStatement = statement<HeldRow, CheckNow>(
  'face: hold challenge',
  `with held as (
     update face_challenge set held_until = case when challenge_id = $challengeId then ${HELD_UNTIL} end
     where borrower_id = $borrowerId and (challenge_id = $challengeId or held_until is not null)
       and not exists (select from face_check where borrower_id = $borrowerId and check_id = $challengeId)
       and not ${IS_OTHER_HELD}
     returning challenge_id
   )
   select a.front_file_id, a.expires_at, c.outcome, c.reason,
     exists (select from held where challenge_id = $challengeId) as is_held
   from face_challenge a left join face_check c on c.borrower_id = a.borrower_id and c.check_id = a.challenge_id
   where a.borrower_id = $borrowerId and a.challenge_id = $challengeId`,
);

export type HeldChallenge =
  | { kind: 'unknown' }
  | { kind: 'busy' }
  | { kind: 'answered'; outcome: 'pass' | 'again' | 'refer'; reason: string | null }
  | (Held & { frontFileId: string; expiresAt: Date });

/** Takes the challenge for this process, so that one check of a borrower is under way at a time. */
export async function holdChallenge(db: Database, of: CheckNow): Promise<HeldChallenge> {
  const row = await lockFirst(db, of, (transaction) => transaction.row(holdStatement, of));
  if (!row) return { kind: 'unknown' };
  if (row.outcome !== null) return { kind: 'answered', outcome: row.outcome, reason: row.reason };
  if (!row.is_held) return { kind: 'busy' };
  const state = await readFaceState(db, of);
  return { kind: 'held', state, frontFileId: row.front_file_id, expiresAt: row.expires_at };
}

/** A still picture is a challenge without movements, which is held as it is asked for. */
const holdStillStatement = statement<
  { retry_at: Date | null; is_other_held: boolean; is_held: boolean },
  CheckNow & { frontFileId: string }
>(
  'face: hold still picture',
  `with reached as (
     select ${IS_OTHER_HELD} as is_other_held, ${limitEndsAt({
       table: 'face_challenge',
       usedAt: 'asked_at',
       where: 'borrower_id = $borrowerId and cardinality(gestures) = 0',
       now: '$now',
       uses: STILLS_PER_HOUR,
       window: '1 hour',
     })} as retry_at
   ),
   let_go as (
     update face_challenge set held_until = null
     from reached where borrower_id = $borrowerId and held_until is not null and not is_other_held
   ),
   asked as (
     insert into face_challenge (borrower_id, challenge_id, front_file_id, gestures, asked_at, expires_at, held_until)
     select $borrowerId::bigint, $challengeId::text, $frontFileId::text, '{}', $now::timestamptz, $now::timestamptz,
       ${HELD_UNTIL}
     from reached where retry_at is null and not is_other_held
     returning challenge_id
   )
   select retry_at, is_other_held, exists (select from asked) as is_held from reached`,
);

export async function holdStill(
  db: Database,
  of: CheckNow & { frontFileId: string },
): Promise<{ kind: 'busy' } | { kind: 'too_often'; retryAt: Date } | Held> {
  const row = (await lockFirst(db, of, (transaction) => transaction.row(holdStillStatement, of)))!;
  if (row.is_held) return { kind: 'held', state: await readFaceState(db, of) };
  return row.is_other_held || row.retry_at === null
    ? { kind: 'busy' }
    : { kind: 'too_often', retryAt: row.retry_at };
}

const renewStatement = statement<never, CheckNow>(
  'face: renew hold',
  `update face_challenge set held_until = ${HELD_UNTIL}
   where borrower_id = $borrowerId and challenge_id = $challengeId and held_until is not null`,
);

export async function renewHold(db: Database, of: CheckNow): Promise<void> {
  await db.rows(renewStatement, of);
}

const releaseStatement = statement<never, Check>(
  'face: release challenge',
  'update face_challenge set held_until = null where borrower_id = $borrowerId and challenge_id = $challengeId',
);

const forgetStillStatement = statement<never, Check>(
  'face: forget still picture',
  'delete from face_challenge where borrower_id = $borrowerId and challenge_id = $challengeId',
);

/** A still picture that met a full queue was not looked at, so it does not count for the limit. */
export async function forgetStill(db: Database, of: Check): Promise<void> {
  await db.rows(forgetStillStatement, of);
}

/** The borrower may send the same pictures again: nothing was decided, so no try is lost. */
async function releaseHold(db: Database, of: Check): Promise<void> {
  await db.rows(releaseStatement, of);
}

/**
 * Does the work of a check and renews its hold meanwhile: a full queue takes longer than a hold. Releases it after the
 * work, however that ended.
 */
export async function whileHeld<Result>(
  { db, clock, log }: { db: Database; clock: Clock; log: Log },
  of: Check,
  work: () => Promise<Result>,
): Promise<Result> {
  const renew = () =>
    renewHold(db, { ...of, now: toDate(clock.nowMs()) }).catch((error: unknown) =>
      log.error({ err: error }, 'the hold of a face check was not renewed'),
    );
  const renewing = setInterval(renew, RENEWED_EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(renewing);
    await releaseHold(db, of);
  }
}
