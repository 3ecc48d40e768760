import { useState } from 'react';
import { useDialogSend } from '../../platform/dialog-send.ts';
import { OPERATOR_TITLES } from '../../platform/operators.ts';
import { usePreview } from '../../platform/preview.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Select } from '../../ui/field.tsx';
import { checkersOf } from '../requests/request-words.tsx';
import { CHANGED_WITH_LOAN, type LoanAnswer } from './loan.ts';

/** Choice of the number at which the payout failed. No account has this number. */
const SAME_NUMBER = '';

/** A payout that waits is not sent a second time to its number: it goes there by itself. */
function choicesOf({ accounts, payout, state }: LoanAnswer) {
  const sameNumber = [payout?.maskedMobile, payout && OPERATOR_TITLES[payout.operator]].filter(Boolean);
  return [
    ...(state === 'payout_failed'
      ? [{ value: SAME_NUMBER, text: `The same number: ${sameNumber.join(', ')}` }]
      : []),
    ...accounts.map(({ accountId, operator, maskedMobile }) => ({
      value: String(accountId),
      text: `Account: ${maskedMobile}, ${OPERATOR_TITLES[operator]}`,
    })),
  ];
}

/** Sends the payout of a loan once more: to its number alone, to another account with a second person. */
export function PayoutDialog({ loan, onClose }: { loan: LoanAnswer; onClose: () => void }) {
  const choices = choicesOf(loan);
  const [chosen, setChosen] = useState(choices[0]!.value);
  const params = { loanId: loan.loanId };
  const body = { accountId: chosen === SAME_NUMBER ? null : Number(chosen) };
  const preview = usePreview('previewPayoutRetry', { params, body });
  const { send, sending } = useDialogSend('retryLoanPayout', CHANGED_WITH_LOAN, {
    onClose,
    says: ({ sentence }) => sentence,
  });
  const isAlone = chosen === SAME_NUMBER;
  return (
    <ConfirmDialog
      title={`Send the payout of loan ${loan.loanId} again`}
      effect={preview.data?.effect ?? []}
      message={preview.data?.message ?? null}
      checkers={`The ledger rows and the SMS follow once the operator has paid. ${isAlone ? 'You can do this alone.' : `A second person approves it: ${checkersOf('payout_retry')}.`}`}
      action={isAlone ? 'Send it now' : 'Ask a second person'}
      {...sending}
      failure={sending.failure ?? preview.error}
      check={() => preview.data !== undefined}
      onConfirm={(reason) =>
        preview.data && send({ params, body: { ...body, digest: preview.data.digest, reason } })
      }
    >
      <Select label="Number that gets the money" value={chosen} choices={choices} onChange={setChosen} />
    </ConfirmDialog>
  );
}
