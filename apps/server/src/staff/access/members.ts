import { type Database, statement } from '../../platform/database.ts';

export type StaffState = 'invited' | 'active' | 'ended';

export type StaffMember = { staffId: number; userName: string; name: string; state: StaffState };

type MemberRow = { staff_id: number; user_name: string; name: string; state: StaffState };

const findMemberStatement = statement<MemberRow, { staffId: number }>(
  'staff access: find a person',
  'select staff_id, user_name, name, state from staff_member where staff_id = $staffId',
);

export async function findMember(db: Database, staffId: number): Promise<StaffMember | undefined> {
  const row = await db.row(findMemberStatement, { staffId });
  return row && { staffId: row.staff_id, userName: row.user_name, name: row.name, state: row.state };
}

export type Password = { staffId: number; passwordHash: string; totpSecretSealed: Buffer };

const findPasswordStatement = statement<
  { staff_id: number; password_hash: string; totp_secret_sealed: Buffer },
  { userName: string }
>(
  'staff access: find a password',
  `select p.staff_id, p.password_hash, p.totp_secret_sealed from staff_password p join staff_member m using (staff_id)
   where m.user_name = $userName and m.state = 'active'`,
);

/** The password of an active person; undefined where there is no such person, or they sign in with a passkey only. */
export async function findPassword(db: Database, userName: string): Promise<Password | undefined> {
  const row = await db.row(findPasswordStatement, { userName });
  return (
    row && {
      staffId: row.staff_id,
      passwordHash: row.password_hash,
      totpSecretSealed: row.totp_secret_sealed,
    }
  );
}

const findSecretStatement = statement<{ user_name: string; totp_secret_sealed: Buffer }, { staffId: number }>(
  'staff access: find the secret of codes',
  `select m.user_name, p.totp_secret_sealed from staff_password p join staff_member m using (staff_id)
   where m.staff_id = $staffId and m.state = 'active'`,
);

/** The user name and the sealed secret of an active person who signs in with a password and codes. */
export async function findSecret(
  db: Database,
  staffId: number,
): Promise<{ userName: string; totpSecretSealed: Buffer } | undefined> {
  const row = await db.row(findSecretStatement, { staffId });
  return row && { userName: row.user_name, totpSecretSealed: row.totp_secret_sealed };
}

const useCodeStatement = statement<{ staff_id: number }, { staffId: number; step: number }>(
  'staff access: use a code',
  `update staff_password set totp_last_step = $step::bigint
   where staff_id = $staffId and totp_last_step < $step::bigint returning staff_id`,
);

/** False for the code of a step that was used already, or of an earlier one: each code counts once. */
export async function useCode(db: Database, staffId: number, step: number): Promise<boolean> {
  return (await db.row(useCodeStatement, { staffId, step })) !== undefined;
}

const setPasswordStatement = statement<never, { staffId: number; passwordHash: string; now: Date }>(
  'staff access: set a password',
  'update staff_password set password_hash = $passwordHash, set_at = $now where staff_id = $staffId',
);

export async function setPassword(
  db: Database,
  password: { staffId: number; passwordHash: string; now: Date },
): Promise<void> {
  await db.row(setPasswordStatement, password);
}

const knowBrowserStatement = statement<never, { browserDigest: Buffer; staffId: number; now: Date }>(
  'staff access: know a browser',
  `insert into staff_browser (browser_digest, staff_id, used_at) values ($browserDigest, $staffId, $now)
   on conflict (browser_digest, staff_id) do update set used_at = excluded.used_at`,
);

export async function knowBrowser(
  db: Database,
  browser: { browserDigest: Buffer; staffId: number; now: Date },
): Promise<void> {
  await db.row(knowBrowserStatement, browser);
}

const isKnownBrowserStatement = statement<{ is_known: boolean }, { browserDigest: Buffer; userName: string }>(
  'staff access: whether a browser is known',
  `select exists (select from staff_browser b join staff_member m using (staff_id)
     where b.browser_digest = $browserDigest and m.user_name = $userName) as is_known`,
);

/** Whether this person has signed in with this browser before. */
export async function isKnownBrowser(
  db: Database,
  browser: { browserDigest: Buffer; userName: string },
): Promise<boolean> {
  return (await db.row(isKnownBrowserStatement, browser))!.is_known;
}
