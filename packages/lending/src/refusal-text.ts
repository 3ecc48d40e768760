import type { LoanStateRefusal } from './application.ts';
import type { AvailableRefusal } from './decision.ts';
import type { LoanState } from './loan.ts';
import { formatKwacha, formatKwachaShort } from './money.ts';
import type { OfferRefusal, PolicyRule } from './product.ts';
import type { RepaymentRefusal, WalletRefusal } from './repayment.ts';
import { describeAmountRefusal } from './repayment-rules.ts';

export type LendingRefusal =
  | OfferRefusal
  | AvailableRefusal
  | LoanStateRefusal
  | RepaymentRefusal
  | WalletRefusal;

/** One sentence for a borrower. A refusal without one does not compile. */
export function describeRefusal(refusal: LendingRefusal): string {
  switch (refusal.kind) {
    case 'unknown_term':
      return 'Please choose one of the terms offered.';
    case 'amount_below_minimum':
      return `The smallest amount is ${formatKwachaShort(refusal.minimumNgwee)}.`;
    case 'amount_above_maximum':
      return `The largest amount is ${formatKwachaShort(refusal.maximumNgwee)}.`;
    case 'amount_not_on_step':
      return `Please choose an amount in steps of ${formatKwachaShort(refusal.stepNgwee)}.`;
    case 'breaks_policy':
      return describeRule(refusal.rule);
    case 'above_available':
      return refusal.largestNgwee === 0
        ? 'This loan is not available to you with this term.'
        : `You can borrow up to ${formatKwachaShort(refusal.largestNgwee)} with this term.`;
    case 'wrong_state':
      return `This cannot be done any more: the loan ${describeState(refusal.state)}.`;
    case 'not_repayable':
      return `There is nothing to pay: the loan ${describeState(refusal.state)}.`;
    case 'payment_pending':
      return `A payment of ${formatKwacha(refusal.amountNgwee)} is waiting for your PIN. Please finish it first.`;
    case 'not_first_owed':
      return `Please pay instalment ${refusal.firstOwedPeriod} first.`;
    case 'below_minimum':
    case 'leaves_too_little':
    case 'above_remaining':
      return describeAmountRefusal(refusal);
    case 'wallet_too_low':
      return `Your wallet holds ${formatKwacha(refusal.walletNgwee)}.`;
  }
}

function describeRule(rule: PolicyRule): string {
  switch (rule) {
    case 'max_apr':
    case 'max_annual_simple_rate':
      return 'This loan would cost more a year than our licence allows.';
    case 'fees_not_allowed':
    case 'extension_fees_not_allowed':
      return 'This loan has a fee that our licence does not allow.';
    case 'charge_cap':
      return 'The charges on this loan would be higher than our licence allows.';
    case 'min_term':
      return 'This term is shorter than our licence allows.';
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
