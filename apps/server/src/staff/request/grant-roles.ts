import { ROLES, type Role, roles as roleDefinitions } from '@thumba/contract/staff/roles';
import { type Database, statement } from '../../platform/database.ts';
import type { Execution } from './answer-request.ts';
import type { AskedRequest, KeptRequest } from './requests.ts';

const readRolesStatement = statement<{ role: string }, { staffId: number }>(
  'staff request: read roles',
  'select role from staff_role where staff_id = $staffId',
);

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
  const now = (await db.rows(readRolesStatement, { staffId: member.staffId })).map(({ role }) => role);
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

const grantStatement = statement<never, { staffId: number; requestId: number; roles: string[]; now: Date }>(
  'staff request: grant roles',
  `with taken as (delete from staff_role where staff_id = $staffId and role <> all ($roles::text[]))
   insert into staff_role (staff_id, role, granted_at, request_id)
   select $staffId::bigint, role, $now::timestamptz, $requestId::bigint from unnest($roles::text[]) as role
   where exists (select from staff_member m where m.staff_id = $staffId and m.state <> 'ended')
   on conflict do nothing`,
);

/** Gives the roles that were approved. A second time it changes nothing. */
export async function grantRoles(
  db: Database,
  { ofStaffId, requestId, payload }: KeptRequest,
  now: Date,
): Promise<Execution> {
  const asked = payload.roles as string[];
  const roles = ROLES.filter((role) => asked.includes(role));
  await db.rows(grantStatement, { staffId: ofStaffId!, requestId, roles, now });
  return { isDone: true, sentence: `The roles are now: ${titlesOf(roles)}.` };
}

function titlesOf(roles: readonly string[]): string {
  const titles = ROLES.filter((role) => roles.includes(role)).map((role) => roleDefinitions[role].title);
  return titles.length === 0 ? 'none' : titles.join(', ');
}
