import { floatAccount, type OperatorName, type PaymentDirection, type Transfer, transfer } from './ledger.ts';
import { ngwee } from './money.ts';

/**
 * Puts what an operator's statement and our book differ by into suspense, so that the float says again what the
 * operator says. `differenceNgwee` is the operator's amount less ours: of a collection it is money that came and is
 * nobody's yet when above zero, of a payout it is money that left and was nobody's debt.
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
