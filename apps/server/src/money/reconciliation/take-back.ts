import type { LadderRule } from '@thumba/lending/ladder';
import type { Change, LoanEvent } from '@thumba/lending/loan';
import { type Ngwee, ngwee } from '@thumba/lending/money';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { owedOnLoan } from '@thumba/lending/owed';
import type { WalletMovement } from '@thumba/lending/payment-credit';
import { isPaymentEvent } from '@thumba/lending/payment-event';
import { collectionTakenBack, type ReversalRefusal } from '@thumba/lending/reversal';
import { personOf } from '../../book/actor.ts';
import { loanToday } from '../../book/loan/loan-view.ts';
import { hasOtherOpenLoan, readHistory } from '../../book/loan/queries.ts';
import { hasMovedOn, type SeenLoan } from '../../book/loan/seen-loan.ts';
import { type ChangePreview, previewOf } from '../../book/loan/staff-preview.ts';
import { readWalletMovements } from '../../book/loan/wallet-movements.ts';
import type { PostingRefusal } from '../../book/posting-line/posting.ts';
import type { PostingLine } from '../../book/posting-line/posting-line.ts';
import { type Approval, approvalColumns } from '../../book/staff-request.ts';
import { type Database, statement } from '../../platform/database.ts';
import type { Difference } from './differences.ts';
import {
  businessDayOf,
  type Resolution,
  type ResolutionDeps,
  type ResolutionRefusal,
  readOpen,
} from './resolve-difference.ts';

export type TakeBackRefusal =
  | ResolutionRefusal
  | ReversalRefusal
  | PostingRefusal
  | { kind: 'loan_moved_on' }
  /** Money that a borrower paid can be taken back, a payout cannot. */
  | { kind: 'not_a_collection' }
  /** The statement does not show that the operator took a payment of ours back. */
  | { kind: 'not_taken_back' }
  | { kind: 'part_taken_back'; takenNgwee: Ngwee; paidNgwee: Ngwee }
  /** The payment was taken back by another difference. Some statements show one reversal in two rows. */
  | { kind: 'taken_back_before'; differenceId: number };

/** What was taken back, and the loan after it. */
export type TakenBack = {
  loanId: number;
  amountNgwee: Ngwee;
  remainingNgwee: Ngwee;
  /** The receipt that does not count any more. */
  reversedReceiptNo: string;
  receiptNo: string;
  /** Only where `isPreview` was asked for. */
  preview?: ChangePreview;
};

/** `seen` is the loan as the second person saw it: a loan that is not so any more is left as it is. */
export type TakeBackRequest = Resolution & { seen?: SeenLoan; isPreview?: boolean };

export type TakeBackDeps = ResolutionDeps & { line: PostingLine; ladderRule(): LadderRule };

type Collection = {
  borrowerId: number;
  loanId: number;
  event: LoanEvent;
  history: LoanEvent[];
  walletMovements: WalletMovement[];
};

/**
 * Takes a collection back that its operator took back after it had succeeded, as an operator's statement shows. The money
 * leaves the float, the loan runs again and the difference is resolved, all in one statement. The success of the payment
 * stays as history. Rule: docs/rules/reversal.md.
 */
export async function takeBackCollection(
  deps: TakeBackDeps,
  resolution: TakeBackRequest,
): Promise<Outcome<TakenBack, TakeBackRefusal>> {
  const read = await readOpen(deps.db, resolution);
  if (!read.ok) return read;
  const { difference, reason } = read.value;
  const refusal = refusalOf(difference);
  if (refusal !== null) return refuse(refusal);
  const collection = await findCollection(deps.db, difference);
  if (collection === undefined) return refuse({ kind: 'not_reversible' });
  const posted = await postUnlessTaken(deps, { ...resolution, reason }, difference, collection);
  if (posted.ok) return posted;
  // Another person may have resolved the difference since it was read.
  const again = await readOpen(deps.db, resolution);
  if (!again.ok) return again;
  const other = await deps.db.row(takenBackBeforeStatement, { differenceId: difference.difference_id });
  return other ? refuse({ kind: 'taken_back_before', differenceId: other.difference_id }) : posted;
}

const takenBackBeforeStatement = statement<{ difference_id: number }, { differenceId: number }>(
  'reconciliation: taken back before',
  `select o.difference_id from reconciliation_difference d
   join reconciliation_difference o on o.borrower_id = d.borrower_id and o.attempt_id = d.attempt_id
     and o.resolution = 'taken_back'
   where d.difference_id = $differenceId`,
);

