import { z } from 'zod';
import { borrowing } from '../borrower/borrowing.ts';
import { loans } from '../borrower/loans.ts';
import { id, idInPath, instant, kwachaOut, operatorName } from '../fields.ts';

const payment = z.object({
  paymentId: z.string(),
  purpose: z.string(),
  state: z.string(),
  operator: operatorName,
  amount: kwachaOut,
  at: instant,
  receiptNo: z.string().nullable(),
  failure: z.string().nullable(),
});

export const help = {
  helpCaller: {
    params: z.object({ borrowerId: idInPath }),
    output: z.object({
      /** The language in which the borrower reads the app. */
      language: z.string(),
      /** The first page of the app, as it is made for the borrower. */
      home: borrowing.getMyLoanInfo.output,
      /** How many days the business date is ahead of the calendar. */
      businessDaysAhead: z.int(),
      /** The newest loan as the borrower reads it. */
      bill: loans.queryLoanDetail.output.nullable(),
      wallet: kwachaOut,
      arePayoutsHeld: z.boolean(),
      /** What was sent to the borrower and what the borrower paid, newest first. */
      sent: z.array(payment),
      paid: z.array(payment),
      /** Tickets "I paid" that are not settled, newest first. */
      claims: z.array(z.object({ ticketId: id, at: instant })),
    }),
  },
};
