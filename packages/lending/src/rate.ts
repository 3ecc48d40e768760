import { formatCount } from './count.ts';
import { type Ngwee, roundHalfUp } from './money.ts';

declare const rateBrand: unique symbol;

/** A share or a daily rate as an exact decimal string, for example `"0.004"`. It is never a float. */
export type Rate = string & { readonly [rateBrand]: true };

const RATE_PATTERN = /^(?:0|[1-9]\d{0,3})(?:\.\d{1,10})?$/;

/** True for digits with at most ten decimals: `0.004`, `1.00`, `48`. */
export function isRate(text: string): text is Rate {
  return RATE_PATTERN.test(text);
}

/** Marks a decimal string as a rate: digits, at most ten decimals, never negative. Throws otherwise. */
export function rate(text: string): Rate {
  if (!isRate(text)) throw new RangeError(`not a rate: ${text}`);
  return text;
}

/** The same number as an exact fraction. */
export function fractionOf(rate: Rate): { numerator: bigint; denominator: bigint } {
  const [whole = '0', decimals = ''] = rate.split('.');
  return { numerator: BigInt(whole + decimals), denominator: 10n ** BigInt(decimals.length) };
}

/**
 * `amount × rate × times` in ngwee: exact, then rounded half up once. `times` is a whole number, such as the days of a
 * daily rate.
 */
export function share(amount: Ngwee, rate: Rate, times = 1): Ngwee {
  const { numerator, denominator } = fractionOf(rate);
  return roundHalfUp(BigInt(amount) * numerator * BigInt(times), denominator);
}

/** "0.4%" for the rate 0.004, without trailing zeros. */
export function formatPercent(rate: Rate): string {
  const [whole = '0', decimals = ''] = rate.split('.');
  const padded = decimals.padEnd(2, '0');
  const percent = `${whole}${padded.slice(0, 2)}`.replace(/^0+(?=\d)/, '');
  const rest = padded.slice(2).replace(/0+$/, '');
  return `${percent}${rest === '' ? '' : `.${rest}`}%`;
}

/** "170.4%" for 170.4, and "15%" for 15: a figure in percent with at most one decimal, as `apr` is. */
export function formatPercentage(percent: number): string {
  const tenths = Math.round(percent * 10);
  const decimal = tenths % 10 === 0 ? '' : `.${tenths % 10}`;
  return `${formatCount(Math.trunc(tenths / 10))}${decimal}%`;
}
