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
      plans: z.array(z.object({ planId: id, loanPeriod: z.int(), dueDate: day, remaining: kwachaOut })),
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
