import { fromKwacha } from '@thumba/home/wire-money';
import { ngwee, subtract, toKwacha } from '@thumba/lending/money';
import { checkRepayment } from '@thumba/lending/repayment-rules';
import { type AmountLimits, inNgwee } from './amount-entry.ts';

/** An amount that a borrower pays with one tap. */
export type QuickAmount = {
  /** The whole loan at the price of today, the next plan, or half of the next plan. */
  of: 'loan' | 'plan' | 'half';
  /** In kwacha. */
  amount: number;
  /** Pays off all that is owed. */
  isAll: boolean;
  /** The quote that is submitted with it. */
  quoteId?: string;
};

type Owed = {
  limits: AmountLimits;
  plansLeft: number;
  /** The price of the whole loan today, where it can be submitted. */
  settlement?: { amount: number; quoteId: string } | undefined;
};

/**
 * The amounts to choose from: the whole loan, the next plan, half of it. Only those that the rules allow. A plan that
 * costs as much as the whole loan or more is not offered, and neither is the whole loan where its last plan costs less.
 */
export function quickAmounts({ limits, plansLeft, settlement }: Owed): [QuickAmount, ...QuickAmount[]] {
  const plan: QuickAmount = { of: 'plan', amount: limits.remainingAmount, isAll: plansLeft === 1 };
  const parts = [plan, ...halfOf(limits)];
  if (settlement === undefined) return [plan, ...parts.slice(1)];
  const loan: QuickAmount = { of: 'loan', isAll: true, ...settlement };
  if (plan.isAll && plan.amount <= loan.amount) return [plan, ...parts.slice(1)];
  return [loan, ...parts.filter(({ amount }) => amount < loan.amount)];
}

function halfOf(limits: AmountLimits): QuickAmount[] {
  const { remainingNgwee, discountNgwee, ...rules } = inNgwee(limits);
  const halfNgwee = ngwee(Math.ceil(remainingNgwee / 2));
  const isPart = halfNgwee < subtract(remainingNgwee, discountNgwee);
  const checked = checkRepayment({ amountNgwee: halfNgwee, remainingNgwee, discountNgwee, ...rules });
  return isPart && checked.ok ? [{ of: 'half', amount: toKwacha(halfNgwee), isAll: false }] : [];
}

/** Whether another amount than all of the plan may be typed. */
export function mayPayPart(limits: AmountLimits): boolean {
  const { remainingNgwee, minRepayNgwee, minLeftoverNgwee } = inNgwee(limits);
  return minRepayNgwee + minLeftoverNgwee <= remainingNgwee;
}

/** Whether an amount leaves something of the plan to be paid. */
export function isPartOf(limits: AmountLimits, payAmount: number): boolean {
  return fromKwacha(payAmount) < fromKwacha(limits.remainingAmount);
}
