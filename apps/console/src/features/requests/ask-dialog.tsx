import type { RequestKind } from '@thumba/contract/staff/request-kinds';
import type { ComponentProps } from 'react';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { checkersOf } from './request-words.tsx';

type AskDialogProps = Pick<
  ComponentProps<typeof ConfirmDialog>,
  'title' | 'effect' | 'message' | 'isBusy' | 'failure' | 'onClose'
> & {
  kind: RequestKind;
  /** What happens once it is approved: "It counts". */
  outcome: string;
  onConfirm: (reason: string) => void;
};

/** Shows a change of the set-up, and asks a second person for it. */
export function AskDialog({ kind, outcome, ...shown }: AskDialogProps) {
  return (
    <ConfirmDialog
      {...shown}
      checkers={`${outcome} once a second person approves: ${checkersOf(kind)}.`}
      action="Ask a second person"
    />
  );
}
