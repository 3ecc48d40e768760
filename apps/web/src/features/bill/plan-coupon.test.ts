import { addDays } from '@thumba/lending/day';
import { expect, test } from 'vitest';
import { dayText, lusakaToday } from '../../platform/lusaka-time.ts';
import { planCouponText } from './plan-coupon.ts';

const today = lusakaToday();
const inDays = (days: number) => addDays(today, days);
const plan = {
  loanPeriod: 1,
  dueDate: inDays(14),
  remaining: 543,
  coupon: { discount: 10, validTo: inDays(60) },
};

test('a bill without a coupon says nothing of one', () => {
  expect(planCouponText([{ ...plan, coupon: undefined }])).toBeUndefined();
});

test('the coupon of a bill says what is paid with it, and until when', () => {
  expect(planCouponText([plan])).toBe(
    `Coupon K10.00: you pay K533.00 if you pay this bill in full by ${dayText(inDays(14))}.`,
  );
});

test('a coupon that ends before the due date counts until its last day', () => {
  expect(planCouponText([{ ...plan, coupon: { discount: 10, validTo: inDays(3) } }])).toContain(
    ` by ${dayText(inDays(3))}.`,
  );
});

test.each([0, -5])('from the due date on the sum is that of today (day %i)', (days) => {
  expect(planCouponText([{ ...plan, dueDate: inDays(days) }])).toBe(
    'Coupon K10.00: you pay K533.00 if you pay this bill in full today.',
  );
});

test('of several instalments it names the one that has the coupon', () => {
  const first = { ...plan, remaining: 0, coupon: undefined };
  expect(planCouponText([first, { ...plan, loanPeriod: 2 }])).toBe(
    `Coupon K10.00: you pay K533.00 if you pay all of instalment 2 by ${dayText(inDays(14))}.`,
  );
});
