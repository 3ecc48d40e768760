import { minimum, type Ngwee, ngwee, parseKwacha, ZERO } from '@thumba/lending/money';
import { MIN_LEFTOVER } from '@thumba/lending/product';
import { checkRepayment, describeAmountRefusal, minimumRepayment } from '@thumba/lending/repayment-rules';
import { fromKwacha } from '../../platform/money.ts';

/** What a plan allows, as the repay detail says it: kwacha on the wire. */
export type AmountLimits = { remainingAmount: number; minRepayAmount: number };

/** What may stand in the amount field: digits, one dot and two decimals. "K1,150.00" pasted becomes "1150.00". */
export function keepAmount(typed: string): string {
  const digits = typed.replace(/[^\d.]/g, '');
  return /^\d*(?:\.\d{0,2})?/.exec(digits)?.[0] ?? '';
}

/** The amount that is typed, or nothing while there is none. */
export function readAmount(text: string): Ngwee | undefined {
  return /\d/.test(text) ? parseKwacha(Number(text)) : undefined;
}

/** Why this amount cannot be paid, or nothing when it can. */
export function amountMessage(text: string, limits: AmountLimits): string | undefined {
  const amountNgwee = readAmount(text);
  if (amountNgwee === undefined) return 'Please enter your Repayment amount';
  const outcome = checkRepayment({ amountNgwee, ...inNgwee(limits) });
  return outcome.ok ? undefined : describeAmountRefusal(outcome.refusal);
}

/** The most of the wallet credit that the rules allow for a plan; nothing when they allow none of it. */
export function usableWalletAmount(walletBalance: number, limits: AmountLimits): Ngwee {
  const balance = fromKwacha(walletBalance);
  const { remainingNgwee, minRepayNgwee } = inNgwee(limits);
  if (balance >= remainingNgwee) return remainingNgwee;
  const mostInPart = ngwee(Math.max(0, remainingNgwee - MIN_LEFTOVER));
  const amount = minimum(balance, mostInPart);
  return amount < minimumRepayment({ remainingNgwee, minRepayNgwee }) ? ZERO : amount;
}

function inNgwee({ remainingAmount, minRepayAmount }: AmountLimits) {
  return {
    remainingNgwee: fromKwacha(remainingAmount),
    minRepayNgwee: fromKwacha(minRepayAmount),
    minLeftoverNgwee: MIN_LEFTOVER,
  };
}
