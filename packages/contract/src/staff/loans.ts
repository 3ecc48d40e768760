import { z } from 'zod';
import { orderStatus } from '../borrower/borrowing.ts';
import { day, id, idInPath, instant, kwachaOut, operatorName, page, pageSize, rate } from '../fields.ts';
import { REQUEST_KINDS } from './request-kinds.ts';

const params = z.object({ loanId: idInPath });
const query = z.object({ page, pageSize });
const paperKind = z.enum(['contract', 'receipt', 'statement', 'paid_up_letter'], 'Choose a paper');

/** The parts of a debt. `charged` less `waived` less `paid` is `owed`. */
const part = z.object({ charged: kwachaOut, waived: kwachaOut, paid: kwachaOut, owed: kwachaOut });
const parts = z.object({ principal: part, interest: part, fee: part, penalty: part, total: part });

const plan = parts.extend({
  period: z.int(),
  dueOn: day,
  /** The due dates that the plan had before, the first one first. */
  earlierDueOn: z.array(day),
  state: z.enum(['scheduled', 'due', 'overdue', 'settled']),
  daysLate: z.int(),
  /** What a coupon paid of `paid`. */
  discount: kwachaOut,
  /** The interest that was given back because the plan was paid early. */
  rebate: kwachaOut,
});

/** A payment or a payout as the program knows it. */
const attempt = z.object({
  paymentId: z.string(),
  purpose: z.string(),
  state: z.string(),
  operator: operatorName,
  /** Null where the number was erased. */
  maskedMobile: z.string().nullable(),
  amount: kwachaOut,
  failure: z.string().nullable(),
  /** Why the program does not send it: it waits for a person or for the lender. */
  heldFor: z.string().nullable(),
  at: instant,
});

export const loans = {
  getLoan: {
    params,
    output: z.object({
      loanId: id,
      borrowerId: id,
      /** Null of a deleted account and of a borrower who gave no identity. */
      maskedName: z.string().nullable(),
      maskedMobile: z.string().nullable(),
      /** The number of the loan in an earlier system. */
      earlierLoanNo: z.string().nullable(),
      state: orderStatus,
      isDisputed: z.boolean(),
      productName: z.string(),
      amount: kwachaOut,
      /** The money that the borrower got. */
      received: kwachaOut,
      /** The borrower's own money that was paid so far, with fees for extensions and without coupons. */
      paidByBorrower: kwachaOut,
      extensionFees: kwachaOut,
      termDays: z.int(),
      dailyRate: rate,
      serviceFeeRate: rate,
      penaltyDailyRate: rate,
      penaltyGraceDays: z.int(),
      chargeCapRate: rate,
      extensions: z.object({ used: z.int(), most: z.int() }).nullable(),
      appliedAt: instant,
      disbursedAt: instant.nullable(),
      closedOn: day.nullable(),
      /** The next due date. */
      dueOn: day.nullable(),
      daysLate: z.int(),
      worstDaysLate: z.int(),
      hardship: z.object({ agreedOn: day, endedOn: day.nullable(), isFrozen: z.boolean() }).nullable(),
      /** The newest payout of the loan. */
      payout: attempt.nullable(),
      /** The payment of the borrower that has not ended. */
      underWay: attempt.nullable(),
      wallet: kwachaOut,
      /** The numbers that paid this loan, each with its newest payment, the newest first. */
      paidFrom: z.array(attempt),
      plans: z.array(plan),
      totals: parts,
      papers: z.array(
        z.object({
          kind: paperKind,
          /** Of a receipt. */
          receiptNo: z.string().nullable(),
          /** The payment of a receipt in words. */
          title: z.string().nullable(),
          on: day.nullable(),
          isTakenBack: z.boolean(),
        }),
      ),
      /** Requests about this loan that are not done yet, oldest first. */
      openRequests: z.array(z.object({ requestId: id, kind: z.enum(REQUEST_KINDS), madeAt: instant })),
      accounts: z.array(
        z.object({
          accountId: id,
          operator: operatorName,
          maskedMobile: z.string(),
          isDefault: z.boolean(),
          /** The account that the loan is or was to be paid out to. */
          isOfLoan: z.boolean(),
        }),
      ),
    }),
  },
  listLoanLedger: {
    params,
    query,
    output: z.object({
      total: z.int(),
      items: z.array(
        z.object({
          entryId: id,
          on: day,
          at: instant,
          by: z.string(),
          titles: z.array(z.string()),
          receiptNo: z.string().nullable(),
          isTakenBack: z.boolean(),
          rows: z.array(z.object({ debit: z.string(), credit: z.string(), amount: kwachaOut })),
          /** What the book holds as owed on the loan after this entry. */
          receivableAfter: kwachaOut,
        }),
      ),
    }),
  },
  listLoanHistory: {
    params,
    query,
    output: z.object({
      total: z.int(),
      items: z.array(
        z.object({
          at: instant,
          on: day,
          kind: z.string(),
          text: z.string(),
          by: z.string(),
          receiptNo: z.string().nullable(),
          isTakenBack: z.boolean(),
        }),
      ),
    }),
  },
  drawLoanPaper: {
    params,
    body: z.object({ kind: paperKind, receiptNo: z.string().max(40).nullable() }),
    output: z.object({ fileName: z.string(), base64: z.string() }),
  },
};
