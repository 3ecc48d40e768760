import { words } from '@thumba/words/catalogue';

export const repaymentPlanWords = words('repaymentPlan', {
  bill: (number: string) => `Bill ${number}`,
  none: 'There is no plan',
  seeBill: 'See the bill',
  declined: 'This application was declined, so there is nothing to repay.',
  cancelled: 'This loan was cancelled, so there is nothing to repay.',
  payBy: 'Pay by',
  toRepay: 'To repay',
  left: 'Left',
  paid: (sum: string) => `${sum} paid`,
  coupon: (sum: string) => `coupon -${sum}`,
  total: 'Total',
  paidSoFar: (sum: string) => `${sum} paid so far`,
  parts: {
    principal: (sum: string) => `Loan ${sum}`,
    interest: (sum: string) => `interest ${sum}`,
    serviceFee: (sum: string) => `fee ${sum}`,
    penalty: (sum: string) => `late charges ${sum}`,
  },
});
