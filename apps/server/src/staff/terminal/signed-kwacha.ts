import { formatKwacha, ngwee } from '@thumba/lending/money';
import { fromDecimalAmount } from '../../money/payment/operators/decimal-amount.ts';

/** An amount in ngwee with its sign, as a terminal prints it: -K12.50. */
export function signedKwacha(amountNgwee: number): string {
  return amountNgwee < 0 ? `-${formatKwacha(ngwee(-amountNgwee))}` : formatKwacha(ngwee(amountNgwee));
}

/** Reads "150.50", "-1000.00" and what `signedKwacha` prints, "-K1,000.00". Any other text is `undefined`. */
export function readSignedKwacha(text: string): number | undefined {
  const [, minus = '', amount = ''] = /^([-−]?)K?(.+)$/.exec(text.trim()) ?? [];
  const amountNgwee = fromDecimalAmount(amount);
  return minus === '' || !amountNgwee ? amountNgwee : -amountNgwee;
}
