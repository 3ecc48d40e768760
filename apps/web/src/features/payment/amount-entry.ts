import { fromKwacha } from '@thumba/home/wire-money';
import { add, minimum, type Ngwee, ngwee, parseKwacha, subtract, ZERO } from '@thumba/lending/money';
import { MIN_LEFTOVER } from '@thumba/lending/product';
import { minimumRepayment } from '@thumba/lending/repayment-rules';

/** What a plan allows, from the repay detail, in kwacha. */
export type AmountLimits = {
  /** What clears the plan today, an applied coupon taken off. */
  remainingAmount: number;
  minRepayAmount: number;
  /** What the applied coupon takes off when the plan is paid off with it. */
  discount?: number;
};

/** What may stand in the amount field: digits, one dot and two decimals. "K1,150.00" pasted becomes "1150.00". */
export function keepAmount(typed: string): string {
  const digits = typed.replace(/[^\d.]/g, '');
  return /^\d*(?:\.\d{0,2})?/.exec(digits)?.[0] ?? '';
}

/** The typed amount; undefined while there is none. */
export function readAmount(text: string): Ngwee | undefined {
  return /\d/.test(text) ? parseKwacha(Number(text)) : undefined;
}

/** The most wallet credit that the rules allow for a plan; zero when they allow none. */
export function usableWalletAmount(walletBalance: number, limits: AmountLimits): Ngwee {
  const balance = fromKwacha(walletBalance);
  const { remainingNgwee, discountNgwee, minRepayNgwee } = inNgwee(limits);
  const payoffNgwee = subtract(remainingNgwee, discountNgwee);
  if (balance >= payoffNgwee) return payoffNgwee;
  const mostInPart = ngwee(Math.max(0, remainingNgwee - MIN_LEFTOVER));
  const amount = minimum(balance, mostInPart);
  return amount < minimumRepayment({ remainingNgwee, discountNgwee, minRepayNgwee }) ? ZERO : amount;
}

/** The limits in ngwee, as `lending` takes them. */
export function inNgwee({ remainingAmount, minRepayAmount, discount = 0 }: AmountLimits) {
  const discountNgwee = fromKwacha(discount);
  return {
    remainingNgwee: add(fromKwacha(remainingAmount), discountNgwee),
    discountNgwee,
    minRepayNgwee: fromKwacha(minRepayAmount),
    minLeftoverNgwee: MIN_LEFTOVER,
  };
}
