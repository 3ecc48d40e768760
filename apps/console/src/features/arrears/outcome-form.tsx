import { CALL_OUTCOMES, type CallOutcome } from '@thumba/contract/staff/call-outcomes';
import { parseKwacha } from '@thumba/lending/money';
import { useState } from 'react';
import { fieldsOf } from '../../platform/call-failure.ts';
import { useDialogSend } from '../../platform/dialog-send.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Actions } from '../../ui/dialog.tsx';
import type { EffectLine } from '../../ui/effect.tsx';
import { Form, Select, TextArea, TextField } from '../../ui/field.tsx';
import { CHANGED, dayText, type LateLoan, WHAT_A_STOP_ENDS } from './arrears-words.tsx';

type FormProps = { loan: LateLoan; call: NonNullable<LateLoan['openCall']> };
type Promised = { amount: number; dueOn: string };

const OUTCOMES = Object.keys(CALL_OUTCOMES) as CallOutcome[];
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** How the call ended. What is about a debt is offered once the right person was checked. */
export function OutcomeForm({ loan, call }: FormProps) {
  const possible = OUTCOMES.filter((one) => call.isIdentified || !CALL_OUTCOMES[one].isAboutDebt);
  const [chosen, setOutcome] = useState<CallOutcome>('not_answered');
  const [note, setNote] = useState('');
  const [amount, setAmount] = useState('');
  const [dueOn, setDueOn] = useState('');
  const [isTried, setTried] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const isPromise = chosen === 'promised';
  const promise = { amount: Number(amount), dueOn };
  const amountProblem =
    isPromise && !((parseKwacha(promise.amount) ?? 0) > 0) ? 'Enter an amount in kwacha' : undefined;
  const dayProblem = isPromise && !DAY.test(dueOn) ? 'Enter a day' : undefined;
  const ask = () => {
    setTried(true);
    if (!amountProblem && !dayProblem) setAsked(true);
  };
  return (
    <Card title="3. The outcome">
      <Form onSubmit={ask}>
        <Select
          label="How it ended"
          value={chosen}
          choices={possible.map((value) => ({ value, text: CALL_OUTCOMES[value].title }))}
          onChange={(value) => setOutcome(value as CallOutcome)}
        />
        {isPromise && (
          <>
            <TextField
              label="Promised amount in kwacha"
              inputMode="decimal"
              value={amount}
              onChange={setAmount}
              problem={isTried ? amountProblem : undefined}
            />
            <TextField
              label="Promised by"
              type="date"
              hint={`until ${dayText(loan.lastPromiseOn)} at the latest`}
              max={loan.lastPromiseOn}
              value={dueOn}
              onChange={setDueOn}
              problem={isTried ? dayProblem : undefined}
            />
          </>
        )}
        <TextArea
          label={chosen === 'disputes' ? 'What the borrower disputes' : 'Note'}
          value={note}
          onChange={setNote}
          maxLength={500}
        />
        <Actions>
          <Button type="submit" look="main" keys="Ctrl Enter">
            End the call
          </Button>
        </Actions>
      </Form>
      {isAsked && (
        <EndDialog
          loan={loan}
          callId={call.callId}
          ending={{ outcome: chosen, note, ...(isPromise ? { promise } : {}) }}
          onClose={() => setAsked(false)}
        />
      )}
    </Card>
  );
}

type EndDialogProps = {
  loan: LateLoan;
  callId: number;
  ending: { outcome: CallOutcome; note: string; promise?: Promised };
  onClose: () => void;
};

function EndDialog({ loan: { loanId }, callId, ending, onClose }: EndDialogProps) {
  const { send, sending } = useDialogSend('endArrearsCall', CHANGED, {
    onClose,
    says: ({ ticketId }) =>
      ticketId === null
        ? `The call about loan ${loanId} has its outcome.`
        : `The call about loan ${loanId} has its outcome, and ticket ${ticketId} is open.`,
  });
  const refused = fieldsOf(sending.failure);
  const [refusal] = Object.values(refused);
  return (
    <ConfirmDialog
      asksReason={false}
      title={`End the call about loan ${loanId}`}
      effect={effectOf(ending)}
      {...(refusal ? { checkers: refusal } : {})}
      action="End the call"
      {...sending}
      onConfirm={() => send({ params: { loanId: String(loanId), callId: String(callId) }, body: ending })}
    />
  );
}

function effectOf({ outcome, note, promise }: EndDialogProps['ending']): EffectLine[] {
  const lines: EffectLine[] = [{ title: 'Outcome', before: null, after: CALL_OUTCOMES[outcome].title }];
  if (promise)
    lines.push(
      { title: 'Promise', before: 'none', after: `K${promise.amount} by ${dayText(promise.dueOn)}` },
      { title: 'Calls and reminders', before: 'as the policy allows', after: 'none until the promised day' },
    );
  if (outcome === 'disputes')
    lines.push(
      {
        title: 'Complaint',
        before: 'none',
        after: 'the note opens one, and the borrower is told its number',
      },
      { title: 'Calls and reminders', before: 'as the policy allows', after: 'none until it is answered' },
    );
  if (outcome === 'wrong_number' || outcome === 'deceased')
    lines.push({ title: WHAT_A_STOP_ENDS, before: 'as the policy allows', after: 'none' });
  if (note.trim() !== '') lines.push({ title: 'Note', before: null, after: note.trim() });
  return lines;
}
