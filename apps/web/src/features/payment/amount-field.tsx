import { toKwacha } from '@thumba/lending/money';
import { useState } from 'react';
import { dayText } from '../../platform/lusaka-time.ts';
import { moneyText } from '../../platform/money.ts';
import { Button } from '../../ui/button.tsx';
import { MoneyLine } from '../../ui/facts.tsx';
import { TextField } from '../../ui/field.tsx';
import { amountWords } from '../../words/amount.ts';
import { type AmountLimits, keepAmount, readAmount } from './amount-entry.ts';
import { amountMessage } from './amount-message.ts';
import styles from './payment.module.css';

/**
 * The amount to pay of an instalment: all of it, or a typed amount once it is unlocked. `wholeAmount` stands for all of it
 * where the whole loan costs less.
 */
export function useAmount(
  limits: AmountLimits,
  startsUnlocked = false,
  wholeAmount = limits.remainingAmount,
) {
  const [isUnlocked, unlock] = useState(startsUnlocked);
  const [typed, setTyped] = useState('');
  const typedNgwee = readAmount(typed);
  const payAmount = isUnlocked ? typedNgwee && toKwacha(typedNgwee) : wholeAmount;
  return {
    whole: wholeAmount,
    bill: limits.remainingAmount,
    isUnlocked,
    unlock,
    typed,
    type: (text: string) => setTyped(keepAmount(text)),
    /** In kwacha; undefined while nothing is typed. */
    payAmount,
    buttonText: payAmount === undefined ? amountWords.pay : amountWords.paySum(moneyText(payAmount)),
    problem: () => (isUnlocked ? amountMessage(typed, limits) : undefined),
  };
}

type AmountFieldProps = {
  amount: ReturnType<typeof useAmount>;
  /** Which instalment it is. */
  what: string;
  /** Stands below the whole amount in place of `what`. */
  detail?: string | undefined;
  error: string | undefined;
  /** Called when the amount changes, so that the error no longer applies. */
  onChange: () => void;
};

export function AmountField({ amount, what, detail = what, error, onChange }: AmountFieldProps) {
  const { whole, bill, isUnlocked, unlock, typed, type } = amount;
  return (
    <div>
      {isUnlocked ? (
        <TextField
          label={amountWords.label}
          name="payAmount"
          prefix="K"
          inputMode="decimal"
          autoComplete="off"
          autoFocus
          value={typed}
          error={error}
          hint={amountWords.inAll(what, moneyText(bill))}
          onChange={({ target }) => {
            type(target.value);
            onChange();
          }}
        />
      ) : (
        <MoneyLine label={amountWords.label} money={moneyText(whole)} detail={detail} />
      )}
      <div className={styles.otherAmount}>
        <Button
          variant="quiet"
          onClick={() => {
            unlock(!isUnlocked);
            onChange();
          }}
        >
          {isUnlocked ? amountWords.payAll(moneyText(whole)) : amountWords.payAnother}
        </Button>
      </div>
    </div>
  );
}

/** "Due 21 December", with its number when the loan is repaid in parts. */
export function dueText(
  { loanPeriod, dueDate }: { loanPeriod: number; dueDate: string },
  plansLeft: number,
): string {
  const isInParts = plansLeft > 1 || loanPeriod > 1;
  return isInParts
    ? amountWords.instalmentDue(loanPeriod, dayText(dueDate))
    : amountWords.due(dayText(dueDate));
}
