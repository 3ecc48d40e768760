import { z } from 'zod';
import { day, id, idInPath, instant, kwacha, kwachaOut } from '../fields.ts';
import { bookDay } from './book-day.ts';
import {
  JOURNAL_KINDS,
  type JournalKindName,
  MOST_JOURNAL_LINES,
  PROPOSABLE_KINDS,
} from './journal-words.ts';
import { reason } from './people.ts';

const kind = z.enum(JOURNAL_KINDS as [JournalKindName, ...JournalKindName[]]);
const booking = z.enum(['ordinary', 'adjustment', 'year_end']);
const accountCode = z.string().regex(/^[A-Za-z0-9._-]{1,20}$/, 'Choose an account');
const keyset = { before: idInPath.optional(), pageSize: z.coerce.number().int().min(1).max(100).default(20) };

/** A day, or the adjustments of a year as month 13, which are booked on its last day. */
const bookedOn = z.union([
  bookDay,
  z.string().regex(/^20\d\d-13$/, 'Write a day, or the adjustments of a year like 2026-13.'),
]);

const amount = kwacha.refine((value) => value > 0, 'Write an amount above zero');

const writtenLine = z.object({
  code: accountCode,
  debit: amount.nullable(),
  credit: amount.nullable(),
});

const line = z.object({
  code: z.string(),
  title: z.string(),
  debit: kwachaOut.nullable(),
  credit: kwachaOut.nullable(),
});

const proposal = z.object({
  proposalId: id,
  kind,
  bookedOn: day,
  valueOn: day,
  booking,
  /** Its debits, which are its credits. */
  amount: kwachaOut,
  reason: z.string(),
  reversedJournalId: id.nullable(),
  proposedBy: z.string(),
  /** Whether the person who asks proposed it. */
  isOwn: z.boolean(),
  proposedAt: instant,
  answer: z.enum(['approved', 'declined']).nullable(),
  answeredBy: z.string().nullable(),
  answeredAt: instant.nullable(),
  answerReason: z.string().nullable(),
  journalId: id.nullable(),
});

const journal = z.object({
  journalId: id,
  entryId: id,
  kind,
  bookedOn: day,
  valueOn: day,
  booking,
  /** Null for the income of a month, which has rows of many loans. */
  amount: kwachaOut.nullable(),
  reason: z.string(),
  madeBy: z.string(),
  approvedBy: z.string().nullable(),
  postedAt: instant,
  reversedJournalId: id.nullable(),
  reversedBy: id.nullable(),
});

const ofProposal = z.object({ proposalId: idInPath });
const ofJournal = z.object({ journalId: idInPath });

export const journals = {
  listProposals: {
    query: z.object({ state: z.enum(['waiting', 'answered']).default('waiting'), ...keyset }),
    output: z.object({ items: z.array(proposal), isMore: z.boolean() }),
  },
  getProposal: {
    params: ofProposal,
    output: z.object({ ...proposal.shape, lines: z.array(line) }),
  },
  listChart: {
    output: z.object({
      accounts: z.array(
        z.object({
          code: z.string(),
          title: z.string(),
          type: z.enum(['asset', 'liability', 'equity', 'income', 'expense']),
          /** The kinds of journal that may post to it. */
          takes: z.array(z.enum(PROPOSABLE_KINDS)),
        }),
      ),
    }),
  },
  readJournalFile: {
    output: z.object({
      bookedOn: z.string().nullable(),
      valueOn: z.string().nullable(),
      lines: z.array(writtenLine),
    }),
  },
  proposeJournal: {
    body: z.object({
      kind: z.enum(PROPOSABLE_KINDS),
      /** Today where it is left out. */
      bookedOn: bookedOn.optional(),
      /** The day of booking where it is left out. */
      valueOn: bookDay.optional(),
      lines: z.array(writtenLine).min(2, 'A journal has two lines or more.').max(MOST_JOURNAL_LINES),
      reason,
    }),
    output: z.object({ proposalId: id }),
  },
  approveJournal: { params: ofProposal, output: z.object({ journalId: id }) },
  declineJournal: { params: ofProposal, body: z.object({ reason }), output: z.null() },
  listJournals: {
    query: z.object(keyset),
    output: z.object({ items: z.array(journal), isMore: z.boolean() }),
  },
  getJournal: {
    params: ofJournal,
    output: z.object({
      ...journal.shape,
      lines: z.array(line),
      /** Whether a person can propose its opposite. */
      isReversible: z.boolean(),
      /** The borrower of its entry in the ledger: 0, the whole lender, but for the income of a month. */
      payerId: z.int().nullable(),
    }),
  },
  reverseJournal: {
    params: ofJournal,
    body: z.object({ reason }),
    output: z.object({ proposalId: id }),
  },
};
