import { useState } from 'react';
import { useDialogSend } from '../../platform/dialog-send.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { dayText } from '../../platform/time.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { kwachaText, type Wallet, walletText } from './treasury-words.ts';
import { useSettled } from './use-preview.ts';

const MOST_LINES = 8;

/** Posts what the operator's own statements say that it charged, each charge once. */
export function ChargesDialog({ wallet, on, onClose }: { wallet: Wallet; on: string; onClose: () => void }) {
  const [from, setFrom] = useState(on);
  const [to, setTo] = useState(on);
  const days = { from, to };
  const areDays = from !== '' && to !== '' && from <= to;
  const isAsked = useSettled(days) !== undefined && areDays;
  const query = useStaffAnswer('readCharges', { params: wallet, query: days }, { isEnabled: isAsked });
  const { send, sending } = useDialogSend('postCharges', ['getWalletDay', 'getFloat', 'readCharges'], {
    onClose,
    says: ({ amount }) => `Charges of ${kwachaText(amount)} are posted to ${walletText(wallet)}.`,
  });
  const shown = isAsked ? query.data : undefined;
  const [isTried, setTried] = useState(false);
  return (
    <ConfirmDialog
      title={`Post charges: ${walletText(wallet)}`}
      effect={shown && shown.total > 0 ? linesOf(shown) : []}
      action="Post the charges"
      {...sending}
      failure={sending.failure ?? (isAsked ? query.error : null)}
      check={() => {
        setTried(true);
        return shown !== undefined && shown.total > 0;
      }}
      onConfirm={(reason) => send({ params: wallet, body: { ...days, amount: shown!.total, reason } })}
    >
      <TextField label="From" type="date" value={from} onChange={setFrom} />
      <TextField
        label="Through"
        type="date"
        value={to}
        onChange={setTo}
        problem={isTried && !areDays ? 'Please choose both days, the first one first.' : undefined}
      />
      {shown?.total === 0 && (
        <p role="status">The statements show no charges on these days that are not posted.</p>
      )}
    </ConfirmDialog>
  );
}

type Charges = { total: number; days: readonly { on: string; amount: number }[] };

function linesOf({ total, days }: Charges) {
  const lines = days
    .slice(0, MOST_LINES)
    .map((one) => ({ title: dayText(one.on), before: null, after: kwachaText(one.amount) }));
  return [
    ...lines,
    {
      title: days.length > MOST_LINES ? `All ${days.length} days` : 'Together',
      before: null,
      after: kwachaText(total),
    },
  ];
}
