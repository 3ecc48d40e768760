import { ROLES, type Role, roles as roleDefinitions } from '@thumba/contract/staff/roles';
import type { AskedRequest, Execution } from '../../book/staff-request.ts';
import type { Database } from '../../platform/database.ts';
import { readRoles, writeRoles } from '../access/role-rows.ts';
import type { KeptRequest } from './requests.ts';

/** Asks for the roles that a person will have, in place of those of now. */
export async function askForRoles(
  db: Database,
  {
    member,
    roles,
    reason,
  }: {
    member: { staffId: number; userName: string; name: string };
    roles: readonly Role[];
    reason: string;
  },
): Promise<AskedRequest> {
  const now = await readRoles(db, member.staffId);
  return {
    kind: 'role_grant',
    title: `${member.name} (${member.userName})`,
    subject: `staff ${member.staffId}`,
    borrowerId: null,
    loanId: null,
    ofStaffId: member.staffId,
    payload: { roles: [...roles] },
    effect: [{ title: 'Roles', before: titlesOf(now), after: titlesOf(roles) }],
    message: null,
    reason,
  };
}

/** Gives the roles that were approved. A second time it changes nothing. */
export async function grantRoles(
  db: Database,
  { ofStaffId, requestId, payload }: KeptRequest,
  now: Date,
): Promise<Execution> {
  const asked = payload.roles as string[];
  const roles = ROLES.filter((role) => asked.includes(role));
  await writeRoles(db, { staffId: ofStaffId!, requestId, roles, now });
  return { isDone: true, sentence: `The roles are now: ${titlesOf(roles)}.` };
}

function titlesOf(roles: readonly string[]): string {
  const titles = ROLES.filter((role) => roles.includes(role)).map((role) => roleDefinitions[role].title);
  return titles.length === 0 ? 'none' : titles.join(', ');
}
