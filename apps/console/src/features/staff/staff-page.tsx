import { roles } from '@thumba/contract/staff/roles';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { useActions } from '../../platform/actions.ts';
import { pageNumber, useFilters } from '../../platform/filters.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import type { Column } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { ListFiles } from '../list-files/list-files.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { PersonActions } from './person-actions.tsx';
import type { StaffRow } from './staff-row.ts';

const PAGE_SIZE = 50;
const STATES = {
  invited: { text: 'invited', look: 'warn' },
  active: { text: 'active', look: 'good' },
  ended: { text: 'ended', look: 'plain' },
} as const;
const WAYS_IN = { password: 'password and code', passkey: 'passkey' };

/** The people of staff, and who may do what. */
export function StaffPage() {
  const [filters, change] = useFilters({});
  const [isInviting, setInviting] = useState(false);
  const page = pageNumber(filters.page);
  useActions('Staff', [{ text: 'Invite a person', run: () => setInviting(true) }]);
  const query = useStaffAnswer('listStaff', { query: { page, pageSize: PAGE_SIZE } }, { isList: true });
  return (
    <Page
      title="Staff"
      note="people, their roles and their ways in"
      actions={
        <>
          <Button look="main" onClick={() => setInviting(true)}>
            <Plus aria-hidden="true" /> Invite a person
          </Button>
          <ButtonLink to="/roles">Roles</ButtonLink>
          <ListFiles list="listStaff" />
        </>
      }
    >
      <PagedList
        label="People"
        query={query}
        empty={['There is no account yet', 'An invitation makes one.']}
        columns={COLUMNS}
        keyOf={({ staffId }) => staffId}
        pageSize={PAGE_SIZE}
        page={page}
        onPage={(next) => change({ page: String(next) })}
      />
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </Page>
  );
}

const COLUMNS: readonly Column<StaffRow>[] = [
  { title: 'Person', cell: (person) => <Name person={person} /> },
  { title: 'Roles', cell: (person) => <Roles person={person} /> },
  {
    title: 'State',
    cell: ({ state }) => <Badge look={STATES[state].look}>{STATES[state].text}</Badge>,
  },
  {
    title: 'Ways in',
    cell: ({ waysIn }) => waysIn.map((way) => WAYS_IN[way]).join(', ') || 'none yet',
    isExtra: true,
  },
  { title: 'Sessions', cell: ({ openSessions }) => openSessions, isRight: true, isExtra: true },
  {
    title: 'Last seen',
    cell: ({ lastSeenAt }) => (lastSeenAt ? <Time at={lastSeenAt} /> : 'never'),
    isRight: true,
  },
  { title: 'Change', cell: (person) => <PersonActions person={person} />, isRight: true },
];

function Name({ person: { name, userName } }: { person: StaffRow }) {
  return (
    <>
      <strong>{name}</strong>
      <br />
      {userName}
    </>
  );
}

function Roles({ person }: { person: StaffRow }) {
  const held = person.roles.map((role) => roles[role].title).join(', ');
  const waiting = person.rolesWaiting.map((role) => roles[role].title).join(', ');
  return (
    <>
      {held || 'none'}
      {waiting && (
        <>
          <br />
          <Badge look="warn">asked for: {waiting}</Badge>
        </>
      )}
    </>
  );
}
