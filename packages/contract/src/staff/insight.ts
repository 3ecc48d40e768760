import { z } from 'zod';
import { day, id, kwachaOut, pageSize } from '../fields.ts';
import { bookDay } from './book-day.ts';
import { insightPeriodAnswer, insightPeriodQuery } from './insight-period.ts';

const account = z.string().regex(/^[a-z_]{1,60}$/);

export const insight = {
  getIncomeAndCost: {
    query: z.object(insightPeriodQuery),
    output: z.object({
      ...insightPeriodAnswer,
      /** The accounts of income and of expenses that moved, in the order of the chart. */
      lines: z.array(
        z.object({
          account,
          code: z.string(),
          title: z.string(),
          kind: z.enum(['income', 'expense']),
          amount: kwachaOut,
          /** `null` where the days are compared with none. */
          comparedAmount: kwachaOut.nullable(),
        }),
      ),
      points: z.array(z.object({ from: day, through: day, income: kwachaOut, expense: kwachaOut })),
    }),
  },
  listEntriesOfAccount: {
    query: z.object({
      account,
      from: bookDay,
      to: bookDay,
      /** The last row of the page before: its day, its payer, its entry and its line. */
      after: z
        .string()
        .regex(/^\d{4}-\d{2}-\d{2}_\d{1,15}_\d{1,15}_\d{1,4}$/)
        .optional(),
      pageSize,
    }),
    output: z.object({
      title: z.string(),
      /** What the account moved by on these days, on the side on which it grows. */
      total: kwachaOut,
      items: z.array(
        z.object({
          key: z.string(),
          on: day,
          loanId: id.nullable(),
          debit: z.string(),
          credit: z.string(),
          amount: kwachaOut,
        }),
      ),
      isMore: z.boolean(),
    }),
  },
};
