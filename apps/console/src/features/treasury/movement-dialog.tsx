import { FLOAT_MOVEMENTS, type FloatMovementKind } from '@thumba/contract/staff/treasury-words';
import { useState } from 'react';
import { useDialogSend } from '../../platform/dialog-send.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Select, TextField } from '../../ui/field.tsx';
import { checkersOf, filedText } from '../requests/request-words.tsx';
import { keyOf, MOVEMENT_TITLES, readAmount, WALLET_CHOICES, walletOf } from './treasury-words.ts';
import { useSettled } from './use-preview.ts';

const KIND_CHOICES = FLOAT_MOVEMENTS.map((value) => ({ value, text: MOVEMENT_TITLES[value] }));
const FIRST_WALLET = keyOf({ operator: 'mtn', direction: 'payout' });

/** Asks a second person to book money that moved between the bank and a wallet, or what an operator charged. */
export function MovementDialog({ today, onClose }: { today: string; onClose: () => void }) {
  const [kind, setKind] = useState<FloatMovementKind>('top_up');
  const [wallet, setWallet] = useState(FIRST_WALLET);
  const [amount, setAmount] = useState('');
  const [on, setOn] = useState(today);
  const [isTried, setTried] = useState(false);
  const { send, sending } = useDialogSend(
    'askForFloatMovement',
    ['listRequests', 'getFloat', 'listTransit'],
    {
      onClose,
      says: filedText,
    },
  );
  const kwacha = readAmount(amount);
  const isAmount = kwacha !== undefined && kwacha > 0;
  const movement = { kind, ...walletOf(wallet), amount: kwacha ?? 0, on };
  const settled = useSettled(movement);
  const isAsked = settled !== undefined && isAmount && on !== '';
  const preview = useStaffAnswer('previewFloatMovement', { body: movement }, { isEnabled: isAsked });
  const shown = isAsked ? preview.data : undefined;
  return (
    <ConfirmDialog
      title="Move money of a wallet"
      effect={shown?.effect ?? []}
      checkers={`It is booked once a second person approves it: ${checkersOf('float_movement')}. A top-up or a sweep then stands in transit until the bank has it.`}
      action="Ask a second person"
      {...sending}
      failure={sending.failure ?? (isAsked ? preview.error : null)}
      check={() => {
        setTried(true);
        return shown !== undefined;
      }}
      onConfirm={(reason) => send({ body: { ...movement, reason, digest: shown!.digest } })}
    >
      <Select
        label="What happened"
        value={kind}
        choices={KIND_CHOICES}
        onChange={(chosen) => setKind(chosen as FloatMovementKind)}
      />
      <Select label="Wallet" value={wallet} choices={WALLET_CHOICES} onChange={setWallet} />
      <TextField
        label="Amount in kwacha"
        inputMode="decimal"
        value={amount}
        onChange={setAmount}
        problem={isTried && !isAmount ? 'Write an amount above zero, like 40000' : undefined}
      />
      <TextField
        label="Day on which it happened"
        type="date"
        max={today}
        value={on}
        onChange={setOn}
        problem={isTried && on === '' ? 'Please choose the day.' : undefined}
      />
    </ConfirmDialog>
  );
}
