import type { Ngwee } from './money.ts';

/** Money that comes back to the lender, so many days after the borrower received the loan. */
export type CashFlow = { afterDays: number; amountNgwee: Ngwee };

/**
 * The rate a day at which the payments are worth exactly what was received: the internal rate of return, found by
 * halving an interval. Floats are right here and nowhere else: the rate has no exact form, it is only shown and
 * compared with a limit, and no amount of money is ever computed from it.
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

/** The yearly rate in percent with one decimal: 365 × the daily rate of return. 170.4 for K1,000 and K1,150 after 30 days. */
export function annualPercentageRate(receivedNgwee: Ngwee, flows: readonly CashFlow[]): number {
  return Math.round(dailyRateOfReturn(receivedNgwee, flows) * 365 * 1000) / 10;
}

/** Whether the yearly rate is higher than a limit in percent, without the rounding of the figure that is shown. */
export function isAprAbove(receivedNgwee: Ngwee, flows: readonly CashFlow[], limitPercent: number): boolean {
  return presentValue(flows, limitPercent / 100 / 365) > receivedNgwee;
}

/**
 * Charges as simple interest a year on the principal outstanding, in percent with one decimal, as a ceiling in law is
 * worded. `principalDays` is every part of the principal times the days it was out, in ngwee times days.
 */
export function simpleAnnualRatePercent(chargesNgwee: Ngwee, principalDays: number): number {
  return Math.round((chargesNgwee / principalDays) * 365 * 1000) / 10;
}

function presentValue(flows: readonly CashFlow[], dailyRate: number): number {
  return flows.reduce((total, flow) => total + flow.amountNgwee / (1 + dailyRate) ** flow.afterDays, 0);
}
