import { annualPercentageRate, effectiveAnnualRate } from './apr.ts';
import { addDays, type Day } from './day.ts';
import { add, type Ngwee, roundHalfUp, subtract, sum } from './money.ts';
import { cashFlowsOf, type PricedTerms, planSchedule } from './schedule.ts';

export type QuotedInstalment = {
  period: number;
  startsOn: Day;
  dueOn: Day;
  principalNgwee: Ngwee;
  interestNgwee: Ngwee;
  feeNgwee: Ngwee;
  totalNgwee: Ngwee;
};

/** The price of a loan, which the borrower sees before the agreement. */
export type Quote = {
  principalNgwee: Ngwee;
  receivedNgwee: Ngwee;
  interestNgwee: Ngwee;
  feeNgwee: Ngwee;
  totalRepayNgwee: Ngwee;
  totalCostNgwee: Ngwee;
  /** The total cost in percent of the amount received, with one decimal. */
  costPercent: number;
  /** 365 × the daily rate of return of the cash flows, in percent with one decimal. */
  apr: number;
  /** (1 + the daily rate of return)^365 − 1, in percent with one decimal. */
  effectiveAnnualRate: number;
  costPerDayNgwee: Ngwee;
  instalments: readonly QuotedInstalment[];
};

/** The price that a borrower agreed to. A contract from before the effective rate was shown does not have it. */
export type AgreedQuote = Omit<Quote, 'effectiveAnnualRate'> & Partial<Pick<Quote, 'effectiveAnnualRate'>>;

/**
 * Prices a loan paid out on `startOn`, in ngwee, from the money actually received. It is never refused: `loanTerms`
 * refuses terms that may not be offered. Throws when the cost differs from the cash flows. Rule: docs/rules/pricing.md.
 */
export function priceLoan(terms: PricedTerms, startOn: Day): Quote {
  const { receivedNgwee, interestNgwee, feeNgwee, instalments } = planSchedule(terms);
  const totalRepayNgwee = sum(instalments.map((instalment) => instalment.totalNgwee));
  const totalCostNgwee = add(interestNgwee, feeNgwee);
  if (subtract(totalRepayNgwee, receivedNgwee) !== totalCostNgwee)
    throw new Error('the cost is not what the cash flows say');
  return {
    principalNgwee: terms.principalNgwee,
    receivedNgwee,
    interestNgwee,
    feeNgwee,
    totalRepayNgwee,
    totalCostNgwee,
    costPercent: roundHalfUp(BigInt(totalCostNgwee) * 1000n, BigInt(receivedNgwee)) / 10,
    apr: annualPercentageRate(receivedNgwee, cashFlowsOf({ instalments })),
    effectiveAnnualRate: effectiveAnnualRate(receivedNgwee, cashFlowsOf({ instalments })),
    costPerDayNgwee: roundHalfUp(BigInt(totalCostNgwee), BigInt(terms.termDays)),
    instalments: instalments.map(({ startsAfterDays, dueAfterDays, ...amounts }) => ({
      ...amounts,
      startsOn: addDays(startOn, startsAfterDays),
      dueOn: addDays(startOn, dueAfterDays),
    })),
  };
}
