import { useStaffSend } from '../../platform/query.ts';
import { showToast } from '../../platform/toasts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

/** Lets a borrower apply without a picture of the face. */
export function FaceDialog({ borrowerId, onClose }: { borrowerId: number; onClose: () => void }) {
  const send = useStaffSend('allowWithoutFace', ['getBorrower', 'listBorrowerNotes']);
  return (
    <ConfirmDialog
      title={`Borrower ${borrowerId} applies without a picture of the face`}
      effect={[
        { title: 'Picture of the face', before: 'asked for', after: 'not asked for' },
        { title: 'Each application', before: 'decided by the rules', after: 'a person looks at it' },
      ]}
      checkers="It holds until a loan that was approved has ended. The borrower gets no message."
      action="Allow"
      isBusy={send.isPending}
      failure={send.error}
      onClose={onClose}
      onConfirm={(reason) =>
        send.mutate(
          { params: { borrowerId }, body: { reason } },
          {
            onSuccess: () => {
              onClose();
              showToast(`Borrower ${borrowerId} can apply without a picture of the face.`);
            },
          },
        )
      }
    />
  );
}
