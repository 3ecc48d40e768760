import { words } from '@thumba/words/catalogue';

/** Why a payment failed, in one sentence for the borrower, by the name of the reason. */
export const failureWords = words('paymentFailure', {
  payer_not_found: 'This number has no mobile-money account with that operator.',
  not_enough_money: 'There was not enough money in the mobile-money account.',
  refused_by_borrower: 'The payment was refused on the phone.',
  wrong_pin: 'The PIN that was entered was wrong.',
  prompt_expired: 'The PIN was not entered in time, so the payment ended.',
  limit_reached: 'The mobile-money account has reached its limit.',
  amount_not_allowed: 'The operator does not allow a payment of this amount.',
  payee_not_found:
    'This number cannot receive money because it has no mobile-money account with that operator.',
  payee_cannot_receive: 'The mobile-money account cannot receive this money now; it may be full or blocked.',
  /** Staff refused the number. The borrower does not learn why. */
  payee_not_accepted: 'We cannot send money to this number. Please choose another mobile-money number.',
  // MTN says this also of a wrong PIN.
  not_allowed:
    'The operator did not accept it: the PIN may have been wrong, or the account may not make this payment.',
  not_completed: 'The operator could not complete the payment. Please check your balance and try again.',
  superseded: 'The money had been sent already.',
  request_not_received: 'The request did not reach the operator and no money was moved. Please try again.',
  float_low: 'We cannot send money through this operator at the moment. Please try again later.',
  operator_stopped:
    'We do not use this operator at the moment, and no money was moved. Please use another account, or try again later.',
  operator_down: 'The mobile-money operator cannot be reached at the moment. Please try again later.',
  operator_error: 'The mobile-money operator could not process the payment. Please try again later.',
});
