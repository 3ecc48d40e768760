import { z } from 'zod';
import { said } from '../contract-words.ts';
import { day, id, idInPath, instant, kwacha, kwachaOut, operatorName } from '../fields.ts';
import { couponUsableStatus } from './coupons.ts';

/** The parts of a payment by charge. */
export const allocation = z.object({
  penalty: kwachaOut,
  serviceFee: kwachaOut,
  interest: kwachaOut,
  principal: kwachaOut,
  wallet: kwachaOut,
});

export const paymentStatus = z.enum(['pending', 'succeeded', 'failed', 'unknown']);

export const paymentPurpose = z.enum(['repayment', 'settlement', 'extension', 'cooling_off']);

export const settlement = z.object({
  amount: kwachaOut,
  saving: kwachaOut,
  comesFirst: z
    .boolean()
    .meta({ description: 'Whether it is offered before the bill: nothing is due yet, and it costs less' }),
});

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
          couponUsableStatus,
          discount: kwachaOut.meta({ description: 'Its discount on the first plan today' }),
          validTo: day,
        }),
      ),
      pendingPaymentId: z.string().optional(),
      walletBalance: kwachaOut,
      settlement: settlement
        .extend({
          quoteId: z.string().optional().meta({ description: 'Pays this amount in submitRepayApplyV2' }),
        })
        .optional()
        .meta({
          description:
            'The amount that pays the whole loan off today. Once a plan is due, only if it is less than the first plan',
        }),
      cancellation: z.object({ amount: kwachaOut, cancelUntil: instant }).optional().meta({
        description: 'The amount that returns the loan at no cost, and until when that is possible',
      }),
    }),
  },
  submitRepayApplyV2: {
    body: z.object({
      bizType: z.union([z.literal(1), z.literal(2)], said('paymentKind')),
      planId: id,
      payAmount: kwacha,
      repayAccountId: id.optional(),
      payCard: z.boolean().default(false),
      quoteId: z.string().max(64).optional(),
    }),
    output: z.object({ paymentId: z.string(), status: paymentStatus }),
  },
  extensionDetail: {
    body: z.object({ planId: id }),
    output: z.object({
      beforeRepayDate: day,
      extensionRepayDate: day,
      extensionFee: kwachaOut.meta({
        description: 'The whole amount to pay: the fee and the penalty so far',
      }),
      repayAccountId: id,
      repayAccount: z.string(),
      fee: kwachaOut,
      penalty: kwachaOut,
      feesPaidSoFar: kwachaOut,
      timesLeft: z.int(),
      quoteUntil: instant,
      lateCharge: z.object({ perDay: kwachaOut, fromDate: day }).optional().meta({
        description: 'The late charge of a day without the extension, and the first day that has it',
      }),
      waiting: z.object({ lateCharges: kwachaOut, daysLateNow: z.int(), daysLate: z.int() }).optional().meta({
        description:
          'What paying nothing until the new date costs: the late charges that are added, and the days late now and then',
      }),
    }),
  },
  previewRepayment: {
    body: z.object({ planId: id, payAmount: kwacha }),
    output: z.object({
      saving: kwachaOut.meta({ description: 'Interest that it gives back for paying early' }),
      remaining: kwachaOut.meta({ description: 'What the whole loan owes after it' }),
      penaltyPerDayBefore: kwachaOut,
      penaltyPerDayAfter: kwachaOut,
      isLateAfter: z
        .boolean()
        .optional()
        .meta({ description: 'Whether a plan is still past its due date after it' }),
      extensionFee: z
        .object({ before: kwachaOut, after: kwachaOut })
        .optional()
        .meta({ description: 'The fee of an extension today, without it and after it' }),
    }),
  },
  settlementQuote: {
    body: z.object({ orderId: id }),
    output: z.object({
      quoteId: z.string(),
      planId: id,
      amount: kwachaOut,
      saving: kwachaOut,
      validUntil: instant,
    }),
  },
  cancelLoan: {
    body: z.object({ orderId: id }),
    output: z.object({
      quoteId: z.string(),
      planId: id,
      amount: kwachaOut,
      validUntil: instant,
      cancelUntil: instant.meta({
        description:
          'The end of the time in which the loan can be returned at no cost. The quote may end before',
      }),
    }),
  },
  claimPayment: {
    body: z.object({
      reference: z
        .string(said('reference'))
        .trim()
        .regex(/^[A-Za-z0-9][A-Za-z0-9 ._-]{3,63}$/, said('reference')),
    }),
    output: z.object({
      status: z.enum(['posted', 'checking', 'not_found']).meta({
        description:
          'posted: the payment is in the books. checking: the operator is asked. not_found: the claim is kept',
      }),
      ticketNo: z
        .string()
        .optional()
        .meta({ description: 'The ticket that keeps the claim until the payment is posted' }),
      paymentId: z.string().optional(),
      amount: kwachaOut.optional(),
      receiptNo: z.string().optional(),
    }),
  },
  getPayment: {
    params: z.object({ paymentId: z.string().max(64) }),
    output: z.object({
      paymentId: z.string(),
      status: paymentStatus,
      amount: kwachaOut,
      operator: operatorName.optional().meta({ description: 'Absent when no operator was asked' }),
      expiresAt: instant.optional(),
      startedAt: instant,
      failureReason: z.string().optional(),
      purpose: z
        .enum([...paymentPurpose.options, 'wallet_payout'])
        .meta({ description: 'The requested purpose. After the posting, the purpose that was posted' }),
      allocation: allocation.optional(),
      extensionFee: kwachaOut.optional(),
      extensionRepayDate: day.optional().meta({ description: 'The new due date of an extension' }),
      discount: kwachaOut.optional().meta({ description: 'The part that a coupon paid' }),
      saving: kwachaOut.optional().meta({ description: 'Interest given back for paying early' }),
      receiptNo: z.string().optional(),
    }),
  },
};
