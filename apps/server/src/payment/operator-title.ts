import type { OperatorName } from '@thumba/lending/ledger';

/** An operator as people call it. */
export function operatorTitle(operator: OperatorName): string {
  return { mtn: 'MTN', airtel: 'Airtel', zamtel: 'Zamtel' }[operator];
}
