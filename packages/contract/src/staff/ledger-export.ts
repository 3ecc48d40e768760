import { z } from 'zod';
import { day, instant, kwachaOut, visibleText } from '../fields.ts';
import { spanWords, tie } from './books.ts';
import { LEDGER_TARGETS, type LedgerTarget } from './books-words.ts';

const target = z.enum(Object.keys(LEDGER_TARGETS) as [LedgerTarget, ...LedgerTarget[]]);
const words = { ...spanWords, by: z.enum(['day', 'month']).optional() };

export const ledgerExport = {
  readLedgerExport: {
    query: z.object({ ...words, target: target.default('generic') }),
    output: z.object({
      from: day,
      to: day,
      journals: z.array(
        z.object({
          number: z.string(),
          on: day,
          narration: z.string(),
          lines: z.int(),
          /** Its debits, which are its credits. */
          amount: kwachaOut,
        }),
      ),
      ties: z.array(tie),
      /** Why no file can be made of them, in a sentence. */
      problem: z.string().nullable(),
    }),
  },
  downloadLedgerExport: { body: z.object({ ...words, target }), output: z.null() },
  getMapping: {
    output: z.object({
      /** 0 before the first one was saved. */
      version: z.int(),
      savedBy: z.string().nullable(),
      savedAt: instant.nullable(),
      lines: z.array(
        z.object({
          code: z.string(),
          title: z.string(),
          target: z.string(),
          taxRate: z.string(),
          /** Goes where our own chart says. */
          isOfChart: z.boolean(),
        }),
      ),
    }),
  },
  saveMapping: {
    body: z.object({
      /** The version that was read. */
      after: z.int().min(0),
      lines: z
        .array(
          z.object({
            code: z.string().regex(/^[A-Za-z0-9._-]{1,20}$/),
            target: visibleText(50).refine((text) => text.trim() !== '', 'Write the account there.'),
            taxRate: visibleText(50),
          }),
        )
        .max(200),
    }),
    output: z.object({ version: z.int() }),
  },
};
