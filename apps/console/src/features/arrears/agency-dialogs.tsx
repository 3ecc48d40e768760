import { useState } from 'react';
import { useDialogSend } from '../../platform/dialog-send.ts';
import { usePreview } from '../../platform/preview.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Select } from '../../ui/field.tsx';
import { checkersOf } from '../requests/request-words.tsx';
import { CHANGED, type LateLoan } from './arrears-words.tsx';

type DialogProps = { loan: LateLoan; onClose: () => void };

/** Asks a second person to hand a loan to an agency. */
export function HandoverDialog({ loan: { loanId, agencies }, onClose }: DialogProps) {
  const [agency, setAgency] = useState(agencies[0]!);
  const params = { loanId };
  const preview = usePreview('previewAgency', { params, body: { agency } });
  const { send, sending } = useDialogSend('askForAgency', CHANGED, {
    onClose,
    says: ({ requestId }) => `Request ${requestId} is filed: a second person decides on it.`,
  });
  return (
    <ConfirmDialog
      title={`Hand loan ${loanId} to an agency`}
      effect={preview.data?.effect ?? []}
      checkers={`A second person approves it: ${checkersOf('agency_handover')}. One person can take the loan back at any time.`}
      action="Ask a second person"
      {...sending}
      failure={sending.failure ?? preview.error}
      check={() => preview.data !== undefined}
      onConfirm={(reason) => send({ params, body: { agency, reason } })}
    >
      <Select
        label="Agency"
        value={agency}
        choices={agencies.map((name) => ({ value: name, text: name }))}
        onChange={setAgency}
      />
    </ConfirmDialog>
  );
}

/** Takes a loan back from its agency. */
export function RecallDialog({ loan: { loanId, placement }, onClose }: DialogProps) {
  const { send, sending } = useDialogSend('recallFromAgency', CHANGED, {
    onClose,
    says: () => `Loan ${loanId} is back. The next file tells the agency to leave it.`,
  });
  return (
    <ConfirmDialog
      title={`Take loan ${loanId} back from its agency`}
      effect={[
        { title: 'Who collects', before: placement?.agency ?? null, after: 'our people' },
        { title: 'Our calls, messages and reminders', before: 'none', after: 'as the policy allows' },
        {
          title: 'The next file for the agency',
          before: null,
          after: placement?.isTold ? 'says that the loan is to be left' : 'does not name the loan',
        },
      ]}
      action="Take it back"
      {...sending}
      onConfirm={(reason) => send({ params: { loanId }, body: { reason } })}
    />
  );
}
