import { plural, words } from '@thumba/words/catalogue';

/** Why something that a borrower asked for cannot be done, by the name of the refusal. */
export const lendingRefusalWords = words('lendingRefusal', {
  /** A term is a length of the loan, like 30 days. */
  unknown_term: 'Please choose one of the terms offered',
  amount_below_minimum: (amount: string) => `The smallest amount is ${amount}`,
  amount_above_maximum: (amount: string) => `The largest amount is ${amount}`,
  amount_not_on_step: (step: string) => `Please choose an amount in steps of ${step}`,
  above_available: (largest: string) => `You can borrow up to ${largest} with this term`,
  nothing_available: 'This loan is not available to you with this term',
  /** `loan` is one of the clauses of `loan` below, like “the loan is paid off”. */
  wrong_state: (loan: string) => `This cannot be done any more: ${loan}`,
  /** `loan` is one of the clauses of `loan` below. */
  not_repayable: (loan: string) => `There is nothing to pay: ${loan}`,
  /** `loan` is one of the clauses of `loan` below. */
  not_extendable: (loan: string) => `There is nothing to extend: ${loan}`,
  payment_pending: (amount: string) =>
    `A payment of ${amount} is waiting for your PIN. Please finish it first.`,
  /** `number` is 1, 2, 3 … */
  not_first_owed: (number: string) => `Please pay instalment ${number} first`,
  wallet_too_low: (balance: string) => `Your wallet holds ${balance}`,
  nothing_to_pay_out: 'There is no wallet credit to pay out',
  stale_quote: (amount: string) => `The amount is ${amount} today. Please look again.`,
  no_extension_offered: 'This loan cannot be extended',
  hardship_plan_agreed: 'New dates are agreed for this loan, so it cannot be extended',
  /** `number` is 1, 2, 3 … */
  later_plan_past_due: (number: string) => `Instalment ${number} is past due too. Please pay the first one.`,
  no_extensions_left: (times: number) =>
    plural(times, {
      one: 'This loan was already extended once. It cannot be extended again.',
      other: `This loan was already extended ${times} times. It cannot be extended again.`,
    }),
  extension_above_charge_cap: 'An extension would cost more than our licence allows on this loan',
  cooling_off_over: (hours: string) => `A loan can be given back within ${hours} hours of its payout`,
  coupon_not_valid: (from: string, to: string) => `This coupon is valid from ${from} to ${to}`,
  coupon_used: 'This coupon was used before',
  coupon_applied_elsewhere: 'This coupon is applied to another loan. Please remove it there first.',
  /** `number` is 1, 2, 3 … */
  nothing_owed_on_plan: (number: string) => `Nothing is owed on instalment ${number}`,
  plan_too_small_for_coupon: (least: string) => `This coupon is for instalments of ${least} or more`,
  /** The limits are those of the licence under which the lender may lend. */
  policy: {
    costs_too_much: 'This loan would cost more a year than our licence allows',
    fee_not_allowed: 'This loan has a fee that our licence does not allow',
    extension_costs_too_much:
      'Moving the due date of this loan would cost more a year than our licence allows',
    charges_too_high: 'The charges on this loan would be higher than our licence allows',
    term_too_short: 'This term is shorter than our licence allows',
  },
  /** Each is a clause after a colon, as in “There is nothing to pay: the loan is paid off”. */
  loan: {
    applied: 'the loan is under review',
    approved: 'the loan is approved and not paid out yet',
    declined: 'the loan was declined',
    cancelled: 'the loan was cancelled',
    paying_out: 'the loan is being paid out',
    payout_failed: 'the loan could not be paid out yet',
    running: 'the loan is running',
    settled: 'the loan is paid off',
    closed: 'the loan is closed',
  },
});
