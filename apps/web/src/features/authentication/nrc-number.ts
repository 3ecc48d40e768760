import { NUMBER_FORMATS, NUMBER_PATTERN } from '@thumba/identity/card-number';
import { identityWords } from '../../words/identity.ts';

const { digitsOfParts, separator } = NUMBER_FORMATS[0];

/** Puts the slashes of 123456/10/1 between the digits that are there so far. */
export function formatNrcNumber(typed: string): string {
  const digits = typed.replace(/\D/g, '');
  let end = 0;
  const parts = digitsOfParts.map((count) => {
    end += count;
    return digits.slice(end - count, end);
  });
  return parts.filter((part) => part !== '').join(separator);
}

export function nrcNumberMessage(text: string): string | undefined {
  if (text === '') return identityWords.missing.idNumber;
  return NUMBER_PATTERN.test(text) ? undefined : identityWords.missing.idNumberForm;
}
