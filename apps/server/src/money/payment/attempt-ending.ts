import { canEndAs } from '@thumba/lending/attempt';
import { collectionSucceeded } from '@thumba/lending/collection';
import type { Day } from '@thumba/lending/day';
import type { LadderRule } from '@thumba/lending/ladder';
import type { Change, QuotedPurpose } from '@thumba/lending/loan';
import { isPaymentEvent } from '@thumba/lending/payment-event';
import { payoutFailed, payoutSucceeded, restartPayout } from '@thumba/lending/payout';
import { repaymentFailed } from '@thumba/lending/repayment';
import { type Actor, actorOfOperator } from '../../book/actor.ts';
import { loanToday } from '../../book/loan/loan-view.ts';
import { type ChangePreview, previewOf } from '../../book/loan/staff-preview.ts';
import type { AttemptEnd } from '../../book/payment-attempt/attempt.ts';
import type { AttemptRow } from '../../book/payment-attempt/attempt-statements.ts';
import type { Posting, Subject, Verdict } from '../../book/posting-line/posting.ts';
import type { End, EndDeps } from './attempt-end.ts';
import { endSuspenseReturn } from './end-suspense-return.ts';
import { endWalletPayout } from './end-wallet-payout.ts';
import { loanPayout } from './loan-payout.ts';
import type { FailureReason } from './operators/operator.ts';

/** The columns of an attempt that its end needs. */
export type LoanAttempt = Pick<
  AttemptRow,
  | 'borrower_id'
  | 'attempt_id'
  | 'direction'
  | 'purpose'
  | 'quoted'
  | 'amount_ngwee'
  | 'operator'
  | 'payer'
  | 'submitted_on'
> & { loan_id: number; msisdn_sealed: Buffer | null };

/**
 * Ends an attempt, and changes its loan, or the wallet where it belongs to no loan. Only the first success moves money:
 * the same end reported again changes nothing. A success that is reported after a failure is posted, because the money
 * has arrived.
 */
export async function endAttempt(
  deps: EndDeps,
  attempt: AttemptRow,
  end: End,
  actor: Actor = actorOfOperator(attempt.operator),
): Promise<void> {
  const { loan_id } = attempt;
  if (attempt.purpose === 'suspense_return') return endSuspenseReturn(deps, attempt, end);
  if (loan_id === null) return endWalletPayout(deps, attempt, end, actor);
  return endLoanAttempt(deps, { ...attempt, loan_id }, end, actor);
}

/** Ends an attempt that belongs to a loan. */
export async function endLoanAttempt(
  deps: EndDeps,
  attempt: LoanAttempt,
  end: End,
  actor: Actor = actorOfOperator(attempt.operator),
): Promise<void> {
  const outcome = await deps.line.post<null, never>({
    borrowerId: attempt.borrower_id,
    loanId: attempt.loan_id,
    attemptId: attempt.attempt_id,
    actor,
    decide: (subject) => decideEnd(deps, attempt, end, subject),
  });
  if (!outcome.ok) throw new Error(`an attempt belongs to no loan: ${outcome.refusal.kind}`);
}

/** What an end would do to the loan today. Undefined where it would change nothing. Nothing is written. */
export async function previewLoanEnd(
  deps: EndDeps,
  attempt: LoanAttempt,
  end: End,
): Promise<ChangePreview | undefined> {
  const outcome = await deps.line.post<ChangePreview | undefined, never>({
    borrowerId: attempt.borrower_id,
    loanId: attempt.loan_id,
    attemptId: attempt.attempt_id,
    actor: actorOfOperator(attempt.operator),
    decide(subject) {
      const verdict = decideEnd(deps, attempt, end, subject);
      const answer =
        verdict.ok && 'value' in verdict
          ? previewOf(loanToday(subject.loan, deps.today()), verdict.value.change)
          : undefined;
      return { ok: true, unchanged: true, answer };
    },
  });
  if (!outcome.ok) throw new Error(`an attempt belongs to no loan: ${outcome.refusal.kind}`);
  return outcome.value;
}

