import { formatKwacha, ngwee } from '@thumba/lending/money';

/** An amount in ngwee with its sign, as a terminal prints it: -K12.50. */
export function signedKwacha(amountNgwee: number): string {
  return amountNgwee < 0 ? `-${formatKwacha(ngwee(-amountNgwee))}` : formatKwacha(ngwee(amountNgwee));
}
