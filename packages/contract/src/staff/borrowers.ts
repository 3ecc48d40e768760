import { z } from 'zod';
import { orderStatus } from '../borrower/borrowing.ts';
import {
  day,
  id,
  idInPath,
  instant,
  kwachaOut,
  nothing,
  operatorName,
  page,
  pageSize,
  tooLong,
  withoutHiddenCharacters,
} from '../fields.ts';
import { type BlockReason, blockReasons } from './block-reasons.ts';
import { reason } from './people.ts';
import { REQUEST_KINDS } from './request-kinds.ts';

const params = z.object({ borrowerId: idInPath });
const query = z.object({ page, pageSize });
const NOTE_MAX_LENGTH = 1000;
const blockReason = z.enum(Object.keys(blockReasons) as [BlockReason, ...BlockReason[]], 'Choose a reason');

const loan = z.object({
  loanId: id,
  state: orderStatus,
  amount: kwachaOut,
  toRepay: kwachaOut,
  appliedAt: instant,
  disbursedAt: instant.nullable(),
  dueOn: day.nullable(),
  daysLate: z.int(),
});

const block = z.object({
  reason: blockReason.nullable(),
  by: z.string(),
  at: instant,
  note: z.string().nullable(),
});

export const borrowers = {
  getBorrower: {
    params,
    output: z.object({
      borrowerId: id,
      maskedName: z.string().nullable(),
      maskedMobile: z.string().nullable(),
      maskedIdNumber: z.string().nullable(),
      identityConfirmedAt: instant.nullable(),
      /** Whether a person of staff looked at the identity. */
      isIdentityChecked: z.boolean(),
      registeredAt: instant,
      registeredChannel: z.string(),
      language: z.string(),
      isDeleted: z.boolean(),
      block: block.nullable(),
      /** Who holds the payouts to the borrower, since when and why. */
      payoutHold: z.object({ by: z.string(), at: instant, reason: z.string().nullable() }).nullable(),
      /** The loans that the borrower disputes by a complaint: no reminder is sent for them. */
      disputedLoans: z.array(id),
      /** What the borrower reads once the account is blocked, by the reason of it. */
      blockMessages: z.record(blockReason, z.string()),
      limit: kwachaOut,
      available: kwachaOut,
      wallet: kwachaOut,
      onTimeLoans: z.int(),
      latestLoan: loan.nullable(),
      /** Requests that are not done yet, oldest first. */
      openRequests: z.array(z.object({ requestId: id, kind: z.enum(REQUEST_KINDS), madeAt: instant })),
      accounts: z.array(
        z.object({ accountId: id, operator: operatorName, maskedMobile: z.string(), isDefault: z.boolean() }),
      ),
      counts: z.object({ loans: z.int(), tickets: z.int(), notes: z.int() }),
    }),
  },
  unmaskBorrower: {
    params,
    output: z.object({
      mobile: z.string(),
      firstName: z.string().nullable(),
      lastName: z.string().nullable(),
      idNumber: z.string().nullable(),
      birthDate: day.nullable(),
      accounts: z.array(z.object({ accountId: id, mobile: z.string() })),
      answers: z.array(z.object({ question: z.string(), answer: z.string() })),
    }),
  },
  listBorrowerLoans: {
    params,
    query,
    output: z.object({
      total: z.int(),
      items: z.array(loan),
    }),
  },
  listBorrowerPayments: {
    params,
    query,
    output: z.object({
      total: z.int(),
      items: z.array(
        z.object({
          paymentId: z.string(),
          purpose: z.string(),
          state: z.string(),
          operator: operatorName,
          amount: kwachaOut,
          loanId: id.nullable(),
          receiptNo: z.string().nullable(),
          operatorReference: z.string().nullable(),
          failure: z.string().nullable(),
          at: instant,
        }),
      ),
    }),
  },
  listBorrowerMessages: {
    params,
    query,
    output: z.object({
      total: z.int(),
      items: z.array(
        z.object({ messageId: id, at: instant, text: z.string(), medium: z.enum(['sms', 'push']) }),
      ),
    }),
  },
  listBorrowerEvents: {
    params,
    query,
    output: z.object({
      total: z.int(),
      items: z.array(
        z.object({
          at: instant,
          kind: z.string(),
          outcome: z.string(),
          by: z.string(),
          loanId: id.nullable(),
        }),
      ),
    }),
  },
  readBorrowerWallet: {
    params,
    query,
    output: z.object({
      balance: kwachaOut,
      total: z.int(),
      items: z.array(
        z.object({
          at: instant,
          title: z.string(),
          amount: kwachaOut,
          balanceAfter: kwachaOut,
          loanId: id.nullable(),
        }),
      ),
    }),
  },
  listBorrowerTickets: {
    params,
    query,
    output: z.object({
      total: z.int(),
      items: z.array(
        z.object({
          ticketId: id,
          kind: z.string(),
          state: z.string(),
          topic: z.string().nullable(),
          at: instant,
        }),
      ),
    }),
  },
  readBorrowerDevices: {
    params,
    query,
    output: z.object({
      sessions: z.array(
        z.object({
          device: z.string(),
          place: z.string(),
          startedAt: instant,
          usedAt: instant,
          isTrusted: z.boolean(),
        }),
      ),
      consents: z.array(z.object({ kind: z.string(), isGiven: z.boolean(), changedAt: instant })),
    }),
  },
  listBorrowerNotes: {
    params,
    query,
    output: z.object({
      total: z.int(),
      items: z.array(z.object({ noteId: id, text: z.string(), by: z.string(), at: instant })),
    }),
  },
  writeBorrowerNote: {
    params,
    body: z.object({
      text: z
        .string('Write a note')
        .overwrite(withoutHiddenCharacters)
        .trim()
        .min(1, 'Write a note')
        .max(NOTE_MAX_LENGTH, tooLong(NOTE_MAX_LENGTH)),
    }),
    output: z.object({ noteId: id }),
  },
  blockBorrower: {
    params,
    body: z.object({ reason: blockReason, note: reason }),
    output: nothing,
  },
  askForUnblocking: { params, body: z.object({ reason }), output: z.object({ requestId: id }) },
};
