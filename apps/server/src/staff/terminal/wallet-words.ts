import { OPERATOR_NAMES, type OperatorName, type PaymentDirection } from '@thumba/lending/ledger';

export function isOperator(word: string | undefined): word is OperatorName {
  return OPERATOR_NAMES.some((name) => name === word);
}

export function isDirection(word: string | undefined): word is PaymentDirection {
  return word === 'collection' || word === 'payout';
}

/** The wallet that the first two words name: an operator, and collection or payout. */
export function walletOf([operator, direction]: readonly string[]):
  | { operator: OperatorName; direction: PaymentDirection }
  | undefined {
  return isOperator(operator) && isDirection(direction) ? { operator, direction } : undefined;
}
