import { toDate } from '../../platform/clock.ts';
import { type Database, statement } from '../../platform/database.ts';
import { deleteUse, insertUses, type LimitWindow, limitOfUsesEndsAt } from '../../platform/limit.ts';
import { type Reply, refused } from '../../platform/reply.ts';
import type { Sealing } from '../../platform/sealing.ts';

/*
 * A code sent to a mobile number proves who holds the number. It serves the one purpose that its SMS names: a borrower
 * who reads a code for signing in out to a caller does not lose the account by it. Only keyed hashes of the number and
 * of the code are stored.
 */
export type CodePurpose = 'sign_in_or_add_account' | 'change_number' | 'delete_account';

const CODE_LIFETIME_MS = 5 * 60 * 1000;
const TRIES = 5;
const RESEND_AFTER_SECONDS = 60;
const SENDS_PER_HOUR = 5;
const SENDS_PER_DAY = 10;

/* The kinds of the uses that a send counts as. */
const TO_MOBILE = 'code_to_mobile';
const FROM_ADDRESS = 'code_from_address';

/** The number is part of the hash, so that the same digits sent to two numbers have different hashes. */
export function codeHash(
  sealing: Sealing,
  { purpose, mobile, code }: { purpose: CodePurpose; mobile: string; code: string },
): Buffer {
  return sealing.lookupHash('signin_code', `${purpose}:${mobile}:${code}`);
}

export type IssuedCode = {
  /** What the send is counted under. */
  useId: string;
  mobileHash: Buffer;
  codeHash: Buffer;
  addressHash: Buffer;
  sentAt: Date;
};

export type CodeIssue = { kind: 'issued' } | { kind: 'mobile_limit' | 'address_limit'; retryAt: Date };

/**
 * The wait between two sends ends when the code is used, because it is for a code that may still arrive. The conflict
 * on signin_code makes two simultaneous sends take turns.
 */
const issueCodeStatement = statement<
  {
    is_issued: boolean;
    mobile_retry_at: Date | null;
    address_retry_at: Date | null;
  },
  IssuedCode & { expiresAt: Date; sendsPerAddressPerHour: number }
>(
  'borrower: issue code',
  `with reached as (
     select
       greatest(
         (select sent_at + interval '${RESEND_AFTER_SECONDS} seconds' from signin_code
          where mobile_hash = $mobileHash and not is_used
            and sent_at > $sentAt::timestamptz - interval '${RESEND_AFTER_SECONDS} seconds'),
         ${mobileLimitEndsAt(SENDS_PER_HOUR, '1 hour')},
         ${mobileLimitEndsAt(SENDS_PER_DAY, '24 hours')}
       ) as mobile_retry_at,
       ${limitOfUsesEndsAt({
         kind: FROM_ADDRESS,
         subjectHash: '$addressHash',
         now: '$sentAt',
         uses: '$sendsPerAddressPerHour',
         window: '1 hour',
       })} as address_retry_at
   ),
   issued as (
     insert into signin_code as code (mobile_hash, code_hash, sent_at, expires_at, tries_left)
     select $mobileHash::bytea, $codeHash::bytea, $sentAt::timestamptz, $expiresAt::timestamptz, ${TRIES}
     from reached where mobile_retry_at is null and address_retry_at is null
     on conflict (mobile_hash) do update
       set code_hash = excluded.code_hash, sent_at = excluded.sent_at, expires_at = excluded.expires_at,
         tries_left = excluded.tries_left, is_used = false
       where code.is_used or code.sent_at <= excluded.sent_at - interval '${RESEND_AFTER_SECONDS} seconds'
     returning code.mobile_hash
   ),
   counted_to_mobile as (
     ${insertUses({
       kind: TO_MOBILE,
       subjectHash: '$mobileHash',
       usedAt: '$sentAt',
       useId: '$useId',
       window: '24 hours',
       from: 'issued',
     })}
   ),
   counted_from_address as (
     ${insertUses({
       kind: FROM_ADDRESS,
       subjectHash: '$addressHash',
       usedAt: '$sentAt',
       useId: '$useId',
       window: '1 hour',
       from: 'issued',
     })}
   )
   select exists (select from issued) as is_issued, mobile_retry_at, address_retry_at from reached`,
);

