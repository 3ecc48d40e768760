import { day, formatDay } from '@thumba/lending/day';
import { useDialogSend } from '../../platform/dialog-send.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

/** Deletes the account of a borrower who asked for it. */
export function EraseDialog({ borrowerId, onClose }: { borrowerId: number; onClose: () => void }) {
  const { send, sending } = useDialogSend('eraseBorrower', ['getBorrower'], {
    onClose,
    says: ({ keptUntil }) =>
      keptUntil === null
        ? 'The account is deleted. Nothing is kept.'
        : `The account is deleted. What the law asks for is kept until ${formatDay(day(keptUntil))} ${keptUntil.slice(0, 4)}.`,
  });
  return (
    <ConfirmDialog
      title={`Delete the account of borrower ${borrowerId}`}
      effect={[
        { title: 'Account', before: 'open', after: 'deleted; this cannot be undone' },
        { title: 'Phones that are signed in', before: 'signed in', after: 'signed out' },
        { title: 'Records of loans', before: 'kept', after: 'kept for the years of the law' },
      ]}
      checkers="Only where the borrower asked for it. The borrower gets no message, because the number is deleted too."
      action="Delete the account"
      look="danger"
      {...sending}
      onConfirm={(reason) => send({ params: { borrowerId }, body: { reason } })}
    />
  );
}
