import { ADMISSION, type Admission, admissionValues } from '../borrower/admission.ts';
import {
  type CodeIssue,
  type CodeTry,
  codeHash,
  forgetSend,
  type IssuedCode,
  issueCode,
} from '../borrower/mobile-code.ts';
import { addressHash } from '../borrower/network-address.ts';
import { type Database, isConflict, statement } from '../platform/database.ts';
import type { Sealing } from '../platform/sealing.ts';
import type { SmsGateway } from '../platform/sms.ts';

/** Numbers nobody can guess: `randomInt` and `randomBytes` of node:crypto. */
export type Randomness = { randomInt(below: number): number; randomBytes(size: number): Buffer };

export type CodeSend = CodeIssue | { kind: 'not_sent'; error: unknown };

export async function sendCode(
  deps: { db: Database; sealing: Sealing; sms: SmsGateway; random: Randomness },
  send: { mobile: string; address: string; sendsPerAddressPerHour: number; now: Date },
): Promise<CodeSend> {
  const { db, sealing, sms, random } = deps;
  const code = String(random.randomInt(10_000)).padStart(4, '0');
  const issued: IssuedCode = {
    mobileHash: sealing.lookupHash('mobile', send.mobile),
    codeHash: codeHash(sealing, send.mobile, code),
    addressHash: addressHash(sealing, send.address),
    sentAt: send.now,
  };
  const issue = await issueCode(db, issued, send.sendsPerAddressPerHour);
  if (issue.kind !== 'issued') return issue;
  try {
    const text = `${code} is your Thumba code. It ends in 5 minutes. We never ask for it.`;
    await sms.send({ mobile: send.mobile, text });
    return issue;
  } catch (error) {
    await forgetSend(db, issued);
    return { kind: 'not_sent', error };
  }
}

export type SignIn = { kind: 'signed_in'; token: string; borrowerId: number; isNew: boolean };

const signInStatement = statement<CodeTry & { borrower_id: number | null; is_new: boolean | null }>(
  'session: sign in',
  `with ${ADMISSION},
   opened as (
     insert into session (token_hash, borrower_id, created_at, expires_at)
     select $8::bytea, borrower_id, $3::timestamptz, $3::timestamptz + interval '720 hours' from admitted
   )
   select tried.is_right, tried.tries_left, admitted.borrower_id, admitted.is_new
   from tried left join admitted on true`,
);

export async function signIn(
  deps: { db: Database; sealing: Sealing; random: Randomness },
  admission: Admission,
): Promise<SignIn | { kind: 'wrong_code'; tried: CodeTry | undefined }> {
  const { db, sealing, random } = deps;
  const token = random.randomBytes(32).toString('base64url');
  const values = [...admissionValues(sealing, admission), sealing.lookupHash('token', token)];
  const open = () => db.row(signInStatement, values);
  const row = await open().catch((error: unknown) => {
    if (isConflict(error)) return open();
    throw error;
  });
  if (!row?.is_right) return { kind: 'wrong_code', tried: row };
  return { kind: 'signed_in', token, borrowerId: row.borrower_id!, isNew: row.is_new! };
}

const endSessionStatement = statement(
  'session: end',
  'delete from session where borrower_id = $1 and ($3 or token_hash = $2)',
);

export async function endSession(
  db: Database,
  sealing: Sealing,
  session: { borrowerId: number; token: string; everywhere: boolean },
): Promise<void> {
  const tokenHash = sealing.lookupHash('token', session.token);
  await db.rows(endSessionStatement, [session.borrowerId, tokenHash, session.everywhere]);
}

const purgeSessionsStatement = statement('session: purge', 'delete from session where expires_at <= $1');

export async function purgeSessions(db: Database, now: Date): Promise<void> {
  await db.rows(purgeSessionsStatement, [now]);
}
