import { useState } from 'react';
import { useKeys } from '../../platform/keys.ts';
import { useStaffSend } from '../../platform/query.ts';
import { usePerson } from '../../platform/session.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Actions } from '../../ui/dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { checkersOf } from '../requests/request-words.tsx';
import { isWaiting, type Ticket } from './ticket-words.tsx';
import styles from './tickets.module.css';

/** A change of number: the number now and the number that the borrower has proved by a code. */
export function NumberCard({ ticket }: { ticket: Ticket }) {
  const mayChange = usePerson().permissions.includes('changeMobile') && isWaiting(ticket);
  const [asked, setAsked] = useState<'move' | 'decline' | null>(null);
  useKeys(
    'This ticket',
    mayChange
      ? [
          { keys: 'm', does: 'Ask for the move, after a confirmation', run: () => setAsked('move') },
          { keys: 'd', does: 'Decline, after a confirmation', run: () => setAsked('decline') },
        ]
      : [],
  );
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
        {isWaiting(ticket) && (
          <p>
            The borrower has proved the new number by a code. Call it and ask what only the borrower knows
            before you ask for the move.
          </p>
        )}
        {mayChange && (
          <Actions>
            <Button keys="D" onClick={() => setAsked('decline')}>
              Decline
            </Button>
            <Button look="main" keys="M" onClick={() => setAsked('move')}>
              Ask for the move
            </Button>
          </Actions>
        )}
      </div>
      {asked === 'move' && <MoveDialog ticket={ticket} onClose={() => setAsked(null)} />}
      {asked === 'decline' && <DeclineDialog ticket={ticket} onClose={() => setAsked(null)} />}
    </Card>
  );
}

type DialogProps = { ticket: Ticket; onClose: () => void };

function MoveDialog({ ticket: { ticketId, oldMobile, newMobile }, onClose }: DialogProps) {
  const send = useStaffSend('askForMobileChange', ['readTicket', 'listRequests', 'getToday']);
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
      isBusy={send.isPending}
      failure={send.error}
      onClose={onClose}
      onConfirm={(reason) =>
        send.mutate(
          { params: { ticketId }, body: { reason } },
          {
            onSuccess: ({ requestId }) => {
              onClose();
              showToast(`Request ${requestId} waits for a second person.`);
            },
          },
        )
      }
    />
  );
}

function DeclineDialog({ ticket: { ticketId }, onClose }: DialogProps) {
  const send = useStaffSend('declineMobileChange', ['readTicket', 'listWaitingTickets', 'getToday']);
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
      isBusy={send.isPending}
      failure={send.error}
      onClose={onClose}
      onConfirm={(reason) =>
        send.mutate(
          { params: { ticketId }, body: { reason } },
          {
            onSuccess: () => {
              onClose();
              showToast(`Ticket ${ticketId} is declined. The borrower is told by SMS.`);
            },
          },
        )
      }
    />
  );
}
