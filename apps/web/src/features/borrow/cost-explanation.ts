import type { Answer } from '@thumba/contract/wire';
import { formatDayCount } from '@thumba/lending/day';
import { formatKwacha, formatKwachaShort, type Ngwee, roundHalfUp } from '@thumba/lending/money';
import { microfinancePolicy } from '@thumba/lending/product';
import { formatPercent, rate, share } from '@thumba/lending/rate';
import { fromKwacha } from '../../platform/money.ts';

type Estimate = Answer<'productTrial'>;
type Product = Answer<'getMyLoanInfo'>['marketList'][number];
type Term = Product['terms'][number];

/** "Interest, 30 days at 0.4% a day". */
export function interestText(product: Product, term: Term): string {
  const what = product.interestMethod === 'declining' ? ' on what is still owed' : '';
  return `Interest, ${formatDayCount(term.days)} at ${formatPercent(rate(product.dailyRate))} a day${what}`;
}

/** "Service fee, 3%". */
export function serviceFeeText({ serviceFeeRate, feeMode }: Product): string {
  const when = feeMode === 'deducted' ? ', kept back from the payout' : '';
  return `Service fee, ${formatPercent(rate(serviceFeeRate))}${when}`;
}

/** "K150.00 · K5.00 a day". */
export function costText({ totalCost }: Estimate, { days }: Term): string {
  const cost = fromKwacha(totalCost);
  return `${formatKwacha(cost)} · ${formatKwacha(roundHalfUp(BigInt(cost), BigInt(days)))} a day`;
}

/** What being late costs: by the day, from which day on, and never more than what. */
export function latePaymentText({ plans, principal }: Estimate, { penalty }: Product): string {
  const largest = plans.reduce((most, plan) => Math.max(most, fromKwacha(plan.total)), 0) as Ngwee;
  const perDay = formatKwacha(share(largest, rate(penalty.dailyRate)));
  const upTo = plans.length > 1 ? 'Up to ' : '';
  const onWhat = plans.length > 1 ? ' for each late part' : '';
  const grace =
    penalty.graceDays === 0 ? 'from the day after' : `after ${formatDayCount(penalty.graceDays)} of grace`;
  const cap = share(fromKwacha(principal), microfinancePolicy.chargeCapRate);
  return `${upTo}${perDay} a day${onWhat} ${grace}, never more than ${formatKwachaShort(cap)} in all charges.`;
}
