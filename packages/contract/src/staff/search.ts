import { z } from 'zod';
import { orderStatus } from '../borrower/borrowing.ts';
import { id, page, pageSize } from '../fields.ts';

/** By what a text found a borrower. `other_mobile` is another account of mobile money, or a former number. */
const foundKind = z.enum([
  'mobile',
  'other_mobile',
  'id_number',
  'name',
  'borrower',
  'loan',
  'earlier_loan',
  'bill',
  'receipt',
  'paper',
  'payment',
  'operator_reference',
  'ticket',
]);

export const search = {
  findBorrowers: {
    body: z.object({ text: z.string('Type a number or a name'), page, pageSize }),
    output: z.object({
      /** Counting stops at 10,000; `isMore` says that there are more. */
      total: z.int(),
      isMore: z.boolean(),
      items: z.array(
        z.object({
          borrowerId: id,
          /** `number` is that of the loan, the payment, the ticket or the borrower; null where it would be personal. */
          foundBy: z.array(z.object({ kind: foundKind, number: z.string().nullable() })),
          /** Null of a deleted account and of a borrower who gave no identity. */
          maskedName: z.string().nullable(),
          /** Null of a deleted account. */
          maskedMobile: z.string().nullable(),
          isDeleted: z.boolean(),
          isBlocked: z.boolean(),
          openLoan: z.object({ loanId: id, state: orderStatus }).nullable(),
          isOverdue: z.boolean(),
        }),
      ),
    }),
  },
};
