import {
  type JournalKind,
  type JournalLine,
  type JournalLineRefusal,
  transfersOfJournal,
} from '@thumba/accounting/journal';
import type { Day } from '@thumba/lending/day';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import type { Actor } from '../../book/actor.ts';
import {
  type BookingKind,
  insertTransfers,
  NO_BORROWER,
  transferRecords,
} from '../../book/ledger/transfers.ts';
import { checkReason, type ReasonRefusal } from '../../book/staff-action.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import { brokenConstraint, statement, type Transaction } from '../../platform/database.ts';

export type JournalRequest = {
  kind: JournalKind;
  /** The day on which it is booked; 31 December for an adjustment of the year and for its closing. */
  bookedOn: Day;
  /** The day for which it counts, where it is another one. */
  valueOn?: Day | undefined;
  bookingKind?: BookingKind | undefined;
  lines: readonly JournalLine[];
  reason: string;
  madeBy: Actor;
  /** Another person than `madeBy`. A manual journal, a reversal, a take-on and the closing of a year need one. */
  approvedBy?: Actor | undefined;
  documentId?: number | undefined;
  /** The journal that a reversal takes back. */
  reversedJournalId?: number | undefined;
};

export type JournalRefusal =
  | JournalLineRefusal
  | ReasonRefusal
  | { kind: 'period_closed' }
  | { kind: 'same_person' }
  | { kind: 'already_reversed' };

export type PostedJournal = { journalId: number; entryId: number };

const postJournalStatement = statement<
  { journal_id: number; entry_id: number },
  {
    kind: JournalKind;
    bookedOn: Day;
    valueOn: Day;
    bookingKind: BookingKind;
    reason: string;
    madeBy: Actor;
    approvedBy: Actor | null;
    documentId: number | null;
    reversedJournalId: number | null;
    now: Date;
    transfers: string;
  }
>(
  'journal: post journal',
  `with posted as (
     insert into journal (entry_id, kind, booked_on, value_on, booking_kind, reason, made_by, approved_by, document_id,
       reversed_journal_id, posted_at)
     values (nextval('ledger_entry_id'), $kind, $bookedOn, $valueOn, $bookingKind, $reason, $madeBy, $approvedBy,
       $documentId, $reversedJournalId, $now)
     returning journal_id, entry_id, posted_at
   ),
   entries as (
     select ${NO_BORROWER}::bigint as borrower_id, entry_id, posted_at as recorded_at from posted
   ),
   inserted_transfers as (
     ${insertTransfers({ records: 'transfers', entries: 'entries' })}
   )
   select journal_id, entry_id from posted`,
);

/** What the database refuses, by the constraint that the journal breaks. */
const REFUSAL_OF_CONSTRAINT: Readonly<Record<string, JournalRefusal>> = {
  ledger_transfer_period_is_open: { kind: 'period_closed' },
  journal_two_people: { kind: 'same_person' },
  journal_reversed_once: { kind: 'already_reversed' },
};

/**
 * Posts a balanced journal with its ledger rows in one statement. In a transaction a refusal of the database ends the
 * transaction too. Rule: docs/rules/journals.md.
 */
export async function postJournal(
  { db, clock }: { db: Transaction; clock: Clock },
  journal: JournalRequest,
): Promise<Outcome<PostedJournal, JournalRefusal>> {
  const reason = checkReason(journal.reason);
  if (!reason.ok) return reason;
  const transfers = transfersOfJournal(journal.lines, journal.kind);
  if (!transfers.ok) return transfers;
  const { kind, bookedOn, valueOn = bookedOn, bookingKind = 'ordinary', madeBy } = journal;
  try {
    const posted = await db.row(postJournalStatement, {
      kind,
      bookedOn,
      valueOn,
      bookingKind,
      reason: reason.value,
      madeBy,
      approvedBy: journal.approvedBy ?? null,
      documentId: journal.documentId ?? null,
      reversedJournalId: journal.reversedJournalId ?? null,
      now: toDate(clock.nowMs()),
      transfers: JSON.stringify(
        transferRecords(transfers.value, { loanId: null, on: bookedOn, valueOn, bookingKind }),
      ),
    });
    return allow({ journalId: posted!.journal_id, entryId: posted!.entry_id });
  } catch (error) {
    const refusal = REFUSAL_OF_CONSTRAINT[brokenConstraint(error) ?? ''];
    if (refusal === undefined) throw error;
    return refuse(refusal);
  }
}
