import { formatCount } from './count.ts';

declare const ngweeBrand: unique symbol;

/** An amount of money in ngwee (100 ngwee = 1 kwacha): always a safe integer, never negative. */
export type Ngwee = number & { readonly [ngweeBrand]: true };

/** Marks a number as money. Throws when it is not a safe, non-negative integer; inputs are checked before. */
export function ngwee(amount: number): Ngwee {
  if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError(`not an amount in ngwee: ${amount}`);
  return (amount + 0) as Ngwee; // -0 + 0 is 0
}

export const ZERO = ngwee(0);

/** A whole number of kwacha, for data and tests: `kwacha(50)` is 5,000 ngwee. */
export function kwacha(wholeKwacha: number): Ngwee {
  if (!Number.isInteger(wholeKwacha)) throw new RangeError(`not whole kwacha: ${wholeKwacha}`);
  return ngwee(wholeKwacha * 100);
}

const MAX_KWACHA = 1e9;

/**
 * Converts an amount on the wire (a JSON number in kwacha with at most two decimals, from 0 to a thousand million) to
 * ngwee. Anything else is `undefined`. The float step is safe: the nearest double of a two-decimal number is also the
 * nearest double of its ngwee divided by 100, so a number with more decimals never compares equal.
 */
export function parseKwacha(value: number): Ngwee | undefined {
  if (!(value >= 0 && value <= MAX_KWACHA)) return undefined;
  const amount = Math.round(value * 100);
  return amount / 100 === value ? ngwee(amount) : undefined;
}

/** An amount or a difference in ngwee as the wire's number in kwacha. */
export function toKwacha(amountNgwee: number): number {
  return amountNgwee / 100;
}

/** "K1,150.00"; "−K5.00" for a negative difference, with a minus sign: a hyphen beside a letter is hard to see. */
export function formatKwacha(amountNgwee: number): string {
  const whole = Math.trunc(Math.abs(amountNgwee) / 100);
  const cents = Math.abs(amountNgwee) % 100;
  return `${amountNgwee < 0 ? '−' : ''}K${formatCount(whole)}.${String(cents).padStart(2, '0')}`;
}

/** "K1,000" when the amount is whole, otherwise as `formatKwacha`. */
export function formatKwachaShort(amountNgwee: number): string {
  return formatKwacha(amountNgwee).replace(/\.00$/, '');
}

/** The total in ngwee. Throws above the largest safe integer. */
export function add(...amounts: readonly Ngwee[]): Ngwee {
  return sum(amounts);
}

/** The total of a list in ngwee; zero for an empty list. */
export function sum(amounts: readonly Ngwee[]): Ngwee {
  let total = 0;
  for (const amount of amounts) total += amount;
  return ngwee(total);
}

/** The difference in ngwee. Throws below zero; a difference that may be negative is a plain number. */
export function subtract(from: Ngwee, amount: Ngwee): Ngwee {
  return ngwee(from - amount);
}

/** The least of some amounts in ngwee. */
export function minimum(...amounts: readonly [Ngwee, ...Ngwee[]]): Ngwee {
  return ngwee(Math.min(...amounts));
}

/**
 * `amount × times × numerator / denominator` in ngwee: exact, then rounded half up once. All are whole numbers and none is
 * negative.
 */
export function partOf(amount: Ngwee, times: number, numerator: number, denominator: number): Ngwee {
  const dividend = 2 * amount * times * numerator + denominator;
  const divisor = 2 * denominator;
  // Products of whole numbers are exact below this bound, and take a fraction of the time of a bigint.
  if (Number.isInteger(times) && Number.isSafeInteger(dividend))
    return ngwee((dividend - (dividend % divisor)) / divisor);
  return roundHalfUp(BigInt(amount) * BigInt(times) * BigInt(numerator), BigInt(denominator));
}

/** An exact fraction of ngwee, rounded half up once. */
export function roundHalfUp(numerator: bigint, denominator: bigint): Ngwee {
  return ngwee(Number((2n * numerator + denominator) / (2n * denominator)));
}
