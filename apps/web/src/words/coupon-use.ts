import { words } from './catalogue.ts';

export const couponUseWords = words('couponUse', {
  use: 'Use',
  onBill: 'Use it on your bill',
  onNextLoan: 'Use it on your next loan',
});
