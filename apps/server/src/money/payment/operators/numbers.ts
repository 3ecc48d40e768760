import { MOBILE_PATTERN } from '@thumba/contract/fields';
import type { OperatorName } from '@thumba/lending/ledger';
import type { PrefixTable } from '../../../book/settings/operator-settings.ts';

export function isZambianMobile(text: string): boolean {
  return MOBILE_PATTERN.test(text);
}

/** 0977123456 → 260977123456. */
export function toMsisdn(mobile: string): string {
  if (!isZambianMobile(mobile)) throw new Error('not a Zambian mobile number');
  return `26${mobile}`;
}

/** The operator that first issued the number. Numbers are ported, so the borrower may choose another. */
export function operatorOfMobile(mobile: string, prefixTable: PrefixTable): OperatorName | undefined {
  return isZambianMobile(mobile) ? prefixTable[mobile.slice(1, 3)] : undefined;
}
