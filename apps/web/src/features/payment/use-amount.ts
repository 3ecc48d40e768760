import { moneyText } from '@thumba/home/wire-money';
import { toKwacha } from '@thumba/lending/money';
import { useState } from 'react';
import { amountWords } from '../../words/amount.ts';
import { type AmountLimits, keepAmount, readAmount } from './amount-entry.ts';
import { amountMessage } from './amount-message.ts';
import { isPartOf, mayPayPart, type QuickAmount, quickAmounts } from './quick-amounts.ts';

export type AmountStart = {
  of?: QuickAmount['of'] | undefined;
  isTyped?: boolean;
  /** In kwacha. Comes before the others, where the limits allow it. */
  amount?: number | undefined;
};

/** The amount to pay of a bill: one of the quick amounts, or a typed amount once it is unlocked. */
export function useAmount(
  limits: AmountLimits,
  quick: readonly [QuickAmount, ...QuickAmount[]] = quickAmounts({ limits, plansLeft: 1 }),
  start: AmountStart = {},
) {
  const startOf = quick.find(({ amount }) => amount === start.amount)?.of;
  const startTyped = startOf === undefined ? typedStart(start.amount, limits) : '';
  const [isUnlocked, unlock] = useState(
    startTyped !== '' || (startOf === undefined && start.isTyped === true && mayPayPart(limits)),
  );
  const [chosenOf, setChosenOf] = useState(startOf ?? start.of);
  const [typed, setTyped] = useState(startTyped);
  const chosen = quick.find((option) => option.of === chosenOf) ?? quick[0];
  const typedNgwee = readAmount(typed);
  const payAmount = isUnlocked ? typedNgwee && toKwacha(typedNgwee) : chosen.amount;
  const problem = () => (isUnlocked ? amountMessage(typed, limits) : undefined);
  return {
    limits,
    quick,
    /** The quick amount that is paid; undefined while another amount is typed. */
    chosen: isUnlocked ? undefined : chosen,
    choose: (of: QuickAmount['of']) => {
      unlock(false);
      setChosenOf(of);
    },
    isUnlocked,
    unlock,
    typed,
    type: (text: string) => setTyped(keepAmount(text)),
    /** In kwacha; undefined while nothing is typed. */
    payAmount,
    /** Whether it leaves something of the plan; a typed amount that is refused is no part. */
    isPart: payAmount !== undefined && isPartOf(limits, payAmount) && problem() === undefined,
    buttonText: payAmount === undefined ? amountWords.pay : amountWords.paySum(moneyText(payAmount)),
    problem,
  };
}

/** An amount as it would be typed; empty when the limits do not allow it. */
function typedStart(amount: number | undefined, limits: AmountLimits): string {
  if (amount === undefined) return '';
  return amountMessage(String(amount), limits) === undefined ? String(amount) : '';
}

export type Amount = ReturnType<typeof useAmount>;
