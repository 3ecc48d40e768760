import { type LoanStateRefusal, wrongState } from './application.ts';
import { catchUp, instalmentStateOn } from './catch-up.ts';
import { followedBy, unchanged } from './change.ts';
import { isSamePlace } from './closing.ts';
import { withoutCountedPayment } from './counted-payment.ts';
import { datedInOrder } from './dated-in-order.ts';
import { addDays, type Day, daysBetween, earlierOf, laterOf } from './day.ts';
import { countedDaysLate, dayAtDaysLate } from './days-late.ts';
import { inDueOrder } from './due-order.ts';
import { earnAll } from './earning.ts';
import type { ExcusedDays } from './instalment-dates.ts';
import type { LadderRule } from './ladder.ts';
import type { Transfer } from './ledger.ts';
import {
  type Change,
  type Instalment,
  instalmentOf,
  isRunning,
  type LadderPlace,
  type Loan,
  type LoanEvent,
  type Posting,
  type ReversalCause,
} from './loan.ts';
import type { LoanMessage } from './loan-message.ts';
import { type Ngwee, ngwee, subtract } from './money.ts';
import { allow, type Outcome, refuse } from './outcome.ts';
import { allocateOverpayments, overpaymentsOf } from './overpayment.ts';
import { isCleared, isWrittenOff, owedOnLoan } from './owed.ts';
import { creditsOf, type PaymentCredit, type WalletMovement } from './payment-credit.ts';
import { isReversalEvent, type ReversalEvent } from './payment-event.ts';
import { type PaymentPendingRefusal, refusalWhilePending } from './pending.ts';
import { mirrored, movedSince, movesBetween, receiptNoOf, withoutMoves, withoutPosting } from './posting.ts';
import { correctRebates, type Replays, replaysOf } from './rebate-correction.ts';
import { type PaidEvent, standingPayments, wholePosting } from './standing-payments.ts';

type PostedEvent = Extract<LoanEvent, { posting: Posting; receiptNo: string }>;

export type ReversalRefusal =
  | LoanStateRefusal
  | PaymentPendingRefusal
  | { kind: 'reversal_of_reversal' }
  | { kind: 'not_reversible' }
  | { kind: 'reversal_without_reason' }
  | { kind: 'already_reversed'; receiptNo: string }
  | { kind: 'posted_upon'; receiptNo: string }
  | { kind: 'other_loan_open' }
  | { kind: 'credit_used'; walletNgwee: Ngwee };

export type Reversal = {
  /** The event of the mistaken posting, from the loan's history. */
  event: LoanEvent;
  cause: ReversalCause;
  reason: string;
  on: Day;
  walletNgwee: Ngwee;
  ladderPlace: LadderPlace;
  /** A reversal can reopen a closed loan, and a borrower has one open loan at a time. */
  hasOtherOpenLoan: boolean;
  ladderRule: LadderRule;
  /** The whole history of the loan, oldest first. */
  history: readonly LoanEvent[];
  /** The movements of the borrower's wallet, with the payments of this loan. */
  walletMovements: readonly WalletMovement[];
};

/**
 * Reverses a posting (a repayment, an extension, a waiver) by the opposite transfers. Money from an operator goes to
 * suspense. A settled loan runs again from `on`, without penalties for the days it was closed. After our own mistake
 * these days do not count as days late either. Refuses, in this order: a reversal; an event without a posting; no
 * reason; a reversed posting; a pending payment; a state that cannot be reversed; another open loan; a posting that
 * later ones depend on; wallet credit that was used since. Rule: docs/rules/reversal.md.
 */
export function reversePosting(loan: Loan, reversal: Reversal): Outcome<Change, ReversalRefusal> {
  const { event } = reversal;
  if (isReversalEvent(event)) return refuse({ kind: 'reversal_of_reversal' });
  if (!isPosted(event)) return refuse({ kind: 'not_reversible' });
  const { cause, reason, on } = reversal;
  return takeBack(loan, { ...reversal, event }, keptByOperator, (receiptNo) => ({
    kind: 'reversed',
    on,
    reversedReceiptNo: event.receiptNo,
    cause,
    reason,
    receiptNo,
  }));
}

/**
 * Takes a collection back that its operator took back after it had succeeded. The money leaves the float. The loan runs
 * again and the days late count. Refuses what `reversePosting` refuses, and a posting without a collection. Rule:
 * docs/rules/reversal.md.
 */
