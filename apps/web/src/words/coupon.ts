import { plural, words } from '@thumba/words/catalogue';

/** What a coupon is worth, and the field that chooses one. */
export const couponFieldWords = words('couponField', {
  off: (sum: string) => `${sum} off`,
  percentOff: (percent: string) => `${percent} off the charges`,
  noFee: 'No service fee',
  label: 'Coupon',
  available: (count: number) =>
    plural(count, { one: '1 coupon available', other: `${count} coupons available` }),
  noneAvailable: 'No coupons available',
  chosen: (name: string, worth: string) => `${name}, ${worth}`,
  countsWhenFull: 'A coupon counts only when you pay the bill in full.',
  isBest: 'This is the coupon that takes the most off.',
  notForLoan: 'A coupon does not count when you pay off the whole loan. You keep it.',
  choose: 'Choose a coupon',
  validTo: (worth: string, day: string) => `${worth}, valid to ${day}`,
  none: { label: 'No coupon', detail: 'Keep it for another time' },
  cancel: 'Cancel',
  confirm: 'Confirm',
});
