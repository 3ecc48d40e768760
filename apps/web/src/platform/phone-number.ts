import { phoneWords } from '../words/phone.ts';

const PHONE_DIGITS = 10;
const COUNTRY_CODE = '260';

/**
 * The ten digits of a Zambian number in whatever form it was typed or pasted: "+260 977 123 456", "00260977123456",
 * "+260 (0) 977 123 456" and "977123456" are all 0977123456.
 */
export function readPhoneNumber(text: string): string {
  const digits = text.replace(/\D/g, '').replace(/^00(?=260)/, '');
  if (digits.startsWith(COUNTRY_CODE)) {
    return `0${digits.slice(COUNTRY_CODE.length).replace(/^0/, '')}`.slice(0, PHONE_DIGITS);
  }
  if (/^[579]\d{8}$/.test(digits)) return `0${digits}`;
  return digits.slice(0, PHONE_DIGITS);
}

/** "0977 123 456", also while it is being typed. */
export function groupPhoneNumber(digits: string): string {
  return [digits.slice(0, 4), digits.slice(4, 7), digits.slice(7)].filter((part) => part !== '').join(' ');
}

export function phoneMessage(mobile: string): string | undefined {
  if (mobile === '') return phoneWords.empty;
  if (!/^0\d{9}$/.test(mobile)) return phoneWords.wrong;
  return undefined;
}

const CODE_LENGTH = 4;

export function readCode(text: string, length = CODE_LENGTH): string {
  return text.replace(/\D/g, '').slice(0, length);
}

export function isCodeComplete(code: string): boolean {
  return code.length === CODE_LENGTH;
}

export function codeMessage(code: string): string | undefined {
  return code === '' ? phoneWords.codeEmpty : undefined;
}