export function collectionTakenBack(
  loan: Loan,
  reversal: Omit<Reversal, 'cause'>,
): Outcome<Change, ReversalRefusal> {
  const { event, reason, on } = reversal;
  if (!isPosted(event) || event.kind === 'charge_waived' || event.attemptId === null)
    return refuse({ kind: 'not_reversible' });
  const { receiptNo: reversedReceiptNo, amountNgwee } = event;
  return takeBack(
    loan,
    { ...reversal, event, cause: 'payer_or_operator' },
    (transfer) => transfer,
    (receiptNo) => ({
      kind: 'collection_taken_back',
      on,
      reversedReceiptNo,
      amountNgwee,
      reason,
      receiptNo,
    }),
  );
}

function takeBack(
  loan: Loan,
  reversal: Reversal & { event: PostedEvent },
  moneyTo: (transfer: Transfer) => Transfer,
  eventOf: (receiptNo: string) => ReversalEvent,
): Outcome<Change, ReversalRefusal> {
  const { event, cause, on, walletNgwee, ladderPlace, history } = reversal;
  if (reversal.reason.trim() === '') return refuse({ kind: 'reversal_without_reason' });
  const { receiptNo } = event;
  const posting = wholePosting(event, history);
  if (loan.reversedPostings.includes(receiptNo)) return refuse({ kind: 'already_reversed', receiptNo });
  const pending = refusalWhilePending(loan);
  if (pending !== null) return refuse(pending);
  const touchesLoan = posting.instalments.length > 0 || event.kind === 'extended';
  if (touchesLoan && !canBeReversed(loan, event)) return refuse(wrongState(loan));
  if (touchesLoan && isClosed(loan) && reversal.hasOtherOpenLoan) return refuse({ kind: 'other_loan_open' });
  const caughtUp = catchUp(loan, on);
  const withoutEvent = undo(caughtUp.loan, event, posting);
  if (withoutEvent === null) return refuse({ kind: 'posted_upon', receiptNo });
  if (posting.walletNgwee > walletNgwee) return refuse({ kind: 'credit_used', walletNgwee });
  const undone = withoutCountedPayment(withoutEvent, receiptNo);
  const others = othersOf(caughtUp.loan, reversal, posting);
  const checked = { posted: caughtUp.loan, undone, ...others, history, on };
  const replays =
    (touchesLoan && !isWrittenOff(loan)) || mayChangeClosing(loan, reversal) ? replaysOf(checked) : null;
  const rebates = replays === null ? unchanged(undone) : correctRebates(checked, replays);
  const inOrder =
    replays === null ? { loan: rebates.loan, transfers: [] } : inDueOrder(rebates.loan, replays);
  const beside = { posted: caughtUp.loan, posting, undone, corrected: rebates.loan, inOrder: inOrder.loan };
  const excused =
    cause === 'our_mistake'
      ? excuse([caughtUp.loan, rebates.loan, inOrder.loan], { event, replays, on })
      : inOrder.loan;
  const reversed = followedBy(caughtUp, () => ({
    ...unchanged({ ...excused, reversedPostings: [...undone.reversedPostings, receiptNo] }),
    transfers: [
      ...mirrored(posting.transfers).map(moneyTo),
      ...movedSince(caughtUp.loan, posting, undone),
      ...rebates.transfers,
      ...inOrder.transfers,
    ],
    walletNgwee: rebates.walletNgwee - posting.walletNgwee,
    events: [
      { ...eventOf(receiptNoOf(loan)), ...movesBeside(beside) },
      ...couponReleased(event, on),
      ...rebates.events,
    ],
  }));
  const reopened = followedBy(reversed, (before) => reopen(before, on, ladderPlace));
  const ladder = { rule: reversal.ladderRule, place: reopened.ladder ?? ladderPlace };
  const paid = followedBy(reopened, (before) =>
    replays === null
      ? unchanged(before)
      : allocateOverpayments(before, overpaymentsOf(others, rebates.events), { on, ladder }),
  );
  const dated = replays === null ? paid : datedInOrder(paid, caughtUp.loan, { replays, ladder });
  // Interest that is charged again on a loan that stays settled has no day left on which it could be earned.
  const again = followedBy(dated, (before) =>
    before.state === 'settled' ? earnAll(before) : catchUp(before, on),
  );
  return allow({ ...again, messages: [...again.messages, messageOf(event, cause, again.loan)] });
}

/**
 * What a reversal changes on the instalments beside taking its posting back and beside the events about other payments.
 * A report of an earlier day takes it back too.
 */
