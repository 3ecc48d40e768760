import { pageNumber, useFilters } from '../../platform/filters.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { Page } from '../../ui/page.tsx';
import { PAGE_SIZE, PagedList } from '../../ui/paged-list.tsx';
import type { Column } from '../../ui/table.tsx';
import { ListFiles } from '../list-files/list-files.tsx';
import { aboutText, dayText, type TicketRow, TicketState } from './ticket-words.tsx';

const columns: readonly Column<TicketRow>[] = [
  { title: 'Ticket', cell: ({ ticketId }) => ticketId },
  { title: 'About', cell: (ticket) => aboutText(ticket) },
  { title: 'Loan', cell: ({ loanId }) => loanId ?? '', isRight: true, isExtra: true },
  { title: 'Borrower', cell: ({ borrowerId }) => borrowerId, isRight: true, isExtra: true },
  { title: 'State', cell: (ticket) => <TicketState ticket={ticket} /> },
  { title: 'Written', cell: ({ writtenOn }) => dayText(writtenOn), isRight: true },
  { title: 'Answer by', cell: ({ answerDueOn }) => dayText(answerDueOn), isRight: true },
];

/** Complaints and changes of number that wait, the one that is due first at the top. */
export function TicketsPage() {
  const [filters, change] = useFilters({});
  const page = pageNumber(filters.page);
  const query = useStaffAnswer(
    'listWaitingTickets',
    { query: { page, pageSize: PAGE_SIZE } },
    { isRenewed: true, isList: true },
  );
  return (
    <Page
      title="Tickets"
      actions={<ListFiles list="listWaitingTickets" />}
      note="complaints and changes of number; what is due first stands at the top"
    >
      <PagedList
        label="Tickets"
        query={query}
        empty={[
          'No ticket waits',
          'A ticket appears here when a borrower complains in the app, or asks for another mobile number without the old phone.',
        ]}
        columns={columns}
        keyOf={({ ticketId }) => ticketId}
        addressOf={({ ticketId }) => `/tickets/${ticketId}`}
        page={page}
        onPage={(next) => change({ page: String(next) })}
      />
    </Page>
  );
}
