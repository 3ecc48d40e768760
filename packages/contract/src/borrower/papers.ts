import { z } from 'zod';
import { said } from '../contract-words.ts';
import { id, instant } from '../fields.ts';

const paperKind = z.enum(['contract', 'receipt', 'statement', 'paid_up_letter'], said('paper'));

export const papers = {
  issuePaper: {
    body: z
      .object({
        orderId: id,
        kind: paperKind,
        receiptNo: z
          .string()
          .max(60)
          .optional()
          .meta({ description: 'The payment, when `kind` is `receipt`' }),
      })
      .refine((wanted) => wanted.kind !== 'receipt' || wanted.receiptNo !== undefined, {
        path: ['receiptNo'],
        ...said('paperPayment'),
      }),
    output: z.object({
      code: z.string().meta({
        description: 'The code printed on the paper. Anyone can check it at `/verify/{code}`',
        examples: ['K7QM-2XWD-9RTP'],
      }),
      fileName: z.string(),
      url: z.string().meta({ description: 'The address of the PDF until `expiresAt`. It needs no headers' }),
      expiresAt: instant,
    }),
  },
};
