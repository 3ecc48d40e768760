import type { Body } from '@thumba/contract/wire';
import { type EventOrigin, insertSecurityEvents } from '../../book/security-log/events.ts';
import { toDate } from '../../platform/clock.ts';
import { type Database, statement } from '../../platform/database.ts';
import { deleteUse, insertUses, type LimitWindow, limitOfUsesEndsAt } from '../../platform/limit.ts';
import { purge, purgeStatement } from '../../platform/purge.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { WRONG_STEP_UP_CODES_PER_SESSION } from './takeover-odds.ts';

/*
 * The second code. A token alone does not open the calls that ask for it: the person who calls also reads the SMS of
 * the borrower's own number. A code serves one borrower, one session and one purpose.
 */
export type StepUpPurpose = Body<'sendStepUpCode'>['purpose'];

const CODE_LIFETIME_MS = 5 * 60 * 1000;
const TRIES = 5;
const RESEND_AFTER_SECONDS = 60;
const SENDS_PER_HOUR = 5;
const SENDS_PER_DAY = 10;

/** The kind of the use that a send counts as. */
const SENT = 'step_up_code';

/** What a code belongs to. */
export type StepUp = { borrowerId: number; sessionId: string; purpose: StepUpPurpose };

export function stepUpCodeHash(
  sealing: Sealing,
  { borrowerId, sessionId, purpose }: StepUp,
  code: string,
): Buffer {
  return sealing.lookupHash('step_up_code', `${borrowerId}:${sessionId}:${purpose}:${code}`);
}

/**
 * New devices and known ones have a budget each. So a person who guessed a sign-in cannot use up the codes of the
 * borrower's own phone.
 */
export function stepUpSubject(sealing: Sealing, borrowerId: number, isTrusted: boolean): Buffer {
  return sealing.lookupHash('step_up_sends', `${borrowerId}:${isTrusted ? 'known' : 'new'}`);
}

export type IssuedStepUp = StepUp & { codeHash: Buffer; subjectHash: Buffer; useId: string; sentAt: Date };

/** The wait between two sends ends when the code was used. Simultaneous sends of one code take turns at its row. */
const issueStatement = statement<
  { is_issued: boolean; retry_at: Date | null },
  IssuedStepUp & { expiresAt: Date }
>(
  'step up: issue code',
  `with reached as (
     select greatest(
       (select sent_at + interval '${RESEND_AFTER_SECONDS} seconds' from step_up_code
        where borrower_id = $borrowerId and session_id = $sessionId::uuid and purpose = $purpose and not is_used
          and sent_at > $sentAt::timestamptz - interval '${RESEND_AFTER_SECONDS} seconds'),
       ${sendLimitEndsAt(SENDS_PER_HOUR, '1 hour')},
       ${sendLimitEndsAt(SENDS_PER_DAY, '24 hours')}
     ) as retry_at
   ),
   issued as (
     insert into step_up_code as code
       (borrower_id, session_id, purpose, code_hash, sent_at, expires_at, tries_left)
     select $borrowerId::bigint, $sessionId::uuid, $purpose::text, $codeHash::bytea, $sentAt::timestamptz,
       $expiresAt::timestamptz, ${TRIES}
     from reached where retry_at is null
     on conflict (borrower_id, session_id, purpose) do update
       set code_hash = excluded.code_hash, sent_at = excluded.sent_at, expires_at = excluded.expires_at,
         tries_left = excluded.tries_left, is_used = false
       where code.is_used or code.sent_at <= excluded.sent_at - interval '${RESEND_AFTER_SECONDS} seconds'
     returning code.borrower_id
   ),
   counted as (
     ${insertUses({
       kind: SENT,
       subjectHash: '$subjectHash',
       usedAt: '$sentAt',
       useId: '$useId',
       window: '24 hours',
       from: 'issued',
     })}
   )
   select exists (select from issued) as is_issued, retry_at from reached`,
);

function sendLimitEndsAt(uses: number, window: LimitWindow): string {
  return limitOfUsesEndsAt({ kind: SENT, subjectHash: '$subjectHash', now: '$sentAt', uses, window });
}

/** Undefined where the code was issued. Otherwise the instant from which one more is allowed. */
export async function issueStepUpCode(db: Database, issued: IssuedStepUp): Promise<Date | undefined> {
  const expiresAt = toDate(issued.sentAt.getTime() + CODE_LIFETIME_MS);
  const row = await db.row(issueStatement, { ...issued, expiresAt });
  if (row!.is_issued) return undefined;
  return row!.retry_at ?? toDate(issued.sentAt.getTime() + RESEND_AFTER_SECONDS * 1000);
}

