import type { LadderRule } from '@thumba/lending/ladder';
import type { LoanMessage } from '@thumba/lending/loan-message';
import { formatKwacha, ngwee } from '@thumba/lending/money';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import type { WalletMessage } from '@thumba/lending/wallet-payout';
import type { Actor } from '../../book/actor.ts';
import { loanToday } from '../../book/loan/loan-view.ts';
import { findLoan } from '../../book/loan/queries.ts';
import { hasMovedOn, type SeenLoan } from '../../book/loan/seen-loan.ts';
import { effectOf, ledgerLines, smsText } from '../../book/loan/staff-preview.ts';
import type { ApprovedRequest, AskedRequest, EffectLine, Execution } from '../../book/staff-request.ts';
import { previewSms } from '../../contact/message/texts-of-now.ts';
import type { EndDeps } from '../../money/payment/attempt-end.ts';
import { previewLoanEnd } from '../../money/payment/attempt-ending.ts';
import { previewEnd } from '../../money/payment/preview-end.ts';
import { endCoveredHolds } from '../../money/payment/restored-book.ts';
import { closeAgreed } from '../../money/reconciliation/close-agreed.ts';
import { isOwnDifference } from '../../money/reconciliation/difference-owners.ts';
import { type Difference, findDifference } from '../../money/reconciliation/differences.ts';
import { ignoreDifference } from '../../money/reconciliation/leave-difference.ts';
import { findPayoutToPost, postToPayout } from '../../money/reconciliation/post-to-payout.ts';
import {
  businessDayOf,
  postToLoan,
  putIntoSuspense,
  type Resolution,
  readForLoan,
  readOpen,
  refuseTaken,
  transferToSuspense,
  unaskedCollection,
} from '../../money/reconciliation/resolve-difference.ts';
import { takeBackCollection } from '../../money/reconciliation/take-back.ts';
import type { Database } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { describeResolutionRefusal, type MatchRefusal } from './difference-refusal-text.ts';

/** What a person says a difference to an operator's statement was. */
export type DifferenceMatch = { differenceId: number } & (
  | { to: 'loan'; borrowerId: number; loanId: number }
  | { to: 'payout'; attemptId: string }
  | { to: 'taken_back' }
  | { to: 'suspense' }
  | { to: 'leave' }
);

export type DifferenceDeps = EndDeps & { sealing: Sealing; ladderRule(): LadderRule };

/** What was seen when it was asked for. A difference or a loan that is not so any more is left as it is. */
type Seen = Pick<Difference, 'kind' | 'statement_ngwee' | 'attempt_ngwee'> & { loan: SeenLoan | null };

export type DifferencePayload = { thing: 'difference'; match: DifferenceMatch; seen: Seen };

/** What a match would do today. */
type Preview = {
  title: string;
  borrowerId: number | null;
  loanId: number | null;
  effect: EffectLine[];
  messages: readonly (LoanMessage | WalletMessage)[];
  difference: Difference;
  seenLoan: SeenLoan | null;
};

/** Asks for the match of a difference, with what it would do today. Refused where it could not be done today. */
export async function askForDifference(
  deps: DifferenceDeps,
  match: DifferenceMatch,
  { actor, reason }: { actor: Actor; reason: string },
): Promise<Outcome<AskedRequest, MatchRefusal>> {
  const { differenceId } = match;
  const previewed = await preview(deps, match, { differenceId, actor, reason });
  if (!previewed.ok) return previewed;
  const { title, borrowerId, loanId, effect, messages, difference, seenLoan } = previewed.value;
  const { kind, statement_ngwee, attempt_ngwee } = difference;
  const seen: Seen = { kind, statement_ngwee, attempt_ngwee, loan: seenLoan };
  return allow({
    kind: 'manual_match',
    title,
    subject: subjectOfDifference(differenceId),
    ...{ borrowerId, loanId, ofStaffId: null },
    payload: { thing: 'difference', match, seen } satisfies DifferencePayload,
    effect: [
      { title: `Difference ${differenceId}`, before: 'open', after: `resolved: ${END_WORDS[match.to]}` },
      ...amountLines(difference),
      ...effect,
    ],
    message: await smsText(messages, (message) => previewSms(deps.db, message)),
    reason: reason.trim(),
  });
}

export function subjectOfDifference(differenceId: number): string {
  return `difference ${differenceId}`;
}

const END_WORDS: Readonly<Record<DifferenceMatch['to'], string>> = {
  loan: 'posted to the order',
  payout: 'the payout was made before the restore',
  taken_back: 'the payment is taken back',
  suspense: 'the money stands in suspense',
  leave: 'both books are left as they are',
};

function amountLines({ statement_ngwee: stated, attempt_ngwee: booked }: Difference): EffectLine[] {
  const amountText = (amount: number | null) => (amount === null ? 'nothing' : formatKwacha(ngwee(amount)));
  return [
    { title: 'The operator has', before: amountText(stated), after: null },
    { title: 'Our payments have', before: amountText(booked), after: null },
  ];
}

