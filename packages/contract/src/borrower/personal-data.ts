import { z } from 'zod';
import { code, day, instant, nothing } from '../fields.ts';

export const personalData = {
  downloadMyData: {
    body: z.object({ format: z.enum(['json', 'pdf'], 'Please choose a kind of file') }),
    output: z.object({
      fileName: z.string(),
      url: z.string().meta({ description: 'Where the file is, without headers, until `expiresAt`' }),
      expiresAt: instant,
    }),
  },
  getAccountDeletion: {
    output: z.object({
      mobile: z.string().meta({ description: 'Masked; the code is sent to it' }),
      keptUntil: day
        .optional()
        .meta({ description: 'Until when loans, payments and identity are kept; absent when nothing is' }),
      refusal: z
        .object({
          reason: z.enum(['loan_open', 'payment_under_way', 'wallet_credit']),
          message: z.string(),
        })
        .optional()
        .meta({ description: 'Why it cannot be deleted now' }),
    }),
  },
  sendDeletionCode: { body: z.object({}), output: nothing },
  deleteAccount: {
    body: z.object({ captcha: code }),
    output: z.object({ keptUntil: day.optional() }),
  },
};
