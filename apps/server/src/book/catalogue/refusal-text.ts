import type { RulesRefusal, ScorecardRefusal } from '@thumba/lending/decision';
import { LAST_DAY_OF_EVERY_MONTH } from '@thumba/lending/due-day';
import type { LadderRefusal } from '@thumba/lending/ladder';
import type { PolicyRefusal } from '@thumba/lending/policy-check';
import type { Policy, PolicyRule } from '@thumba/lending/product';
import { formatPercent } from '@thumba/lending/rate';
import type { PlanRefusal, SaveProductRefusal } from './commands.ts';
import type { FormRefusal } from './forms.ts';

import { plannedDayText } from './planned-day.ts';

export type CatalogueRefusal =
  | FormRefusal
  | SaveProductRefusal
  | PlanRefusal
  | PolicyRefusal
  | LadderRefusal
  | RulesRefusal
  | ScorecardRefusal
  | { kind: 'no_such_policy'; names: string[] }
  | { kind: 'nothing_different' }
  | { kind: 'changed_since_asked' };

/** One sentence for the lender's staff, with the rule that was broken by its name. */
export function describeCatalogueRefusal(refusal: CatalogueRefusal, policy: Policy): string {
  if (isOfPolicy(refusal)) return POLICY_SENTENCES[refusal.kind];
  switch (refusal.kind) {
    case 'not_that_form':
      return refusal.field === '' ? refusal.message : `${refusal.field}: ${refusal.message}`;
    case 'no_terms':
      return 'terms: a product needs at least one term.';
    case 'bad_term':
      return `terms: term ${refusal.termId} is given twice, is too long, or its days do not make its instalments.`;
    case 'bad_amounts':
      return 'amountStep: the amounts must go from minAmount to maxAmount in whole steps.';
    case 'too_many_amounts':
      return `amountStep: at most ${refusal.most} amounts can be offered.`;
    case 'no_minimum_repayment':
      return 'minRepayAmount: must be above 0.';
    case 'bad_rate':
      return `${refusal.rate}: a rate must be below 1.`;
    case 'bad_repayment_order':
      return 'repaymentOrder: penalty, fee, interest and principal must each stand in it once.';
    case 'bad_due_day':
      return `dueDay.day: must be a whole number from 1 to ${LAST_DAY_OF_EVERY_MONTH}.`;
    case 'plans_closer_than_due_days':
      return `dueDay: the plans of term ${refusal.termId} must be ${refusal.leastDays} days apart or more, because a month has one due day.`;
    case 'breaks_policy':
      return `${refusal.rule}: ${describeRule(refusal.rule, policy)}`;
    case 'no_such_product':
      return `productId: there is no product ${refusal.productId}. Leave it out for a new one.`;
    case 'changed_meanwhile':
      return `version: version ${refusal.version} was saved meanwhile. Start again from that one.`;
    case 'name_taken':
      return `name: another product is called ${refusal.name}.`;
    case 'term_taken':
      return `terms: term ${refusal.termId} belongs to ${refusal.name}.`;
    case 'no_such_ladder_step':
      return `ladderStepNeeded: the ladder has ${refusal.steps} steps.`;
    case 'no_such_policy':
      return `There is no such policy. There are: ${refusal.names.join(', ')}.`;
    case 'nothing_different':
      return 'Nothing is different from what is saved.';
    case 'changed_since_asked':
      return 'It was changed since this was asked for. Start again from what is saved now.';
    case 'planned_already':
      return `Version ${refusal.version} is planned from ${plannedDayText(refusal.effectiveOn)}. Withdraw it first.`;
    case 'day_passed':
      return `The day from which it was to count, ${plannedDayText(refusal.effectiveOn)}, has passed. Choose another day.`;
    case 'not_planned':
      return 'No such version is planned. It counts already, or it was withdrawn.';
    case 'no_steps':
      return 'steps: a ladder needs at least one step.';
    case 'steps_not_rising':
      return `steps: step ${refusal.step} is not higher than the one before it.`;
    case 'no_loans_per_step':
      return 'onTimeLoansPerStep: at least one loan must take a borrower up.';
    case 'bad_share_of_limit':
      return 'minShareOfLimit: it must be at most 1.';
    case 'under_age_allowed':
      return 'minAgeYears: a borrower has to be 18 or older.';
    case 'incomes_not_rising':
      return 'approveIncome: it must not be below referIncome.';
    case 'bad_income_share':
      return 'instalmentShareOfIncome: it must be above 0 and at most 1.';
    case 'points_not_rising':
      return 'approveFromPoints: it must not be below referFromPoints.';
    case 'bands_not_rising':
      return `bands.${refusal.characteristic}: the bands must go from low to high.`;
    case 'message_points_below_zero':
      return 'bands.moneyReceivedKwacha: a borrower whose SMS are read must not have fewer points for it.';
  }
}

function describeRule(rule: PolicyRule, policy: Policy): string {
  switch (rule) {
    case 'max_apr':
      return `the APR would be above the ${policy.maxApr}% of the ${policy.name} policy.`;
    case 'max_effective_annual_rate':
      return `the effective annual rate would be above the ${policy.maxEffectiveAnnualRate}% of the ${policy.name} policy.`;
    case 'max_annual_simple_rate':
      return `simple interest a year, fees and the penalty rate counted, would be above the ${formatPercent(policy.maxAnnualSimpleRate!)} of the ${policy.name} policy.`;
    case 'fees_not_allowed':
      return `the ${policy.name} policy allows no service fee.`;
    case 'extension_fees_not_allowed':
      return `the ${policy.name} policy allows no fee for an extension.`;
    case 'max_extension_annual_rate':
      return `an extension would cost above the ${policy.maxExtensionAnnualRate}% a year that the ${policy.name} policy allows: its rate × 365 / its days.`;
    case 'charge_cap':
      return `the charges would be above ${formatPercent(policy.chargeCapRate)} of the loan, the cap of the ${policy.name} policy.`;
    case 'min_term':
      return `the ${policy.name} policy allows no term under ${policy.minTermDays} days.`;
  }
}

const POLICY_SENTENCES: Record<PolicyRefusal['kind'], string> = {
  no_yearly_limit:
    'maxApr: a policy needs a limit on what a loan costs in a year: maxApr, maxEffectiveAnnualRate or maxAnnualSimpleRate.',
  charge_cap_above_loan: 'chargeCapRate: the charges of a loan may not be above 100% of it.',
  no_extension_limit: 'maxExtensionAnnualRate: extension fees need a limit where they are allowed.',
  moneylender_ceiling:
    'maxAnnualSimpleRate: the law allows a moneylender 48% simple interest a year at most.',
  moneylender_fees:
    'feesAllowed: the law allows a moneylender no fees, neither on the loan nor on an extension.',
};

function isOfPolicy(refusal: CatalogueRefusal): refusal is PolicyRefusal {
  return refusal.kind in POLICY_SENTENCES;
}
