import { type Permission, permissions } from '@thumba/contract/staff/permissions';
import { REQUEST_KINDS, type RequestKind, requestKinds } from '@thumba/contract/staff/request-kinds';
import { permissionsOf, ROLES, type Role, roles } from '@thumba/contract/staff/roles';
import { useStaffAnswer } from '../../platform/query.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card, Cards } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { Answer, Empty } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import type { RoleHolders } from './staff-row.ts';

type Holder = RoleHolders['people'][number];

const HOLDER_COLUMNS: readonly Column<Holder>[] = [
  { title: 'Person', cell: ({ name, userName }) => `${name} (${userName})` },
  {
    title: 'State',
    cell: ({ state }) => <Badge look={state === 'invited' ? 'warn' : 'good'}>{state}</Badge>,
  },
  { title: 'Since', cell: ({ since }) => <Time at={since} />, isRight: true },
];

/** What one role may do, what of it needs a second person, and who has the role. */
export function RolePage({ role: asked }: { role: string }) {
  const role = ROLES.find((one) => one === asked);
  return role ? (
    <Known role={role} />
  ) : (
    <Page title="Role">
      <Card>
        <Empty title="There is no such role">The list of roles has every role.</Empty>
      </Card>
    </Page>
  );
}

function Known({ role }: { role: Role }) {
  const { title, purpose } = roles[role];
  const held = permissionsOf([role]);
  return (
    <Page title={title} note={purpose}>
      <Cards>
        <HoldersCard role={role} />
        <Card title="What it may do" isFlush>
          <Table label="What it may do" rows={held} columns={allowedColumns(role)} keyOf={(one) => one} />
        </Card>
        <SecondPersonCard held={held} />
      </Cards>
    </Page>
  );
}

function HoldersCard({ role }: { role: Role }) {
  const query = useStaffAnswer('listRoleHolders', {});
  return (
    <Card title="People" isFlush>
      <Answer query={query}>
        {({ items }) => {
          const people = items.find((one) => one.role === role)?.people ?? [];
          return people.length === 0 ? (
            <Empty title="No person has this role">
              An administrator asks for it under Staff, and a second person approves it.
            </Empty>
          ) : (
            <Table label="People" rows={people} columns={HOLDER_COLUMNS} keyOf={({ staffId }) => staffId} />
          );
        }}
      </Answer>
    </Card>
  );
}

function allowedColumns(role: Role): readonly Column<Permission>[] {
  const others = ROLES.filter((other) => other !== role);
  return [
    { title: 'What it allows', cell: (permission) => permissions[permission] },
    {
      title: 'Other roles with it',
      cell: (permission) =>
        others
          .filter((other) => permissionsOf([other]).includes(permission))
          .map((other) => roles[other].title)
          .join(', ') || 'none',
    },
  ];
}

/** The requests in which a person with these permissions takes part. */
function SecondPersonCard({ held }: { held: readonly Permission[] }) {
  const kinds = REQUEST_KINDS.filter((kind) => partIn(kind, held) !== '');
  return (
    <Card title="With a second person" note="the person who asked never approves" isFlush>
      {kinds.length === 0 ? (
        <Empty title="Nothing">This role asks for nothing that needs a second person.</Empty>
      ) : (
        <Table
          label="With a second person"
          rows={kinds}
          columns={[
            { title: 'Request', cell: (kind) => requestKinds[kind].title },
            { title: 'This role', cell: (kind) => partIn(kind, held) },
          ]}
          keyOf={(kind) => kind}
        />
      )}
    </Card>
  );
}

function partIn(kind: RequestKind, held: readonly Permission[]): string {
  const { make, check } = requestKinds[kind];
  const parts = [held.includes(make) && 'asks', held.includes(check) && 'approves or declines'];
  return parts.filter(Boolean).join(', ');
}
