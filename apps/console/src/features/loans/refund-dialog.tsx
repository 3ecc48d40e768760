import { formatKwacha } from '@thumba/lending/money';
import { useState } from 'react';
import { fieldsOf } from '../../platform/call-failure.ts';
import { useDialogSend } from '../../platform/dialog-send.ts';
import { OPERATOR_TITLES } from '../../platform/operators.ts';
import { usePreview } from '../../platform/preview.ts';
import { dayOfText } from '../../platform/time.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Select, TextField } from '../../ui/field.tsx';
import { checkersOf } from '../requests/request-words.tsx';
import { CHANGED_WITH_LOAN, type LoanAnswer } from './loan.ts';

/** Choice of the borrower's default account. No payment has this number. */
const DEFAULT_ACCOUNT = '';

function choicesOf({ accounts, paidFrom }: LoanAnswer) {
  return [
    ...paidFrom.map(({ paymentId, maskedMobile, operator, at, amount }) => ({
      value: paymentId,
      text: `${maskedMobile}, ${OPERATOR_TITLES[operator]}: paid ${formatKwacha(Math.round(amount * 100))} on ${dayOfText(at)}`,
    })),
    ...accounts
      .filter(({ isDefault }) => isDefault)
      .map(({ maskedMobile, operator }) => ({
        value: DEFAULT_ACCOUNT,
        text: `${maskedMobile}, ${OPERATOR_TITLES[operator]}: the default account`,
      })),
  ];
}

/** Whether wallet credit can go anywhere. */
export function isRefundable(loan: LoanAnswer): boolean {
  return loan.wallet > 0 && choicesOf(loan).length > 0;
}

/** Asks for sending wallet credit back to its owner. */
export function RefundDialog({ loan, onClose }: { loan: LoanAnswer; onClose: () => void }) {
  const choices = choicesOf(loan);
  const [chosen, setChosen] = useState(choices[0]!.value);
  const [amount, setAmount] = useState(String(loan.wallet));
  const [isTried, setTried] = useState(false);
  const kwacha = Number(amount);
  const params = { loanId: loan.loanId };
  const body = { amount: kwacha, paymentId: chosen === DEFAULT_ACCOUNT ? null : chosen };
  const preview = usePreview('previewRefund', kwacha > 0 ? { params, body } : null);
  const { send, sending } = useDialogSend('askForRefund', CHANGED_WITH_LOAN, {
    onClose,
    says: ({ requestId }) => `Request ${requestId} is filed: a second person decides on it.`,
  });
  const problems = { ...fieldsOf(preview.error), ...fieldsOf(sending.failure) };
  return (
    <ConfirmDialog
      title={`Refund wallet credit of the borrower of loan ${loan.loanId}`}
      effect={preview.data?.effect ?? []}
      message={preview.data?.message ?? null}
      checkers={`The SMS follows once the operator has paid. A second person approves it: ${checkersOf('refund')}.`}
      action="Ask a second person"
      {...sending}
      failure={problems.amount ? null : (sending.failure ?? preview.error)}
      check={() => {
        setTried(true);
        return preview.data !== undefined;
      }}
      onConfirm={(reason) =>
        preview.data && send({ params, body: { ...body, digest: preview.data.digest, reason } })
      }
    >
      <TextField
        label="Amount in kwacha"
        inputMode="decimal"
        hint={`The wallet has ${formatKwacha(Math.round(loan.wallet * 100))}`}
        value={amount}
        onChange={setAmount}
        problem={problems.amount ?? (isTried && !(kwacha > 0) ? 'Write an amount, like 250' : undefined)}
      />
      <Select label="Number that gets it" value={chosen} choices={choices} onChange={setChosen} />
    </ConfirmDialog>
  );
}
