import { type BlockReason, blockReasons } from '@thumba/contract/staff/block-reasons';
import { useState } from 'react';
import { useDialogSend } from '../../platform/dialog-send.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Select } from '../../ui/field.tsx';
import { checkersOf } from '../requests/request-words.tsx';
import type { BorrowerAnswer } from './borrower.ts';

type BlockDialogProps = { borrower: BorrowerAnswer; onClose: () => void };

const REASONS = Object.entries(blockReasons).map(([value, text]) => ({ value, text }));

/** Blocks an account at once, with the sentence that its borrower reads. */
export function BlockDialog({ borrower: { borrowerId, blockMessages }, onClose }: BlockDialogProps) {
  const [reason, setReason] = useState<BlockReason>('asked');
  const { send, sending } = useDialogSend(
    'blockBorrower',
    ['getBorrower', 'listBorrowerEvents', 'listBorrowerMessages'],
    {
      onClose,
      says: () => `Borrower ${borrowerId} is blocked for new loans.`,
    },
  );
  return (
    <ConfirmDialog
      title={`Block borrower ${borrowerId}`}
      effect={[{ title: 'New loans', before: 'allowed', after: 'not allowed; repayments go on' }]}
      message={blockMessages[reason]}
      action="Block"
      look="danger"
      {...sending}
      onConfirm={(note) => send({ params: { borrowerId }, body: { reason, note } })}
    >
      <Select
        label="Why"
        value={reason}
        choices={REASONS}
        onChange={(value) => setReason(value as BlockReason)}
      />
    </ConfirmDialog>
  );
}

/** Asks a second person to unblock an account. */
export function UnblockDialog({ borrowerId, onClose }: { borrowerId: number; onClose: () => void }) {
  const { send, sending } = useDialogSend('askForUnblocking', ['listRequests', 'getBorrower'], {
    onClose,
    says: ({ requestId }) => `Request ${requestId} is filed: a second person decides on unblocking.`,
  });
  return (
    <ConfirmDialog
      title={`Ask to unblock borrower ${borrowerId}`}
      effect={[{ title: 'New loans', before: 'not allowed', after: 'allowed again' }]}
      checkers={`It is done once a second person approves it: ${checkersOf('unblocking')}.`}
      action="Ask a second person"
      {...sending}
      onConfirm={(reason) => send({ params: { borrowerId }, body: { reason } })}
    />
  );
}
