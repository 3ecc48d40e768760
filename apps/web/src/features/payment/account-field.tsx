import { useAnswer } from '../../platform/query.ts';
import { SelectField, TextField } from '../../ui/field.tsx';
import { accountText, waitingAccountText } from './accounts.ts';

type AccountFieldProps = {
  label: string;
  /** The account used when none is chosen. Without a preset, it is the borrower's default account. */
  preset?: { text: string; repayAccountId?: number } | undefined;
  /** An account that waits for payouts cannot be chosen then. */
  isForPayout?: boolean;
  /** Says why nothing can be chosen. */
  onlyOneHint?: string;
  value: number | undefined;
  onChange: (repayAccountId: number) => void;
};

/** One of the borrower's own mobile-money accounts. With a single one there is nothing to choose. */
export function AccountField({
  label,
  preset,
  isForPayout = false,
  onlyOneHint,
  value,
  onChange,
}: AccountFieldProps) {
  const accounts = useAnswer('listAccounts', {}, { staleMs: 60_000 });
  const own = accounts.data ?? [];
  const ownDefault = own.find((account) => account.isDefault);
  const text = preset?.text ?? (ownDefault && accountText(ownDefault)) ?? '';
  if (own.length < 2) return <TextField label={label} value={text} hint={onlyOneHint} readOnly />;
  const presetId = preset?.repayAccountId ?? ownDefault?.repayAccountId;
  return (
    <SelectField
      label={label}
      value={value ?? presetId ?? ''}
      options={own.map((account) => ({
        value: String(account.repayAccountId),
        ...(isForPayout && account.payoutsFrom
          ? { label: waitingAccountText(account, account.payoutsFrom), isDisabled: true }
          : { label: accountText(account) }),
      }))}
      onChange={({ target }) => target.value !== '' && onChange(Number(target.value))}
    />
  );
}
