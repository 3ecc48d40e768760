import { allow, type Outcome, refuse } from './outcome.ts';
import { moneylenderPolicy, type Policy } from './product.ts';
import { fractionOf, type Rate, rate } from './rate.ts';

export type PolicyRefusal = {
  kind:
    | 'no_yearly_limit'
    | 'charge_cap_above_loan'
    | 'no_extension_limit'
    | 'moneylender_ceiling'
    | 'moneylender_fees';
};

/**
 * Checks a policy before it is saved. Refuses, in this order: no limit on what a loan costs in a year; a cap on charges
 * above the loan; extension fees without a limit; for a moneylender a ceiling above the one in the law, and fees. Rule:
 * docs/rules/products.md.
 */
export function checkPolicy(policy: Policy): Outcome<Policy, PolicyRefusal> {
  const { maxApr, maxEffectiveAnnualRate, maxAnnualSimpleRate, chargeCapRate } = policy;
  if (maxApr === null && maxEffectiveAnnualRate === null && maxAnnualSimpleRate === null) {
    return refuse({ kind: 'no_yearly_limit' });
  }
  if (isAbove(chargeCapRate, rate('1'))) return refuse({ kind: 'charge_cap_above_loan' });
  if (policy.extensionFeesAllowed && policy.maxExtensionAnnualRate === null) {
    return refuse({ kind: 'no_extension_limit' });
  }
  if (policy.name !== 'moneylender') return allow(policy);
  if (maxAnnualSimpleRate === null || isAbove(maxAnnualSimpleRate, moneylenderPolicy.maxAnnualSimpleRate!)) {
    return refuse({ kind: 'moneylender_ceiling' });
  }
  if (policy.feesAllowed || policy.extensionFeesAllowed) return refuse({ kind: 'moneylender_fees' });
  return allow(policy);
}

function isAbove(one: Rate, other: Rate): boolean {
  const [a, b] = [fractionOf(one), fractionOf(other)];
  return a.numerator * b.denominator > b.numerator * a.denominator;
}
