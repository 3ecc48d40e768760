import { identityWords } from '../../words/identity.ts';

const NRC_NUMBER = /^\d{6}\/\d{2}\/\d$/;
const DIGITS = 9;

/** Puts the slashes of 123456/10/1 between the digits that are there so far. */
export function formatNrcNumber(typed: string): string {
  const digits = typed.replace(/\D/g, '').slice(0, DIGITS);
  return [digits.slice(0, 6), digits.slice(6, 8), digits.slice(8)].filter((part) => part !== '').join('/');
}

export function nrcNumberMessage(text: string): string | undefined {
  if (text === '') return identityWords.missing.idNumber;
  return NRC_NUMBER.test(text) ? undefined : identityWords.missing.idNumberForm;
}
