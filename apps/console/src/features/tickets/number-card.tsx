import { requestKinds } from '@thumba/contract/staff/request-kinds';
import { useState } from 'react';
import { Link } from 'wouter';
import { useDialogSend } from '../../platform/dialog-send.ts';
import { useKeys } from '../../platform/keys.ts';
import { usePerson } from '../../platform/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Actions } from '../../ui/dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Time } from '../../ui/time.tsx';
import { checkersOf } from '../requests/request-words.tsx';
import { isWaiting, type Ticket } from './ticket-words.tsx';
import styles from './tickets.module.css';

/** A change of number: the number now and the number that the borrower has proved by a code. */
export function NumberCard({ ticket }: { ticket: Ticket }) {
  const mayDecide = usePerson().permissions.includes('changeMobile') && isWaiting(ticket);
  // One request for a move waits at a time.
  const mayAsk = mayDecide && ticket.openRequest === null;
  const [asked, setAsked] = useState<'move' | 'decline' | null>(null);
  useKeys('This ticket', [
    ...(mayAsk
      ? [{ keys: 'm', does: 'Ask for the move, after a confirmation', run: () => setAsked('move') }]
      : []),
    ...(mayDecide
      ? [{ keys: 'd', does: 'Decline, after a confirmation', run: () => setAsked('decline') }]
      : []),
  ]);
  return (
    <Card title="Change of number">
      <div className={styles.stack}>
        <Facts
          facts={[
            ['Number now', ticket.oldMobile],
            ['New number', ticket.newMobile],
            ['Reason we gave', ticket.answer],
          ]}
        />
        {ticket.openRequest && <OpenRequest request={ticket.openRequest} />}
        {isWaiting(ticket) && ticket.openRequest === null && (
          <p>
            The borrower has proved the new number by a code. Call it and ask what only the borrower knows
            before you ask for the move.
          </p>
        )}
        {mayDecide && (
          <Actions>
            <Button keys="D" onClick={() => setAsked('decline')}>
              Decline
            </Button>
            {mayAsk && (
              <Button look="main" keys="M" onClick={() => setAsked('move')}>
                Ask for the move
              </Button>
            )}
          </Actions>
        )}
      </div>
      {asked === 'move' && <MoveDialog ticket={ticket} onClose={() => setAsked(null)} />}
      {asked === 'decline' && <DeclineDialog ticket={ticket} onClose={() => setAsked(null)} />}
    </Card>
  );
}

/** The request leads to its page for its maker and for those who may check it. */
function OpenRequest({
  request: { requestId, madeBy, madeAt },
}: {
  request: NonNullable<Ticket['openRequest']>;
}) {
  const { staffId, permissions } = usePerson();
  const isMaker = madeBy.staffId === staffId;
  const mayOpen = isMaker || permissions.includes(requestKinds.mobile_change.check);
  const name = `Request ${requestId}`;
  return (
    <p>
      <Badge look="warn">waits for a second person</Badge>{' '}
      {mayOpen ? <Link href={`/requests/${requestId}`}>{name}</Link> : name} for the move, asked for by{' '}
      {isMaker ? 'you' : madeBy.name} <Time at={madeAt} />. It is for {checkersOf('mobile_change')} to answer.
    </p>
  );
}

type DialogProps = { ticket: Ticket; onClose: () => void };

function MoveDialog({ ticket: { ticketId, oldMobile, newMobile }, onClose }: DialogProps) {
  const { send, sending } = useDialogSend('askForMobileChange', ['readTicket', 'listRequests', 'getToday'], {
    onClose,
    says: ({ requestId }) => `Request ${requestId} waits for a second person.`,
  });
  return (
    <ConfirmDialog
      title={`Ask for the move of ticket ${ticketId}`}
      effect={[
        { title: 'Mobile number', before: oldMobile, after: newMobile },
        { title: 'Sessions of the borrower', before: null, after: 'end' },
        { title: 'SMS', before: null, after: 'to the old number and to the new one' },
      ]}
      checkers={`Nothing changes before a second person approves it: ${checkersOf('mobile_change')}.`}
      action="Ask for the move"
      {...sending}
      onConfirm={(reason) => send({ params: { ticketId }, body: { reason } })}
    />
  );
}

function DeclineDialog({ ticket: { ticketId }, onClose }: DialogProps) {
  const { send, sending } = useDialogSend(
    'declineMobileChange',
    ['readTicket', 'listWaitingTickets', 'getToday'],
    {
      onClose,
      says: () => `Ticket ${ticketId} is declined. The borrower is told by SMS.`,
    },
  );
  return (
    <ConfirmDialog
      title={`Decline ticket ${ticketId}`}
      effect={[
        { title: 'Mobile number', before: 'a change is asked for', after: 'stays as it is' },
        {
          title: 'SMS to the borrower',
          before: null,
          after: `“We could not move your Thumba account to another number, ticket ${ticketId}. Please read why in the app, under Help.”`,
        },
      ]}
      reasonLabel="Reason, which the borrower reads"
      action="Decline"
      look="danger"
      {...sending}
      onConfirm={(reason) => send({ params: { ticketId }, body: { reason } })}
    />
  );
}
