import type { RequestKind } from '@thumba/contract/staff/request-kinds';
import type { StaffRequest } from '@thumba/contract/staff/wire';
import { type ReactNode, useState } from 'react';
import { fieldsOf } from '../../platform/call-failure.ts';
import { useDialogSend } from '../../platform/dialog-send.ts';
import { usePreview } from '../../platform/preview.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { checkersOf } from '../requests/request-words.tsx';
import { CHANGED_WITH_LOAN } from './loan.ts';

export type Service = StaffRequest<'doService'>['body']['service'];

type ServiceDialogProps = {
  loanId: number;
  title: string;
  kind: RequestKind & Service['kind'];
  /** What is chosen. Null while something is missing. */
  service: Service | null;
  /** What follows from it that the effect does not show. */
  note?: string;
  onClose: () => void;
  /** The fields. `isTried` is true once the person confirmed while something was missing. */
  children: (problems: Record<string, string>, isTried: boolean) => ReactNode;
};

/** A service on a loan. What it would do is shown as it is chosen, and it is confirmed as it was shown. */
export function ServiceDialog(props: ServiceDialogProps) {
  const { loanId, title, kind, service, note, onClose, children } = props;
  const [isTried, setTried] = useState(false);
  const params = { loanId };
  const preview = usePreview('previewService', service && { params, body: { service } });
  const { send, sending } = useDialogSend('doService', CHANGED_WITH_LOAN, {
    onClose,
    says: ({ sentence }) => sentence,
  });
  const problems = { ...fieldsOf(preview.error), ...fieldsOf(sending.failure) };
  const isAtField = Object.keys(problems).some((field) => field.startsWith('service.'));
  const isAlone = preview.data?.isAlone === true;
  return (
    <ConfirmDialog
      title={title}
      effect={preview.data?.effect ?? []}
      message={preview.data?.message ?? null}
      checkers={`${note ? `${note} ` : ''}${isAlone ? 'You can do this alone.' : `A second person approves it: ${checkersOf(kind)}.`}`}
      action={isAlone ? 'Do it now' : 'Ask a second person'}
      {...sending}
      failure={isAtField ? null : (sending.failure ?? preview.error)}
      check={() => {
        setTried(service === null);
        return preview.data !== undefined;
      }}
      onConfirm={(reason) =>
        service && preview.data && send({ params, body: { service, seen: preview.data.seen, reason } })
      }
    >
      {children(problems, isTried)}
    </ConfirmDialog>
  );
}
