import { z } from 'zod';
import { kwachaOut, visibleText } from '../fields.ts';
import { COUPON_OCCASIONS } from './campaign-words.ts';
import { versionOf, waitingChange } from './kept-version.ts';
import { reason } from './people.ts';
import { digest, filed, preview } from './preview.ts';
import { MOST_PRIZES, WHEEL_NUMBERS } from './wheel-words.ts';

const prizeName = visibleText(40).refine((text) => text.trim() !== '', 'Write a name.');

const wheelForm = z.object({
  chanceOccasions: z.array(z.enum(COUPON_OCCASIONS)),
  chanceDays: z.int().min(0).max(3660),
  prizes: z
    .array(
      z.object({
        name: prizeName,
        /** The coupon offer; null for the prize that is nothing. */
        offer: z.string().max(60).nullable(),
        /** Of 10,000. */
        odds: z.int().min(1).max(WHEEL_NUMBERS),
        /** Null for no limit. */
        stock: z.int().min(0).max(1_000_000).nullable(),
      }),
    )
    .min(1)
    .max(MOST_PRIZES),
});

const costs = {
  /** What a spin costs in the long run, if each coupon takes off what it can at most. */
  costPerSpin: kwachaOut,
  /** The same for as many spins as there were in the last 30 days. */
  costPerMonth: kwachaOut,
};

/** The wheel: its prizes with their odds, what it costs, and another one by two people. */
export const wheel = {
  getWheel: {
    output: z.object({
      ...versionOf,
      ...costs,
      chanceOccasions: z.array(z.enum(COUPON_OCCASIONS)),
      chanceDays: z.int(),
      spins: z.int(),
      spinsOfMonth: z.int(),
      /** What used coupons of the wheel took off so far, as the ledger has it. */
      cost: kwachaOut,
      prizes: z.array(
        z.object({
          name: z.string(),
          offer: z.string().nullable(),
          odds: z.int(),
          stock: z.int().nullable(),
          left: z.int().nullable(),
          drawn: z.int(),
          given: z.int(),
          greatestWorth: kwachaOut,
        }),
      ),
      offers: z.array(z.object({ code: z.string(), text: z.string(), greatestWorth: kwachaOut })),
      waiting: waitingChange.nullable(),
    }),
  },
  previewWheel: {
    body: wheelForm,
    output: z.object({
      /** Why it cannot be published. */
      problem: z.string().nullable(),
      ...costs,
      /** Null while there is a problem, or nothing differs. */
      preview: preview.nullable(),
    }),
  },
  askForWheel: { body: wheelForm.extend({ reason, digest }), output: filed },
};
