import { words } from '@thumba/words/catalogue';

/** Under the field of a payment's amount, when the amount is refused. */
export const repaymentAmountWords = words('repaymentAmount', {
  /** `amount` is a number of kwacha, like 20 or 15.5. */
  below_minimum: (amount: string) => `minimum: ${amount}`,
  /** The payment would leave a rest that is too small to be paid later. */
  leaves_too_little:
    'The remaining amount is less than the minimum amount and the current repayment must be paid off',
  above_remaining: 'The input amount cannot be greater than the remaining repayment amount',
});
