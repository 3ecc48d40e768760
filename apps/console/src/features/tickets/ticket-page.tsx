import { Link } from 'wouter';
import { useStaffAnswer } from '../../platform/query.ts';
import { usePerson } from '../../platform/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card, Cards } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Page } from '../../ui/page.tsx';
import { Answer } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { AnswerCard } from './answer-card.tsx';
import { ClockCard } from './clock-card.tsx';
import { NumberCard } from './number-card.tsx';
import { aboutText, dayText, doneText, type Ticket, TicketState } from './ticket-words.tsx';
import styles from './tickets.module.css';

/** One ticket: the borrower's words and the clock beside the answer. */
export function TicketPage({ ticketId }: { ticketId: string }) {
  const query = useStaffAnswer('readTicket', { params: { ticketId } });
  const { data } = query;
  return (
    <Page
      title={`Ticket ${ticketId}`}
      note={data && <TicketState ticket={data} />}
      actions={<ButtonLink to="/tickets">All tickets</ButtonLink>}
    >
      <Answer query={query}>
        {(ticket) => (
          <Cards isTwoColumns>
            <Cards>
              {ticket.kind === 'complaint' && <WordsCard ticket={ticket} />}
              {ticket.kind === 'complaint' ? (
                <AnswerCard key={ticket.ticketId} ticket={ticket} />
              ) : (
                <NumberCard ticket={ticket} />
              )}
            </Cards>
            <Cards>
              <ClockCard ticket={ticket} />
              <AboutCard ticket={ticket} />
              <HistoryCard ticket={ticket} />
            </Cards>
          </Cards>
        )}
      </Answer>
    </Page>
  );
}

function WordsCard({ ticket: { text, writtenOn } }: { ticket: Ticket }) {
  return (
    <Card title="The borrower wrote" note={dayText(writtenOn)}>
      {/* A text of any writing direction stays inside its place. */}
      <p className={styles.words} dir="auto">
        {text}
      </p>
    </Card>
  );
}

function AboutCard({ ticket }: { ticket: Ticket }) {
  const { borrowerId, loanId, isLoanDisputed } = ticket;
  const { permissions } = usePerson();
  const mayOpen = permissions.includes('seeBorrower');
  return (
    <Card title="What it is about">
      <Facts
        facts={[
          ['Kind', aboutText(ticket)],
          [
            'Borrower',
            mayOpen ? (
              <Link key="of" href={`/borrowers/${borrowerId}`}>
                Borrower {borrowerId}
              </Link>
            ) : (
              String(borrowerId)
            ),
          ],
          [
            'Loan',
            loanId && permissions.includes('seeLoan') ? (
              <Link key="loan" href={`/loans/${loanId}`}>
                Loan {loanId}
              </Link>
            ) : (
              loanId && String(loanId)
            ),
          ],
          ['Disputed', isLoanDisputed ? 'no reminder and no call about this loan before the answer' : null],
        ]}
      />
    </Card>
  );
}

function HistoryCard({ ticket: { history } }: { ticket: Ticket }) {
  return (
    <Card title="History">
      <ol className={styles.history}>
        {history.map(({ what, by, at }) => (
          <li key={`${what} ${at}`}>
            <Time at={at} />, {by}: {doneText(what)}
          </li>
        ))}
      </ol>
    </Card>
  );
}
