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
  countsWhenFull:
    'A coupon counts only when you pay the full bill. It does not count for a part, or for the lower price of paying the whole loan off early.',
  /** Stands in place of the selector while a coupon does not count for the chosen amount. */
  kept: 'A coupon does not count for this amount. You keep it for a bill that you pay in full.',
  isBest: 'This is the coupon that takes the most off.',
  choose: 'Choose a coupon',
  validTo: (worth: string, day: string) => `${worth}, valid to ${day}`,
  none: { label: 'No coupon', detail: 'Keep it for another time' },
  cancel: 'Cancel',
  confirm: 'Confirm',
});
