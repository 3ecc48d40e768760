import { COUPON_STATUS } from '@thumba/contract/codes';
import { describe, expect, test } from 'vitest';
import { bestCoupon, couponToApply, limitsWith } from './best-coupon.ts';

const coupon = (userCouponId: number, discount: number, validTo = '2027-01-31', applied = false) => ({
  couponName: `Coupon ${userCouponId}`,
  userCouponId,
  discount,
  validTo,
  couponUsableStatus: applied ? COUPON_STATUS.applied : COUPON_STATUS.usable,
});
const detail = (couponVoList: ReturnType<typeof coupon>[], remainingAmount = 1150) => ({
  repayAccountId: 1,
  repayAccount: 'MTN · 096 **** 456',
  curPayLoanPeriod: 1,
  minRepayAmount: 20,
  repayPlanList: [{ planId: 11, loanPeriod: 1, dueDate: '2026-12-21', remainingAmount }],
  couponVoList,
  walletBalance: 0,
});

describe('the best coupon', () => {
  test.each([
    ['has the largest discount', [coupon(1, 10), coupon(2, 30), coupon(3, 25)], 2],
    [
      'ends first, of two with the same discount',
      [coupon(1, 30, '2027-02-01'), coupon(2, 30, '2027-01-15')],
      2,
    ],
    ['takes something off', [coupon(1, 0)], undefined],
    ['is none without coupons', [], undefined],
  ])('%s', (_, coupons, expected) => {
    expect(bestCoupon(detail(coupons))?.userCouponId).toBe(expected);
  });

  test('is chosen while none is applied', () => {
    expect(couponToApply(detail([coupon(1, 10), coupon(2, 30)]))?.userCouponId).toBe(2);
    expect(couponToApply(detail([coupon(1, 10, '2027-01-31', true), coupon(2, 30)]))).toBeUndefined();
  });

  test('lowers the amount that pays the plan before it is applied', () => {
    expect(limitsWith(detail([], 463.33), coupon(2, 30.1))).toEqual({
      remainingAmount: 433.23,
      minRepayAmount: 20,
      discount: 30.1,
    });
    expect(limitsWith(detail([], 463.33), undefined).remainingAmount).toBe(463.33);
  });
});
