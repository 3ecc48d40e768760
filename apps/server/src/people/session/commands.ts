import { randomUUID } from 'node:crypto';
import { ENGLISH } from '@thumba/words/catalogue';
import { insertMessages } from '../../book/message/messages.ts';
import { type EventOrigin, insertSecurityEvents } from '../../book/security-log/events.ts';
import { type Database, statement } from '../../platform/database.ts';
import { inLanguage } from '../../platform/language.ts';
import { purge, purgeStatement } from '../../platform/purge.ts';
import { newToken, type Randomness } from '../../platform/randomness.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { type Admission, type AdmissionValues, admission, admit } from '../borrower/admission.ts';
import { adoptedDeviceHash } from '../borrower/adopted-device-hash.ts';
import type { CodeTry } from '../borrower/code-try.ts';
import { keepLanguage } from '../borrower/language.ts';
import { neverSignedIn } from '../consent/consents.ts';
import { deviceName } from './device-name.ts';

export type SignIn = {
  kind: 'signed_in';
  token: string;
  borrowerId: number;
  isNew: boolean;
  isTrusted: boolean;
};

/** Thirty days, in hours, because a day in PostgreSQL is longer or shorter where the clocks change. */
export const SESSION_LASTS = `interval '720 hours'`;

/** Ninety days, in hours. A session that is used every day ends then too. */
const SESSION_LASTS_AT_MOST = `interval '2160 hours'`;

/**
 * CTEs that open a session for the borrower in `admitted`. It is trusted at once on a known device, and where it
 * registers the borrower; that device is known from then on. A borrower who was taken on with a loan has no known device
 * and is not warned of the first sign-in, but it is not trusted: docs/decisions/0028-known-devices-and-the-second-code.md.
 * Only a trusted session sets the language of messages. Otherwise a stranger could have the warnings sent in a language
 * that the borrower does not read.
 */
export const openedSession = (method: SignInMethod) => `opened_session as (
     insert into session
       (session_id, token_hash, borrower_id, created_at, expires_at, ends_at, used_at, trusted_at, device_hash,
        device_sealed)
     select $newSessionId::uuid, $tokenHash::bytea, a.borrower_id, $now::timestamptz, $now::timestamptz + ${SESSION_LASTS},
       $now::timestamptz + ${SESSION_LASTS_AT_MOST}, $now::timestamptz,
       case when a.is_new or exists (
         select from known_device d where d.borrower_id = a.borrower_id and d.device_hash = any ($deviceHashes::bytea[])
       ) then $now::timestamptz end,
       ${adoptedDeviceHash('$deviceSecretHashes')}, $deviceSealed::bytea
     from admitted a
     returning borrower_id, session_id, trusted_at, device_hash
   ),
   kept_device as (
     insert into known_device (borrower_id, device_hash, trusted_at)
     select borrower_id, device_hash, trusted_at from opened_session
     where trusted_at is not null and device_hash is not null
     on conflict do nothing
   ),
   kept_language as (
     ${keepLanguage({
       borrowerId: 'borrower_id',
       language: '$language::text',
       from: 'opened_session where trusted_at is not null',
     })}
   ),
   inserted_notice as (
     ${insertMessages({
       borrowerId: 'borrower_id',
       kind: `case when ${neverSignedIn('borrower_id')} then 'first_sign_in' else 'new_sign_in' end`,
       figures: `jsonb_build_object('device', $deviceName::text, 'lenderPhone', $lenderPhone::text)`,
       on: '$today::date',
       at: '$now::timestamptz',
       from: 'opened_session where trusted_at is null',
     })}
   ),
   inserted_event as (
     ${insertSecurityEvents({
       kind: 'sign_in',
       borrowerId: 'borrower_id',
       detail: `'method', '${method}', 'isNewDevice', trusted_at is null, 'isNewBorrower', is_new`,
       at: '$now',
       from: 'opened_session join admitted using (borrower_id)',
     })}
   )`;

/** How a borrower proves who they are. */
type SignInMethod = 'code' | 'google' | 'code_and_google';

