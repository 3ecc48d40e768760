import type { Answer } from '@thumba/contract/wire';
import { fromKwacha, moneyText } from '@thumba/home/wire-money';
import { formatKwacha, ngwee } from '@thumba/lending/money';
import { repaymentPlanWords } from '../../words/repayment-plan.ts';

type Plan = Answer<'queryRepaymentPlan'>['plans'][number];
type PlanAmounts = Pick<
  Plan,
  'principal' | 'interest' | 'serviceFee' | 'penalty' | 'discount' | 'paid' | 'remaining'
>;

const CHARGES = ['principal', 'interest', 'serviceFee', 'penalty'] as const;

/** Everything that is to be paid for a plan, what has been paid of it included. */
function toRepayNgwee(plan: PlanAmounts): number {
  const charged = CHARGES.reduce((total, part) => total + fromKwacha(plan[part]), 0);
  return ngwee(charged - fromKwacha(plan.discount));
}

export function toRepayText(plans: readonly PlanAmounts[]): string {
  return formatKwacha(plans.reduce((total, plan) => total + toRepayNgwee(plan), 0));
}

export function sumText(plans: readonly PlanAmounts[], part: 'paid' | 'remaining'): string {
  return formatKwacha(plans.reduce((total, plan) => total + fromKwacha(plan[part]), 0));
}

/** "Loan K333.33 · interest K40.00 · fee K10.00": the parts of a plan and its coupon, without parts that are zero. */
export function partsText(plan: PlanAmounts): string {
  const charges = CHARGES.filter((part) => plan[part] > 0).map((part) =>
    repaymentPlanWords.parts[part](moneyText(plan[part])),
  );
  return [
    ...charges,
    ...(plan.discount > 0 ? [repaymentPlanWords.coupon(moneyText(plan.discount))] : []),
  ].join(' · ');
}
