import { plannedInstalments } from '@thumba/lending/application';
import { type Day, daysBetween } from '@thumba/lending/day';
import { incomeOfDays } from '@thumba/lending/earning';
import type { LoanTerms } from '@thumba/lending/loan';
import { add, type Ngwee, ngwee } from '@thumba/lending/money';
import { priceLoan, type Quote } from '@thumba/lending/pricing';

/** How a lender shows interest and fees over time. */
export const INCOME_POLICIES = ['straight_line', 'effective'] as const;
export type IncomePolicy = (typeof INCOME_POLICIES)[number];

/** Amounts and rates between the steps are whole numbers of 10^-24. */
const UNIT = 10n ** 24n;
/** The signed schedule of a loan: what the borrower received, and what they owe so many days after it. */
export type SignedFlows = {
  receivedNgwee: Ngwee;
  flows: readonly { afterDays: number; amountNgwee: Ngwee }[];
};

/**
 * The income in ngwee that the effective interest method gives a loan by the end of each day from its payout (index 0,
 * nothing) to its last due date (everything). Each day earns the daily rate of return on the amortised cost: what was
 * received, plus what was earned, less what was due so far. The rate is the one at which the payments are worth exactly
 * the amount received. It is computed in whole numbers of 10^-24; the total of a day is rounded once, half up. A loan
 * that costs nothing earns nothing. Source: IFRS 9, 5.4.1, B5.4.1 to B5.4.3 (fees that are part of the yield) and
 * Appendix A (effective interest rate). Rule: docs/rules/effective-interest.md.
 */
export function effectiveIncomeByDay({ receivedNgwee, flows }: SignedFlows): Ngwee[] {
  const lastDay = flows.reduce((latest, { afterDays }) => Math.max(latest, afterDays), 0);
  const dueOnDay = Array.from({ length: lastDay + 1 }, () => 0n);
  for (const { afterDays, amountNgwee } of flows) dueOnDay[afterDays]! += BigInt(amountNgwee);
  const costNgwee = dueOnDay.reduce((total, due) => total + due, 0n) - BigInt(receivedNgwee);
  if (costNgwee <= 0n) return dueOnDay.map(() => ngwee(0));
  const rate = dailyRate(BigInt(receivedNgwee), dueOnDay);
  const income: Ngwee[] = [];
  let amortisedCost = BigInt(receivedNgwee) * UNIT;
  let earned = 0n;
  for (const [afterDays, due] of dueOnDay.entries()) {
    if (afterDays > 0) {
      const earnedToday = (amortisedCost * rate) / UNIT;
      earned += earnedToday;
      amortisedCost += earnedToday;
    }
    amortisedCost -= due * UNIT;
    income.push(ngwee(Number((2n * earned + UNIT) / (2n * UNIT))));
  }
  return income;
}

/** The largest daily rate, in units of 10^-24, at which the last payment still leaves nothing to pay. */
function dailyRate(receivedNgwee: bigint, dueOnDay: readonly bigint[]): bigint {
  let low = 0n;
  let high = UNIT;
  while (leavesNothing(receivedNgwee, dueOnDay, high)) high *= 2n;
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (leavesNothing(receivedNgwee, dueOnDay, middle)) low = middle;
    else high = middle;
  }
  return low;
}

function leavesNothing(receivedNgwee: bigint, dueOnDay: readonly bigint[], rate: bigint): boolean {
  let amortisedCost = receivedNgwee * UNIT;
  for (const [afterDays, due] of dueOnDay.entries()) {
    if (afterDays > 0) amortisedCost += (amortisedCost * rate) / UNIT;
    amortisedCost -= due * UNIT;
  }
  return amortisedCost <= 0n;
}

/** Income of one loan in ngwee, by both policies. The adjustment is negative where the effective policy gives less. */
export type IncomeByPolicy = { straightLineNgwee: Ngwee; effectiveNgwee: Ngwee; adjustmentNgwee: number };

/**
 * The income of a loan in ngwee from its payout to the end of `on` by its signed schedule, straight line and effective.
 * Payments, extensions and late days do not change it: the adjustment spreads the signed income over time, and is zero
 * from the last signed due date. Rule: docs/rules/effective-interest.md.
 */
export function incomeByPolicy(
  terms: LoanTerms,
  disbursedOn: Day,
  on: Day,
  effectiveIncome: (quote: Quote, disbursedOn: Day) => readonly Ngwee[] = effectiveIncomeOf,
): IncomeByPolicy {
  const quote = priceLoan(terms, disbursedOn);
  const loan = { terms, receivedNgwee: quote.receivedNgwee, instalments: plannedInstalments(quote) };
  const { interestNgwee, feeNgwee } = incomeOfDays(loan, on);
  const straightLineNgwee = add(interestNgwee, feeNgwee);
  const income = effectiveIncome(quote, disbursedOn);
  const days = Math.max(0, daysBetween(disbursedOn, on));
  const effectiveNgwee = income[Math.min(days, income.length - 1)] ?? ngwee(0);
  return { straightLineNgwee, effectiveNgwee, adjustmentNgwee: effectiveNgwee - straightLineNgwee };
}

/** `effectiveIncomeByDay` of a quote, computed once for all loans with the same flows. */
export function rememberedEffectiveIncome(): (quote: Quote, disbursedOn: Day) => readonly Ngwee[] {
  const known = new Map<string, readonly Ngwee[]>();
  return (quote, disbursedOn) => {
    const flows = signedFlows(quote, disbursedOn);
    const key = JSON.stringify(flows);
    const income = known.get(key) ?? effectiveIncomeByDay(flows);
    known.set(key, income);
    return income;
  };
}

function effectiveIncomeOf(quote: Quote, disbursedOn: Day): readonly Ngwee[] {
  return effectiveIncomeByDay(signedFlows(quote, disbursedOn));
}

function signedFlows({ receivedNgwee, instalments }: Quote, disbursedOn: Day): SignedFlows {
  return {
    receivedNgwee,
    flows: instalments.map(({ dueOn, totalNgwee }) => ({
      afterDays: daysBetween(disbursedOn, dueOn),
      amountNgwee: totalNgwee,
    })),
  };
}
