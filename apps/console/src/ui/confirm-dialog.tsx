import { type ReactNode, useState } from 'react';
import { fieldsOf, sentenceOf } from '../platform/call-failure.ts';
import { Button } from './button.tsx';
import { Actions, Dialog } from './dialog.tsx';
import { Effect, type EffectLine, MessageToBorrower } from './effect.tsx';
import { Form, TextArea } from './field.tsx';
import { Failure } from './states.tsx';

const LEAST_LETTERS = 3;
const MOST_LETTERS = 200;

/** The reason is kept with the change, so it is asked for unless the call takes none. */
type Asked =
  | {
      asksReason?: true;
      /** Label of the reason, where the borrower reads it too. */
      reasonLabel?: string;
      onConfirm: (reason: string) => void;
    }
  | { asksReason: false; onConfirm: () => void };

type ConfirmDialogProps = Asked & {
  title: string;
  /** What changes, line by line: before and after. */
  effect?: readonly EffectLine[];
  /** The message that the borrower gets, word by word. */
  message?: string | null;
  /** Who may approve it, where it needs a second person. */
  checkers?: string;
  /** Text of the button: what happens, as a verb. */
  action: string;
  look?: 'main' | 'danger';
  isBusy: boolean;
  failure: Error | null;
  /** Checks what else is chosen, and shows what is wrong with it. Nothing is sent while it answers false. */
  check?: () => boolean;
  onClose: () => void;
  /** Fields for what else is chosen. */
  children?: ReactNode;
};

/**
 * Shows what an action will do. Nothing happens before it is confirmed here: by the button, or by Ctrl Enter, also while
 * the title has the focus.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, effect = [], message, checkers, action, look = 'main', isBusy, failure } = props;
  const [reason, setReason] = useState('');
  const [isTooShort, setTooShort] = useState(false);
  const asksReason = props.asksReason !== false;
  const isMissing = asksReason && reason.trim().length < LEAST_LETTERS;
  const confirm = () => {
    setTooShort(isMissing);
    const isRight = props.check?.() ?? true;
    if (isMissing || !isRight || isBusy) return;
    if (asksReason) props.onConfirm(reason.trim());
    else props.onConfirm();
  };
  const refused = asksReason ? fieldsOf(failure).reason : undefined;
  const problem = isTooShort && isMissing ? 'Please give a reason of 3 to 200 characters.' : refused;
  return (
    <Dialog title={title} onClose={props.onClose}>
      <Form onSubmit={confirm}>
        {effect.length > 0 && <Effect lines={effect} />}
        {props.children}
        {message && <MessageToBorrower text={message} />}
        {checkers && <p>{checkers}</p>}
        {asksReason && (
          <TextArea
            label={props.reasonLabel ?? 'Reason, kept with the change'}
            value={reason}
            onChange={setReason}
            maxLength={MOST_LETTERS}
            problem={problem}
          />
        )}
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
