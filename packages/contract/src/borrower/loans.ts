import { z } from 'zod';
import { day, id, idInPath, instant, kwachaOut, page, pageSize } from '../fields.ts';
import { orderStatus, orderSummary } from './borrowing.ts';
import { allocation, paymentPurpose, settlement } from './repaying.ts';

export const planStatus = z.enum(['scheduled', 'due', 'overdue', 'settled']);

export const plan = z
  .object({
    planId: id,
    loanPeriod: z.int(),
    dueDate: day,
    principal: kwachaOut,
    interest: kwachaOut,
    serviceFee: kwachaOut,
    penalty: kwachaOut,
    discount: kwachaOut,
    paid: kwachaOut,
    remaining: kwachaOut,
    status: planStatus,
    coupon: z.object({ discount: kwachaOut, validTo: day }).optional().meta({
      description: 'What the applied coupon takes off when all that is left of the plan is paid today',
    }),
  })
  .meta({ id: 'Plan' });

const orderId = z.object({ id: idInPath });

export const loans = {
  queryLoanDetail: {
    params: orderId,
    output: z.object({
      orderId: id,
      status: orderStatus,
      product: z.string(),
      principal: kwachaOut,
      receivedAmount: kwachaOut,
      totalRepay: kwachaOut,
      paid: kwachaOut,
      remaining: kwachaOut,
      appliedAt: instant,
      appliedOn: day,
      disbursedAt: instant.optional(),
      disbursedOn: day.optional(),
      receiveAccount: z.string(),
      dueDate: day,
      overdueDays: z.int(),
      rejectedReasons: z.array(z.string()).optional(),
      rejectedUntil: day.optional(),
      charges: z.array(z.object({ name: z.string(), amount: kwachaOut, explanation: z.string() })),
      plans: z.array(plan),
      payments: z.array(
        z.object({
          paymentId: z.string(),
          amount: kwachaOut,
          at: instant,
          on: day,
          source: z.enum(['operator', 'wallet']),
          purpose: paymentPurpose,
          allocation,
          extensionFee: kwachaOut,
          discount: kwachaOut.meta({ description: 'The part that a coupon paid' }),
          saving: kwachaOut.meta({ description: 'Interest given back for paying early' }),
          receiptNo: z.string(),
          reversed: z.boolean(),
        }),
      ),
      timeline: z.array(
        z.object({
          title: z.string(),
          detail: z.string().optional(),
          failed: z.boolean().optional().meta({ description: 'True of a payment or a payout that failed' }),
          on: day,
          at: instant,
        }),
      ),
      extensions: z.array(z.object({ on: day, fee: kwachaOut, fromDate: day, toDate: day })),
      contractUrl: z.string().meta({
        description: 'Empty where the contract is with an earlier system of the lender',
      }),
      waitingFor: z.string().optional().meta({ description: 'Why the payout waits, as a sentence' }),
      pendingPaymentId: z.string().optional(),
      penaltyPerDay: kwachaOut,
      extendable: z.boolean(),
      settlement: settlement.optional(),
      cancelUntil: instant
        .optional()
        .meta({ description: 'The end of the time in which the loan can be returned at no cost' }),
      payLink: z.string().optional().meta({
        description: 'The address of the last reminder, where any person can pay, while it is valid',
      }),
    }),
  },
  queryRepaymentPlan: {
    params: orderId,
    output: z.object({ orderId: id, status: orderStatus, plans: z.array(plan) }),
  },
  listOrders: {
    query: z.object({ page, pageSize }),
    output: z.object({
      total: z.int(),
      items: z.array(
        orderSummary.extend({
          waitingFor: z.string().optional().meta({ description: 'Why the payout waits, as a sentence' }),
        }),
      ),
    }),
  },
};
