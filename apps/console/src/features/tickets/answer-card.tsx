import { type KeyboardEvent, useRef, useState } from 'react';
import { sentenceOf } from '../../platform/call-failure.ts';
import { useKeys } from '../../platform/keys.ts';
import { useStaffSend } from '../../platform/query.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Actions, Dialog } from '../../ui/dialog.tsx';
import { Effect, type EffectLine, MessageToBorrower } from '../../ui/effect.tsx';
import { Form, TextArea } from '../../ui/field.tsx';
import { Failure } from '../../ui/states.tsx';
import { dayText, isWaiting, type Ticket } from './ticket-words.tsx';
import styles from './tickets.module.css';

const MOST_LETTERS = 2000;
const CHANGED = ['readTicket', 'listWaitingTickets', 'getToday'] as const;

/** What is typed stays while the page is open: after a failure, a lost session, or an answer of another person. */
export function AnswerCard({ ticket }: { ticket: Ticket }) {
  const [text, setText] = useState('');
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
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    ask();
  };
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
              onKeyDown={onKeyDown}
            />
            <Actions>
              {ticket.state === 'open' && (
                <Button keys="L" onClick={() => setAsked('look')}>
                  I look at it
                </Button>
              )}
              <Button type="submit" look="main" keys="Ctrl Enter">
                Answer
              </Button>
            </Actions>
          </Form>
        ) : (
          text !== '' && <Unsent text={text} />
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

function Unsent({ text }: { text: string }) {
  return (
    <div>
      <p className={styles.weak}>You typed this, and it was not sent:</p>
      <p className={styles.given}>{text}</p>
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
  const send = useStaffSend('answerComplaint', CHANGED);
  return (
    <SureDialog
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
      isBusy={send.isPending}
      failure={send.error}
      onClose={onClose}
      onConfirm={() =>
        send.mutate(
          { params: { ticketId }, body: { answer } },
          {
            onSuccess: () => {
              onSent();
              onClose();
              showToast(`Ticket ${ticketId} is answered. The borrower is told by SMS.`);
            },
          },
        )
      }
    />
  );
}

function LookDialog({ ticket: { ticketId }, onClose }: DialogProps) {
  const send = useStaffSend('lookAtComplaint', CHANGED);
  return (
    <SureDialog
      title={`Look at ticket ${ticketId}`}
      effect={[{ title: 'The borrower sees in the app', before: 'Open', after: 'Being looked at' }]}
      action="I look at it"
      isBusy={send.isPending}
      failure={send.error}
      onClose={onClose}
      onConfirm={() =>
        send.mutate(
          { params: { ticketId } },
          {
            onSuccess: () => {
              onClose();
              showToast(`The borrower sees that a person looks at ticket ${ticketId}.`);
            },
          },
        )
      }
    />
  );
}

type SureDialogProps = {
  title: string;
  effect: readonly EffectLine[];
  message?: string;
  action: string;
  isBusy: boolean;
  failure: Error | null;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before something is sent that needs no reason beside its own words. */
function SureDialog({ title, effect, message, action, isBusy, failure, ...on }: SureDialogProps) {
  return (
    <Dialog title={title} onClose={on.onClose}>
      <Form onSubmit={on.onConfirm}>
        <Effect lines={effect} />
        {message && <MessageToBorrower text={message} />}
        {failure && <Failure>{sentenceOf(failure)}</Failure>}
        <Actions>
          <Button onClick={on.onClose}>Cancel</Button>
          <Button type="submit" look="main" isBusy={isBusy}>
            {action}
          </Button>
        </Actions>
      </Form>
    </Dialog>
  );
}
