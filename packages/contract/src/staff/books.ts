import { z } from 'zod';
import { day, id, idInPath, instant, kwachaOut } from '../fields.ts';
import { bookDay } from './book-day.ts';
import { BOOK_REPORTS, type BookReport, CELL_KINDS, CELL_LEADS, REPORT_FILE_FORMATS } from './books-words.ts';

const reportName = z.enum(BOOK_REPORTS as [BookReport, ...BookReport[]]);

/** A month, or the adjustments of a year as month 13. */
export const bookPeriod = z
  .string()
  .regex(
    /^20\d\d-(0[1-9]|1[0-3])$/,
    'Write a month like 2026-12, or the adjustments of a year like 2026-13.',
  );

/** Without any of them it is the month up to today. */
export const spanWords = {
  on: bookDay.optional(),
  from: bookDay.optional(),
  to: bookDay.optional(),
  period: bookPeriod.optional(),
};

const reportWords = { ...spanWords, by: z.enum(['day', 'month']).optional() };

const accountCode = z.string().regex(/^[A-Za-z0-9._-]{1,20}$/);

const account = z.object({ code: z.string(), title: z.string() });

/** Two amounts that come from different places and have to be the same. */
export const tie = z.object({
  left: z.string(),
  leftAmount: kwachaOut,
  right: z.string(),
  rightAmount: kwachaOut,
  isTied: z.boolean(),
});

const cells = z.array(z.union([z.string(), z.number(), z.null()]));

export const books = {
  readReport: {
    params: z.object({ report: reportName }),
    query: z.object(reportWords),
    output: z.object({
      title: z.string(),
      from: day,
      to: day,
      columns: z.array(
        z.object({
          title: z.string(),
          kind: z.enum(CELL_KINDS),
          /** The page that the cells of the column lead to. */
          leadsTo: z.enum(CELL_LEADS).nullable(),
        }),
      ),
      lines: z.array(cells),
      /** There are more lines than are shown. Totals and checks are of all lines. */
      isCut: z.boolean(),
      totals: z.array(cells),
      ties: z.array(tie),
      notes: z.array(z.string()),
    }),
  },
  downloadReport: {
    params: z.object({ report: reportName }),
    body: z.object({
      ...reportWords,
      /** Only of the ledger of an account. */
      account: accountCode.optional(),
      format: z.enum(REPORT_FILE_FORMATS),
    }),
    output: z.null(),
  },
  readAccountDays: {
    params: z.object({ code: accountCode }),
    query: z.object(spanWords),
    output: z.object({
      account,
      from: day,
      to: day,
      /** Balances stand on the side on which the account grows. */
      side: z.enum(['debit', 'credit']),
      opening: kwachaOut,
      debits: kwachaOut,
      credits: kwachaOut,
      closing: kwachaOut,
      days: z.array(z.object({ on: day, debit: kwachaOut, credit: kwachaOut, balance: kwachaOut })),
      ties: z.array(tie),
    }),
  },
  listAccountRows: {
    params: z.object({ code: accountCode, on: bookDay }),
    query: z.object({
      /** The place after which the page begins, as the page before named it. */
      after: z
        .string()
        .regex(/^\d{1,15}-\d{1,15}-\d{1,9}$/)
        .optional(),
      pageSize: z.coerce.number().int().min(1).max(200).default(100),
    }),
    output: z.object({
      account,
      items: z.array(
        z.object({
          entryId: id,
          /** The borrower of the entry, or 0 for one of the whole lender. */
          payerId: z.int(),
          line: z.int(),
          booking: z.enum(['ordinary', 'adjustment', 'year_end']),
          valueOn: day,
          loanId: id.nullable(),
          other: account,
          debit: kwachaOut.nullable(),
          credit: kwachaOut.nullable(),
        }),
      ),
      /** Null at the end of the list. */
      next: z.string().nullable(),
    }),
  },
  readEntry: {
    params: z.object({ payerId: idInPath, entryId: idInPath }),
    output: z.object({
      entryId: id,
      bookedOn: day,
      valueOn: day,
      booking: z.enum(['ordinary', 'adjustment', 'year_end']),
      writtenAt: instant,
      borrowerId: id.nullable(),
      journal: z.object({ journalId: id, kind: z.string(), reason: z.string() }).nullable(),
      rows: z.array(
        z.object({
          line: z.int(),
          loanId: id.nullable(),
          debit: account,
          credit: account,
          amount: kwachaOut,
        }),
      ),
    }),
  },
};
