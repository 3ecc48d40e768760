import { useDialogSend } from '../../platform/dialog-send.ts';
import { usePreview } from '../../platform/preview.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { checkersOf } from '../requests/request-words.tsx';
import { CHANGED_WITH_LOAN, type LoanAnswer } from './loan.ts';

/** Asks for giving up an overdue loan in the books. */
export function WriteOffDialog({ loan: { loanId }, onClose }: { loan: LoanAnswer; onClose: () => void }) {
  const params = { loanId };
  const preview = usePreview('previewWriteOff', { params });
  const { send, sending } = useDialogSend('askForWriteOff', CHANGED_WITH_LOAN, {
    onClose,
    says: ({ sentence }) => sentence,
  });
  return (
    <ConfirmDialog
      title={`Write off loan ${loanId}`}
      effect={preview.data?.effect ?? []}
      message={preview.data?.message ?? null}
      checkers={`It cannot be taken back. The borrower still owes it, and what is paid later is income. A second person approves it: ${checkersOf('write_off')}.`}
      action="Ask a second person"
      look="danger"
      {...sending}
      failure={sending.failure ?? preview.error}
      check={() => preview.data !== undefined}
      onConfirm={(reason) => preview.data && send({ params, body: { seen: preview.data.seen, reason } })}
    />
  );
}
