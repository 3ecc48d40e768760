import { COUPON_STATUS } from '@thumba/contract/codes';
import type { Answer } from '@thumba/contract/wire';
import type { CouponWorth } from '@thumba/lending/loan';
import { toKwacha } from '@thumba/lending/money';
import { formatPercent } from '@thumba/lending/rate';
import { AVAILABLE, type HeldCoupon, listCoupons } from '../../book/coupon/coupons.ts';
import { planIdOf } from '../../book/loan/plan-id.ts';
import { replyToRefusal } from '../../book/loan/refusal-reply.ts';
import type { Database } from '../../platform/database.ts';
import { pageOf } from '../../platform/page.ts';
import { done } from '../../platform/reply.ts';
import { type Server, serve } from '../../platform/serve.ts';
import { type CouponDeps, choosePlanCoupon } from './commands.ts';

export function registerCouponRoutes(server: Server, deps: CouponDeps & { db: Database }): void {
  serve(server, 'listCoupons', async ({ body }, { borrowerId }) => {
    const { total, coupons } = await listCoupons(deps.db, borrowerId, {
      today: deps.today(),
      statuses: statusesIn(body.status),
      ...pageOf(body),
    });
    return done({ total, items: coupons.map(couponView) });
  });

  serve(server, 'couponUsedByPlanId', async ({ body }, { borrowerId }) => {
    const { planId, userCouponId } = body;
    const chosen = await choosePlanCoupon(deps, {
      borrowerId,
      planId,
      userCouponId: userCouponId === NONE ? null : userCouponId,
    });
    if (!chosen.ok) return replyToRefusal(chosen.refusal);
    const { payoffNgwee, discountNgwee } = chosen.value;
    return done({ planId, remainingAmount: toKwacha(payoffNgwee), discount: toKwacha(discountNgwee) });
  });
}

const NONE = 0;

function statusesIn(status: 1 | 3 | 4 | undefined) {
  if (status === undefined) return Object.values(COUPON_STATUS);
  return status === COUPON_STATUS.usable ? AVAILABLE : [status];
}

function couponView(held: HeldCoupon): Answer<'listCoupons'>['items'][number] {
  const { coupon, status, loanId, appliedPeriod } = held;
  return {
    userCouponId: coupon.userCouponId,
    couponName: coupon.name,
    kind: coupon.worth.kind,
    discount: figureOf(coupon.worth),
    ...(coupon.minPlanNgwee === null ? {} : { minAmount: toKwacha(coupon.minPlanNgwee) }),
    validFrom: coupon.validFrom,
    validTo: coupon.validTo,
    couponUsableStatus: status,
    ...(loanId !== null && appliedPeriod !== null ? { planId: planIdOf(loanId, appliedPeriod) } : {}),
    ...(loanId === null ? {} : { orderId: loanId }),
  };
}

function figureOf(worth: CouponWorth): number {
  switch (worth.kind) {
    case 'fixed':
      return toKwacha(worth.amountNgwee);
    case 'percent':
      return Number(formatPercent(worth.rate).slice(0, -1));
    case 'fee_free':
      return 0;
  }
}
