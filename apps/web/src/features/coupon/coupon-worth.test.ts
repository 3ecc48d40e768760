import { expect, test } from 'vitest';
import { couponWorthText } from './coupon-worth.ts';

test.each([
  ['fixed', 10, 'K10.00 off'],
  ['percent', 7.5, '7.5% off the charges'],
  ['fee_free', 0, 'No service fee'],
] as const)('a coupon that is %s, of %d, says "%s"', (kind, discount, text) => {
  expect(couponWorthText({ kind, discount })).toBe(text);
});
