import { z } from 'zod';
import { COUPON_STATUS } from '../codes.ts';
import { day, id, kwachaOut } from '../fields.ts';

const { usable, applied, used, expired } = COUPON_STATUS;

export const couponUsableStatus = z
  .union([z.literal(usable), z.literal(applied), z.literal(used), z.literal(expired)])
  .meta({ description: '1 usable, 2 applied to a plan, 3 used, 4 expired' });

const coupon = z
  .object({
    userCouponId: id,
    couponName: z.string(),
    kind: z.enum(['fixed', 'percent', 'fee_free']),
    discount: z.number().meta({
      description:
        'What it takes off: kwacha when fixed, percent of the charges when percent, 0 when fee_free',
    }),
    minAmount: kwachaOut.optional().meta({ description: 'The smallest plan it can be applied to' }),
    validFrom: day,
    validTo: day,
    couponUsableStatus,
    planId: id.optional().meta({ description: 'The plan it is applied to' }),
    orderId: id.optional().meta({ description: 'The loan it is applied to, or was used on' }),
  })
  .meta({ id: 'Coupon' });

export const coupons = {
  listCoupons: {
    body: z.object({
      status: z
        .union([z.literal(usable), z.literal(used), z.literal(expired)], 'There is no such kind of coupon')
        .optional()
        .meta({ description: '1 usable, with the one that is applied; 3 used; 4 expired' }),
      page: z.int('This page is not a number').min(1).max(10_000).default(1),
      pageSize: z.int('This page size is not a number').min(1).max(100).default(20),
    }),
    output: z.object({ total: z.int(), items: z.array(coupon) }),
  },
  couponUsedByPlanId: {
    body: z.object({
      planId: id,
      userCouponId: id.meta({ description: '0 takes the applied coupon back' }),
    }),
    output: z.object({
      planId: id,
      remainingAmount: kwachaOut.meta({ description: 'What clears the plan today' }),
      discount: kwachaOut.meta({ description: 'What the applied coupon takes off' }),
    }),
  },
};
