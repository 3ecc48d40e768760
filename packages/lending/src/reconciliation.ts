import { floatAccount, type OperatorName, type PaymentDirection, type Transfer, transfer } from './ledger.ts';
import { ngwee } from './money.ts';

/**
 * Moves the difference between an operator's statement and the book from or to suspense, so that the float account
 * equals the statement. `differenceNgwee` is the operator's amount less the book's. A positive one is money that came
 * (collection) or left (payout) without an entry in the book. It is never refused.
 */
export function placeDifference(difference: {
  operator: OperatorName;
  direction: PaymentDirection;
  differenceNgwee: number;
}): Transfer[] {
  const { operator, direction, differenceNgwee } = difference;
  const float = floatAccount(operator, direction);
  const amountNgwee = ngwee(Math.abs(differenceNgwee));
  const floatGains = direction === 'collection' ? differenceNgwee > 0 : differenceNgwee < 0;
  return floatGains ? transfer(float, 'suspense', amountNgwee) : transfer('suspense', float, amountNgwee);
}
