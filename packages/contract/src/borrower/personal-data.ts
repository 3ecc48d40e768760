import { z } from 'zod';
import { said } from '../contract-words.ts';
import { ARCHIVED_WITH_ACCOUNT, ERASED_WITH_ACCOUNT } from '../deletion.ts';
import { code, day, instant, nothing, stepUp } from '../fields.ts';

export const personalData = {
  downloadMyData: {
    body: z.object({ format: z.enum(['json', 'pdf'], said('fileKind')), ...stepUp }),
    output: z.object({
      fileName: z.string(),
      url: z.string().meta({ description: 'The address of the file until `expiresAt`. It needs no headers' }),
      expiresAt: instant,
    }),
  },
  getAccountDeletion: {
    output: z.object({
      mobile: z.string().meta({ description: 'Masked; the code is sent to it' }),
      keptUntil: day.optional().meta({
        description:
          'The last day on which loans, payments and identity are kept. Absent when nothing is kept',
      }),
      erased: z.array(z.enum(ERASED_WITH_ACCOUNT)).optional().meta({ description: 'What is erased at once' }),
      archived: z.array(z.enum(ARCHIVED_WITH_ACCOUNT)).optional().meta({
        description:
          'What moves until `keptUntil` to a sealed archive, which compliance alone opens. Absent when nothing is kept',
      }),
      refusal: z
        .object({
          reason: z.enum(['loan_open', 'payment_under_way', 'wallet_credit']),
          message: z.string(),
        })
        .optional()
        .meta({ description: 'Why the account cannot be deleted now' }),
    }),
  },
  sendDeletionCode: { body: z.object({}), output: nothing },
  deleteAccount: {
    body: z.object({ captcha: code }),
    output: z.object({ keptUntil: day.optional() }),
  },
};
