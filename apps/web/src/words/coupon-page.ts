import { words } from '@thumba/words/catalogue';

export const couponPageWords = words('couponPage', {
  tabs: 'Coupons',
  usable: 'Usable',
  applied: 'Applied',
  used: 'Used',
  expired: 'Expired',
  valid: (from: string, to: string) => `Valid from ${from} to ${to}`,
  validForPayments: (sum: string, from: string, to: string) =>
    `For payments of ${sum} or more. Valid from ${from} to ${to}`,
  seeBill: 'See the bill',
  nothing: {
    usable: {
      title: 'You have no coupon to use',
      text: 'Your coupons are shown here. A coupon makes the charges of a bill smaller.',
    },
    used: {
      title: 'You have used no coupon yet',
      text: 'A coupon is used when a payment is paid in full with it.',
    },
    expired: {
      title: 'None of your coupons has expired',
      text: 'Each coupon shows its last day.',
    },
  },
});
