import { type Ngwee, roundHalfUp } from './money.ts';
import { fractionOf, type Rate } from './rate.ts';

/** A payment to the lender, `afterDays` days after the borrower received the loan. */
export type CashFlow = { afterDays: number; amountNgwee: Ngwee };

/**
 * The internal rate of return a day (0.01 is 1 %): at this rate the present value of the payments equals the amount
 * received. It is found by bisection. It is a float, because it has no exact form, and no amount of money is computed
 * from it. Throws for a received amount of zero. Rule: docs/rules/apr.md.
 */
export function dailyRateOfReturn(receivedNgwee: Ngwee, flows: readonly CashFlow[]): number {
  const repaid = flows.reduce((total, flow) => total + flow.amountNgwee, 0);
  if (receivedNgwee <= 0) throw new RangeError('a loan of nothing has no rate');
  if (repaid <= receivedNgwee) return 0;
  let low = 0;
  let high = 1;
  while (presentValue(flows, high) > receivedNgwee) high *= 2;
  for (let halvings = 0; halvings < 60 && high - low > 1e-12; halvings += 1) {
    const middle = (low + high) / 2;
    if (presentValue(flows, middle) > receivedNgwee) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/**
 * The yearly rate in percent with one decimal: 365 × the daily rate of return. 170.4 for K1,000 and K1,150 after 30
 * days. Rule: docs/rules/apr.md.
 */
export function annualPercentageRate(receivedNgwee: Ngwee, flows: readonly CashFlow[]): number {
  return Math.round(dailyRateOfReturn(receivedNgwee, flows) * 365 * 1000) / 10;
}

/** True when the yearly rate, unrounded, is above a limit in percent. Rule: docs/rules/apr.md. */
export function isAprAbove(receivedNgwee: Ngwee, flows: readonly CashFlow[], limitPercent: number): boolean {
  return isWorthMore(flows, limitPercent / 100 / 365, receivedNgwee);
}

/**
 * The effective yearly rate in percent with one decimal: (1 + the daily rate of return)^365 − 1, with interest on
 * interest. 447.6 for K1,000 and K1,150 after 30 days. Rule: docs/rules/apr.md.
 */
export function effectiveAnnualRate(receivedNgwee: Ngwee, flows: readonly CashFlow[]): number {
  return Math.round(((1 + dailyRateOfReturn(receivedNgwee, flows)) ** 365 - 1) * 1000) / 10;
}

/** True when the effective yearly rate, unrounded, is above a limit in percent. Rule: docs/rules/apr.md. */
export function isEffectiveRateAbove(
  receivedNgwee: Ngwee,
  flows: readonly CashFlow[],
  limitPercent: number,
): boolean {
  return isWorthMore(flows, (1 + limitPercent / 100) ** (1 / 365) - 1, receivedNgwee);
}

/**
 * The price of an extension as a nominal yearly rate in percent with one decimal: fee rate × 365 / days. 260.7 for 5 %
 * and 7 days. Rule: docs/rules/extension.md.
 */
export function extensionAnnualRate({ days, rate }: { days: number; rate: Rate }): number {
  const { numerator, denominator } = fractionOf(rate);
  return roundHalfUp(numerator * 365n * 1000n, denominator * BigInt(days)) / 10;
}

/**
 * True when the yearly rate of an extension, exact and unrounded, is above a limit in percent. Of the limit six decimals
 * count. Rule: docs/rules/extension.md.
 */
export function isExtensionRateAbove(
  { days, rate }: { days: number; rate: Rate },
  limitPercent: number,
): boolean {
  const { numerator, denominator } = fractionOf(rate);
  const limitInMillionths = BigInt(Math.round(limitPercent * 1e6));
  return numerator * 365n * 100n * 1_000_000n > limitInMillionths * denominator * BigInt(days);
}

/**
 * Charges as simple interest a year on the principal outstanding, in percent with one decimal. The law words its
 * ceiling this way. `principalDays` is the sum of each part of the principal (ngwee) × the days until its repayment.
 * Rule: docs/rules/apr.md.
 */
export function simpleAnnualRatePercent(chargesNgwee: Ngwee, principalDays: number): number {
  return Math.round((chargesNgwee / principalDays) * 365 * 1000) / 10;
}

/** A loan at exactly its limit is not above it. The rounding of floats is less than this share of the amount. */
const FLOAT_ERROR = 1e-12;

/** True when the payments are worth more than the amount received, at a daily rate. */
function isWorthMore(flows: readonly CashFlow[], dailyRate: number, receivedNgwee: Ngwee): boolean {
  return presentValue(flows, dailyRate) - receivedNgwee > receivedNgwee * FLOAT_ERROR;
}

function presentValue(flows: readonly CashFlow[], dailyRate: number): number {
  return flows.reduce((total, flow) => total + flow.amountNgwee / (1 + dailyRate) ** flow.afterDays, 0);
}