function movesBeside({
  posted,
  posting,
  undone,
  corrected,
  inOrder,
}: {
  posted: Loan;
  posting: Posting;
  undone: Loan;
  corrected: Loan;
  inOrder: Loan;
}): Pick<ReversalEvent, 'moves'> {
  const exactly = withoutMoves(posted.instalments, posting.instalments);
  const madeSound = movesBetween(exactly, undone.instalments);
  const moves = movesBetween(withoutMoves(corrected.instalments, madeSound), inOrder.instalments);
  return moves.length === 0 ? {} : { moves };
}

/** The other payments of the loan, with what each of them left in the wallet and is still there. */
function othersOf(
  { reversedPostings }: Loan,
  { event, history, walletMovements, walletNgwee }: Reversal & { event: PostedEvent },
  posting: Posting,
): { payments: PaidEvent[]; credits: PaymentCredit[] } {
  const payments = standingPayments(history, [...reversedPostings, event.receiptNo]);
  const left = ngwee(Math.max(0, walletNgwee - posting.walletNgwee));
  return { payments, credits: creditsOf(payments, history, { walletMovements, walletNgwee: left }) };
}

function messageOf(event: PostedEvent, cause: ReversalCause, loan: Loan): LoanMessage {
  const { amountNgwee } = event;
  const figures = { amountNgwee, remainingNgwee: owedOnLoan(loan).totalNgwee };
  if (event.kind === 'charge_waived') return { kind: 'waiver_reversed', ...figures };
  return cause === 'our_mistake'
    ? { kind: 'payment_reversed', ...figures }
    : { kind: 'payment_taken_back', ...figures };
}

function isPosted(event: LoanEvent): event is PostedEvent {
  return event.kind === 'repaid' || event.kind === 'extended' || event.kind === 'charge_waived';
}

/** The lender still has the money at the operator, so it goes to suspense until staff resolve it. */
function keptByOperator(transfer: Transfer): Transfer {
  return transfer.creditAccount.startsWith('float_') ? { ...transfer, creditAccount: 'suspense' } : transfer;
}

/** Postings before a write-off are part of the written-off amount; a later payment is not. */
function canBeReversed(loan: Loan, event: PostedEvent): boolean {
  if (isWrittenOff(loan)) return event.kind === 'repaid' && event.isRecovery;
  return isRunning(loan) || loan.state === 'settled';
}

function isClosed({ state }: Loan): boolean {
  return state === 'settled' || state === 'recovered';
}

/**
 * True for a settled loan whose payment may have moved nothing on it: the loan can still be dated as closed by that
 * payment, so it is computed again.
 */
function mayChangeClosing({ state }: Loan, { event, hasOtherOpenLoan }: Reversal): boolean {
  return state === 'settled' && event.kind === 'repaid' && !hasOtherOpenLoan;
}

function undo(loan: Loan, event: PostedEvent, posting: Posting): Loan | null {
  const before = withoutPosting(loan, posting);
  if (before === null || event.kind !== 'extended') return before;
  if (hasReturnedFee(loan, event)) return null;
  const { period, beforeDueOn, afterDueOn, feeNgwee } = event;
  const extended = instalmentOf(before, period);
  const isLastMove = extended?.dueOn === afterDueOn && extended.earlierDueDates.at(-1)?.dueOn === beforeDueOn;
  // An extension moves all later instalments too, so a later instalment with other due dates was extended afterwards.
  const hasLaterMove = before.instalments.some(
    (instalment) =>
      instalment.period > period && instalment.earlierDueDates.length !== extended?.earlierDueDates.length,
  );
  if (!isLastMove || hasLaterMove) return null;
  return {
    ...before,
    extensionsUsed: before.extensionsUsed - 1,
    extensionFeesNgwee: subtract(before.extensionFeesNgwee, feeNgwee),
    instalments: before.instalments.map((instalment) =>
      instalment.period < period ? instalment : movedBack(instalment, period),
    ),
  };
}

/** A fee of which a part was given back cannot be taken back whole. */
function hasReturnedFee(
  { countedPayments }: Loan,
  { receiptNo, feeNgwee }: Extract<PostedEvent, { kind: 'extended' }>,
): boolean {
  const bought = countedPayments.find((payment) => payment.receiptNo === receiptNo)?.extension;
  return bought !== undefined && bought !== null && bought.feeNgwee !== feeNgwee;
}

function movedBack(instalment: Instalment, extendedPeriod: number): Instalment {
  const { period, startsOn, dueOn, earlierDueDates } = instalment;
  const earlier = earlierDueDates.at(-1);
  if (earlier === undefined)
    throw new Error(`instalment ${period} was not moved with instalment ${extendedPeriod}`);
  const days = daysBetween(earlier.dueOn, dueOn);
  return {
    ...instalment,
    startsOn: period === extendedPeriod ? startsOn : addDays(startsOn, -days),
    dueOn: earlier.dueOn,
    earlierDueDates: earlierDueDates.slice(0, -1),
  };
}