function mobileLimitEndsAt(uses: number, window: LimitWindow): string {
  return limitOfUsesEndsAt({ kind: TO_MOBILE, subjectHash: '$mobileHash', now: '$sentAt', uses, window });
}

export async function issueCode(
  db: Database,
  code: IssuedCode,
  sendsPerAddressPerHour: number,
): Promise<CodeIssue> {
  const expiresAt = toDate(code.sentAt.getTime() + CODE_LIFETIME_MS);
  const row = await db.row(issueCodeStatement, { ...code, expiresAt, sendsPerAddressPerHour });
  if (row!.is_issued) return { kind: 'issued' };
  if (row!.address_retry_at) return { kind: 'address_limit', retryAt: row!.address_retry_at };
  const afterSimultaneousSend = toDate(code.sentAt.getTime() + RESEND_AFTER_SECONDS * 1000);
  return { kind: 'mobile_limit', retryAt: row!.mobile_retry_at ?? afterSimultaneousSend };
}

const forgetSendStatement = statement<never, Omit<IssuedCode, 'sentAt'>>(
  'borrower: forget code send',
  `with forgotten_to_mobile as (
     ${deleteUse({ kind: TO_MOBILE, subjectHashes: 'array[$mobileHash::bytea]', useId: '$useId' })}
   ),
   forgotten_from_address as (
     ${deleteUse({ kind: FROM_ADDRESS, subjectHashes: 'array[$addressHash::bytea]', useId: '$useId' })}
   )
   update signin_code set sent_at = '-infinity' where mobile_hash = $mobileHash and code_hash = $codeHash`,
);

/**
 * A send that the network refused is not counted. The code stays valid, because a gateway that did not answer in time
 * may still have sent it.
 */
export async function forgetSend(db: Database, code: IssuedCode): Promise<void> {
  await db.rows(forgetSendStatement, code);
}

/**
 * The CTE `tried` for a statement that needs a right code. It uses the code up if it is right. The lock of the row
 * makes simultaneous tries take turns, so that no more than five are compared.
 */
export const CODE_TRY = `tried as (
  update signin_code set tries_left = case when code_hash = $codeHash then 0 else tries_left - 1 end,
    is_used = code_hash = $codeHash
  where mobile_hash = $mobileHash and tries_left > 0 and expires_at > $now::timestamptz
  returning code_hash = $codeHash as is_right, tries_left
)`;

/** The values of `CODE_TRY`: the hashes of the mobile number and of the code entered. */
export type CodeTryValues = { mobileHash: Buffer; codeHash: Buffer; now: Date };

export type CodeTry = { is_right: boolean; tries_left: number };

export function refuseCode(tried: CodeTry | undefined): Reply<never> {
  const message = wrongCodeText(tried);
  return refused(400, message, { fields: { captcha: message } });
}

/** What the borrower reads about a wrong code. */
export function wrongCodeText(tried: Pick<CodeTry, 'tries_left'> | undefined): string {
  if (!tried) return 'This code has ended. Please get a new one.';
  if (tried.tries_left === 0) return 'This code is wrong and has ended. Please get a new one.';
  const tries = tried.tries_left === 1 ? '1 try' : `${tried.tries_left} tries`;
  return `This code is wrong. You have ${tries} left.`;
}

const purgeCodesStatement = statement<never, { now: Date }>(
  'borrower: purge codes',
  `delete from signin_code where expires_at <= $now::timestamptz - interval '24 hours'`,
);

export async function purgeCodes(db: Database, now: Date): Promise<void> {
  await db.rows(purgeCodesStatement, { now });
}
