import { MOBILE_PATTERN } from '@thumba/contract/fields';
import type { OperatorName } from '@thumba/lending/ledger';

export function isZambianMobile(text: string): boolean {
  return MOBILE_PATTERN.test(text);
}

/** 0977123456 → 260977123456. */
export function toMsisdn(mobile: string): string {
  if (!isZambianMobile(mobile)) throw new Error('not a Zambian mobile number');
  return `26${mobile}`;
}

/** The two digits after the leading 0 → the operator that was given them. */
export type PrefixTable = Readonly<Record<string, OperatorName>>;

export const defaultPrefixTable: PrefixTable = {
  96: 'mtn',
  76: 'mtn',
  97: 'airtel',
  77: 'airtel',
  57: 'airtel',
  95: 'zamtel',
  75: 'zamtel',
};

/** A guess to start from: numbers are ported, so the borrower may choose another operator. */
export function operatorOfMobile(mobile: string, prefixTable: PrefixTable): OperatorName | undefined {
  return isZambianMobile(mobile) ? prefixTable[mobile.slice(1, 3)] : undefined;
}
