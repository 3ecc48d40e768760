import { ROLES, type Role } from '@thumba/contract/staff/roles';
import { type Database, statement } from '../../platform/database.ts';

const readStatement = statement<{ role: string }, { staffId: number }>(
  'staff access: read roles',
  'select role from staff_role where staff_id = $staffId',
);

export async function readRoles(db: Database, staffId: number): Promise<string[]> {
  return (await db.rows(readStatement, { staffId })).map(({ role }) => role);
}

const writeStatement = statement<never, { staffId: number; requestId: number; roles: string[]; now: Date }>(
  'staff access: write roles',
  `with taken as (delete from staff_role where staff_id = $staffId and role <> all ($roles::text[]))
   insert into staff_role (staff_id, role, granted_at, request_id)
   select $staffId::bigint, role, $now::timestamptz, $requestId::bigint from unnest($roles::text[]) as role
   where exists (select from staff_member m where m.staff_id = $staffId and m.state <> 'ended')
   on conflict do nothing`,
);

/** Puts these roles in place of those of now. The database asks for a request of the person that is approved. */
export async function writeRoles(
  db: Database,
  given: { staffId: number; requestId: number; roles: string[]; now: Date },
): Promise<void> {
  await db.rows(writeStatement, given);
}

type HolderRow = {
  role: string;
  staff_id: number;
  user_name: string;
  name: string;
  state: 'invited' | 'active';
  granted_at: Date;
};

const holdersStatement = statement<HolderRow>(
  'staff access: list who has which role',
  `select r.role, m.staff_id, m.user_name, m.name, m.state, r.granted_at
   from staff_role r join staff_member m using (staff_id)
   where m.state <> 'ended' order by m.name, m.user_name`,
);

export type RoleHolders = { role: Role; people: HolderRow[] };

/** Each role with the people who have it, by name. */
export async function listRoleHolders(db: Database): Promise<RoleHolders[]> {
  const rows = await db.rows(holdersStatement, {});
  return ROLES.map((role) => ({ role, people: rows.filter((row) => row.role === role) }));
}
