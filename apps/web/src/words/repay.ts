import { words } from '@thumba/words/catalogue';

/** "Pay the bill". */
export const repayWords = words('repay', {
  title: 'Pay the bill',
  account: 'Repayment account',
  nothingToPay: 'There is nothing to pay',
  allPaid: 'Everything on this bill is paid.',
  seeBill: 'See the bill',
  couponTakenOff: (what: string, sum: string) => `${what}, coupon of ${sum} taken off`,
  paysOffLoan: (saving: string) => `This pays off the whole loan. You save ${saving} of interest.`,
  /** The same, for a borrower who has a coupon. */
  paysOffLoanNoCoupon: (saving: string) =>
    `This pays off the whole loan. You save ${saving} of interest. A coupon does not count for this lower price. You keep your coupon.`,
  /** Stands first while the money can be given back, which costs less than paying the loan off. */
  giveBack: (deadline: string, sum: string) =>
    `You can give the money back until ${deadline} and pay only ${sum}.`,
  giveBackLink: 'Give the money back',
  saving: {
    asking: 'We look up what this saves.',
    interest: (sum: string) => `This payment saves ${sum} of interest.`,
    lateCharges: (before: string, after: string) =>
      `This payment lowers the late charges from ${before} to ${after} a day.`,
    nothing: 'Paying a part saves no interest.',
    staysLate: 'The loan stays late until the rest is paid.',
    onlyRest: 'If you pay the rest late, late charges are counted only on the rest.',
    deferral: (before: string, after: string) =>
      `This payment lowers the deferral charge from ${before} to ${after}.`,
    wholeLoan: (sum: string, saving: string) =>
      `To pay off the whole loan today costs ${sum} and saves ${saving} of interest.`,
  },
  takesOff: (sum: string) => `${sum} off`,
  payFromWallet: (sum: string) => `Use ${sum} of wallet credit`,
  paidFromWallet: (sum: string) => `${sum} paid from wallet credit`,
  helps: 'Every repayment helps you get a higher loan limit again.',
});
