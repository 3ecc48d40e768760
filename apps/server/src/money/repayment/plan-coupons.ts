import { COUPON_STATUS } from '@thumba/contract/codes';
import type { Answer } from '@thumba/contract/wire';
import { checkCoupon, couponDiscount } from '@thumba/lending/coupon';
import type { Day } from '@thumba/lending/day';
import { type Instalment, isRunning, type Loan } from '@thumba/lending/loan';
import { toKwacha } from '@thumba/lending/money';
import type { HeldCoupon } from '../../book/coupon/coupons.ts';

type CouponVo = Answer<'getRepayDetailV2'>['couponVoList'][number];

/**
 * The coupons that can be chosen for a plan: first the applied one, then every other that would take something off. A
 * coupon that is applied to a later plan can be moved to this one. `loan` is already as of `today`.
 */
export function couponsForPlan(
  loan: Loan,
  instalment: Instalment,
  coupons: readonly HeldCoupon[],
  today: Day,
): CouponVo[] {
  if (!isRunning(loan)) return [];
  return coupons
    .filter(({ coupon }) => checkCoupon(coupon, instalment, instalment.period, today).ok)
    .map(({ coupon, loanId, appliedPeriod }): CouponVo => {
      const isApplied = loanId === loan.loanId && appliedPeriod === instalment.period;
      return {
        couponName: coupon.name,
        userCouponId: coupon.userCouponId,
        couponUsableStatus: isApplied ? COUPON_STATUS.applied : COUPON_STATUS.usable,
        discount: toKwacha(couponDiscount(instalment, coupon).totalNgwee),
        validTo: coupon.validTo,
      };
    })
    .filter(({ discount }) => discount > 0);
}