/**
 * Excuses the days that the mistaken posting had made free: on each instalment that it had cleared or helped to clear,
 * those from the day after it was cleared to the reversal, and on each one that a mistaken extension had moved, those
 * after the posting and up to the date that the extension had given.
 */
function excuse(
  [posted, corrected, inOrder]: readonly [posted: Loan, corrected: Loan, inOrder: Loan],
  { event, replays, on }: { event: PostedEvent; replays: Replays | null; on: Day },
): Loan {
  const instalments = inOrder.instalments.map((instalment, index) => {
    const before = posted.instalments[index];
    const wasOpened = !isCleared(instalment) || !isCleared(corrected.instalments[index] ?? instalment);
    // Other money may have cleared it later, although the posting stands on another instalment.
    const isClearedLater = replays?.clearedBeforeOn[index] !== replays?.clearedOn[index];
    if (before === undefined || !(wasOpened || isClearedLater)) return instalment;
    const lastOn = isCleared(before) ? on : earlierOf(on, before.dueOn);
    const isExcused = isCleared(before) || before.dueOn > instalment.dueOn;
    const fromOn = laterOf(
      before.dueOn > instalment.dueOn ? addDays(event.on, 1) : dayAfterClearing(before, event.on),
      addDays(instalment.dueOn, 1),
    );
    if (!isExcused || fromOn > lastOn) return instalment;
    return { ...instalment, excusedDays: joined([...instalment.excusedDays, { fromOn, throughOn: lastOn }]) };
  });
  return { ...inOrder, instalments };
}

/**
 * The day after an instalment was cleared, or a day before it if that was in time. Its days late stopped on the day that
 * cleared it. If an earlier due date gave them, they tell nothing of that day, and the day after the posting counts.
 */
function dayAfterClearing(cleared: Instalment, postedOn: Day): Day {
  const { daysLate, excusedDays, earlierDueDates } = cleared;
  const ofEarlierDates = earlierDueDates.map(({ dueOn, throughOn }) =>
    countedDaysLate({ dueOn, excusedDays }, throughOn),
  );
  const afterPosting = addDays(postedOn, 1);
  if (daysLate <= Math.max(0, ...ofEarlierDates)) return afterPosting;
  return laterOf(afterPosting, dayAtDaysLate(cleared, daysLate + 1));
}

/** Ranges of days in order, so that no day is in two of them. */
function joined(ranges: readonly ExcusedDays[]): ExcusedDays[] {
  const apart: ExcusedDays[] = [];
  for (const range of ranges.toSorted((a, b) => daysBetween(b.fromOn, a.fromOn))) {
    const last = apart.at(-1);
    if (last === undefined || range.fromOn > addDays(last.throughOn, 1)) apart.push(range);
    else apart[apart.length - 1] = { ...last, throughOn: laterOf(last.throughOn, range.throughOn) };
  }
  return apart;
}

/**
 * Reopens a closed loan that owes something again, from `on`, and takes its move on the ladder back. A debt that had been
 * paid is a debt again.
 */
function reopen(loan: Loan, on: Day, ladderPlace: LadderPlace): Change {
  if (isClosed(loan) && owedOnLoan(loan).totalNgwee === 0) return unchanged(loan);
  const isDebt = isWrittenOff(loan);
  if (!isDebt && loan.state !== 'settled') return unchanged(loan);
  const instalments = isDebt
    ? loan.instalments.map((instalment) => ({ ...instalment, state: instalmentStateOn(instalment, on) }))
    : loan.instalments;
  if (loan.state === 'written_off') return unchanged({ ...loan, instalments });
  const { ladderMove } = loan;
  const isPlaceUnchanged = ladderMove !== null && isSamePlace(ladderMove.after, ladderPlace);
  return {
    ...unchanged({
      ...loan,
      instalments,
      ...(isDebt ? { state: 'written_off' as const } : { state: 'active' as const, accruedThroughOn: on }),
      closedOn: null,
      ladderMove: isPlaceUnchanged ? null : ladderMove,
    }),
    ladder: isPlaceUnchanged ? ladderMove.before : null,
  };
}

function couponReleased(event: PostedEvent, on: Day): LoanEvent[] {
  if (event.kind !== 'repaid' || event.userCouponId === null) return [];
  return [{ kind: 'coupon_released', on, userCouponId: event.userCouponId, reason: 'reversed' }];
}
