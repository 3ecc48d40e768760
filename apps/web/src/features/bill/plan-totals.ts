import type { Answer } from '@thumba/contract/wire';
import { formatKwacha, ngwee } from '@thumba/lending/money';
import { fromKwacha } from '../../platform/money.ts';

type Plan = Answer<'queryRepaymentPlan'>['plans'][number];
type PlanAmounts = Pick<
  Plan,
  'principal' | 'interest' | 'serviceFee' | 'penalty' | 'discount' | 'paid' | 'remaining'
>;

const CHARGES: readonly { part: 'principal' | 'interest' | 'serviceFee' | 'penalty'; name: string }[] = [
  { part: 'principal', name: 'Loan' },
  { part: 'interest', name: 'interest' },
  { part: 'serviceFee', name: 'fee' },
  { part: 'penalty', name: 'late charges' },
];

/** Everything that is to be paid for a plan, what has been paid of it included. */
function toRepayNgwee(plan: PlanAmounts): number {
  const charged = CHARGES.reduce((total, { part }) => total + fromKwacha(plan[part]), 0);
  return ngwee(charged - fromKwacha(plan.discount));
}

export function toRepayText(plans: readonly PlanAmounts[]): string {
  return formatKwacha(plans.reduce((total, plan) => total + toRepayNgwee(plan), 0));
}

export function sumText(plans: readonly PlanAmounts[], part: 'paid' | 'remaining'): string {
  return formatKwacha(plans.reduce((total, plan) => total + fromKwacha(plan[part]), 0));
}

/** "Loan K333.33 · interest K40.00 · fee K10.00": what a plan is made of, without what is nothing. */
export function partsText(plan: PlanAmounts): string {
  return CHARGES.filter(({ part }) => plan[part] > 0)
    .map(({ part, name }) => `${name} ${formatKwacha(fromKwacha(plan[part]))}`)
    .join(' · ');
}
