import { z } from 'zod';
import { COUPON_STATUS } from '../codes.ts';
import { said } from '../contract-words.ts';
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
      description: 'The discount: kwacha for fixed, percent of the charges for percent, 0 for fee_free',
    }),
    minAmount: kwachaOut.optional().meta({ description: 'The smallest plan to which it can be applied' }),
    validFrom: day,
    validTo: day,
    couponUsableStatus,
    planId: id.optional().meta({ description: 'The plan to which it is applied' }),
    orderId: id.optional().meta({ description: 'The loan to which it is applied or on which it was used' }),
  })
  .meta({ id: 'Coupon' });

export const coupons = {
  listCoupons: {
    body: z.object({
      status: z
        .union([z.literal(usable), z.literal(used), z.literal(expired)], said('couponKind'))
        .optional()
        .meta({ description: '1 usable, including the applied coupon; 3 used; 4 expired' }),
      page: z.int(said('page')).min(1).max(10_000).default(1),
      pageSize: z.int(said('pageSize')).min(1).max(100).default(20),
    }),
    output: z.object({ total: z.int(), items: z.array(coupon) }),
  },
  couponUsedByPlanId: {
    body: z.object({
      planId: id,
      userCouponId: id.meta({ description: '0 removes the applied coupon' }),
    }),
    output: z.object({
      planId: id,
      remainingAmount: kwachaOut.meta({ description: 'The amount that clears the plan today' }),
      discount: kwachaOut.meta({ description: 'The discount of the applied coupon' }),
    }),
  },
};
