import type { LoanStateRefusal } from './application.ts';
import type { CancellationRefusal } from './cooling-off.ts';
import type { CouponRefusal, CouponTakenRefusal } from './coupon.ts';
import { formatDay } from './day.ts';
import type { AvailableRefusal } from './decision.ts';
import type { ExtensionRefusal } from './extension.ts';
import type { LoanState } from './loan.ts';
import { formatKwacha, formatKwachaShort } from './money.ts';
import type { StaleQuoteRefusal } from './pending.ts';
import type { OfferRefusal, PolicyRule } from './product.ts';
import type { RepaymentRefusal, WalletRefusal } from './repayment.ts';
import { describeAmountRefusal } from './repayment-rules.ts';
import type { ReversalRefusal } from './reversal.ts';
import type { SettlementRefusal } from './settlement.ts';
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
  | WaiverRefusal
  | ReversalRefusal
  | WalletPayoutRefusal;

/**
 * One sentence for a borrower, without a full stop as the app's own messages under a field, or several, each with one. A
 * refusal without a sentence does not compile.
 */
export function describeRefusal(refusal: LendingRefusal): string {
  switch (refusal.kind) {
    case 'unknown_term':
      return 'Please choose one of the terms offered';
    case 'amount_below_minimum':
      return `The smallest amount is ${formatKwachaShort(refusal.minimumNgwee)}`;
    case 'amount_above_maximum':
      return `The largest amount is ${formatKwachaShort(refusal.maximumNgwee)}`;
    case 'amount_not_on_step':
      return `Please choose an amount in steps of ${formatKwachaShort(refusal.stepNgwee)}`;
    case 'breaks_policy':
      return describeRule(refusal.rule);
    case 'above_available':
      return refusal.largestNgwee === 0
        ? 'This loan is not available to you with this term'
        : `You can borrow up to ${formatKwachaShort(refusal.largestNgwee)} with this term`;
    case 'wrong_state':
      return `This cannot be done any more: the loan ${describeState(refusal.state)}`;
    case 'not_repayable':
      return `There is nothing to pay: the loan ${describeState(refusal.state)}`;
    case 'payment_pending':
      return `A payment of ${formatKwacha(refusal.amountNgwee)} is waiting for your PIN. Please finish it first.`;
    case 'not_first_owed':
      return `Please pay instalment ${refusal.firstOwedPeriod} first`;
    case 'below_minimum':
    case 'leaves_too_little':
    case 'above_remaining':
      return describeAmountRefusal(refusal);
    case 'wallet_too_low':
      return `Your wallet holds ${formatKwacha(refusal.walletNgwee)}`;
    case 'nothing_to_pay_out':
      return 'There is no wallet credit to pay out';
    case 'stale_quote':
      return `The amount is ${formatKwacha(refusal.amountNgwee)} today. Please look again.`;
    case 'no_extension_offered':
      return 'This loan cannot be extended';
    case 'not_extendable':
      return `There is nothing to extend: the loan ${describeState(refusal.state)}`;
    case 'later_plan_past_due':
      return `Instalment ${refusal.period} is past due too. Please pay the first one.`;
    case 'no_extensions_left':
      return `This loan was extended ${refusal.max === 1 ? 'once' : `${refusal.max} times`} already, which is the most`;
    case 'extension_above_charge_cap':
      return 'An extension would cost more than our licence allows on this loan';
    case 'cooling_off_over':
      return `A loan can be given back within ${refusal.coolingOffHours} hours of its payout`;
    case 'coupon_not_valid':
      return `This coupon counts from ${formatDay(refusal.validFrom)} to ${formatDay(refusal.validTo)}`;
    case 'coupon_used':
      return 'This coupon was used before';
    case 'coupon_applied_elsewhere':
      return 'This coupon is applied to another loan. Please remove it there first.';
    case 'nothing_owed_on_plan':
      return `Nothing is owed on instalment ${refusal.period}`;
    case 'plan_too_small_for_coupon':
      return `This coupon is for instalments of ${formatKwachaShort(refusal.minPlanNgwee)} or more`;
    case 'waiver_without_reason':
    case 'reversal_without_reason':
      return 'Please give a reason';
    case 'nothing_to_waive':
      return 'Please enter an amount to waive';
    case 'waiver_above_owed':
      return refusal.owedNgwee === 0
        ? 'Nothing of this is owed'
        : `Only ${formatKwacha(refusal.owedNgwee)} of this is owed`;
    case 'reversal_of_reversal':
      return 'A reversal cannot be reversed. Please post the payment again.';
    case 'not_reversible':
      return 'There is nothing to reverse in this entry';
    case 'already_reversed':
      return `Receipt ${refusal.receiptNo} was reversed before`;
    case 'posted_upon':
      return `Later entries stand on receipt ${refusal.receiptNo}. Please reverse them first.`;
    case 'credit_used':
      return `The borrower's wallet holds only ${formatKwacha(refusal.walletNgwee)} of the credit that this gave`;
    case 'other_loan_open':
      return 'The borrower has another open loan, so this one cannot be opened again';
  }
}

function describeRule(rule: PolicyRule): string {
  switch (rule) {
    case 'max_apr':
    case 'max_annual_simple_rate':
      return 'This loan would cost more a year than our licence allows';
    case 'fees_not_allowed':
    case 'extension_fees_not_allowed':
      return 'This loan has a fee that our licence does not allow';
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
