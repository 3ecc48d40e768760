import { type Database, statement } from '../../platform/database.ts';
import { newToken, type Randomness } from '../../platform/randomness.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { type Admission, type AdmissionValues, admission, admissionValues } from '../borrower/admission.ts';
import type { CodeTry } from '../borrower/mobile-code.ts';

export type SignIn = { kind: 'signed_in'; token: string; borrowerId: number; isNew: boolean };

/** Thirty days, in hours, because a day in PostgreSQL is longer or shorter where the clocks change. */
export const SESSION_LASTS = `interval '720 hours'`;

/** The insert that opens a session for the borrower in `admitted`. */
export const INSERT_SESSION = `insert into session (token_hash, borrower_id, created_at, expires_at)
     select $tokenHash::bytea, borrower_id, $now::timestamptz, $now::timestamptz + ${SESSION_LASTS} from admitted`;

/** The values of `INSERT_SESSION`. */
export type InsertSessionValues = { tokenHash: Buffer; now: Date };

const signInStatement = statement<
  CodeTry & { borrower_id: number | null; is_new: boolean | null },
  AdmissionValues & InsertSessionValues
>(
  'session: sign in',
  `with ${admission()},
   inserted_session as (
     ${INSERT_SESSION}
   )
   select tried.is_right, tried.tries_left, admitted.borrower_id, admitted.is_new
   from tried left join admitted on true`,
);

export async function signIn(
  deps: { db: Database; sealing: Sealing; random: Randomness },
  phone: Admission,
): Promise<SignIn | { kind: 'wrong_code'; tried: CodeTry | undefined }> {
  const { db, sealing, random } = deps;
  const token = newToken(random);
  const values = { ...admissionValues(sealing, phone), tokenHash: sealing.lookupHash('token', token) };
  const row = await retryOnConflict('a sign-in', () => db.row(signInStatement, values));
  if (!row?.is_right) return { kind: 'wrong_code', tried: row };
  return { kind: 'signed_in', token, borrowerId: row.borrower_id!, isNew: row.is_new! };
}

const endSessionStatement = statement<never, { borrowerId: number; tokenHash: Buffer; everywhere: boolean }>(
  'session: end',
  'delete from session where borrower_id = $borrowerId and ($everywhere or token_hash = $tokenHash)',
);

export async function endSession(
  db: Database,
  sealing: Sealing,
  session: { borrowerId: number; token: string; everywhere: boolean },
): Promise<void> {
  const tokenHash = sealing.lookupHash('token', session.token);
  await db.rows(endSessionStatement, {
    borrowerId: session.borrowerId,
    tokenHash,
    everywhere: session.everywhere,
  });
}

const purgeSessionsStatement = statement<never, { now: Date }>(
  'session: purge',
  'delete from session where expires_at <= $now',
);

export async function purgeSessions(db: Database, now: Date): Promise<void> {
  await db.rows(purgeSessionsStatement, { now });
}