function preview(
  deps: DifferenceDeps,
  match: DifferenceMatch,
  resolution: Resolution,
): Promise<Outcome<Preview, MatchRefusal>> {
  switch (match.to) {
    case 'loan':
      return previewLoan(deps, match, resolution);
    case 'payout':
      return previewPayout(deps, match, resolution);
    case 'taken_back':
      return previewTakeBack(deps, resolution);
    case 'suspense':
      return previewSuspense(deps, resolution);
    case 'leave':
      return previewLeave(deps, resolution);
  }
}

async function previewLoan(
  deps: DifferenceDeps,
  { borrowerId, loanId }: Extract<DifferenceMatch, { to: 'loan' }>,
  resolution: Resolution,
): Promise<Outcome<Preview, MatchRefusal>> {
  const read = await readForLoan(deps.db, { ...resolution, borrowerId, loanId });
  if (!read.ok) return read;
  const { difference } = read.value;
  if (difference.state === 'posting' && difference.posting_loan_id !== loanId)
    return refuseTaken(deps.db, difference.difference_id);
  const amountNgwee = ngwee(difference.statement_ngwee!);
  const collection = unaskedCollection({
    ...{ borrowerId, loanId, amountNgwee, operator: difference.operator },
    attemptId: difference.posting_attempt_id ?? deps.newAttemptId(),
    submittedOn: businessDayOf(deps, difference.happened_at),
  });
  const end = { state: 'succeeded', operatorReference: difference.operator_reference } as const;
  const change = await previewLoanEnd(deps, collection, end);
  return allow({
    title: `Post ${formatKwacha(amountNgwee)} of difference ${difference.difference_id} to order ${loanId}`,
    ...{ borrowerId, loanId, difference },
    effect: change ? effectOf(change) : [],
    messages: change?.messages ?? [],
    seenLoan: change?.seen ?? null,
  });
}

async function previewPayout(
  deps: DifferenceDeps,
  { attemptId }: Extract<DifferenceMatch, { to: 'payout' }>,
  resolution: Resolution,
): Promise<Outcome<Preview, MatchRefusal>> {
  const found = await findPayoutToPost(deps, { ...resolution, attemptId });
  if (!found.ok) return found;
  const { payout, difference } = found.value;
  const end = { state: 'succeeded', operatorReference: difference.operator_reference } as const;
  const { effect, messages } = await previewEnd(deps, payout, end);
  return allow({
    title: `Payout ${attemptId} of ${formatKwacha(payout.amount_ngwee)} was made before the restore`,
    ...{ borrowerId: payout.borrower_id, loanId: payout.loan_id, difference },
    effect: [{ title: 'The payout', before: 'waits to be sent', after: 'is not sent' }, ...effect],
    messages,
    seenLoan: null,
  });
}

async function previewTakeBack(
  deps: DifferenceDeps,
  resolution: Resolution,
): Promise<Outcome<Preview, MatchRefusal>> {
  const taken = await takeBackCollection(deps, { ...resolution, isPreview: true });
  if (!taken.ok) return taken;
  const { amountNgwee, reversedReceiptNo, loanId } = taken.value;
  const change = taken.value.preview!;
  const difference = (await findDifference(deps.db, resolution.differenceId))!;
  return allow({
    title: `Take back ${reversedReceiptNo} of ${formatKwacha(amountNgwee)}: the operator took the money back`,
    ...{ borrowerId: change.borrowerId, loanId, difference },
    ...{ effect: effectOf(change), messages: change.messages, seenLoan: change.seen },
  });
}

async function previewSuspense(
  { db }: DifferenceDeps,
  resolution: Resolution,
): Promise<Outcome<Preview, MatchRefusal>> {
  const read = await readOpen(db, resolution);
  if (!read.ok) return read;
  const { difference } = read.value;
  const transfer = transferToSuspense(difference);
  if (!transfer.ok) return transfer;
  const amount = formatKwacha(transfer.value.amountNgwee);
  return allow({
    title: `Put ${amount} of difference ${difference.difference_id} into suspense`,
    ...{ borrowerId: difference.borrower_id, loanId: null, difference },
    ...{ effect: ledgerLines([transfer.value]), messages: [], seenLoan: null },
  });
}

async function previewLeave(
  { db }: DifferenceDeps,
  resolution: Resolution,
): Promise<Outcome<Preview, MatchRefusal>> {
  const read = await readOpen(db, resolution);
  if (!read.ok) return read;
  const { difference } = read.value;
  if (difference.gives_back === 'booked') return refuse({ kind: 'stands_in_float' });
  const amount = formatKwacha(ngwee(difference.statement_ngwee ?? difference.attempt_ngwee ?? 0));
  return allow({
    title: `Leave both books as they are: ${amount} of difference ${difference.difference_id}`,
    ...{ borrowerId: difference.borrower_id, loanId: null, difference },
    effect: [{ title: 'Our book', before: null, after: 'stays as it is' }],
    ...{ messages: [], seenLoan: null },
  });
}

export type CheckerDeps = {
  db: Database;
  /** Whether the borrower is the person of staff or a relative whom they declared. */
  isRelatedStaff(staffId: number, borrowerId: number): Promise<boolean>;
};

