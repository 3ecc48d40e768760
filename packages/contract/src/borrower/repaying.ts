import { z } from 'zod';
import { day, id, idInPath, instant, kwacha, kwachaOut, operatorName } from '../fields.ts';

/** What a payment went to. */
export const allocation = z.object({
  penalty: kwachaOut,
  serviceFee: kwachaOut,
  interest: kwachaOut,
  principal: kwachaOut,
  wallet: kwachaOut,
});

export const paymentStatus = z.enum(['pending', 'succeeded', 'failed', 'unknown']);

export const repaying = {
  getRepayDetailV2: {
    params: z.object({ id: idInPath }),
    output: z.object({
      repayAccountId: id,
      repayAccount: z.string(),
      curPayLoanPeriod: z.int(),
      minRepayAmount: kwachaOut,
      repayPlanList: z.array(
        z.object({ planId: id, loanPeriod: z.int(), dueDate: day, remainingAmount: kwachaOut }),
      ),
      couponVoList: z.array(
        z.object({
          couponName: z.string(),
          userCouponId: id,
          couponUsableStatus: z.int(),
          discount: kwachaOut,
          validTo: day,
        }),
      ),
      pendingPaymentId: z.string().optional(),
      walletBalance: kwachaOut,
    }),
  },
  submitRepayApplyV2: {
    body: z.object({
      bizType: z.union([z.literal(1), z.literal(2)], 'There is no such kind of payment'),
      planId: id,
      payAmount: kwacha,
      repayAccountId: id.optional(),
      payCard: z.boolean().default(false),
      quoteId: z.string().max(64).optional(),
    }),
    output: z.object({ paymentId: z.string(), status: paymentStatus }),
  },
  getPayment: {
    params: z.object({ paymentId: z.string().max(64) }),
    output: z.object({
      paymentId: z.string(),
      status: paymentStatus,
      amount: kwachaOut,
      operator: operatorName,
      expiresAt: instant.optional(),
      startedAt: instant,
      failureReason: z.string().optional(),
      allocation: allocation.optional(),
      receiptNo: z.string().optional(),
    }),
  },
};
