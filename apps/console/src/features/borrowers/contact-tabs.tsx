import { codeInWords } from '../../platform/code-words.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { usePerson } from '../../platform/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card, Cards } from '../../ui/card.tsx';
import { PAGE_SIZE, PagedList } from '../../ui/paged-list.tsx';
import { Answer, Empty } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import type { TabProps } from './borrower.ts';

export function MessagesTab({ borrowerId, page, onPage }: TabProps) {
  const request = { params: { borrowerId }, query: { page, pageSize: PAGE_SIZE } };
  return (
    <PagedList
      label="Messages"
      isTitled
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
      label="Events"
      isTitled
      query={useStaffAnswer('listBorrowerEvents', request, { isList: true })}
      empty={['Nothing happened to the account yet', 'Sign-ins, changes and blocks stand here.']}
      page={page}
      onPage={onPage}
      keyOf={(row) => JSON.stringify(row)}
      columns={[
        { title: 'When', cell: ({ at }) => <Time at={at} /> },
        { title: 'What', cell: ({ kind }) => codeInWords(kind) },
        { title: 'Outcome', cell: ({ outcome }) => codeInWords(outcome) },
        { title: 'By', cell: ({ by }) => by },
        { title: 'Loan', isRight: true, cell: ({ loanId }) => loanId ?? '–' },
      ]}
    />
  );
}

export function TicketsTab({ borrowerId, page, onPage }: TabProps) {
  const mayOpen = usePerson().permissions.includes('answerComplaints');
  const request = { params: { borrowerId }, query: { page, pageSize: PAGE_SIZE } };
  return (
    <PagedList
      label="Tickets"
      isTitled
      query={useStaffAnswer('listBorrowerTickets', request, { isList: true })}
      empty={[
        'There is no ticket',
        'A complaint or a change of number that the borrower asks for stands here.',
      ]}
      page={page}
      onPage={onPage}
      keyOf={({ ticketId }) => ticketId}
      addressOf={mayOpen ? ({ ticketId }) => `/tickets/${ticketId}` : undefined}
      columns={[
        { title: 'Ticket', cell: ({ ticketId }) => ticketId },
        { title: 'Kind', cell: ({ kind }) => codeInWords(kind) },
        { title: 'About', cell: ({ topic }) => (topic === null ? '–' : codeInWords(topic)) },
        { title: 'State', cell: ({ state }) => codeInWords(state) },
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
                  { title: 'Consent', cell: ({ kind }) => codeInWords(kind) },
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
