import { useStaffAnswer } from '../../platform/query.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card, Cards } from '../../ui/card.tsx';
import { Answer, Empty } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import type { TabProps } from './borrower.ts';
import { PAGE_SIZE, PagedList } from './paged-list.tsx';

const plain = (code: string) => code.replaceAll('_', ' ');

export function MessagesTab({ borrowerId, page, onPage }: TabProps) {
  const request = { params: { borrowerId }, query: { page, pageSize: PAGE_SIZE } };
  return (
    <PagedList
      title="Messages"
      query={useStaffAnswer('listBorrowerMessages', request, { isList: true })}
      empty={['No message was sent yet', 'Each message to the borrower stands here as it was sent.']}
      page={page}
      onPage={onPage}
      keyOf={({ messageId }) => messageId}
      columns={[
        { title: 'When', cell: ({ at }) => <Time at={at} /> },
        { title: 'By', cell: ({ medium }) => (medium === 'sms' ? 'SMS' : 'app') },
        { title: 'Text', cell: ({ text }) => <bdi>{text}</bdi> },
      ]}
    />
  );
}

export function EventsTab({ borrowerId, page, onPage }: TabProps) {
  const request = { params: { borrowerId }, query: { page, pageSize: PAGE_SIZE } };
  return (
    <PagedList
      title="Events"
      query={useStaffAnswer('listBorrowerEvents', request, { isList: true })}
      empty={['Nothing happened to the account yet', 'Sign-ins, changes and blocks stand here.']}
      page={page}
      onPage={onPage}
      keyOf={(row) => JSON.stringify(row)}
      columns={[
        { title: 'When', cell: ({ at }) => <Time at={at} /> },
        { title: 'What', cell: ({ kind }) => plain(kind) },
        { title: 'Outcome', cell: ({ outcome }) => plain(outcome) },
        { title: 'By', cell: ({ by }) => by },
        { title: 'Loan', isRight: true, cell: ({ loanId }) => loanId ?? '–' },
      ]}
    />
  );
}

export function TicketsTab({ borrowerId, page, onPage }: TabProps) {
  const request = { params: { borrowerId }, query: { page, pageSize: PAGE_SIZE } };
  return (
    <PagedList
      title="Tickets"
      query={useStaffAnswer('listBorrowerTickets', request, { isList: true })}
      empty={[
        'There is no ticket',
        'A complaint or a change of number that the borrower asks for stands here.',
      ]}
      page={page}
      onPage={onPage}
      keyOf={({ ticketId }) => ticketId}
      columns={[
        { title: 'Ticket', cell: ({ ticketId }) => ticketId },
        { title: 'Kind', cell: ({ kind }) => plain(kind) },
        { title: 'About', cell: ({ topic }) => (topic === null ? '–' : plain(topic)) },
        { title: 'State', cell: ({ state }) => plain(state) },
        { title: 'Written', isRight: true, cell: ({ at }) => <Time at={at} /> },
      ]}
    />
  );
}

export function DevicesTab({ borrowerId }: TabProps) {
  const query = useStaffAnswer('readBorrowerDevices', { params: { borrowerId }, query: {} });
  return (
    <Answer query={query}>
      {({ sessions, consents }) => (
        <Cards>
          <Card title="Signed in on" isFlush={sessions.length > 0}>
            {sessions.length === 0 ? (
              <Empty title="The borrower is signed in nowhere" />
            ) : (
              <Table
                label="Devices"
                rows={sessions}
                keyOf={({ startedAt, device }) => `${startedAt} ${device}`}
                columns={[
                  { title: 'Device', cell: ({ device }) => <bdi>{device}</bdi> },
                  { title: 'Place', cell: ({ place }) => <bdi>{place}</bdi> },
                  { title: 'Trusted', cell: ({ isTrusted }) => (isTrusted ? 'yes' : 'no') },
                  { title: 'Since', isRight: true, cell: ({ startedAt }) => <Time at={startedAt} /> },
                  { title: 'Last used', isRight: true, cell: ({ usedAt }) => <Time at={usedAt} /> },
                ]}
              />
            )}
          </Card>
          <Card title="Consents" isFlush={consents.length > 0}>
            {consents.length === 0 ? (
              <Empty title="The borrower gave no consent yet" />
            ) : (
              <Table
                label="Consents"
                rows={consents}
                keyOf={({ kind }) => kind}
                columns={[
                  { title: 'Consent', cell: ({ kind }) => plain(kind) },
                  {
                    title: 'Answer',
                    cell: ({ isGiven }) =>
                      isGiven ? <Badge look="good">given</Badge> : <Badge>taken back</Badge>,
                  },
                  { title: 'Changed', isRight: true, cell: ({ changedAt }) => <Time at={changedAt} /> },
                ]}
              />
            )}
          </Card>
        </Cards>
      )}
    </Answer>
  );
}
