import { useState } from 'react';
import { fieldsOf } from '../../platform/call-failure.ts';
import { useDialogSend } from '../../platform/dialog-send.ts';
import { dayText } from '../../platform/time.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { kwachaText, readAmount, type Wallet, walletText } from './treasury-words.ts';

type SignProps = { wallet: Wallet; on: string; balance: number; onClose: () => void };

/** A person says what the operator shows. Only a balance that agrees with the book is signed. */
export function SignDialog({ wallet, on, balance, onClose }: SignProps) {
  const [text, setText] = useState('');
  const [isTried, setTried] = useState(false);
  const { send, sending } = useDialogSend(
    'signWalletDay',
    ['getWalletDay', 'listUnsignedDays', 'getFloat', 'readCloseHolds'],
    { onClose, says: () => `${walletText(wallet)} is signed off for ${dayText(on)}.` },
  );
  const stated = readAmount(text);
  const refused = fieldsOf(sending.failure).balance;
  const wrong = isTried && stated === undefined ? 'Write the balance, like 40000 or -20.50' : refused;
  return (
    <ConfirmDialog
      title={`Sign off ${walletText(wallet)}, ${dayText(on)}`}
      effect={[
        { title: 'Day', before: 'not signed', after: 'signed off by you' },
        { title: 'The book leads to', before: null, after: kwachaText(balance) },
      ]}
      checkers="A signature stands. What is booked on this day later shows as a change since."
      action="Sign off"
      {...sending}
      failure={refused ? null : sending.failure}
      asksReason={false}
      check={() => {
        setTried(true);
        return stated !== undefined;
      }}
      onConfirm={() => send({ params: { ...wallet, on }, body: { balance: stated! } })}
    >
      <TextField
        label="Balance at the end of the day, as the operator shows it"
        inputMode="decimal"
        hint="In kwacha, from the operator's portal or statement"
        value={text}
        onChange={setText}
        problem={wrong}
      />
    </ConfirmDialog>
  );
}
