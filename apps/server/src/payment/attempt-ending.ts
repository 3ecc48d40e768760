import type { Day } from '@thumba/lending/day';
import type { LadderRule } from '@thumba/lending/ladder';
import type { Change } from '@thumba/lending/loan';
import { payoutFailed, payoutSucceeded } from '@thumba/lending/payout';
import { repaymentFailed, repaymentSucceeded } from '@thumba/lending/repayment';
import type { AttemptEnd, Decision, Subject } from '../loan/posting.ts';
import type { PostingLine } from '../loan/posting-line.ts';
import type { AttemptRow } from './attempt-sql.ts';
import type { FailureReason } from './operators/operator.ts';

export type End =
  | { state: 'succeeded'; operatorReference: string | null }
  | { state: 'failed'; reason: FailureReason }
  | { state: 'expired'; reason: FailureReason };

/**
 * Ends an attempt together with what that does to its loan. Only a success moves money, and only the first one:
 * whatever is said again, late or twice finds the attempt ended and changes nothing. A failure that turns out to
 * have been a success is posted after all, because money that arrived counts.
 */
export async function endAttempt(
  deps: { line: PostingLine; today(): Day; ladderRule: LadderRule },
  attempt: AttemptRow,
  end: End,
): Promise<void> {
  const outcome = await deps.line.post<null, never>({
    borrowerId: attempt.borrower_id,
    loanId: attempt.loan_id,
    attemptId: attempt.attempt_id,
    actor: `operator:${attempt.operator}`,
    decide: (subject) => decideEnd(deps, attempt, end, subject),
  });
  if (!outcome.ok) throw new Error(`an attempt belongs to no loan: ${outcome.refusal.kind}`);
}

function decideEnd(
  deps: { today(): Day; ladderRule: LadderRule },
  attempt: AttemptRow,
  end: End,
  subject: Subject,
): Decision<null, never> {
  const state = subject.attempt?.state;
  const ended = state === 'succeeded' || state === 'failed' || state === 'expired';
  if (state === 'succeeded' || (ended && end.state !== 'succeeded')) {
    return { ok: true, unchanged: true, answer: null };
  }
  const on = deps.today();
  const change =
    end.state === 'succeeded'
      ? success(attempt, subject, deps.ladderRule, on)
      : failure(attempt, subject, end.reason, on);
  return { ok: true, value: { change, on, attemptEnd: attemptEnd(attempt, end, change), answer: null } };
}

function success(attempt: AttemptRow, { loan, ladder }: Subject, rule: LadderRule, on: Day): Change {
  if (attempt.direction === 'payout') {
    return payoutSucceeded(loan, { attemptId: attempt.attempt_id, operator: attempt.operator, on });
  }
  return repaymentSucceeded(loan, {
    attemptId: attempt.attempt_id,
    operator: attempt.operator,
    amountNgwee: attempt.amount_ngwee,
    submittedOn: attempt.submitted_on,
    on,
    ladder: { rule, place: ladder },
  });
}

function failure(attempt: AttemptRow, { loan }: Subject, reason: FailureReason, on: Day): Change {
  return attempt.direction === 'payout'
    ? payoutFailed(loan, { attemptId: attempt.attempt_id, on, reason })
    : repaymentFailed(loan, { attemptId: attempt.attempt_id, on, reason });
}

function attemptEnd(attempt: AttemptRow, end: End, change: Change): AttemptEnd {
  const repaid = change.events.find((event) => event.kind === 'repaid');
  return {
    attemptId: attempt.attempt_id,
    state: end.state,
    operator: attempt.operator,
    operatorReference: end.state === 'succeeded' ? end.operatorReference : null,
    failureReason: end.state === 'succeeded' ? null : end.reason,
    receiptNo: repaid?.receiptNo ?? null,
  };
}
