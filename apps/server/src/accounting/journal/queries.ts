import type { JournalKind, JournalLine } from '@thumba/accounting/journal';
import type { Day } from '@thumba/lending/day';
import type { Actor } from '../../book/actor.ts';
import { FIRST_BOOKED_ON } from '../../book/ledger/booking-day.ts';
import type { BookingKind } from '../../book/ledger/transfers.ts';
import { statement, type Transaction } from '../../platform/database.ts';

export type ProposalKind = Extract<JournalKind, 'manual' | 'reversal' | 'take_on'>;

/** A journal that a person proposed, with its answer if it has one. */
export type Proposal = {
  proposalId: number;
  kind: ProposalKind;
  bookedOn: Day;
  valueOn: Day;
  bookingKind: BookingKind;
  lines: JournalLine[];
  reason: string;
  reversedJournalId: number | null;
  proposedBy: Actor;
  proposedAt: Date;
  answer: 'approved' | 'declined' | null;
  journalId: number | null;
  answeredBy: Actor | null;
  answeredAt: Date | null;
  answerReason: string | null;
};

const PROPOSAL = `p.proposal_id as "proposalId", p.kind, p.booked_on as "bookedOn", p.value_on as "valueOn",
  p.booking_kind as "bookingKind", p.lines, p.reason, p.reversed_journal_id as "reversedJournalId",
  p.proposed_by as "proposedBy", p.proposed_at as "proposedAt", a.answer, a.journal_id as "journalId",
  a.answered_by as "answeredBy", a.answered_at as "answeredAt", a.reason as "answerReason"`;

const readProposalStatement = statement<Proposal, { proposalId: number }>(
  'journal: read proposal',
  `select ${PROPOSAL} from journal_proposal p left join journal_answer a using (proposal_id)
   where proposal_id = $proposalId`,
);

export async function readProposal(db: Transaction, proposalId: number): Promise<Proposal | undefined> {
  return db.row(readProposalStatement, { proposalId });
}

const listOpenProposalsStatement = statement<Proposal, { throughOn: Day | null }>(
  'journal: list open proposals',
  `select ${PROPOSAL} from journal_proposal p left join journal_answer a using (proposal_id)
   where a.proposal_id is null and ($throughOn::date is null or p.booked_on <= $throughOn::date)
   order by proposal_id`,
);

/** The proposals without an answer: all of them, or those that are booked up to a day. */
export async function listOpenProposals(db: Transaction, throughOn: Day | null = null): Promise<Proposal[]> {
  return db.rows(listOpenProposalsStatement, { throughOn });
}

const listWaitingStatement = statement<Proposal, { before: number; limit: number }>(
  'journal: list waiting proposals',
  `select ${PROPOSAL} from journal_proposal p left join journal_answer a using (proposal_id)
   where a.proposal_id is null and p.proposal_id < $before order by p.proposal_id desc limit $limit`,
);

const listAnsweredStatement = statement<Proposal, { before: number; limit: number }>(
  'journal: list answered proposals',
  `select ${PROPOSAL} from journal_answer a join journal_proposal p using (proposal_id)
   where a.proposal_id < $before order by a.proposal_id desc limit $limit`,
);

/** Proposals that wait or that were answered, the latest first, before a number. */
export async function listProposals(
  db: Transaction,
  state: 'waiting' | 'answered',
  part: { before: number; limit: number },
): Promise<Proposal[]> {
  return db.rows(state === 'waiting' ? listWaitingStatement : listAnsweredStatement, part);
}

export type Journal = {
  journalId: number;
  entryId: number;
  kind: JournalKind;
  bookedOn: Day;
  valueOn: Day;
  bookingKind: BookingKind;
  reason: string;
  madeBy: Actor;
  approvedBy: Actor | null;
  documentId: number | null;
  reversedJournalId: number | null;
  /** The journal that took this one back. */
  reversedBy: number | null;
  postedAt: Date;
  amountNgwee: number;
};

const JOURNAL = `select j.journal_id as "journalId", j.entry_id as "entryId", j.kind, j.booked_on as "bookedOn",
    j.value_on as "valueOn", j.booking_kind as "bookingKind", j.reason, j.made_by as "madeBy",
    j.approved_by as "approvedBy", j.document_id as "documentId", j.reversed_journal_id as "reversedJournalId",
    r.journal_id as "reversedBy", j.posted_at as "postedAt",
    (select coalesce(sum(amount_ngwee), 0)::bigint from ledger_transfer t
      where t.borrower_id = 0 and t.entry_id = j.entry_id) as "amountNgwee"
  from journal j left join journal r on r.reversed_journal_id = j.journal_id`;

const readJournalStatement = statement<Journal, { journalId: number }>(
  'journal: read journal',
  `${JOURNAL} where j.journal_id = $journalId`,
);

export async function readJournal(db: Transaction, journalId: number): Promise<Journal | undefined> {
  return db.row(readJournalStatement, { journalId });
}

const listLatestJournalsStatement = statement<Journal, { before: number; limit: number }>(
  'journal: list latest journals',
  `${JOURNAL} where j.journal_id < $before order by j.journal_id desc limit $limit`,
);

/** The journals that were posted last, or before the one with a number. */
export async function listLatestJournals(
  db: Transaction,
  limit: number,
  before = Number.MAX_SAFE_INTEGER,
): Promise<Journal[]> {
  return db.rows(listLatestJournalsStatement, { limit, before });
}

const readLinesStatement = statement<JournalLine, { entryId: number }>(
  'journal: read lines',
  `select account, sum(debit)::bigint as "debitNgwee", sum(credit)::bigint as "creditNgwee"
   from (
     select debit_account as account, amount_ngwee as debit, 0 as credit, line, 1 as side from ledger_transfer
     where borrower_id = 0 and entry_id = $entryId
     union all
     select credit_account, 0, amount_ngwee, line, 2 from ledger_transfer
     where borrower_id = 0 and entry_id = $entryId
   ) sides
   group by account order by min(side), min(line)`,
);

/** The lines of a posted journal, from its ledger rows. */
export async function readLines(db: Transaction, entryId: number): Promise<JournalLine[]> {
  return db.rows(readLinesStatement, { entryId });
}

const isBookableStatement = statement<{ is_bookable: boolean }, { bookedOn: Day; bookingKind: BookingKind }>(
  'journal: is the period open',
  `select closed_through_on is null or $bookedOn::date > closed_through_on or ($bookingKind::text <> 'ordinary'
     and $bookedOn::date = make_date(open_adjustment_year, 12, 31)) is true as is_bookable
   from book_closing`,
);

const firstMonthBeganStatement = statement<{ had_begun: boolean }, { bookedOn: Day }>(
  'journal: has the first month begun',
  `select coalesce($bookedOn::date >= date_trunc('month', first_booked_on), true) as had_begun
   from (select ${FIRST_BOOKED_ON} as first_booked_on) book`,
);

/** Whether a day is in the first month of the book or after it. A book without a row begins with any day. */
export async function hasBookBegunBy(db: Transaction, bookedOn: Day): Promise<boolean> {
  return (await db.row(firstMonthBeganStatement, { bookedOn }))!.had_begun;
}

/** Whether the database would take a row of this day now. */
export async function isPeriodOpen(
  db: Transaction,
  bookedOn: Day,
  bookingKind: BookingKind,
): Promise<boolean> {
  return (await db.row(isBookableStatement, { bookedOn, bookingKind }))!.is_bookable;
}
