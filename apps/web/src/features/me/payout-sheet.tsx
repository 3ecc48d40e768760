import { fromKwacha, moneyText } from '@thumba/home/wire-money';
import { formatKwacha, toKwacha } from '@thumba/lending/money';
import { useState } from 'react';
import { refresh } from '../../platform/query.ts';
import { Button } from '../../ui/button.tsx';
import { Notice, Stack } from '../../ui/card.tsx';
import { MoneyLine } from '../../ui/facts.tsx';
import { TextField } from '../../ui/field.tsx';
import { Overlay } from '../../ui/overlay.tsx';
import { walletWords } from '../../words/wallet.ts';
import { AccountField } from '../payment/account-field.tsx';
import { keepAmount, readAmount } from '../payment/amount-entry.ts';
import paymentStyles from '../payment/payment.module.css';
import { waitingPaymentOf } from '../payment/payment-submission.ts';
import { useSteppedSend } from '../step-up/use-stepped-send.tsx';

type PayoutSheetProps = { balance: number; onSubmitted: (paymentId: string) => void; onClose: () => void };

/** Sends wallet credit to one of the borrower's own accounts. */
export function PayoutSheet({ balance, onSubmitted, onClose }: PayoutSheetProps) {
  const said = walletWords.payout;
  const [isUnlocked, setUnlocked] = useState(false);
  const [typed, setTyped] = useState('');
  const [message, setMessage] = useState<string>();
  const [repayAccountId, setRepayAccountId] = useState<number>();
  const payout = useSteppedSend('payOutWallet', 'loading');
  const amountNgwee = isUnlocked ? readAmount(typed) : fromKwacha(balance);

  const send = () => {
    const wrong = wrongWith(amountNgwee, balance);
    setMessage(wrong);
    if (wrong !== undefined || amountNgwee === undefined || payout.isPending) return;
    payout.mutate(
      {
        body: { amount: toKwacha(amountNgwee), ...(repayAccountId === undefined ? {} : { repayAccountId }) },
      },
      {
        onSuccess: ({ paymentId }) => onSubmitted(paymentId),
        onError: (error) => {
          const waitingId = waitingPaymentOf(error);
          if (waitingId !== undefined) onSubmitted(waitingId);
        },
        onSettled: () => void refresh('getWallet', 'getUserInfo'),
      },
    );
  };

  return (
    <Overlay
      kind="sheet"
      title={walletWords.send}
      onClose={onClose}
      footer={
        <Button onClick={send} isBusy={payout.isPending}>
          {amountNgwee === undefined ? said.submit : said.submitAmount(formatKwacha(amountNgwee))}
        </Button>
      }
    >
      <Stack gap="wide">
        <PayoutAmount
          balance={balance}
          typed={isUnlocked ? typed : undefined}
          error={message}
          onType={(text) => {
            setTyped(keepAmount(text));
            setMessage(undefined);
          }}
          onUnlock={(isWanted) => {
            setUnlocked(isWanted);
            setMessage(undefined);
          }}
        />
        <AccountField isForPayout label={said.account} value={repayAccountId} onChange={setRepayAccountId} />
        <Notice>{said.free}</Notice>
      </Stack>
      {payout.sheet}
    </Overlay>
  );
}

type PayoutAmountProps = {
  balance: number;
  /** Undefined while the whole balance is to be sent. */
  typed: string | undefined;
  error: string | undefined;
  onType: (text: string) => void;
  onUnlock: (isWanted: boolean) => void;
};

function PayoutAmount({ balance, typed, error, onType, onUnlock }: PayoutAmountProps) {
  const said = walletWords.payout;
  const isUnlocked = typed !== undefined;
  return (
    <div>
      {isUnlocked ? (
        <TextField
          label={said.amount}
          name="payoutAmount"
          prefix="K"
          inputMode="decimal"
          autoComplete="off"
          autoFocus
          value={typed}
          error={error}
          hint={said.holds(moneyText(balance))}
          onChange={({ target }) => onType(target.value)}
        />
      ) : (
        <MoneyLine label={said.youReceive} money={moneyText(balance)} detail={said.all} />
      )}
      <div className={paymentStyles.otherAmount}>
        <Button variant="quiet" onClick={() => onUnlock(!isUnlocked)}>
          {isUnlocked ? said.sendAll(moneyText(balance)) : said.sendOther}
        </Button>
      </div>
    </div>
  );
}

function wrongWith(amountNgwee: number | undefined, balance: number): string | undefined {
  if (amountNgwee === undefined || amountNgwee === 0) return walletWords.payout.amountEmpty;
  return amountNgwee > fromKwacha(balance) ? walletWords.payout.holds(moneyText(balance)) : undefined;
}
