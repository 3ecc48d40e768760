import { dayText } from '../../platform/lusaka-time.ts';
import { useAnswer } from '../../platform/query.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { PAGE_SIZE, PagedList } from '../../ui/paged-list.tsx';
import { RowLink, Rows } from '../../ui/row-link.tsx';
import { ticketWords } from '../../words/tickets.ts';
import { titles } from '../../words/titles.ts';
import { type Ticket, TicketBadge, ticketTitle } from './ticket-badge.tsx';

const useTickets = (page: number) => useAnswer('listTickets', { query: { page, pageSize: PAGE_SIZE } });

/** All requests that the lender has to answer. */
export function TicketsPage() {
  return (
    <PageFrame title={titles.tickets} backTo="/me/help">
      <PagedList usePage={useTickets} empty={<NoTickets />}>
        {(tickets: Ticket[]) => (
          <Card>
            <Rows>
              {tickets.map((ticket) => (
                <RowLink
                  key={ticket.ticketNo}
                  to={`/me/tickets/${ticket.ticketNo}`}
                  title={ticketTitle(ticket)}
                  detail={ticketWords.row(ticket.ticketNo, dayText(ticket.on))}
                  aside={<TicketBadge state={ticket.state} />}
                />
              ))}
            </Rows>
          </Card>
        )}
      </PagedList>
    </PageFrame>
  );
}

function NoTickets() {
  const { title, text, action } = ticketWords.empty;
  return (
    <EmptyState
      drawing="letter"
      title={title}
      action={
        <ButtonLink to="/me/complaint" variant="secondary" isWide={false}>
          {action}
        </ButtonLink>
      }
    >
      {text}
    </EmptyState>
  );
}
