import { annualPercentageRate, effectiveAnnualRate } from './apr.ts';
import { addDays, type Day, daysBetween } from './day.ts';
import { type DatedTerms, dueDates } from './due-day.ts';
import { add, type Ngwee, roundHalfUp, subtract, sum } from './money.ts';
import { type PlannedInstalment, type PricedTerms, planSchedule } from './schedule.ts';

export type QuotedInstalment = {
  period: number;
  /** The first day of the period whose interest this instalment pays. */
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
 * Prices a loan paid out on `startOn`, in ngwee, from the money actually received. The amounts are those of the term's
 * days; the yearly rates count the days up to the due dates. It is never refused: `loanTerms` refuses terms that may not
 * be offered. Throws when the cost differs from the cash flows. Rule: docs/rules/pricing.md.
 */
export function priceLoan(terms: PricedTerms & DatedTerms, startOn: Day): Quote {
  const schedule = planSchedule(terms);
  const { receivedNgwee, interestNgwee, feeNgwee } = schedule;
  const dueOn = dueDates(terms, startOn);
  const instalments = schedule.instalments.map((instalment, index) =>
    datedInstalment(instalment, startOn, dueOn[index]!),
  );
  const flows = instalments.map((instalment) => ({
    afterDays: daysBetween(startOn, instalment.dueOn),
    amountNgwee: instalment.totalNgwee,
  }));
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
    apr: annualPercentageRate(receivedNgwee, flows),
    effectiveAnnualRate: effectiveAnnualRate(receivedNgwee, flows),
    costPerDayNgwee: roundHalfUp(BigInt(totalCostNgwee), BigInt(terms.termDays)),
    instalments,
  };
}

function datedInstalment(
  { startsAfterDays, endsAfterDays: _, ...amounts }: PlannedInstalment,
  startOn: Day,
  dueOn: Day,
): QuotedInstalment {
  return { ...amounts, startsOn: addDays(startOn, startsAfterDays), dueOn };
}
