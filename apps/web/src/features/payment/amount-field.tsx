import { moneyText } from '@thumba/home/wire-money';
import { formatKwacha } from '@thumba/lending/money';
import { MIN_LEFTOVER } from '@thumba/lending/product';
import { dayText } from '../../platform/lusaka-time.ts';
import { Button } from '../../ui/button.tsx';
import { Choices } from '../../ui/choices.tsx';
import { MoneyLine } from '../../ui/facts.tsx';
import { TextField } from '../../ui/field.tsx';
import { amountWords } from '../../words/amount.ts';
import { inNgwee } from './amount-entry.ts';
import styles from './payment.module.css';
import { mayPayPart, type QuickAmount } from './quick-amounts.ts';
import type { Amount } from './use-amount.ts';

type AmountFieldProps = {
  amount: Amount;
  /** Which instalment it is. */
  what: string;
  /** Stands below the whole amount in place of `what`. */
  detail?: string | undefined;
  error: string | undefined;
  /** Called when the amount changes, so that the error no longer applies. */
  onChange: () => void;
};

export function AmountField({ amount, what, detail = what, error, onChange }: AmountFieldProps) {
  const { limits, quick, chosen, choose, isUnlocked, unlock, typed, type } = amount;
  const bill = formatKwacha(inNgwee(limits).remainingNgwee);
  return (
    <div>
      {chosen === undefined ? (
        <TextField
          label={amountWords.label}
          name="payAmount"
          prefix="K"
          inputMode="decimal"
          enterKeyHint="done"
          autoComplete="off"
          autoFocus
          value={typed}
          error={error}
          hint={limitsText(limits, quick)}
          onChange={({ target }) => {
            type(target.value);
            onChange();
          }}
        />
      ) : (
        <MoneyLine
          label={amountWords.label}
          money={moneyText(chosen.amount)}
          detail={chosen.of === 'half' ? amountWords.inAll(what, bill) : detail}
        />
      )}
      {(quick.length > 1 || isUnlocked) && (
        <div className={styles.quickAmounts}>
          <Choices
            legend={amountWords.quick}
            isLegendHidden
            options={quick.map((option) => ({
              value: option.of,
              label: quickName(option, quick),
              detail: moneyText(option.amount),
            }))}
            value={chosen?.of}
            onChange={(of) => {
              choose(of);
              onChange();
            }}
          />
        </div>
      )}
      {!isUnlocked && mayPayPart(limits) && (
        <div className={styles.otherAmount}>
          <Button
            variant="quiet"
            onClick={() => {
              unlock(true);
              onChange();
            }}
          >
            {amountWords.payAnother}
          </Button>
        </div>
      )}
    </div>
  );
}

/** What pays the bill off for the least, the smallest payment and the smallest rest. */
function limitsText(limits: Amount['limits'], quick: Amount['quick']): string {
  const { remainingNgwee, discountNgwee } = inNgwee(limits);
  const bill = formatKwacha(remainingNgwee);
  const least = moneyText(limits.minRepayAmount);
  const leftover = formatKwacha(MIN_LEFTOVER);
  const isLoanCheapest = !quick.some(({ of }) => of === 'plan');
  if (isLoanCheapest) return amountWords.limitsOfPart(least, leftover);
  if (discountNgwee === 0) return amountWords.limits(bill, least, leftover);
  return amountWords.limitsWithCoupon(bill, moneyText(limits.remainingAmount), least, leftover);
}

function quickName({ of, isAll }: QuickAmount, quick: readonly QuickAmount[]): string {
  if (isAll) return amountWords.all;
  if (of === 'plan') return amountWords.nextPlan;
  const isOneOfSeveral = quick.some((option) => option.of === 'plan' && !option.isAll);
  return isOneOfSeveral ? amountWords.halfOfNext : amountWords.half;
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
