import { words } from '@thumba/words/catalogue';

/** Refusals that are not about a rule of lending. */
export const bookRefusalWords = words('bookRefusal', {
  noSuchCoupon: 'We could not find this coupon',
  keyReused: 'This request was already used for something else. Please start again.',
});
