import { COUPON_STATUS } from '@thumba/contract/codes';
import type { Answer } from '@thumba/contract/wire';
import { fromKwacha } from '@thumba/home/wire-money';
import { subtract, toKwacha } from '@thumba/lending/money';
import type { AmountLimits } from './amount-entry.ts';
import { appliedCoupon, repayLimits } from './repay-limits.ts';

type RepayDetail = Answer<'getRepayDetailV2'>;
export type Coupon = RepayDetail['couponVoList'][number];

/** The coupon with the largest discount on the next plan; of equal ones, the one that ends first. */
export function bestCoupon({ couponVoList }: Pick<RepayDetail, 'couponVoList'>): Coupon | undefined {
  const fitting = couponVoList.filter(({ discount }) => discount > 0);
  return fitting.sort(
    (one, other) => other.discount - one.discount || one.validTo.localeCompare(other.validTo),
  )[0];
}

/** The coupon that is chosen for the borrower: the best one, while none is applied. */
export function couponToApply(detail: RepayDetail): Coupon | undefined {
  if (appliedCoupon(detail) !== undefined) return undefined;
  const best = bestCoupon(detail);
  return best?.couponUsableStatus === COUPON_STATUS.usable ? best : undefined;
}

/** What the next plan allows with a coupon that is about to be applied. */
export function limitsWith(detail: RepayDetail, coupon: Coupon | undefined): AmountLimits {
  const limits = repayLimits(detail);
  if (coupon === undefined) return limits;
  const payoffNgwee = subtract(fromKwacha(limits.remainingAmount), fromKwacha(coupon.discount));
  return { ...limits, remainingAmount: toKwacha(payoffNgwee), discount: coupon.discount };
}
