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
import type { RepaymentRefusal, WalletRefusal } from './repayment.ts';
import { describeAmountRefusal } from './repayment-rules.ts';
import type { ReversalRefusal } from './reversal.ts';
import type { SettlementRefusal } from './settlement.ts';
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

type SentenceFor = {
  [Kind in LendingRefusal['kind']]: (refusal: Extract<LendingRefusal, { kind: Kind }>) => string;
};

const SENTENCE_FOR: SentenceFor = {
  unknown_term: () => 'Please choose one of the terms offered',
  amount_below_minimum: (refusal) => `The smallest amount is ${formatKwachaShort(refusal.minimumNgwee)}`,
  amount_above_maximum: (refusal) => `The largest amount is ${formatKwachaShort(refusal.maximumNgwee)}`,
  amount_not_on_step: (refusal) =>
    `Please choose an amount in steps of ${formatKwachaShort(refusal.stepNgwee)}`,
  breaks_policy: (refusal) => describeRule(refusal.rule),
  above_available: (refusal) =>
    refusal.largestNgwee === 0
      ? 'This loan is not available to you with this term'
      : `You can borrow up to ${formatKwachaShort(refusal.largestNgwee)} with this term`,
  wrong_state: (refusal) => `This cannot be done any more: the loan ${describeState(refusal.state)}`,
  not_repayable: (refusal) => `There is nothing to pay: the loan ${describeState(refusal.state)}`,
  payment_pending: (refusal) =>
    `A payment of ${formatKwacha(refusal.amountNgwee)} is waiting for your PIN. Please finish it first.`,
  not_first_owed: (refusal) => `Please pay instalment ${refusal.firstOwedPeriod} first`,
  below_minimum: describeAmountRefusal,
  leaves_too_little: describeAmountRefusal,
  above_remaining: describeAmountRefusal,
  wallet_too_low: (refusal) => `Your wallet holds ${formatKwacha(refusal.walletNgwee)}`,
  nothing_to_pay_out: () => 'There is no wallet credit to pay out',
  stale_quote: (refusal) => `The amount is ${formatKwacha(refusal.amountNgwee)} today. Please look again.`,
  no_extension_offered: () => 'This loan cannot be extended',
  not_extendable: (refusal) => `There is nothing to extend: the loan ${describeState(refusal.state)}`,
  hardship_plan_agreed: () => 'New dates are agreed for this loan, so it cannot be extended',
  hardship_without_reason: () => 'Please give a reason',
  hardship_date_count: (refusal) =>
    `${refusal.unpaidPlans === 1 ? '1 instalment is' : `${refusal.unpaidPlans} instalments are`} not paid. Please give a date for each.`,
  hardship_date_too_early: (refusal) =>
    `The date of instalment ${refusal.period} can be ${formatDay(refusal.earliestOn)} or later`,
  hardship_date_too_late: (refusal) => `The last date can be ${formatDay(refusal.latestOn)} at the latest`,
  later_plan_past_due: (refusal) => `Instalment ${refusal.period} is past due too. Please pay the first one.`,
  no_extensions_left: (refusal) =>
    `This loan was extended ${refusal.max === 1 ? 'once' : `${refusal.max} times`} already, which is the most`,
  extension_above_charge_cap: () => 'An extension would cost more than our licence allows on this loan',
  cooling_off_over: (refusal) =>
    `A loan can be given back within ${refusal.coolingOffHours} hours of its payout`,
  coupon_not_valid: (refusal) =>
    `This coupon counts from ${formatDay(refusal.validFrom)} to ${formatDay(refusal.validTo)}`,
  coupon_used: () => 'This coupon was used before',
  coupon_applied_elsewhere: () => 'This coupon is applied to another loan. Please remove it there first.',
  nothing_owed_on_plan: (refusal) => `Nothing is owed on instalment ${refusal.period}`,
  plan_too_small_for_coupon: (refusal) =>
    `This coupon is for instalments of ${formatKwachaShort(refusal.minPlanNgwee)} or more`,
  waiver_without_reason: () => 'Please give a reason',
  reversal_without_reason: () => 'Please give a reason',
  nothing_to_waive: () => 'Please enter an amount to waive',
  waiver_above_owed: (refusal) =>
    refusal.owedNgwee === 0
      ? 'Nothing of this is owed'
      : `Only ${formatKwacha(refusal.owedNgwee)} of this is owed`,
  reversal_of_reversal: () => 'A reversal cannot be reversed. Please post the payment again.',
  not_reversible: () => 'There is nothing to reverse in this entry',
  already_reversed: (refusal) => `Receipt ${refusal.receiptNo} was reversed before`,
  posted_upon: (refusal) =>
    `Later entries depend on receipt ${refusal.receiptNo}. Please reverse them first.`,
  credit_used: (refusal) =>
    `The borrower's wallet holds only ${formatKwacha(refusal.walletNgwee)} of the credit that this gave`,
  other_loan_open: () => 'The borrower has another open loan, so this one cannot be opened again',
};

/**
 * The text of a refusal for a borrower. One sentence has no full stop; of several sentences each has one. A refusal
 * without a text does not compile.
 */
export function describeRefusal(refusal: LendingRefusal): string {
  const describe = SENTENCE_FOR[refusal.kind] as (refusal: LendingRefusal) => string;
  return describe(refusal);
}

function describeRule(rule: PolicyRule): string {
  switch (rule) {
    case 'max_apr':
    case 'max_effective_annual_rate':
    case 'max_annual_simple_rate':
      return 'This loan would cost more a year than our licence allows';
    case 'fees_not_allowed':
    case 'extension_fees_not_allowed':
      return 'This loan has a fee that our licence does not allow';
    case 'max_extension_annual_rate':
      return 'Moving the due date of this loan would cost more a year than our licence allows';
    case 'charge_cap':
      return 'The charges on this loan would be higher than our licence allows';
    case 'min_term':
      return 'This term is shorter than our licence allows';
  }
}

function describeState(state: LoanState): string {
  switch (state) {
    case 'applied':
      return 'is under review';
    case 'approved':
      return 'is approved and not paid out yet';
    case 'declined':
      return 'was declined';
    case 'cancelled':
      return 'was cancelled';
    case 'paying_out':
      return 'is being paid out';
    case 'payout_failed':
      return 'could not be paid out yet';
    case 'active':
    case 'overdue':
      return 'is running';
    case 'settled':
      return 'is paid off';
    case 'written_off':
    case 'recovered':
      return 'is closed';
  }
}
