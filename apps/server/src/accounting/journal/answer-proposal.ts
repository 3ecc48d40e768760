import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import type { Actor } from '../../book/actor.ts';
import { checkReason, type ReasonRefusal } from '../../book/staff-action.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import { brokenConstraint, type Database, statement } from '../../platform/database.ts';
import { findOpenedWallet, type OpenedWalletRefusal } from './opened-wallet.ts';
import { type JournalRefusal, type PostedJournal, postJournal } from './post-journal.ts';
import { type Proposal, readProposal } from './queries.ts';

type Deps = { db: Database; clock: Clock };

type TakenRefusal =
  | { kind: 'no_such_proposal' }
  | { kind: 'already_posted'; journalId: number }
  | { kind: 'already_declined' };

export type ApproveRefusal = TakenRefusal | JournalRefusal | OpenedWalletRefusal;
export type DeclineRefusal = TakenRefusal | ReasonRefusal;

const insertAnswerStatement = statement<
  never,
  {
    proposalId: number;
    proposedBy: Actor;
    answer: 'approved' | 'declined';
    journalId: number | null;
    reason: string;
    answeredBy: Actor;
    now: Date;
  }
>(
  'journal: insert answer',
  `insert into journal_answer (proposal_id, proposed_by, answer, journal_id, reason, answered_by, answered_at)
   values ($proposalId, $proposedBy, $answer, $journalId, $reason, $answeredBy, $now)`,
);

const ANSWERED_ONCE = 'journal_answer_pkey';

/** Posts a proposed journal and notes who approved it, in one transaction. Rule: docs/rules/journals.md. */
export async function approveProposal(
  { db, clock }: Deps,
  { proposalId, approvedBy }: { proposalId: number; approvedBy: Actor },
): Promise<Outcome<PostedJournal, ApproveRefusal>> {
  const proposal = await readOpen(db, proposalId);
  if (!proposal.ok) return proposal;
  const { kind, bookedOn, valueOn, bookingKind, lines, reason, reversedJournalId, proposedBy } =
    proposal.value;
  return answerOnce(db, proposalId, () =>
    db.inTransaction(async (transaction): Promise<Outcome<PostedJournal, ApproveRefusal>> => {
      const openedBefore = await findOpenedWallet(transaction, kind, lines);
      if (openedBefore) return refuse(openedBefore);
      const posted = await postJournal(
        { db: transaction, clock },
        {
          kind,
          bookedOn,
          valueOn,
          bookingKind,
          lines,
          reason,
          madeBy: proposedBy,
          approvedBy,
          reversedJournalId: reversedJournalId ?? undefined,
        },
      );
      if (!posted.ok) return posted;
      const { journalId } = posted.value;
      const now = toDate(clock.nowMs());
      const answer = { answer: 'approved', journalId, reason: '', answeredBy: approvedBy, now } as const;
      await transaction.rows(insertAnswerStatement, { proposalId, proposedBy, ...answer });
      return posted;
    }),
  );
}

/** Ends a proposal without a posting. The person who proposed it may do so too. */
export async function declineProposal(
  { db, clock }: Deps,
  { proposalId, reason, declinedBy }: { proposalId: number; reason: string; declinedBy: Actor },
): Promise<Outcome<null, DeclineRefusal>> {
  const checkedReason = checkReason(reason);
  if (!checkedReason.ok) return checkedReason;
  const proposal = await readOpen(db, proposalId);
  if (!proposal.ok) return proposal;
  const { proposedBy } = proposal.value;
  const now = toDate(clock.nowMs());
  const answer = { answer: 'declined', journalId: null, reason: checkedReason.value, now } as const;
  return answerOnce(db, proposalId, async () => {
    await db.rows(insertAnswerStatement, { proposalId, proposedBy, ...answer, answeredBy: declinedBy });
    return allow(null);
  });
}

async function readOpen(db: Database, proposalId: number): Promise<Outcome<Proposal, TakenRefusal>> {
  const proposal = await readProposal(db, proposalId);
  if (!proposal) return refuse({ kind: 'no_such_proposal' });
  const { answer, journalId } = proposal;
  if (answer === 'approved') return refuse({ kind: 'already_posted', journalId: journalId! });
  return answer === 'declined' ? refuse({ kind: 'already_declined' }) : allow(proposal);
}

/** Another person may answer at the same moment. Then nothing of this answer is kept. */
async function answerOnce<Value, Refusal>(
  db: Database,
  proposalId: number,
  answer: () => Promise<Outcome<Value, Refusal>>,
): Promise<Outcome<Value, Refusal | TakenRefusal>> {
  try {
    return await answer();
  } catch (error) {
    if (brokenConstraint(error) !== ANSWERED_ONCE) throw error;
    const taken = await readOpen(db, proposalId);
    if (taken.ok) throw error;
    return taken;
  }
}
