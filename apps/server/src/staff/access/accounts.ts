import { ROLES, type Role } from '@thumba/contract/staff/roles';
import { type Database, statement, type Transaction } from '../../platform/database.ts';
import { newToken, type Randomness } from '../../platform/randomness.ts';
import { digestOf } from './cookies.ts';
import { forgetWaysIn, saveInvitation } from './invitations.ts';
import type { StaffState } from './members.ts';

const addMemberStatement = statement<
  { staff_id: number },
  { userName: string; name: string; madeBy: string; now: Date }
>(
  'staff accounts: add a person',
  `insert into staff_member (user_name, name, made_by, made_at) values ($userName, $name, $madeBy, $now)
   on conflict do nothing returning staff_id`,
);

export type NewLink = { staffId: number; token: string; endsAt: Date };

/** Adds a person with the link of an invitation. Undefined where the user name is taken. */
export async function invite(
  { db, random }: { db: Database; random: Randomness },
  member: { userName: string; name: string; madeBy: string; now: Date },
): Promise<NewLink | undefined> {
  const { madeBy, now } = member;
  return db.inTransaction(async (transaction) => {
    const added = await transaction.row(addMemberStatement, member);
    if (!added) return undefined;
    const token = newToken(random);
    const staffId = added.staff_id;
    const { endsAt } = await saveInvitation(transaction, {
      staffId,
      tokenDigest: digestOf(token),
      madeBy,
      now,
    });
    return { staffId, token, endsAt };
  });
}

const takeRolesStatement = statement<{ role: string }, { staffId: number }>(
  'staff accounts: take the roles of a person',
  'delete from staff_role where staff_id = $staffId returning role',
);

/**
 * A new link for a person who lost every way in. The ways in of before, the sessions and the roles are gone at once. It
 * answers the roles, so that a second person can be asked for them again.
 */
export async function renewInvitation(
  { db, random }: { db: Database; random: Randomness },
  { staffId, madeBy, now }: { staffId: number; madeBy: string; now: Date },
): Promise<NewLink & { roles: Role[] }> {
  return db.inTransaction(async (transaction) => {
    await forgetWaysIn(transaction, staffId);
    const taken = (await transaction.rows(takeRolesStatement, { staffId })).map(({ role }) => role);
    const token = newToken(random);
    const { endsAt } = await saveInvitation(transaction, {
      staffId,
      tokenDigest: digestOf(token),
      madeBy,
      now,
    });
    return { staffId, token, endsAt, roles: ROLES.filter((role) => taken.includes(role)) };
  });
}

const endMemberStatement = statement<{ staff_id: number }, { staffId: number; now: Date }>(
  'staff accounts: end a person',
  `with invitations as (delete from staff_invitation where staff_id = $staffId),
     roles as (delete from staff_role where staff_id = $staffId)
   update staff_member set state = 'ended', ended_at = $now where staff_id = $staffId and state <> 'ended'
   returning staff_id`,
);

/**
 * Ends an account with its roles, ways in and sessions. `withdrawRoles` takes back the roles that wait for a second person.
 * False where it is ended already.
 */
export async function endAccount(
  db: Database,
  { staffId, now }: { staffId: number; now: Date },
  withdrawRoles: (transaction: Transaction, of: { staffId: number; now: Date }) => Promise<void>,
): Promise<boolean> {
  return db.inTransaction(async (transaction) => {
    const ended = await transaction.row(endMemberStatement, { staffId, now });
    if (!ended) return false;
    await forgetWaysIn(transaction, staffId);
    await withdrawRoles(transaction, { staffId, now });
    return true;
  });
}

export type ListedAccount = {
  staffId: number;
  userName: string;
  name: string;
  state: StaffState;
  roles: Role[];
  hasPassword: boolean;
  hasPasskey: boolean;
  lastSeenAt: Date | null;
  openSessions: number;
};

const listStatement = statement<
  {
    total: number;
    staff_id: number;
    user_name: string;
    name: string;
    state: StaffState;
    roles: string[];
    has_password: boolean;
    has_passkey: boolean;
    last_seen_at: Date | null;
    open_sessions: number;
  },
  { offset: number; limit: number; now: Date }
>(
  'staff accounts: list people',
  `select count(*) over ()::integer as total, m.staff_id, m.user_name, m.name, m.state,
     array(select role from staff_role r where r.staff_id = m.staff_id) as roles,
     exists (select from staff_password p where p.staff_id = m.staff_id) as has_password,
     exists (select from staff_passkey k where k.staff_id = m.staff_id) as has_passkey,
     greatest(
       (select max(used_at) from staff_session s where s.staff_id = m.staff_id and s.step = 'signed_in'),
       (select max(used_at) from staff_browser b where b.staff_id = m.staff_id),
       (select happened_at from staff_audit a where a.actor = 'staff:' || m.user_name order by a.entry_id desc limit 1)
     ) as last_seen_at,
     (select count(*)::integer from staff_session s where s.staff_id = m.staff_id and s.step = 'signed_in'
       and s.idle_ends_at > $now::timestamptz and s.ends_at > $now::timestamptz) as open_sessions
   from staff_member m order by m.state = 'ended', m.user_name offset $offset limit $limit`,
);

/**
 * The people of staff, those whose accounts are ended last. Sessions that ended are deleted, so a person was last seen
 * at the last use of a session, sign-in with a known browser, or entry of the audit.
 */
export async function listAccounts(
  db: Database,
  { offset, limit, now }: { offset: number; limit: number; now: Date },
): Promise<{ total: number; accounts: ListedAccount[] }> {
  const rows = await db.rows(listStatement, { offset, limit, now });
  const accounts = rows.map((row) => ({
    staffId: row.staff_id,
    userName: row.user_name,
    name: row.name,
    state: row.state,
    roles: ROLES.filter((role) => row.roles.includes(role)),
    hasPassword: row.has_password,
    hasPasskey: row.has_passkey,
    lastSeenAt: row.last_seen_at,
    openSessions: row.open_sessions,
  }));
  return { total: rows[0]?.total ?? 0, accounts };
}

const addFirstRoleStatement = statement<never, { staffId: number; now: Date }>(
  'staff accounts: make the first administrator',
  `insert into staff_role (staff_id, role, granted_at) values ($staffId, 'administrator', $now)`,
);

const hasRolesStatement = statement<{ has_roles: boolean }>(
  'staff accounts: whether any person has a role',
  'select exists (select from staff_role) as has_roles',
);

/**
 * Invites the first administrator, who has the role at once: no second person is there yet who could approve it. The
 * database allows one such role. Undefined where a person has a role already, or the user name is taken.
 */
export async function inviteFirstAdministrator(
  deps: { db: Database; random: Randomness },
  member: { userName: string; name: string; madeBy: string; now: Date },
): Promise<NewLink | undefined> {
  const { has_roles: hasRoles } = (await deps.db.row(hasRolesStatement, {}))!;
  if (hasRoles) return undefined;
  const link = await invite(deps, member);
  if (link) await deps.db.row(addFirstRoleStatement, { staffId: link.staffId, now: member.now });
  return link;
}

const countAdministratorsStatement = statement<{ count: number }>(
  'staff accounts: count administrators',
  `select count(*)::integer as count from staff_role join staff_member using (staff_id)
   where role = 'administrator' and state = 'active'`,
);

/** The people who can approve roles now. */
export async function countAdministrators(db: Database): Promise<number> {
  return (await db.row(countAdministratorsStatement, {}))!.count;
}
