import type { LoanStateRefusal } from './application.ts';
import type { CancellationRefusal } from './cooling-off.ts';
import type { CouponRefusal, CouponTakenRefusal } from './coupon.ts';
import { formatDay } from './day.ts';
import type { AvailableRefusal } from './decision.ts';
import type { ExtensionRefusal } from './extension.ts';
import type { HardshipRefusal } from './hardship-plan.ts';
import type { LoanState } from './loan.ts';
import { formatKwacha, formatKwachaShort } from './money.ts';
import type { StaleQuoteRefusal } from './pending.ts';
import type { OfferRefusal, PolicyRule } from './product.ts';
import { lendingRefusalWords } from './refusal-words.ts';
import type { RepaymentRefusal, WalletRefusal } from './repayment.ts';
import { describeAmountRefusal } from './repayment-rules.ts';
import type { ReversalRefusal } from './reversal.ts';
import type { SettlementRefusal } from './settlement.ts';
import { type SentenceFor, STAFF_SENTENCE_FOR } from './staff-refusal-text.ts';
import type { SuspensePlacementRefusal } from './suspense.ts';
import type { WaiverRefusal } from './waiver.ts';
import type { WalletPayoutRefusal } from './wallet-payout.ts';
import type { WriteOffRefusal } from './write-off.ts';

export type LendingRefusal =
  | OfferRefusal
  | AvailableRefusal
  | LoanStateRefusal
  | RepaymentRefusal
  | WalletRefusal
  | CouponRefusal
  | CouponTakenRefusal
  | ExtensionRefusal
  | SettlementRefusal
  | CancellationRefusal
  | StaleQuoteRefusal
  | WriteOffRefusal
  | HardshipRefusal
  | WaiverRefusal
  | ReversalRefusal
  | SuspensePlacementRefusal
  | WalletPayoutRefusal;

const SENTENCE_FOR: SentenceFor<LendingRefusal> = {
  unknown_term: () => lendingRefusalWords.unknown_term,
  amount_below_minimum: ({ minimumNgwee }) =>
    lendingRefusalWords.amount_below_minimum(formatKwachaShort(minimumNgwee)),
  amount_above_maximum: ({ maximumNgwee }) =>
    lendingRefusalWords.amount_above_maximum(formatKwachaShort(maximumNgwee)),
  amount_not_on_step: ({ stepNgwee }) => lendingRefusalWords.amount_not_on_step(formatKwachaShort(stepNgwee)),
  breaks_policy: ({ rule }) => lendingRefusalWords.policy[POLICY_NAMES[rule]],
  above_available: ({ largestNgwee }) =>
    largestNgwee === 0
      ? lendingRefusalWords.nothing_available
      : lendingRefusalWords.above_available(formatKwachaShort(largestNgwee)),
  wrong_state: ({ state }) => lendingRefusalWords.wrong_state(describeState(state)),
  not_repayable: ({ state }) => lendingRefusalWords.not_repayable(describeState(state)),
  payment_pending: ({ amountNgwee }) => lendingRefusalWords.payment_pending(formatKwacha(amountNgwee)),
  not_first_owed: ({ firstOwedPeriod }) => lendingRefusalWords.not_first_owed(String(firstOwedPeriod)),
  below_minimum: describeAmountRefusal,
  leaves_too_little: describeAmountRefusal,
  above_remaining: describeAmountRefusal,
  wallet_too_low: ({ walletNgwee }) => lendingRefusalWords.wallet_too_low(formatKwacha(walletNgwee)),
  nothing_to_pay_out: () => lendingRefusalWords.nothing_to_pay_out,
  stale_quote: ({ amountNgwee }) => lendingRefusalWords.stale_quote(formatKwacha(amountNgwee)),
  no_extension_offered: () => lendingRefusalWords.no_extension_offered,
  not_extendable: ({ state }) => lendingRefusalWords.not_extendable(describeState(state)),
  hardship_plan_agreed: () => lendingRefusalWords.hardship_plan_agreed,
  later_plan_past_due: ({ period }) => lendingRefusalWords.later_plan_past_due(String(period)),
  no_extensions_left: ({ max }) => lendingRefusalWords.no_extensions_left(max),
  extension_above_charge_cap: () => lendingRefusalWords.extension_above_charge_cap,
  cooling_off_over: ({ coolingOffHours }) => lendingRefusalWords.cooling_off_over(String(coolingOffHours)),
  coupon_not_valid: ({ validFrom, validTo }) =>
    lendingRefusalWords.coupon_not_valid(formatDay(validFrom), formatDay(validTo)),
  coupon_used: () => lendingRefusalWords.coupon_used,
  coupon_applied_elsewhere: () => lendingRefusalWords.coupon_applied_elsewhere,
  nothing_owed_on_plan: ({ period }) => lendingRefusalWords.nothing_owed_on_plan(String(period)),
  plan_too_small_for_coupon: ({ minPlanNgwee }) =>
    lendingRefusalWords.plan_too_small_for_coupon(formatKwachaShort(minPlanNgwee)),
  ...STAFF_SENTENCE_FOR,
};

const POLICY_NAMES = {
  max_apr: 'costs_too_much',
  max_effective_annual_rate: 'costs_too_much',
  max_annual_simple_rate: 'costs_too_much',
  fees_not_allowed: 'fee_not_allowed',
  extension_fees_not_allowed: 'fee_not_allowed',
  max_extension_annual_rate: 'extension_costs_too_much',
  charge_cap: 'charges_too_high',
  min_term: 'term_too_short',
} as const satisfies Record<PolicyRule, string>;

/**
 * The text of a refusal for a borrower. One sentence has no full stop; of several sentences each has one. A refusal
 * without a text does not compile.
 */
export function describeRefusal(refusal: LendingRefusal): string {
  const describe = SENTENCE_FOR[refusal.kind] as (refusal: LendingRefusal) => string;
  return describe(refusal);
}

function describeState(state: LoanState): string {
  const { loan } = lendingRefusalWords;
  switch (state) {
    case 'active':
    case 'overdue':
      return loan.running;
    case 'written_off':
    case 'recovered':
      return loan.closed;
    default:
      return loan[state];
  }
}
