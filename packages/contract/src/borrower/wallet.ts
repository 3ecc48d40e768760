import { z } from 'zod';
import { code, day, id, instant, kwacha, kwachaOut, mobile, operatorName } from '../fields.ts';
import { allocation } from './repaying.ts';

const account = z.object({
  repayAccountId: id,
  mobile: z.string().meta({ description: 'Masked' }),
  operator: operatorName,
  isDefault: z.boolean(),
});

export const wallet = {
  listAccounts: { output: z.array(account) },
  addAccount: {
    body: z.object({ mobile, operator: operatorName.optional(), captcha: code }),
    output: account,
  },
  getWallet: {
    output: z.object({
      balance: kwachaOut,
      movements: z.array(
        z.object({ at: instant, on: day, amount: z.number(), orderId: id.optional(), title: z.string() }),
      ),
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
};
