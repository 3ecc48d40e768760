import { billNumber } from '../../platform/bill-number.ts';
import { CallFailure } from '../../platform/call-answer.ts';
import { dayText } from '../../platform/lusaka-time.ts';
import { messageOf, refresh, useAnswer, useSend } from '../../platform/query.ts';
import { showSuccess } from '../../platform/toast.ts';
import { Button, ButtonLink, ButtonRow } from '../../ui/button.tsx';
import { Card, Notice, Rule } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Facts, MoneyLine } from '../../ui/facts.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { RowLink, Rows } from '../../ui/row-link.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { ticketWords } from '../../words/tickets.ts';
import { titles } from '../../words/titles.ts';
import styles from './help.module.css';
import { type Ticket, TicketBadge, ticketTitle } from './ticket-badge.tsx';

const NOT_FOUND = 404;

/** A borrower's request, its state, and the answer. */
export function TicketPage({ params }: { params: Record<string, string | undefined> }) {
  const ticketNo = params.ticketNo ?? '';
  const answer = useAnswer('getTicket', { params: { ticketNo } });
  if (answer.data) return <OneTicket ticket={answer.data} />;
  return (
    <PageFrame title={titles.ticket} backTo="/me/tickets">
      {!answer.isError ? (
        <Skeleton lines={[132, 180]} />
      ) : answer.error instanceof CallFailure && answer.error.code === NOT_FOUND ? (
        <EmptyState
          drawing="letter"
          title={ticketWords.missing.title}
          action={
            <ButtonLink to="/me/tickets" variant="secondary" isWide={false}>
              {ticketWords.missing.action}
            </ButtonLink>
          }
        >
          {ticketWords.missing.text}
        </EmptyState>
      ) : (
        <ErrorState
          message={messageOf(answer.error)}
          onRetry={() => void answer.refetch()}
          isRetrying={answer.isFetching}
        />
      )}
    </PageFrame>
  );
}

function OneTicket({ ticket }: { ticket: Ticket }) {
  const { ticketNo, kind, state, text, orderId, answer, answeredOn } = ticket;
  const { labels } = ticketWords;
  const close = useSend('closeTicket', { loading: 'loading' });
  const next = whatNext(ticket);
  const isWaiting = state === 'open' || state === 'looked_at';

  const settle = () =>
    close.mutate(
      { params: { ticketNo } },
      {
        onSuccess: () => {
          showSuccess(ticketWords.settled);
          void refresh('getTicket', 'listTickets');
        },
      },
    );

  return (
    <PageFrame title={titles.ticket} backTo="/me/tickets">
      <Card>
        <MoneyLine
          label={labels.number}
          aside={<TicketBadge state={state} />}
          money={ticketNo}
          detail={ticketTitle(ticket)}
        />
        <Rule />
        <Facts
          facts={[
            { label: labels.on, value: dayText(ticket.on) },
            ...(isWaiting && ticket.answerDueOn
              ? [{ label: labels.dueOn, value: dayText(ticket.answerDueOn) }]
              : []),
            ...(kind === 'payment_claim' ? [{ label: labels.reference, value: text }] : []),
            ...(kind === 'number_change' ? [{ label: labels.newNumber, value: text }] : []),
          ]}
        />
        {next && <Notice tone={state === 'closed' ? 'good' : 'info'}>{next}</Notice>}
      </Card>
      {answer !== undefined && (
        <Card title={labels.answer(dayText(answeredOn ?? ticket.on))}>
          <p className={styles.words}>{answer}</p>
          {state === 'answered' && (
            <ButtonRow>
              <Button onClick={settle} isBusy={close.isPending}>
                {ticketWords.settles}
              </Button>
              <ButtonLink to="/me/complaint" variant="secondary">
                {ticketWords.notSettled}
              </ButtonLink>
            </ButtonRow>
          )}
        </Card>
      )}
      {kind === 'complaint' && (
        <Card title={labels.yourWords}>
          <p className={styles.words}>{text}</p>
          {orderId !== undefined && (
            <Rows>
              <RowLink to={`/billing-details/${orderId}`} title={labels.bill} aside={billNumber(orderId)} />
            </Rows>
          )}
        </Card>
      )}
      {state === 'answered' && <p className={styles.small}>{ticketWords.regulator}</p>}
    </PageFrame>
  );
}

/** What the borrower may expect, or how a request without a written answer ended. */
function whatNext({ kind, state, answer, answerDueOn }: Ticket): string | undefined {
  const { whatNext: said } = ticketWords;
  if (answer !== undefined) return undefined;
  switch (kind) {
    case 'complaint':
      return answerDueOn && said.complaint(dayText(answerDueOn));
    case 'payment_claim':
      return state === 'closed' ? said.payment_claim_closed : said.payment_claim;
    case 'number_change':
      return state === 'closed' ? said.number_change_closed : said.number_change;
  }
}
