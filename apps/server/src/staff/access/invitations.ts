import { type Database, statement, type Transaction } from '../../platform/database.ts';
import type { StaffMember } from './members.ts';

/** How long the link of an invitation works. */
const INVITATION_HOURS = 72;

export type Invitation = StaffMember & {
  endsAt: Date;
  passwordHash: string | null;
  totpSecretSealed: Buffer | null;
  challenge: string | null;
};

const saveInvitationStatement = statement<
  { ends_at: Date },
  { staffId: number; tokenDigest: Buffer; madeBy: string; now: Date }
>(
  'staff access: save an invitation',
  `insert into staff_invitation (staff_id, token_digest, made_by, made_at, ends_at)
   values ($staffId, $tokenDigest, $madeBy, $now::timestamptz, $now::timestamptz + interval '${INVITATION_HOURS} hours')
   on conflict (staff_id) do update set token_digest = excluded.token_digest, made_by = excluded.made_by,
     made_at = excluded.made_at, ends_at = excluded.ends_at, password_hash = null, totp_secret_sealed = null,
     challenge = null
   returning ends_at`,
);

/** A new link takes the place of the one before. */
export async function saveInvitation(
  db: Database | Transaction,
  invitation: { staffId: number; tokenDigest: Buffer; madeBy: string; now: Date },
): Promise<{ endsAt: Date }> {
  return { endsAt: (await db.row(saveInvitationStatement, invitation))!.ends_at };
}

const findInvitationStatement = statement<
  {
    staff_id: number;
    user_name: string;
    name: string;
    state: StaffMember['state'];
    ends_at: Date;
    password_hash: string | null;
    totp_secret_sealed: Buffer | null;
    challenge: string | null;
  },
  { tokenDigest: Buffer; now: Date }
>(
  'staff access: find an invitation',
  `select m.staff_id, m.user_name, m.name, m.state, i.ends_at, i.password_hash, i.totp_secret_sealed, i.challenge
   from staff_invitation i join staff_member m using (staff_id)
   where i.token_digest = $tokenDigest and i.ends_at > $now::timestamptz and m.state <> 'ended'`,
);

export async function findInvitation(
  db: Database,
  invitation: { tokenDigest: Buffer; now: Date },
): Promise<Invitation | undefined> {
  const row = await db.row(findInvitationStatement, invitation);
  return (
    row && {
      staffId: row.staff_id,
      userName: row.user_name,
      name: row.name,
      state: row.state,
      endsAt: row.ends_at,
      passwordHash: row.password_hash,
      totpSecretSealed: row.totp_secret_sealed,
      challenge: row.challenge,
    }
  );
}

const keepEnteredStatement = statement<
  never,
  {
    staffId: number;
    passwordHash: string | null;
    totpSecretSealed: Buffer | null;
    challenge: string | null;
  }
>(
  'staff access: keep what was entered with an invitation',
  `update staff_invitation set password_hash = $passwordHash, totp_secret_sealed = $totpSecretSealed,
     challenge = $challenge where staff_id = $staffId`,
);

export async function keepEntered(
  db: Database,
  entered: {
    staffId: number;
    passwordHash: string | null;
    totpSecretSealed: Buffer | null;
    challenge: string | null;
  },
): Promise<void> {
  await db.row(keepEnteredStatement, entered);
}

const takeInvitationStatement = statement<{ staff_id: number }, { tokenDigest: Buffer; now: Date }>(
  'staff access: take an invitation',
  `delete from staff_invitation where token_digest = $tokenDigest and ends_at > $now::timestamptz returning staff_id`,
);

const activateStatement = statement<never, { staffId: number }>(
  'staff access: activate a person',
  `update staff_member set state = 'active' where staff_id = $staffId and state <> 'ended'`,
);

const forgetWaysInStatement = statement<never, { staffId: number }>(
  'staff access: forget the ways in of a person',
  `with passwords as (delete from staff_password where staff_id = $staffId),
     passkeys as (delete from staff_passkey where staff_id = $staffId),
     browsers as (delete from staff_browser where staff_id = $staffId)
   delete from staff_session where staff_id = $staffId`,
);

/** Takes from a person every way to sign in, and ends their sessions. */
export async function forgetWaysIn(transaction: Transaction, staffId: number): Promise<void> {
  await transaction.row(forgetWaysInStatement, { staffId });
}

/**
 * Uses the link up, which happens once, and lets the new way in be written in the same transaction. Ways in of before
 * are gone. False where the link was used or has ended.
 */
export async function acceptInvitation(
  db: Database,
  { tokenDigest, now }: { tokenDigest: Buffer; now: Date },
  write: (transaction: Transaction, staffId: number) => Promise<void>,
): Promise<boolean> {
  return db.inTransaction(async (transaction) => {
    const taken = await transaction.row(takeInvitationStatement, { tokenDigest, now });
    if (!taken) return false;
    await forgetWaysIn(transaction, taken.staff_id);
    await write(transaction, taken.staff_id);
    await transaction.row(activateStatement, { staffId: taken.staff_id });
    return true;
  });
}

const addPasswordStatement = statement<
  never,
  { staffId: number; passwordHash: string; totpSecretSealed: Buffer; step: number; now: Date }
>(
  'staff access: add a password',
  `insert into staff_password (staff_id, password_hash, totp_secret_sealed, totp_last_step, set_at)
   values ($staffId, $passwordHash, $totpSecretSealed, $step, $now)`,
);

export async function addPassword(
  transaction: Transaction,
  password: { staffId: number; passwordHash: string; totpSecretSealed: Buffer; step: number; now: Date },
): Promise<void> {
  await transaction.row(addPasswordStatement, password);
}
