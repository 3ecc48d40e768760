import { checkRepayment, describeAmountRefusal } from '@thumba/lending/repayment-rules';
import { amountWords } from '../../words/amount.ts';
import { type AmountLimits, inNgwee, readAmount } from './amount-entry.ts';

/** Why this amount cannot be paid; undefined when it can. */
export function amountMessage(text: string, limits: AmountLimits): string | undefined {
  const amountNgwee = readAmount(text);
  if (amountNgwee === undefined) return amountWords.missing;
  const outcome = checkRepayment({ amountNgwee, ...inNgwee(limits) });
  return outcome.ok ? undefined : describeAmountRefusal(outcome.refusal);
}
