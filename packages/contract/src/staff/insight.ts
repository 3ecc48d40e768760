import { z } from 'zod';
import { day, id, kwachaOut, pageSize } from '../fields.ts';
import { bookDay } from './book-day.ts';
import { insightPeriodAnswer, insightPeriodQuery } from './insight-period.ts';
import { DUE_DATES, INSIGHT_FLOWS, LOAN_FIGURES } from './insight-words.ts';

const account = z.string().regex(/^[a-z_]{1,60}$/);

const productId = z.coerce.number().int().min(0).max(1_000_000);
const bucket = z.coerce.number().int().min(-1).max(8);
const month = z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/);

/** What every report by product takes and answers. */
const ofProduct = { product: productId.optional() };
const products = z.array(z.object({ productId: z.int(), name: z.string() }));

/** How much is out, and how much of it is late by how many days or more, by both due dates. */
const bookSums = z.object({
  loans: z.int(),
  principal: kwachaOut,
  late: z.array(z.object({ days: z.int(), principal: kwachaOut, byOriginalDate: kwachaOut })),
});

const flowSums = z.object({
  loans: z.int(),
  ...Object.fromEntries(INSIGHT_FLOWS.map((flow) => [flow, kwachaOut])),
} as {
  loans: z.ZodInt;
} & Record<(typeof INSIGHT_FLOWS)[number], typeof kwachaOut>);

const entryPage = {
  /** The last row of the page before: its day, its payer, its entry and its line. */
  after: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}_\d{1,15}_\d{1,15}_\d{1,4}$/)
    .optional(),
  pageSize,
};

const entries = z.object({
  title: z.string(),
  /** What the rows of these days come to. */
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
});

export const insight = {
  getLoanBook: {
    query: z.object({ ...insightPeriodQuery, ...ofProduct }),
    output: z.object({
      ...insightPeriodAnswer,
      products,
      /** The last of these days whose book is counted; `null` where none of them is. */
      countedOn: day.nullable(),
      book: bookSums,
      comparedBook: bookSums.nullable(),
      flows: flowSums,
      comparedFlows: flowSums.nullable(),
      /** Of the whole lender; `null` where one product is chosen. */
      allowance: kwachaOut.nullable(),
      /** The book at the end of each point, by bucket of the valid due dates. */
      points: z.array(z.object({ on: day, principal: z.array(kwachaOut) })),
      ageing: z.array(
        z.object({
          bucket: z.int(),
          title: z.string(),
          loans: z.int(),
          principal: kwachaOut,
          loansByOriginalDate: z.int(),
          principalByOriginalDate: kwachaOut,
        }),
      ),
      byProduct: z.array(z.object({ productId: z.int(), name: z.string(), book: bookSums, flows: flowSums })),
    }),
  },
  getFlows: {
    query: z.object({ ...insightPeriodQuery, ...ofProduct }),
    output: z.object({
      ...insightPeriodAnswer,
      products,
      total: flowSums,
      comparedTotal: flowSums.nullable(),
      points: z.array(z.object({ from: day, through: day, flows: flowSums })),
    }),
  },
  getVintages: {
    query: z.object(ofProduct),
    output: z.object({
      products,
      countedOn: day.nullable(),
      vintages: z.array(
        z.object({
          month,
          loans: z.int(),
          /** How many were ever more than 30 days late by the end of each month after the month of payout. */
          late: z.array(z.int()),
        }),
      ),
    }),
  },
  getRollRates: {
    query: z.object({ ...ofProduct, month: month.optional() }),
    output: z.object({
      products,
      months: z.array(month),
      month: month.nullable(),
      rolls: z.array(z.object({ from: z.int(), to: z.int(), loans: z.int(), principal: kwachaOut })),
      /** The titles of the buckets from 0 on. */
      buckets: z.array(z.string()),
    }),
  },
  getCollections: {
    query: z.object(insightPeriodQuery),
    output: z.object({
      ...insightPeriodAnswer,
      total: z.object(collectionSums()),
      comparedTotal: z.object(collectionSums()).nullable(),
      points: z.array(z.object({ from: day, through: day, ...collectionSums() })),
    }),
  },
  getAllowance: {
    query: z.object(insightPeriodQuery),
    output: z.object({
      ...insightPeriodAnswer,
      allowance: kwachaOut,
      comparedAllowance: kwachaOut.nullable(),
      points: z.array(z.object({ on: day, allowance: kwachaOut })),
      /** The last run by the end of these days; `null` before the first. */
      run: z
        .object({
          cutOn: day,
          stages: z.array(
            z.object({ stage: z.int(), loans: z.int(), gross: kwachaOut, expectedLoss: kwachaOut }),
          ),
        })
        .nullable(),
    }),
  },
  listFlowEntries: {
    query: z.object({
      flow: z.enum(INSIGHT_FLOWS),
      from: bookDay,
      to: bookDay,
      ...ofProduct,
      ...entryPage,
    }),
    output: entries,
  },
  listLoansOfFigure: {
    query: z.object({
      figure: z.enum(LOAN_FIGURES),
      ...ofProduct,
      /** Of `out` the day, and the buckets from one to another. Of `in_stage` the last day that its run may have. */
      on: bookDay.optional(),
      dueDates: z.enum(DUE_DATES).default('valid'),
      fromBucket: bucket.default(0),
      toBucket: bucket.default(6),
      stage: z.coerce.number().int().min(1).max(3).default(1),
      /** Of `rolled` and `ever_late`. */
      month: month.optional(),
      /** Of `ever_late`: how many months after the month of payout. */
      months: z.coerce.number().int().min(0).max(120).default(0),
      /** Of what was done about late loans. */
      from: bookDay.optional(),
      to: bookDay.optional(),
      after: z.coerce.number().int().min(0).default(0),
      pageSize,
      /** Counting reads every loan behind the number, and a page only its own. */
      total: z.enum(['counted', 'left_out']).default('counted'),
    }),
    output: z.object({
      /** How many loans there are in all, and what their amounts come to. `null`: left out. */
      total: z.object({ loans: z.int(), amount: kwachaOut.nullable() }).nullable(),
      items: z.array(z.object({ key: id, loanId: id, on: day.nullable(), amount: kwachaOut.nullable() })),
      isMore: z.boolean(),
    }),
  },
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
      ...entryPage,
    }),
    output: entries,
  },
};

/** What was done about late loans on some days. Promises are those that were made on these days. */
function collectionSums() {
  return {
    calls: z.int(),
    /** Loans whose borrower was called, and those where the right person answered. */
    called: z.int(),
    reached: z.int(),
    promises: z.int(),
    promised: kwachaOut,
    kept: z.int(),
    keptAmount: kwachaOut,
    broken: z.int(),
    open: z.int(),
  };
}
