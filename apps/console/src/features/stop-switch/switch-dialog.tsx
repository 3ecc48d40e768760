import type { RequestKind } from '@thumba/contract/staff/request-kinds';
import type { ComponentProps } from 'react';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { checkersOf } from '../requests/request-words.tsx';

export type Switching = 'stop' | 'start';

type SwitchDialogProps = Pick<
  ComponentProps<typeof ConfirmDialog>,
  'effect' | 'message' | 'isBusy' | 'failure' | 'onClose'
> & {
  switching: Switching;
  /** What is stopped, as a sentence names it. */
  name: string;
  /** The request by which it is started again. */
  kind: RequestKind;
  onConfirm: (reason: string) => void;
};

/** One person stops lending or an operator at once, and asks a second person to start it again. */
export function SwitchDialog({ switching, name, kind, ...shown }: SwitchDialogProps) {
  const checkers = checkersOf(kind);
  return switching === 'stop' ? (
    <ConfirmDialog
      {...shown}
      title={`Stop ${name} at once`}
      checkers={`It needs no second person. A second person must approve the start: ${checkers}.`}
      action={`Stop ${name}`}
      look="danger"
    />
  ) : (
    <ConfirmDialog
      {...shown}
      title={`Ask to start ${name} again`}
      checkers={`A second person has to approve it: ${checkers}.`}
      action={`Ask to start ${name} again`}
    />
  );
}
