import { adoptedHash } from '../../platform/adopted-hash.ts';
import { toDate } from '../../platform/clock.ts';
import { type Database, statement } from '../../platform/database.ts';
import { insertUses, limitOfUsesEndsAt } from '../../platform/limit.ts';
import { purge, purgeStatement } from '../../platform/purge.ts';
import { newToken, type Randomness } from '../../platform/randomness.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { type Admission, type AdmissionValues, admission, admit } from '../borrower/admission.ts';
import type { CodeTry } from '../borrower/code-try.ts';
import { PRIVACY_AGREEMENT } from '../consent/consents.ts';
import {
  type OpenedSessionValues,
  openedSession,
  type SignIn,
  type SignInDevice,
  sessionValues,
} from './commands.ts';
import { type Identity, isIdToken, lastingPartOf } from './identity-provider.ts';

type Deps = { db: Database; sealing: Sealing; random: Randomness };

const findStatement = statement<{ borrower_id: number }, { subjectHashes: Buffer[] }>(
  'session: find google account',
  'select borrower_id from borrower_by_google where subject_hash = any ($subjectHashes::bytea[])',
);

export async function isGoogleLinked(db: Database, sealing: Sealing, identity: Identity): Promise<boolean> {
  const subjectHashes = sealing.lookupHashes('google_subject', identity.subject);
  return (await db.row(findStatement, { subjectHashes })) !== undefined;
}

/** An account of Google, and the token by which Google named it. */
export type GoogleProof = { identity: Identity; token: string };

type TokenUse = { googleTokenHash: Buffer; googleTokenExpiresAt: Date };

function tokenUse(sealing: Sealing, { identity, token }: GoogleProof, now: Date): TokenUse {
  return {
    googleTokenHash: sealing.lookupHash('google_token', lastingPartOf(token)),
    googleTokenExpiresAt: toDate(now.getTime() + identity.tokenLastsSeconds * 1000),
  };
}

/** An ID token opens one session, so a copy of it opens none. Google may give a browser the same access token again. */
const signInStatement = statement<
  { borrower_id: number; is_trusted: boolean | null },
  OpenedSessionValues & TokenUse & { googleSubjectHashes: Buffer[]; isUsedOnce: boolean }
>(
  'session: sign in with google',
  `with linked as (select borrower_id from borrower_by_google where subject_hash = any ($googleSubjectHashes::bytea[])),
   first_use as (
     insert into google_token_used (token_hash, expires_at)
     select $googleTokenHash::bytea, $googleTokenExpiresAt::timestamptz from linked where $isUsedOnce::boolean
     on conflict do nothing
     returning token_hash
   ),
   admitted as (
     select borrower_id, false as is_new from linked
     where not $isUsedOnce::boolean or exists (select from first_use)
   ),
   inserted_agreement as (
     ${PRIVACY_AGREEMENT}
   ),
   ${openedSession('google')}
   select linked.borrower_id,
     case when opened_session.borrower_id is not null then trusted_at is not null end as is_trusted
   from linked left join opened_session using (borrower_id)`,
);

export async function signInWithGoogle(
  { db, sealing, random }: Deps,
  google: GoogleProof,
  device: SignInDevice,
  now: Date,
): Promise<SignIn | { kind: 'not_linked' } | { kind: 'token_used' }> {
  const token = newToken(random);
  const row = await db.row(signInStatement, {
    googleSubjectHashes: sealing.lookupHashes('google_subject', google.identity.subject),
    ...tokenUse(sealing, google, now),
    isUsedOnce: isIdToken(google.token),
    ...sessionValues(sealing, token, device, now),
  });
  if (!row) return { kind: 'not_linked' };
  if (row.is_trusted === null) return { kind: 'token_used' };
  return { kind: 'signed_in', token, borrowerId: row.borrower_id, isNew: false, isTrusted: row.is_trusted };
}

/**
 * A right code links the Google account to the borrower of the number and signs them in, unless the Google account is
 * linked to another borrower or the token has linked an account before. The person with the number decides which Google
 * account is linked to it. The one linked before is replaced and no longer signs in.
 */
const linkStatement = statement<
  {
    is_ready: boolean;
    is_right: boolean;
    tries_left: number | null;
    retry_at: Date | null;
    borrower_id: number | null;
    is_new: boolean | null;
    is_trusted: boolean;
    is_token_used: boolean;
  },
  AdmissionValues &
    OpenedSessionValues &
    TokenUse & {
      googleSubjectHashes: Buffer[];
      emailSealed: Buffer | null;
    }
