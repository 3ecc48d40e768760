import { day } from '@thumba/lending/day';
import { expect, test } from 'vitest';
import { withCouponText } from './open-loan-text.ts';

const today = day('2026-11-26');
const loan = {
  dueAmount: 575,
  dueDate: '2026-12-26',
  overdueDays: 0,
  coupon: { discount: 10, validTo: '2027-01-31' },
};

test('a bill with a coupon names the lower sum and the last day for it', () => {
  expect(withCouponText(loan, today)).toBe(
    'Or K565.00 with your coupon, if you pay it in full by 26 December.',
  );
  expect(withCouponText({ ...loan, coupon: { discount: 10, validTo: '2026-12-20' } }, today)).toMatch(
    /by 20 December\.$/,
  );
});

test('a bill without a coupon, or a late one, names none', () => {
  const { coupon: _, ...plain } = loan;
  expect(withCouponText(plain, today)).toBeUndefined();
  expect(withCouponText({ ...loan, overdueDays: 2 }, today)).toBeUndefined();
});