function decideEnd(
  deps: Pick<EndDeps, 'today' | 'ladderRule' | 'newAttemptId'>,
  attempt: LoanAttempt,
  end: End,
  subject: Subject,
): Verdict<null, never> {
  const state = subject.attempt?.state;
  if (state !== undefined && !canEndAs(state, end.state)) return { ok: true, unchanged: true, answer: null };
  const on = deps.today();
  const replacement = replacementPayout(attempt, end, subject, { attemptId: deps.newAttemptId(), on });
  if (replacement) return { ok: true, value: { ...replacement, on, answer: null } };
  const change =
    end.state === 'succeeded'
      ? success(attempt, subject, deps.ladderRule(), on)
      : failure(attempt, subject, end.reason, on);
  const ending = attemptEnd(attempt, end, change);
  const { amount_ngwee: amountNgwee, attempt_id: attemptId } = attempt;
  const { receiptNo } = ending;
  const payerReceipt: Posting<null>['payerReceipt'] =
    attempt.payer === 'other_number' && receiptNo !== null
      ? { kind: 'payer_receipt', attemptId, amountNgwee, receiptNo }
      : undefined;
  return {
    ok: true,
    value: { change, on, attemptEnd: ending, ...(payerReceipt ? { payerReceipt } : {}), answer: null },
  };
}

/**
 * The payout that replaces one which the operator refused because our float is low. The same posting ends the refused
 * attempt, so that the loan always has exactly one payout under way. The new payout has an id of its own.
 */
function replacementPayout(
  attempt: LoanAttempt,
  end: End,
  { loan }: Subject,
  { attemptId, on }: { attemptId: string; on: Day },
): Pick<Posting<null>, 'change' | 'attemptEnd' | 'newAttempt'> | undefined {
  if (attempt.purpose !== 'loan_payout' || end.state !== 'failed' || end.reason !== 'float_low')
    return undefined;
  if (attempt.msisdn_sealed === null) throw new Error(`payout ${attempt.attempt_id} has no number`);
  const restarted = restartPayout(loan, { attemptId, insteadOf: attempt.attempt_id, on });
  if (!restarted.ok) return undefined;
  const change = restarted.value;
  const payee = {
    attemptId: attempt.attempt_id,
    mobileSealed: attempt.msisdn_sealed,
    operator: attempt.operator,
  };
  const newAttempt = loanPayout(loan, { attemptId, on, payee });
  return { change, attemptEnd: attemptEnd(attempt, end, change), newAttempt };
}

function success(attempt: LoanAttempt, { loan, ladder }: Subject, rule: LadderRule, on: Day): Change {
  if (attempt.direction === 'payout') {
    return payoutSucceeded(loan, { attemptId: attempt.attempt_id, operator: attempt.operator, on });
  }
  return collectionSucceeded(loan, {
    // Purpose and quote are written together from one value.
    ...({ purpose: attempt.purpose, quoted: attempt.quoted } as QuotedPurpose),
    attemptId: attempt.attempt_id,
    operator: attempt.operator,
    amountNgwee: attempt.amount_ngwee,
    submittedOn: attempt.submitted_on,
    on,
    ladder: { rule, place: ladder },
  });
}

function failure(attempt: LoanAttempt, { loan }: Subject, reason: FailureReason, on: Day): Change {
  return attempt.direction === 'payout'
    ? payoutFailed(loan, { attemptId: attempt.attempt_id, on, reason })
    : repaymentFailed(loan, { attemptId: attempt.attempt_id, on, reason });
}

function attemptEnd(attempt: LoanAttempt, end: End, change: Change): AttemptEnd {
  return {
    attemptId: attempt.attempt_id,
    state: end.state,
    operator: attempt.operator,
    operatorReference: end.state === 'succeeded' ? end.operatorReference : null,
    failureReason: end.state === 'succeeded' ? null : end.reason,
    receiptNo: change.events.find(isPaymentEvent)?.receiptNo ?? null,
  };
}
