import { words } from './catalogue.ts';

/** "Pay the bill". */
export const repayWords = words('repay', {
  title: 'Pay the bill',
  account: 'Repayment account',
  nothingToPay: 'There is nothing to pay',
  allPaid: 'Everything on this bill is paid.',
  seeBill: 'See the bill',
  couponTakenOff: (what: string, sum: string) => `${what}, coupon of ${sum} taken off`,
  paysOffLoan: (what: string, sum: string) =>
    `This pays off the whole loan and is less than the bill of ${sum}. ${what}`,
  takesOff: (sum: string) => `${sum} off`,
  payFromWallet: (sum: string) => `Use ${sum} of wallet credit`,
  paidFromWallet: (sum: string) => `${sum} paid from wallet credit`,
  helps: 'Every repayment helps you get a higher loan limit again.',
});
