import { words } from '@thumba/words/catalogue';

/** What a payment went to. */
export const paymentFactWords = words('paymentFacts', {
  penalty: 'Late charges',
  serviceFee: 'Service fee',
  interest: 'Interest',
  principal: 'Loan',
  wallet: 'Wallet credit',
  extensionFee: 'Extension fee',
  coupon: 'Your coupon paid',
  saved: 'Saved by paying early',
});
