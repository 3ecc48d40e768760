import { useDialogSend } from '../../platform/dialog-send.ts';
import { OPERATOR_TITLES } from '../../platform/operators.ts';
import { SwitchDialog } from '../stop-switch/switch-dialog.tsx';
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
    <SwitchDialog
      switching="stop"
      name={title}
      kind="operator_start"
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
    <SwitchDialog
      switching="start"
      name={title}
      kind="operator_start"
      effect={[
        { title: `New payments through ${title}`, before: 'refused', after: 'taken' },
        {
          title: 'Payouts that wait',
          before: heldPayouts > 0 ? `${heldPayouts} held` : 'held',
          after: 'sent',
        },
      ]}
      {...sending}
      onConfirm={(reason) => send({ params: { operator }, body: { reason } })}
    />
  );
}
