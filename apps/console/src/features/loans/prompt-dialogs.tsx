import type { StaffRequest } from '@thumba/contract/staff/wire';
import { formatKwacha } from '@thumba/lending/money';
import { type ReactNode, useState } from 'react';
import { fieldsOf } from '../../platform/call-failure.ts';
import { useDialogSend } from '../../platform/dialog-send.ts';
import { OPERATOR_TITLES } from '../../platform/operators.ts';
import { usePreview } from '../../platform/preview.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Select, TextField } from '../../ui/field.tsx';
import { CHANGED_WITH_LOAN, type LoanAnswer } from './loan.ts';

type Prompt = StaffRequest<'previewPrompt'>['body']['prompt'];
type PromptDialogProps = { loan: LoanAnswer; onClose: () => void };

const AMOUNT = 'prompt.amount';

/** A payment that the borrower confirms with the PIN, also for a loan that was written off. */
export function PaymentDialog({ loan, onClose }: PromptDialogProps) {
  const account = useAccount(loan);
  const [amount, setAmount] = useState('');
  const kwacha = Number(amount);
  return (
    <PromptDialog
      loanId={loan.loanId}
      title={
        loan.state === 'written_off'
          ? `Recover money of loan ${loan.loanId}`
          : `Prompt for a payment of loan ${loan.loanId}`
      }
      prompt={kwacha > 0 ? { kind: 'payment', amount: kwacha, accountId: account.accountId } : null}
      onClose={onClose}
    >
      {(problems, isTried) => (
        <>
          <TextField
            label="Amount in kwacha"
            inputMode="decimal"
            hint={`${formatKwacha(Math.round(loan.totals.total.owed * 100))} is left to repay`}
            value={amount}
            onChange={setAmount}
            problem={problems[AMOUNT] ?? (isTried && !(kwacha > 0) ? 'Write an amount, like 250' : undefined)}
          />
          {account.field}
        </>
      )}
    </PromptDialog>
  );
}

/** Later dates, for their price. */
export function ExtensionDialog({ loan, onClose }: PromptDialogProps) {
  const account = useAccount(loan);
  return (
    <PromptDialog
      loanId={loan.loanId}
      title={`Extend loan ${loan.loanId}`}
      prompt={{ kind: 'extension', accountId: account.accountId }}
      onClose={onClose}
    >
      {() => account.field}
    </PromptDialog>
  );
}

/** The account of the borrower on whose phone the prompt is shown. */
function useAccount({ accounts }: LoanAnswer) {
  const preferred = accounts.find(({ isDefault }) => isDefault) ?? accounts[0]!;
  const [accountId, setAccountId] = useState(preferred.accountId);
  const field = (
    <Select
      label="Account that pays"
      value={String(accountId)}
      choices={accounts.map((account) => ({
        value: String(account.accountId),
        text: `${OPERATOR_TITLES[account.operator]} ${account.maskedMobile}${account.isDefault ? ', the default one' : ''}`,
      }))}
      onChange={(value) => setAccountId(Number(value))}
    />
  );
  return { accountId, field };
}

type SharedProps = {
  loanId: number;
  title: string;
  prompt: Prompt | null;
  onClose: () => void;
  children: (problems: Record<string, string>, isTried: boolean) => ReactNode;
};

function PromptDialog({ loanId, title, prompt, onClose, children }: SharedProps) {
  const [isTried, setTried] = useState(false);
  const params = { loanId };
  const preview = usePreview('previewPrompt', prompt && { params, body: { prompt } });
  const { send, sending } = useDialogSend('sendPrompt', CHANGED_WITH_LOAN, {
    onClose,
    says: ({ sentence }) => sentence,
  });
  const problems = { ...fieldsOf(preview.error), ...fieldsOf(sending.failure) };
  const { data } = preview;
  return (
    <ConfirmDialog
      title={title}
      asksReason={false}
      effect={data?.effect ?? []}
      message={data?.message ?? null}
      checkers={
        data?.amount === 0
          ? 'It costs nothing, so no prompt is sent.'
          : 'Nothing is done before the borrower enters the PIN on their phone. Staff send three prompts a day for a loan at most.'
      }
      action={data?.amount === 0 ? 'Move the dates' : 'Send the prompt'}
      {...sending}
      failure={problems[AMOUNT] ? null : (sending.failure ?? preview.error)}
      check={() => {
        setTried(prompt === null);
        return data !== undefined;
      }}
      onConfirm={() => {
        if (!prompt || !data) return;
        const { amount, accountId, seen } = data;
        send({ params, body: { prompt: { kind: prompt.kind, accountId, amount }, seen } });
      }}
    >
      {children(problems, isTried)}
    </ConfirmDialog>
  );
}
