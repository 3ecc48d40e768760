import { useDialogSend } from '../../platform/dialog-send.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

type HoldDialogProps = { borrowerId: number; onClose: () => void };

const PAYOUTS = 'Payouts of loans and of the wallet';
const CHANGED = ['getBorrower', 'listBorrowerEvents', 'getToday'] as const;

/** Holds payouts at once. The sentence is the one of every payout that waits for a person. */
export function HoldDialog({ borrowerId, onClose }: HoldDialogProps) {
  const { send, sending } = useDialogSend('holdPayouts', CHANGED, {
    onClose,
    says: () => `The payouts to borrower ${borrowerId} are held.`,
  });
  return (
    <ConfirmDialog
      title={`Hold the payouts to borrower ${borrowerId}`}
      effect={[{ title: PAYOUTS, before: 'sent', after: 'wait; repayments go on' }]}
      checkers="A borrower whose payout waits reads in the app that a person is looking at it. No SMS is sent. Another person releases the payouts."
      action="Hold the payouts"
      look="danger"
      {...sending}
      onConfirm={(reason) => send({ params: { borrowerId }, body: { reason } })}
    />
  );
}

/** Releases payouts that another person holds. */
export function ReleaseDialog({ borrowerId, onClose }: HoldDialogProps) {
  const { send, sending } = useDialogSend('releasePayouts', CHANGED, {
    onClose,
    says: () => `The payouts to borrower ${borrowerId} are released.`,
  });
  return (
    <ConfirmDialog
      title={`Release the payouts to borrower ${borrowerId}`}
      effect={[{ title: PAYOUTS, before: 'wait', after: 'sent; what waits goes by itself' }]}
      checkers="The person who holds them cannot release them."
      action="Release the payouts"
      {...sending}
      onConfirm={(reason) => send({ params: { borrowerId }, body: { reason } })}
    />
  );
}
