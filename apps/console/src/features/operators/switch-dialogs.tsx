import { useDialogSend } from '../../platform/dialog-send.ts';
import { OPERATOR_TITLES } from '../../platform/operators.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { checkersOf } from '../requests/request-words.tsx';
import type { OperatorRow } from './operator-words.ts';

const CHANGED = ['listOperators', 'listRequests'] as const;

type DialogProps = { row: OperatorRow; onClose: () => void };

export function StopDialog({ row: { operator, heldPayouts }, onClose }: DialogProps) {
  const title = OPERATOR_TITLES[operator];
  const { send, sending } = useDialogSend('stopOperator', CHANGED, {
    onClose,
    says: () => `${title} is stopped.`,
  });
  return (
    <ConfirmDialog
      title={`Stop ${title} at once`}
      effect={[
        { title: `New payments through ${title}`, before: 'taken', after: 'refused' },
        {
          title: 'Payouts not sent yet',
          before: heldPayouts > 0 ? `${heldPayouts} held` : 'sent',
          after: 'held',
        },
        { title: 'Payments that were sent', before: 'go on', after: 'go on' },
        { title: 'Other operators', before: 'run', after: 'run' },
      ]}
      message="We are not taking payments from this operator at the moment. Please pay from another account, or try again later."
      checkers={`It needs no second person. A second person must approve the start: ${checkersOf('operator_start')}.`}
      action={`Stop ${title}`}
      look="danger"
      {...sending}
      onConfirm={(reason) => send({ params: { operator }, body: { reason } })}
    />
  );
}

export function StartDialog({ row: { operator, heldPayouts }, onClose }: DialogProps) {
  const title = OPERATOR_TITLES[operator];
  const { send, sending } = useDialogSend('startOperator', CHANGED, {
    onClose,
    says: ({ requestId }) => `Request ${requestId} waits for a second person.`,
  });
  return (
    <ConfirmDialog
      title={`Ask to start ${title} again`}
      effect={[
        { title: `New payments through ${title}`, before: 'refused', after: 'taken' },
        {
          title: 'Payouts that wait',
          before: heldPayouts > 0 ? `${heldPayouts} held` : 'held',
          after: 'sent',
        },
      ]}
      checkers={`A second person has to approve it: ${checkersOf('operator_start')}.`}
      action={`Ask to start ${title} again`}
      {...sending}
      onConfirm={(reason) => send({ params: { operator }, body: { reason } })}
    />
  );
}
