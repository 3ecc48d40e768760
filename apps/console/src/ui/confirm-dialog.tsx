import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { fieldsOf, sentenceOf } from '../platform/call-failure.ts';
import { Button } from './button.tsx';
import { Actions, Dialog } from './dialog.tsx';
import { Effect, type EffectLine, MessageToBorrower } from './effect.tsx';
import { Form, TextArea } from './field.tsx';
import { Failure } from './states.tsx';

const LEAST_LETTERS = 3;
const MOST_LETTERS = 200;

type ConfirmDialogProps = {
  title: string;
  /** What changes, line by line: before and after. */
  effect?: readonly EffectLine[];
  /** The message that the borrower gets, word by word. */
  message?: string | null;
  /** Who may approve it, where it needs a second person. */
  checkers?: string;
  /** Label of the reason, where the borrower reads it too. */
  reasonLabel?: string;
  /** Text of the button: what happens, as a verb. */
  action: string;
  look?: 'main' | 'danger';
  isBusy: boolean;
  failure: Error | null;
  onConfirm: (reason: string) => void;
  onClose: () => void;
  /** Fields for what else is chosen. */
  children?: ReactNode;
};

/** Shows what an action will do and asks for a reason. Nothing happens before it is confirmed here. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, effect = [], message, checkers, action, look = 'main', isBusy, failure } = props;
  const [reason, setReason] = useState('');
  const [isTooShort, setTooShort] = useState(false);
  const isMissing = reason.trim().length < LEAST_LETTERS;
  const confirm = () => {
    setTooShort(isMissing);
    if (!isMissing && !isBusy) props.onConfirm(reason.trim());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    confirm();
  };
  const { reason: refused } = fieldsOf(failure);
  const problem = isTooShort && isMissing ? 'Please give a reason of 3 to 200 characters.' : refused;
  return (
    <Dialog title={title} onClose={props.onClose}>
      <Form onSubmit={confirm}>
        {effect.length > 0 && <Effect lines={effect} />}
        {props.children}
        {message && <MessageToBorrower text={message} />}
        {checkers && <p>{checkers}</p>}
        <TextArea
          label={props.reasonLabel ?? 'Reason, kept with the change'}
          value={reason}
          onChange={setReason}
          maxLength={MOST_LETTERS}
          problem={problem}
          onKeyDown={onKeyDown}
        />
        {failure && !refused && <Failure>{sentenceOf(failure)}</Failure>}
        <Actions>
          <Button onClick={props.onClose}>Cancel</Button>
          <Button type="submit" look={look} isBusy={isBusy} keys="Ctrl Enter">
            {action}
          </Button>
        </Actions>
      </Form>
    </Dialog>
  );
}
