import { useDialogSend } from '../../platform/dialog-send.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

/** Lets a borrower apply without a picture of the face. */
export function FaceDialog({ borrowerId, onClose }: { borrowerId: number; onClose: () => void }) {
  const { send, sending } = useDialogSend('allowWithoutFace', ['getBorrower', 'listBorrowerNotes'], {
    onClose,
    says: () => `Borrower ${borrowerId} can apply without a picture of the face.`,
  });
  return (
    <ConfirmDialog
      title={`Borrower ${borrowerId} applies without a picture of the face`}
      effect={[
        { title: 'Picture of the face', before: 'asked for', after: 'not asked for' },
        { title: 'Each application', before: 'decided by the rules', after: 'a person looks at it' },
      ]}
      checkers="It holds until a loan that was approved has ended. The borrower gets no message."
      action="Allow"
      {...sending}
      onConfirm={(reason) => send({ params: { borrowerId }, body: { reason } })}
    />
  );
}
