import { BANK_ROW_PURPOSES, type BankRowPurpose } from '@thumba/contract/staff/treasury-words';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { useState } from 'react';
import { useDialogSend } from '../../platform/dialog-send.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { dayText } from '../../platform/time.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Select } from '../../ui/field.tsx';
import { checkersOf, filedText } from '../requests/request-words.tsx';
import { keyOf, kwachaText, PURPOSE_TITLES, WALLET_CHOICES, walletOf } from './treasury-words.ts';

type BankRow = StaffAnswer<'listBankRows'>['items'][number];

const CHOICES = BANK_ROW_PURPOSES.map((value) => ({ value, text: PURPOSE_TITLES[value] }));
const FIRST_WALLET = keyOf({ operator: 'mtn', direction: 'payout' });

/** A person says what a row of the bank was, and a second person approves it. */
export function BankRowDialog({ row, onClose }: { row: BankRow; onClose: () => void }) {
  const { rowId, on, amount, text } = row;
  const [postedAs, setPostedAs] = useState<BankRowPurpose>('transit');
  const [wallet, setWallet] = useState(FIRST_WALLET);
  const { send, sending } = useDialogSend('askForBankRow', ['listRequests', 'listBankRows', 'getBank'], {
    onClose,
    says: filedText,
  });
  const posting = { postedAs, wallet: postedAs === 'transit' ? walletOf(wallet) : null };
  const preview = useStaffAnswer('previewBankRow', { params: { rowId }, body: posting });
  return (
    <ConfirmDialog
      title={`Post row ${rowId} of the bank`}
      effect={preview.data?.effect ?? []}
      checkers={`It is booked once a second person approves it: ${checkersOf('manual_match')}.`}
      action="Ask a second person"
      {...sending}
      failure={sending.failure ?? preview.error}
      check={() => preview.data !== undefined}
      onConfirm={(reason) =>
        send({ params: { rowId }, body: { ...posting, reason, digest: preview.data!.digest } })
      }
    >
      <p>
        {kwachaText(amount)} on {dayText(on)}: <bdi>{text}</bdi>
      </p>
      <Select
        label="What it was"
        value={postedAs}
        choices={CHOICES}
        onChange={(chosen) => setPostedAs(chosen as BankRowPurpose)}
      />
      {postedAs === 'transit' && (
        <Select label="Wallet" value={wallet} choices={WALLET_CHOICES} onChange={setWallet} />
      )}
    </ConfirmDialog>
  );
}