/** The values of `openedSession`. */
export type OpenedSessionValues = EventOrigin & {
  newSessionId: string;
  tokenHash: Buffer;
  now: Date;
  /** Of the device secret. Empty for an app that has none. */
  deviceSecretHashes: Buffer[];
  /** By which the device may be known: of its secret, and of the id that it was reported under. */
  deviceHashes: Buffer[];
  deviceSealed: Buffer;
  /** For the message to the borrower about a sign-in on a new device. */
  deviceName: string;
  lenderPhone: string;
  today: string;
  language: string;
};

/** What a sign-in tells of the device that it comes from. */
export type SignInDevice = {
  secret: string | undefined;
  deviceId: string | undefined;
  brand: string;
  userAgent: string;
  address: string;
  today: string;
  /** Of the app. */
  language: string;
  lenderPhone: string;
  origin: EventOrigin;
};

/** The values of `openedSession` for a session with this token. */
export function sessionValues(
  sealing: Sealing,
  token: string,
  { secret, deviceId, brand, userAgent, address, today, language, lenderPhone, origin }: SignInDevice,
  now: Date,
): OpenedSessionValues {
  const newSessionId = randomUUID();
  const deviceSecretHashes = secret === undefined ? [] : sealing.lookupHashes('device_secret', secret);
  return {
    ...origin,
    newSessionId,
    tokenHash: sealing.lookupHashes('token', token)[0]!,
    deviceSecretHashes,
    deviceHashes: [...deviceSecretHashes, ...(deviceId ? sealing.lookupHashes('phone', deviceId) : [])],
    deviceSealed: sealing.seal(
      'session.device_sealed',
      { session_id: newSessionId },
      JSON.stringify({ brand, userAgent, address }),
    ),
    // A message keeps it, so it is in one language, whatever the borrower reads later.
    deviceName: inLanguage(ENGLISH.tag, () => deviceName(userAgent)),
    lenderPhone,
    today,
    language,
    now,
  };
}

const signInStatement = statement<
  CodeTry & { is_ready: boolean; borrower_id: number | null; is_new: boolean | null; is_trusted: boolean },
  AdmissionValues & OpenedSessionValues
>(
  'session: sign in',
  `with ${admission()},
   ${openedSession('code')}
   select exists (select from ready) as is_ready, tried.*, admitted.borrower_id, admitted.is_new,
     exists (select from opened_session where trusted_at is not null) as is_trusted
   from tried left join admitted on true`,
);

export async function signIn(
  deps: { db: Database; sealing: Sealing; random: Randomness },
  phone: Admission,
  device: SignInDevice,
): Promise<SignIn | { kind: 'wrong_code'; tried: CodeTry | undefined }> {
  const token = newToken(deps.random);
  const session = sessionValues(deps.sealing, token, device, phone.now);
  const row = await admit(deps, { admission: phone, statement: signInStatement, further: () => session });
  if (!row.is_right) return { kind: 'wrong_code', tried: row };
  return {
    kind: 'signed_in',
    token,
    borrowerId: row.borrower_id!,
    isNew: row.is_new!,
    isTrusted: row.is_trusted,
  };
}

const endSessionStatement = statement<
  never,
  { borrowerId: number; tokenHashes: Buffer[]; everywhere: boolean }
>(
  'session: end',
  'delete from session where borrower_id = $borrowerId and ($everywhere or token_hash = any ($tokenHashes::bytea[]))',
);

export async function endSession(
  db: Database,
  sealing: Sealing,
  session: { borrowerId: number; token: string; everywhere: boolean },
): Promise<void> {
  await db.rows(endSessionStatement, {
    borrowerId: session.borrowerId,
    tokenHashes: sealing.lookupHashes('token', session.token),
    everywhere: session.everywhere,
  });
}

const purgeSessionsStatement = purgeStatement<{ now: Date }>('session: purge', {
  table: 'session',
  endedAt: 'expires_at',
  isOver: 'expires_at <= $now',
});

export async function purgeSessions(db: Database, now: Date): Promise<void> {
  await purge(db, purgeSessionsStatement, { now });
}
