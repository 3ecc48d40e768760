import { PERMISSIONS, type Permission, permissions } from '@thumba/contract/staff/permissions';
import { permissionsOf, ROLES, roles } from '@thumba/contract/staff/roles';
import { useStaffAnswer } from '../../platform/query.ts';
import { Card, Cards } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { Answer } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import type { RoleHolders } from './staff-row.ts';

const ROLE_COLUMNS: readonly Column<RoleHolders>[] = [
  { title: 'Role', cell: ({ role }) => roles[role].title },
  { title: 'What it is for', cell: ({ role }) => roles[role].purpose, isExtra: true },
  { title: 'People', cell: ({ people }) => people.map(({ name }) => name).join(', ') || 'no person yet' },
];

/** A role and a permission meet in a word, so that the table needs no column for each role. */
const PERMISSION_COLUMNS: readonly Column<Permission>[] = [
  { title: 'What it allows', cell: (permission) => permissions[permission] },
  { title: 'Roles', cell: rolesWith },
];

function rolesWith(permission: Permission): string {
  return ROLES.filter((role) => permissionsOf([role]).includes(permission))
    .map((role) => roles[role].title)
    .join(', ');
}

/** Every role with the people who have it, and every permission with the roles that have it. */
export function RolesPage() {
  const query = useStaffAnswer('listRoleHolders', {});
  return (
    <Page title="Roles" note="what each role may do, and who has it">
      <Cards>
        <Card title="Roles" isFlush>
          <Answer query={query}>
            {({ items }) => (
              <Table
                label="Roles"
                rows={items}
                columns={ROLE_COLUMNS}
                keyOf={({ role }) => role}
                addressOf={({ role }) => `/roles/${role}`}
              />
            )}
          </Answer>
        </Card>
        <Card title="Permissions" note="a person with several roles has all of theirs" isFlush>
          <Table
            label="Permissions"
            rows={PERMISSIONS}
            columns={PERMISSION_COLUMNS}
            keyOf={(permission) => permission}
          />
        </Card>
      </Cards>
    </Page>
  );
}