>(
  'session: link google account',
  `with linked as (select borrower_id from borrower_by_google where subject_hash = any ($googleSubjectHashes::bytea[])),
   used_token as (select from google_token_used where token_hash = $googleTokenHash),
   ${admission(`not exists (select from used_token) and not exists (
     select from linked where borrower_id is distinct from (select borrower_id from known)
   )`)},
   inserted_link as (
     insert into borrower_by_google (subject_hash, borrower_id, email_sealed, linked_at)
     select ${adoptedHash(['borrower_by_google.subject_hash'], '$googleSubjectHashes')}, borrower_id, $emailSealed::bytea, $now::timestamptz from admitted
     on conflict (borrower_id) do update set subject_hash = excluded.subject_hash,
       email_sealed = excluded.email_sealed, linked_at = excluded.linked_at
   ),
   inserted_token as (
     insert into google_token_used (token_hash, expires_at)
     select $googleTokenHash::bytea, $googleTokenExpiresAt::timestamptz from admitted
   ),
   ${openedSession('code_and_google')}
   select exists (select from ready) as is_ready, tried.*, admitted.borrower_id, admitted.is_new,
     exists (select from opened_session where trusted_at is not null) as is_trusted,
     exists (select from used_token) as is_token_used
   from tried left join admitted on true`,
);

export type LinkRefusal =
  | { kind: 'wrong_code'; tried: CodeTry | undefined }
  | { kind: 'token_used' }
  | { kind: 'linked_elsewhere' };

export async function linkGoogle(
  deps: Deps,
  phone: Admission,
  device: SignInDevice,
  google: GoogleProof,
): Promise<SignIn | LinkRefusal> {
  const { sealing, random } = deps;
  const { subject, email } = google.identity;
  const token = newToken(random);
  const values = {
    ...sessionValues(sealing, token, device, phone.now),
    googleSubjectHashes: sealing.lookupHashes('google_subject', subject),
    ...tokenUse(sealing, google, phone.now),
  };
  // The number may be registered, or the account or the token linked, at the same time.
  const row = await admit(deps, {
    admission: phone,
    statement: linkStatement,
    further: (borrowerId) => ({
      ...values,
      emailSealed:
        email === undefined || borrowerId === null
          ? null
          : sealing.seal('borrower_by_google.email_sealed', { borrower_id: borrowerId }, email),
    }),
    storedOnce: { google_subject: subject },
  });
  const { is_right, tries_left, retry_at, borrower_id, is_new, is_trusted, is_token_used } = row;
  if (borrower_id !== null)
    return { kind: 'signed_in', token, borrowerId: borrower_id, isNew: is_new!, isTrusted: is_trusted };
  if (!is_right) {
    return { kind: 'wrong_code', tried: { is_right, tries_left, retry_at } };
  }
  return { kind: is_token_used ? 'token_used' : 'linked_elsewhere' };
}

const GOOGLE_CHECK = 'google_check';

const admitCheckStatement = statement<
  { retry_at: Date | null },
  { addressHash: Buffer; now: Date; checksPerHour: number }
>(
  'session: admit google check',
  `with reached as (
     select ${limitOfUsesEndsAt({
       kind: GOOGLE_CHECK,
       subjectHash: '$addressHash',
       now: '$now',
       uses: '$checksPerHour',
       window: '1 hour',
     })} as retry_at
   ),
   counted as (
     ${insertUses({
       kind: GOOGLE_CHECK,
       subjectHash: '$addressHash',
       usedAt: '$now',
       window: '1 hour',
       from: 'reached where retry_at is null',
     })}
   )
   select retry_at from reached`,
);

/** Counts a check if this address may make one. Returns when it may make the next one, or undefined if it may now. */
export async function admitGoogleCheck(
  db: Database,
  check: { addressHash: Buffer; checksPerHour: number; now: Date },
): Promise<Date | undefined> {
  const row = await db.row(admitCheckStatement, {
    addressHash: check.addressHash,
    now: check.now,
    checksPerHour: check.checksPerHour,
  });
  return row!.retry_at ?? undefined;
}

const purgeTokensStatement = purgeStatement<{ now: Date }>('session: purge google tokens', {
  table: 'google_token_used',
  endedAt: 'expires_at',
  isOver: 'expires_at <= $now',
});

export async function purgeGoogleTokens(db: Database, now: Date): Promise<void> {
  await purge(db, purgeTokensStatement, { now });
}