const forgetSendStatement = statement<never, Omit<IssuedStepUp, 'sentAt'>>(
  'step up: forget send',
  `with forgotten as (
     ${deleteUse({ kind: SENT, subjectHashes: 'array[$subjectHash::bytea]', useId: '$useId' })}
   )
   update step_up_code set sent_at = '-infinity'
   where borrower_id = $borrowerId and session_id = $sessionId::uuid and purpose = $purpose and code_hash = $codeHash`,
);

/** A send that the network refused is not counted. The code stays valid, because it may have been sent. */
export async function forgetStepUpSend(db: Database, issued: IssuedStepUp): Promise<void> {
  await db.rows(forgetSendStatement, issued);
}

export type StepUpTry = { is_right: boolean; tries_left: number; wrong_codes: number | null };

/**
 * A right code is used up at once, so that simultaneous calls cannot share it. The lock of the session makes all tries
 * of a session take turns, so that a new device compares no more than five wrong codes, also over several purposes.
 */
const tryStatement = statement<StepUpTry, StepUp & EventOrigin & { codeHash: Buffer; now: Date }>(
  'step up: try code',
  `with own_session as materialized (
     select session_id, wrong_step_ups, trusted_at from session
     where session_id = $sessionId::uuid and borrower_id = $borrowerId for update
   ),
   tried as (
     update step_up_code c
     set tries_left = case when c.code_hash = $codeHash then c.tries_left else c.tries_left - 1 end,
       is_used = c.code_hash = $codeHash
     from own_session s
     where c.borrower_id = $borrowerId and c.session_id = s.session_id and c.purpose = $purpose
       and c.tries_left > 0 and not c.is_used and c.expires_at > $now::timestamptz
       and (s.trusted_at is not null or s.wrong_step_ups < ${WRONG_STEP_UP_CODES_PER_SESSION})
     returning c.code_hash = $codeHash as is_right, c.tries_left
   ),
   counted as (
     update session s set wrong_step_ups = s.wrong_step_ups + 1
     from tried where s.session_id = $sessionId::uuid and not tried.is_right
     returning s.wrong_step_ups
   ),
   inserted_event as (
     ${insertSecurityEvents({
       kind: 'step_up_passed',
       borrowerId: '$borrowerId::bigint',
       detail: `'purpose', $purpose::text`,
       at: '$now',
       from: 'tried where is_right',
     })}
   )
   select tried.is_right, tried.tries_left, counted.wrong_step_ups as wrong_codes
   from tried left join counted on true`,
);

const endGuessingSessionStatement = statement<{ session_id: string }, { sessionId: string }>(
  'step up: end guessing session',
  `delete from session where session_id = $sessionId::uuid and trusted_at is null
     and wrong_step_ups >= ${WRONG_STEP_UP_CODES_PER_SESSION}
   returning session_id`,
);

/** Undefined where no live code waits. Five wrong codes end a session on a new device. */
export async function tryStepUpCode(
  db: Database,
  tried: StepUp & EventOrigin & { codeHash: Buffer; now: Date },
): Promise<(StepUpTry & { isSessionEnded: boolean }) | undefined> {
  const row = await db.row(tryStatement, tried);
  if (!row) return undefined;
  const isGuessing = row.wrong_codes !== null && row.wrong_codes >= WRONG_STEP_UP_CODES_PER_SESSION;
  const ended = isGuessing ? await db.rows(endGuessingSessionStatement, { sessionId: tried.sessionId }) : [];
  return { ...row, isSessionEnded: ended.length > 0 };
}

const giveBackStatement = statement<never, StepUp & { codeHash: Buffer }>(
  'step up: give code back',
  `update step_up_code set is_used = false
   where borrower_id = $borrowerId and session_id = $sessionId::uuid and purpose = $purpose and code_hash = $codeHash`,
);

/** A right code stays valid for its minutes if the call failed for another reason. */
export async function giveStepUpCodeBack(db: Database, code: StepUp & { codeHash: Buffer }): Promise<void> {
  await db.rows(giveBackStatement, code);
}

const purgeCodesStatement = purgeStatement<{ now: Date }>('step up: purge codes', {
  table: 'step_up_code',
  endedAt: 'expires_at',
  isOver: `expires_at <= $now::timestamptz - interval '24 hours'`,
});

export async function purgeStepUpCodes(db: Database, now: Date): Promise<void> {
  await purge(db, purgeCodesStatement, { now });
}
