import { z } from 'zod';
import { day, id, instant, kwacha, kwachaOut, mobile, operatorName } from '../fields.ts';
import { paymentStatus } from './repaying.ts';

/** The code in a reminder's link. An unknown code answers 404, whatever its form. */
const code = z.string().meta({ description: 'The code of a link in a reminder' });

export const quickRepaying = {
  quickRepayInfo: {
    body: z.object({ code }),
    output: z.object({
      name: z.string().meta({ description: 'Masked' }),
      mobile: z.string().meta({ description: 'Masked' }),
      orderId: id,
      plans: z.array(
        z.object({
          planId: id,
          loanPeriod: z.int(),
          dueDate: day,
          remaining: kwachaOut,
          principal: kwachaOut.meta({ description: 'Of the amount borrowed, as far as it is still owed' }),
          interest: kwachaOut.meta({ description: 'Still owed' }),
          serviceFee: kwachaOut.meta({ description: 'Still owed' }),
          penalty: kwachaOut.meta({ description: 'Late charges until today, still owed' }),
          discount: kwachaOut.meta({ description: 'What a coupon takes off' }),
        }),
      ),
      dueNow: kwachaOut.meta({ description: 'What is due today or was due before' }),
      remaining: kwachaOut.meta({ description: 'Everything that is still to pay' }),
      lender: z
        .object({ name: z.string(), licence: z.string(), phone: z.string() })
        .meta({ description: 'So that the payer can check with the lender' }),
      minRepayAmount: kwachaOut,
      operators: z.array(operatorName),
      payment: z
        .object({
          paymentId: z.string(),
          status: paymentStatus,
          amount: kwachaOut,
          operator: operatorName,
          startedAt: instant,
          expiresAt: instant.optional(),
          failureReason: z.string().optional(),
          receiptNo: z.string().optional(),
        })
        .optional()
        .meta({ description: 'The last payment that was started through this link' }),
    }),
  },
  quickRepayRepayment: {
    body: z.object({
      code,
      planId: id,
      payAmount: kwacha,
      payMobile: mobile,
      operator: operatorName.optional(),
    }),
    output: z.object({ paymentId: z.string(), status: paymentStatus }),
  },
};
