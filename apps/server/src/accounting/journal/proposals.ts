import {
  type JournalLine,
  type JournalLineRefusal,
  mirrored,
  transfersOfJournal,
} from '@thumba/accounting/journal';
import { endOf, isOfAdjustments, parsePeriod } from '@thumba/accounting/period';
import { type Day, isDay } from '@thumba/lending/day';
import type { LedgerAccount } from '@thumba/lending/ledger';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import type { Actor } from '../../book/actor.ts';
import type { BookingKind } from '../../book/ledger/transfers.ts';
import { checkReason, type ReasonRefusal } from '../../book/staff-action.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import { type Database, statement, type Transaction } from '../../platform/database.ts';
import { readAccounts } from '../chart/accounts.ts';
import type { WrittenJournal, WrittenLine } from './journal-file.ts';
import { findOpenedWallet, type OpenedWalletRefusal } from './opened-wallet.ts';
import { hasBookBegunBy, isPeriodOpen, type ProposalKind, readJournal, readLines } from './queries.ts';

export type ProposalDeps = { db: Database; clock: Clock; today(): Day };

export type ProposeRefusal =
  | JournalLineRefusal
  | ReasonRefusal
  | OpenedWalletRefusal
  | { kind: 'unknown_account'; accountText: string }
  | { kind: 'not_a_day'; text: string }
  | { kind: 'day_not_begun'; bookedOn: Day }
  | { kind: 'value_day_later'; bookedOn: Day }
  | { kind: 'before_first_month' }
  | { kind: 'period_closed' };

export type ReverseRefusal =
  | ReasonRefusal
  | { kind: 'no_such_journal' }
  | { kind: 'not_reversible' }
  | { kind: 'already_reversed' }
  | { kind: 'period_closed' };

type NewProposal = {
  kind: ProposalKind;
  bookedOn: Day;
  valueOn: Day;
  bookingKind: BookingKind;
  reason: string;
  reversedJournalId: number | null;
  proposedBy: Actor;
};

const insertProposalStatement = statement<
  { proposal_id: number },
  NewProposal & { lines: string; now: Date }
>(
  'journal: insert proposal',
  `insert into journal_proposal (kind, booked_on, value_on, booking_kind, lines, reason, reversed_journal_id,
     proposed_by, proposed_at)
   values ($kind, $bookedOn, $valueOn, $bookingKind, $lines, $reason, $reversedJournalId, $proposedBy, $now)
   returning proposal_id`,
);

/** Keeps a journal until another person approves it. It posts nothing. Rule: docs/rules/journals.md. */
export async function proposeJournal(
  deps: ProposalDeps,
  written: WrittenJournal,
  { kind, reason, proposedBy }: { kind: 'manual' | 'take_on'; reason: string; proposedBy: Actor },
): Promise<Outcome<{ proposalId: number }, ProposeRefusal>> {
  const checkedReason = checkReason(reason);
  if (!checkedReason.ok) return checkedReason;
  const lines = await linesOf(deps.db, written.lines);
  if (!lines.ok) return lines;
  const transfers = transfersOfJournal(lines.value, kind);
  if (!transfers.ok) return transfers;
  const days = daysOf(written, deps.today());
  if (!days.ok) return days;
  const openedBefore = await findOpenedWallet(deps.db, kind, lines.value);
  if (openedBefore) return refuse(openedBefore);
  const { bookedOn, bookingKind } = days.value;
  // A take-on may begin the book earlier: it is what the book begins with.
  if (kind === 'manual' && !(await hasBookBegunBy(deps.db, bookedOn)))
    return refuse({ kind: 'before_first_month' });
  if (!(await isPeriodOpen(deps.db, bookedOn, bookingKind))) return refuse({ kind: 'period_closed' });
  return insert(
    deps,
    { kind, ...days.value, reason: checkedReason.value, reversedJournalId: null, proposedBy },
    lines.value,
  );
}

/** Finds each account by its name or its code. */
async function linesOf(
  db: Transaction,
  written: readonly WrittenLine[],
): Promise<Outcome<JournalLine[], ProposeRefusal>> {
  const accounts = new Map<string, LedgerAccount>();
  for (const { account, code } of await readAccounts(db)) accounts.set(account, account).set(code, account);
  const lines: JournalLine[] = [];
  for (const { accountText, ...amount } of written) {
    const account = accounts.get(accountText);
    if (account === undefined) return refuse({ kind: 'unknown_account', accountText });
    lines.push({ account, ...amount });
  }
  return allow(lines);
}

/** Without a day a journal is booked today. Adjustments are booked on the last day of their year. */
function daysOf(
  written: Pick<WrittenJournal, 'bookedOn' | 'valueOn'>,
  today: Day,
): Outcome<Pick<NewProposal, 'bookedOn' | 'valueOn' | 'bookingKind'>, ProposeRefusal> {
  const bookedText = written.bookedOn ?? today;
  const period = parsePeriod(bookedText);
  const isAdjustment = period !== undefined && isOfAdjustments(period);
  const bookedOn = isAdjustment ? endOf(period) : bookedText;
  if (!isDay(bookedOn)) return refuse({ kind: 'not_a_day', text: bookedText });
  const valueOn = written.valueOn ?? bookedOn;
  if (!isDay(valueOn)) return refuse({ kind: 'not_a_day', text: valueOn });
  if (bookedOn > today) return refuse({ kind: 'day_not_begun', bookedOn });
  if (valueOn > bookedOn) return refuse({ kind: 'value_day_later', bookedOn });
  return allow({ bookedOn, valueOn, bookingKind: isAdjustment ? 'adjustment' : 'ordinary' });
}

/**
 * Proposes the opposite of a journal. It counts for the same day. It is booked today, or as an adjustment of the same
 * year while these are open. Rule: docs/rules/journals.md.
 */
export async function proposeReversal(
  deps: ProposalDeps,
  { journalId, reason, proposedBy }: { journalId: number; reason: string; proposedBy: Actor },
): Promise<Outcome<{ proposalId: number }, ReverseRefusal>> {
  const checkedReason = checkReason(reason);
  if (!checkedReason.ok) return checkedReason;
  const journal = await readJournal(deps.db, journalId);
  if (!journal) return refuse({ kind: 'no_such_journal' });
  if (journal.reversedBy !== null) return refuse({ kind: 'already_reversed' });
  if (journal.kind !== 'manual' && journal.kind !== 'take_on') return refuse({ kind: 'not_reversible' });
  const lines = mirrored(await readLines(deps.db, journal.entryId));
  const isAdjustment =
    journal.bookingKind === 'adjustment' && (await isPeriodOpen(deps.db, journal.bookedOn, 'adjustment'));
  const bookedOn = isAdjustment ? journal.bookedOn : deps.today();
  const bookingKind = isAdjustment ? 'adjustment' : 'ordinary';
  if (!(await isPeriodOpen(deps.db, bookedOn, bookingKind))) return refuse({ kind: 'period_closed' });
  return insert(
    deps,
    {
      kind: 'reversal',
      bookedOn,
      valueOn: journal.valueOn,
      bookingKind,
      reason: checkedReason.value,
      reversedJournalId: journalId,
      proposedBy,
    },
    lines,
  );
}

async function insert(
  { db, clock }: ProposalDeps,
  proposal: NewProposal,
  lines: readonly JournalLine[],
): Promise<{ ok: true; value: { proposalId: number } }> {
  const now = toDate(clock.nowMs());
  const inserted = await db.row(insertProposalStatement, { ...proposal, lines: JSON.stringify(lines), now });
  return allow({ proposalId: inserted!.proposal_id });
}
