/** Whom the last digit of a number says the card was issued to. */
export type NrcHolder = 'zambian' | 'commonwealth' | 'other';

const HOLDERS: Readonly<Record<string, NrcHolder>> = { 1: 'zambian', 2: 'commonwealth', 3: 'other' };
const NRC_NUMBER = /^\d{6}\/\d{2}\/(\d)$/;

/**
 * Whom a card was issued to, by the last digit of its number, as in `123456/10/1`. Undefined for a text that is no number
 * of a national registration card, or whose last digit has no meaning.
 */
export function nrcHolder(idNumber: string): NrcHolder | undefined {
  const [, lastDigit] = NRC_NUMBER.exec(idNumber) ?? [];
  return lastDigit === undefined ? undefined : HOLDERS[lastDigit];
}
