import { useRef, useState } from 'react';
import { useDialogSend } from '../../platform/dialog-send.ts';
import { useDraft } from '../../platform/drafts.ts';
import { useKeys } from '../../platform/keys.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Actions } from '../../ui/dialog.tsx';
import { Form, TextArea } from '../../ui/field.tsx';
import { dayText, isWaiting, type Ticket } from './ticket-words.tsx';
import styles from './tickets.module.css';

const MOST_LETTERS = 2000;
const CHANGED = ['readTicket', 'listWaitingTickets', 'getToday'] as const;

/** What is typed stays: after a failure, a lost session, an answer of another person, and a look at another page. */
export function AnswerCard({ ticket }: { ticket: Ticket }) {
  const [text, setText] = useDraft(`answer to ticket ${ticket.ticketId}`);
  const [asked, setAsked] = useState<'answer' | 'look' | null>(null);
  const [isEmpty, setEmpty] = useState(false);
  const form = useRef<HTMLDivElement>(null);
  const waits = isWaiting(ticket);
  const ask = () => {
    setEmpty(text.trim() === '');
    if (text.trim() !== '') setAsked('answer');
  };
  useKeys('This ticket', [
    ...(waits
      ? [{ keys: 'a', does: 'Write the answer', run: () => form.current?.querySelector('textarea')?.focus() }]
      : []),
    ...(ticket.state === 'open'
      ? [{ keys: 'l', does: 'Show that a person looks, after a confirmation', run: () => setAsked('look') }]
      : []),
  ]);
  return (
    <Card title="Answer" note={ticket.answeredOn && dayText(ticket.answeredOn)}>
      <div ref={form} className={styles.stack}>
        {ticket.answer !== null && (
          <p className={styles.given} dir="auto">
            {ticket.answer}
          </p>
        )}
        {waits ? (
          <Form onSubmit={ask}>
            <TextArea
              label="Answer, which the borrower reads in the app"
              hint="Say what was found, what was done, and what the borrower can do now."
              rows={7}
              value={text}
              onChange={setText}
              maxLength={MOST_LETTERS}
              problem={isEmpty && text.trim() === '' ? 'Please write an answer.' : undefined}
            />
            <Actions>
              {ticket.state === 'open' && (
                <Button keys="L" onClick={() => setAsked('look')}>
                  Show as being looked at
                </Button>
              )}
              <Button type="submit" look="main" keys="Ctrl Enter">
                Answer
              </Button>
            </Actions>
          </Form>
        ) : (
          text !== '' && <Unsent text={text} onRemove={() => setText('')} />
        )}
      </div>
      {asked === 'answer' && (
        <AnswerDialog
          ticket={ticket}
          answer={text.trim()}
          onClose={() => setAsked(null)}
          onSent={() => setText('')}
        />
      )}
      {asked === 'look' && <LookDialog ticket={ticket} onClose={() => setAsked(null)} />}
    </Card>
  );
}

function Unsent({ text, onRemove }: { text: string; onRemove: () => void }) {
  return (
    <div className={styles.stack}>
      <p className={styles.weak}>You typed this, and it was not sent:</p>
      <p className={styles.given}>{text}</p>
      <Actions>
        <Button onClick={onRemove}>Remove this text</Button>
      </Actions>
    </div>
  );
}

type DialogProps = { ticket: Ticket; onClose: () => void };

function AnswerDialog({
  ticket: { ticketId, state, loanId, isLoanDisputed },
  answer,
  onClose,
  onSent,
}: DialogProps & { answer: string; onSent: () => void }) {
  const { send, sending } = useDialogSend('answerComplaint', CHANGED, {
    onClose,
    says: () => `Ticket ${ticketId} is answered. The borrower is told by SMS.`,
    onSent,
  });
  return (
    <ConfirmDialog
      asksReason={false}
      title={`Answer ticket ${ticketId}`}
      effect={[
        {
          title: `Ticket ${ticketId}`,
          before: state === 'open' ? 'waits' : 'being looked at',
          after: 'answered, which cannot be changed',
        },
        ...(isLoanDisputed
          ? [{ title: `Reminders of loan ${loanId}`, before: 'stopped', after: 'go on' }]
          : []),
        {
          title: 'SMS to the borrower',
          before: null,
          after: `“We answered your complaint, ticket ${ticketId}. Please read it in the app, under Help.”`,
        },
      ]}
      message={answer}
      action="Send the answer"
      {...sending}
      onConfirm={() => send({ params: { ticketId }, body: { answer } })}
    />
  );
}

function LookDialog({ ticket: { ticketId }, onClose }: DialogProps) {
  const { send, sending } = useDialogSend('lookAtComplaint', CHANGED, {
    onClose,
    says: () => `The borrower sees that a person looks at ticket ${ticketId}.`,
  });
  return (
    <ConfirmDialog
      asksReason={false}
      title={`Show ticket ${ticketId} as being looked at`}
      effect={[{ title: 'The borrower sees in the app', before: 'Open', after: 'Being looked at' }]}
      action="Show as being looked at"
      {...sending}
      onConfirm={() => send({ params: { ticketId } })}
    />
  );
}
