import type { Role } from '@thumba/contract/staff/roles';
import { staffActor } from '../../book/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import { toDate } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Randomness } from '../../platform/randomness.ts';
import { done, NOT_FOUND, type Reply, refused } from '../../platform/reply.ts';
import { type StaffPerson, type StaffServer, serveStaff } from '../../platform/serve-staff.ts';
import { endAccount, invite, listAccounts, type NewLink, renewInvitation } from './accounts.ts';
import { findMember, type StaffMember } from './members.ts';
import { listRoleHolders } from './role-rows.ts';
import { endSessionsOf } from './sessions.ts';

export type AccountsDeps = {
  db: Database;
  clock: Clock;
  random: Randomness;
  consoleOrigin: string;
  /** Asks a second person for these roles. Answers the request, or a refusal in a sentence. */
  requestRoles(asked: {
    maker: StaffPerson;
    member: Pick<StaffMember, 'staffId' | 'userName' | 'name'>;
    roles: readonly Role[];
    reason: string;
  }): Promise<Reply<{ requestId: number }>>;
  /** The roles that wait for a second person, by the number of the person who gets them. */
  rolesWaiting(staffIds: readonly number[]): Promise<ReadonlyMap<number, Role[]>>;
  /** Takes back the roles that wait for a second person, in the transaction that ends the account. */
  withdrawRoles: Parameters<typeof endAccount>[2];
};

const TAKEN = 'This user name is taken. Choose another.';
const NAME_TAKEN = refused(409, TAKEN, { reason: 'user_name_taken', fields: { userName: TAKEN } });
const ENDED = refused(409, 'This account is ended.', { reason: 'ended' });
const OWN = refused(409, 'This is your own account. Another administrator has to do it.', {
  reason: 'own_account',
});

/** The accounts of staff. Roles need a second person; everything else an administrator does alone. */
export function registerAccountsRoutes(server: StaffServer, deps: AccountsDeps): void {
  const { db, clock } = deps;
  const now = () => toDate(clock.nowMs());

  serveStaff(server, 'listStaff', async ({ query: { page, pageSize } }) => {
    const { total, accounts } = await listAccounts(db, {
      offset: (page - 1) * pageSize,
      limit: pageSize,
      now: now(),
    });
    const waiting = await deps.rolesWaiting(accounts.map(({ staffId }) => staffId));
    const items = accounts.map(({ hasPassword, hasPasskey, lastSeenAt, ...account }) => ({
      ...account,
      rolesWaiting: waiting.get(account.staffId) ?? [],
      waysIn: [
        ...(hasPasskey ? (['passkey'] as const) : []),
        ...(hasPassword ? (['password'] as const) : []),
      ],
      lastSeenAt: lastSeenAt?.toISOString() ?? null,
    }));
    return done({ total, items });
  });

  serveStaff(server, 'listRoleHolders', async () => {
    const items = (await listRoleHolders(db)).map(({ role, people }) => ({
      role,
      people: people.map(({ staff_id, user_name, name, state, granted_at }) => ({
        staffId: staff_id,
        userName: user_name,
        name,
        state,
        since: granted_at.toISOString(),
      })),
    }));
    return done({ items });
  });

  serveStaff(server, 'inviteStaff', async ({ body }, caller) => {
    const { userName, name, roles, reason } = body;
    const link = await invite(deps, {
      userName,
      name: name.trim(),
      madeBy: staffActor(caller.person.userName),
      now: now(),
    });
    if (!link) return NAME_TAKEN;
    caller.note({ staffId: link.staffId, roles });
    const member = { staffId: link.staffId, userName, name };
    const asked = await deps.requestRoles({ maker: caller.person, member, roles, reason });
    if (asked.code !== 200) return asked;
    return done({ staffId: link.staffId, ...linkOf(deps, link), requestId: asked.data.requestId });
  });

  serveStaff(server, 'requestRoles', async ({ params, body }, caller) => {
    const member = await findMember(db, params.staffId);
    if (!member) return NOT_FOUND;
    if (member.state === 'ended') return ENDED;
    caller.note({ staffId: member.staffId, roles: body.roles });
    return deps.requestRoles({ maker: caller.person, member, ...body });
  });

  registerEndingRoutes(server, deps);
}

/** What takes something away from a person needs no second one. */
function registerEndingRoutes(server: StaffServer, deps: AccountsDeps): void {
  const { db, clock } = deps;
  const now = () => toDate(clock.nowMs());

  serveStaff(server, 'renewInvitation', async ({ params, body }, caller) => {
    const { staffId } = params;
    const member = await findMember(db, staffId);
    if (!member) return NOT_FOUND;
    if (member.state === 'ended') return ENDED;
    if (staffId === caller.person.staffId) return OWN;
    caller.note({ staffId });
    const madeBy = staffActor(caller.person.userName);
    const { roles, ...link } = await renewInvitation(deps, { staffId, madeBy, now: now() });
    // Who has the link becomes this person, so a second person looks at the roles again.
    if (roles.length > 0) {
      const asked = await deps.requestRoles({ maker: caller.person, member, roles, reason: body.reason });
      if (asked.code !== 200) return asked;
    }
    return done(linkOf(deps, link));
  });

  serveStaff(server, 'endStaff', async ({ params: { staffId } }, caller) => {
    if (staffId === caller.person.staffId) return OWN;
    caller.note({ staffId });
    if (!(await findMember(db, staffId))) return NOT_FOUND;
    return (await endAccount(db, { staffId, now: now() }, deps.withdrawRoles)) ? done(null) : ENDED;
  });

  serveStaff(server, 'endStaffSessions', async ({ params: { staffId } }, caller) => {
    caller.note({ staffId });
    if (!(await findMember(db, staffId))) return NOT_FOUND;
    await endSessionsOf(db, staffId, staffId === caller.person.staffId ? caller.person.sessionId : '');
    return done(null);
  });
}

/** The token is in the fragment, which browsers send to no server and no log has. */
export function linkOf(
  { consoleOrigin }: { consoleOrigin: string },
  { token, endsAt }: NewLink,
): { link: string; endsAt: string } {
  return { link: `${consoleOrigin}/console/invitation#${token}`, endsAt: endsAt.toISOString() };
}