export const RELATED_CHECKER =
  'This is about the account of the person who approved it, or of a relative. Ask another person.';

/** Whether a match may be about the person who approved it, or about a relative. */
export async function isOfChecker(
  { db, isRelatedStaff }: CheckerDeps,
  match: DifferenceMatch,
  checkerId: number | null,
): Promise<boolean> {
  if (checkerId === null) return false;
  const isOwn = (borrowerId: number) => isRelatedStaff(checkerId, borrowerId);
  const isTo = 'borrowerId' in match && (await isOwn(match.borrowerId));
  return isTo || isOwnDifference(db, match.differenceId, isOwn);
}

/** Resolves a difference as it was approved. A second time it finds that it did. */
export async function matchDifferenceAsApproved(
  deps: DifferenceDeps & CheckerDeps,
  {
    requestId,
    payload,
    reason,
    madeBy,
    checkedByStaffId,
  }: ApprovedRequest & { checkedByStaffId: number | null },
  approvedBy: Actor,
): Promise<Execution> {
  const { match, seen } = payload as DifferencePayload;
  const { differenceId } = match;
  if (await isOfChecker(deps, match, checkedByStaffId)) return { isDone: false, sentence: RELATED_CHECKER };
  const approval = { requestId, approvedBy };
  const matched = await matchIfAsSeen(deps, match, seen, { differenceId, reason, actor: madeBy, approval });
  if (!matched.ok) {
    const difference = await findDifference(deps.db, differenceId);
    const isOwnWork = difference?.state === 'resolved' && difference.request_id === requestId;
    if (!isOwnWork) return { isDone: false, sentence: describeResolutionRefusal(matched.refusal) };
  }
  await closeAgreed(deps);
  const { isAnyEnded, standing } = await endCoveredHolds(deps);
  const isResolved = `Difference ${differenceId} is resolved: ${matched.ok ? matched.value : END_WORDS[match.to]}.`;
  const goesOn = isAnyEnded && standing.length === 0 ? ' No difference waits: payouts are sent again.' : '';
  return { isDone: true, sentence: `${isResolved}${goesOn}` };
}

/** Resolves a difference where it and its loan are as they were seen. Answers what was done, in words. */
export async function matchIfAsSeen(
  deps: DifferenceDeps,
  match: DifferenceMatch,
  seen: Seen,
  resolution: Resolution,
): Promise<Outcome<string, MatchRefusal>> {
  const difference = await findDifference(deps.db, match.differenceId);
  const isOther =
    difference?.kind !== seen.kind ||
    difference.statement_ngwee !== seen.statement_ngwee ||
    difference.attempt_ngwee !== seen.attempt_ngwee;
  if (isOther) return refuse({ kind: 'difference_changed' });
  // A posting that was begun has changed the loan itself.
  if (match.to === 'loan' && seen.loan && difference.state === 'open') {
    const stored = await findLoan(deps.db, match.borrowerId, match.loanId);
    if (stored && hasMovedOn(loanToday(stored.loan, deps.today()), seen.loan))
      return refuse({ kind: 'loan_moved_on' });
  }
  return perform(deps, match, { ...resolution, ...(seen.loan ? { seen: seen.loan } : {}) });
}

/** What was done, in the words after "is resolved". */
async function perform(
  deps: DifferenceDeps,
  match: DifferenceMatch,
  resolution: Resolution & { seen?: SeenLoan },
): Promise<Outcome<string, MatchRefusal>> {
  switch (match.to) {
    case 'loan': {
      const { borrowerId, loanId } = match;
      const posted = await postToLoan(deps, { ...resolution, borrowerId, loanId });
      return said(posted, ({ amountNgwee }) => `${formatKwacha(amountNgwee)} is posted to order ${loanId}`);
    }
    case 'payout': {
      const { attemptId } = match;
      const posted = await postToPayout(deps, { ...resolution, attemptId });
      return said(
        posted,
        ({ amountNgwee }) =>
          `payout ${attemptId} of ${formatKwacha(amountNgwee)} was made before the restore, and is not sent`,
      );
    }
    case 'taken_back': {
      const taken = await takeBackCollection(deps, resolution);
      return said(
        taken,
        ({ amountNgwee, reversedReceiptNo, loanId, receiptNo, remainingNgwee }) =>
          `the operator took ${formatKwacha(amountNgwee)} back, and ${reversedReceiptNo} no longer counts on order ${loanId}, receipt ${receiptNo}. Left to repay: ${formatKwacha(remainingNgwee)}`,
      );
    }
    case 'suspense': {
      const suspended = await putIntoSuspense(deps, resolution);
      return said(suspended, ({ amountNgwee }) => `${formatKwacha(amountNgwee)} stands in suspense`);
    }
    case 'leave':
      return said(await ignoreDifference(deps, resolution), () => END_WORDS.leave);
  }
}

function said<Done, Refusal>(
  outcome: Outcome<Done, Refusal>,
  wordsOf: (done: Done) => string,
): Outcome<string, Refusal> {
  return outcome.ok ? allow(wordsOf(outcome.value)) : outcome;
}