function refusalOf(difference: Difference): TakeBackRefusal | null {
  const { kind, direction, attempt_ngwee: paid, statement_ngwee: taken } = difference;
  if (direction !== 'collection') return { kind: 'not_a_collection' };
  if (paid === null || (kind !== 'reversed' && kind !== 'missing')) return { kind: 'not_taken_back' };
  if (kind === 'reversed' && taken !== paid)
    return { kind: 'part_taken_back', takenNgwee: ngwee(taken ?? 0), paidNgwee: ngwee(paid) };
  return null;
}

const findLoanOfAttemptStatement = statement<
  { loan_id: number | null },
  { borrowerId: number; attemptId: string }
>(
  'reconciliation: find loan of attempt',
  'select loan_id from payment_attempt where borrower_id = $borrowerId and attempt_id = $attemptId::uuid',
);

/** The event of the loan that the payment posted. */
async function findCollection(
  db: Database,
  { borrower_id: borrowerId, attempt_id: attemptId }: Difference,
): Promise<Collection | undefined> {
  if (borrowerId === null || attemptId === null) return undefined;
  const attempt = await db.row(findLoanOfAttemptStatement, { borrowerId, attemptId });
  if (!attempt || attempt.loan_id === null) return undefined;
  const loanId = attempt.loan_id;
  const history = (await readHistory(db, borrowerId, loanId)).map((past) => past.event);
  const event = history.find((past) => isPaymentEvent(past) && past.attemptId === attemptId);
  if (!event) return undefined;
  const walletMovements = await readWalletMovements(db, borrowerId, loanId);
  return { borrowerId, loanId, event, history, walletMovements };
}

async function postUnlessTaken(
  deps: TakeBackDeps,
  resolution: TakeBackRequest,
  difference: Difference,
  collection: Collection,
): Promise<Outcome<TakenBack, TakeBackRefusal>> {
  const { borrowerId, loanId } = collection;
  const isOtherOpen = await hasOtherOpenLoan(deps.db, borrowerId, loanId);
  try {
    return await post(deps, resolution, difference, { ...collection, hasOtherOpenLoan: isOtherOpen });
  } catch (error) {
    const again = await readOpen(deps.db, resolution);
    if (!again.ok) return again;
    // The database allows one open loan for a borrower, who may have applied meanwhile.
    const wasLate = !isOtherOpen && (await hasOtherOpenLoan(deps.db, borrowerId, loanId));
    if (wasLate) return refuse({ kind: 'other_loan_open' });
    throw error;
  }
}

function post(
  deps: TakeBackDeps,
  { differenceId, actor, reason, approval, seen, isPreview }: TakeBackRequest,
  { happened_at: happenedAt }: Difference,
  { borrowerId, loanId, ...collection }: Collection & { hasOtherOpenLoan: boolean },
): Promise<Outcome<TakenBack, TakeBackRefusal>> {
  return deps.line.post<TakenBack, ReversalRefusal | { kind: 'loan_moved_on' }>({
    borrowerId,
    loanId,
    actor,
    decide({ loan, walletNgwee, ladder: ladderPlace }) {
      const on = deps.today();
      const loanNow = loanToday(loan, on);
      if (seen && hasMovedOn(loanNow, seen)) return refuse({ kind: 'loan_moved_on' });
      const changed = collectionTakenBack(loan, {
        ...collection,
        reason,
        on,
        walletNgwee,
        ladderPlace,
        ladderRule: deps.ladderRule(),
      });
      if (!changed.ok) return changed;
      const change = changed.value;
      const { amountNgwee, reversedReceiptNo, receiptNo } = change.events.find(
        (one) => one.kind === 'collection_taken_back',
      )!;
      const remainingNgwee = owedOnLoan(change.loan).totalNgwee;
      const answer = { loanId, amountNgwee, remainingNgwee, reversedReceiptNo, receiptNo };
      if (isPreview)
        return { ok: true, unchanged: true, answer: { ...answer, preview: previewOf(loanNow, change) } };
      return allow({
        change: approvedTakeBack(change, approval),
        on,
        takenBack: {
          ...{ differenceId, reason, actor, ...approvalColumns(approval) },
          leftOn: businessDayOf(deps, happenedAt),
        },
        answer,
      });
    },
  });
}

/** The history names the second person, too. */
function approvedTakeBack(change: Change, approval: Approval | undefined): Change {
  if (approval === undefined) return change;
  const detail = { approvedBy: personOf(approval.approvedBy) };
  const events = change.events.map((event) =>
    event.kind === 'collection_taken_back' ? { ...event, ...detail } : event,
  );
  return { ...change, events };
}
