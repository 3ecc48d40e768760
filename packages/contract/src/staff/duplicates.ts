import { z } from 'zod';
import { orderStatus } from '../borrower/borrowing.ts';
import { id, instant } from '../fields.ts';

const oneOfPair = z.object({
  borrowerId: id,
  /** Null of a deleted account and of a borrower who gave no identity. */
  maskedName: z.string().nullable(),
  registeredAt: instant,
  isDeleted: z.boolean(),
  isBlocked: z.boolean(),
  openLoan: z.object({ loanId: id, state: orderStatus }).nullable(),
});

export const duplicates = {
  listDuplicates: {
    query: z.object({
      /** The borrowers with lower numbers than this one, for the next page. */
      before: z.coerce.number().int().positive().optional(),
    }),
    output: z.object({
      items: z.array(
        z.object({
          newer: oneOfPair,
          older: oneOfPair,
          /** What they have in common, in words. */
          shared: z.array(z.string()),
          /** The newer one has something in common with further older ones, of whom fewer things are the same. */
          isMore: z.boolean(),
        }),
      ),
      /** How many borrowers were looked at for this page, and when the last one of them registered. */
      lookedAt: z.int(),
      lookedBackTo: instant.nullable(),
      /** `before` of the next page; null where no further borrower is to be looked at. */
      next: id.nullable(),
    }),
  },
};
