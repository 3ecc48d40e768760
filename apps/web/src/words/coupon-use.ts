import { words } from '@thumba/words/catalogue';

export const couponUseWords = words('couponUse', {
  use: 'Use',
  onBill: 'Use it on your bill',
  onNextLoan: 'Use it on your next loan',
});
