import { z } from 'zod';
import {
  code,
  day,
  id,
  instant,
  kwacha,
  kwachaOut,
  mobile,
  operatorName,
  page,
  pageSize,
  stepUp,
} from '../fields.ts';
import { allocation, paymentStatus } from './repaying.ts';

const account = z.object({
  repayAccountId: id,
  mobile: z.string().meta({ description: 'Masked' }),
  operator: operatorName,
  isDefault: z.boolean(),
  payoutsFrom: instant.optional().meta({
    description: 'A new account waits for payouts until then. Absent where it can get money now',
  }),
});

export const wallet = {
  listAccounts: { output: z.array(account) },
  addAccount: {
    body: z.object({ mobile, operator: operatorName.optional(), captcha: code, ...stepUp }),
    output: account,
  },
  getWallet: {
    query: z.object({ page, pageSize }),
    output: z.object({
      balance: kwachaOut,
      total: z.int(),
      movements: z.array(
        z.object({
          at: instant,
          on: day,
          amount: z.number().meta({ description: 'Kwacha, positive for credit and negative for a debit' }),
          balanceAfter: kwachaOut,
          orderId: id.optional(),
          paymentId: z.string().optional().meta({ description: 'The payout of this movement' }),
          title: z.string(),
        }),
      ),
      pendingPaymentId: z.string().optional().meta({ description: 'The pending payout' }),
    }),
  },
  useWallet: {
    body: z.object({ orderId: id, planId: id, amount: kwacha }),
    output: z.object({
      orderId: id,
      planId: id,
      paid: kwachaOut,
      remaining: kwachaOut,
      walletBalance: kwachaOut,
      allocation,
      receiptNo: z.string(),
    }),
  },
  payOutWallet: {
    body: z.object({
      amount: kwacha.optional().meta({ description: 'Without it, the whole balance' }),
      repayAccountId: id.optional(),
      ...stepUp,
    }),
    output: z.object({ paymentId: z.string(), status: paymentStatus }),
  },
};
