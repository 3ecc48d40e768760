import type { AttemptState } from '@thumba/lending/attempt';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { type Actor, staffActor } from '../../book/actor.ts';
import { ATTEMPT_COLUMNS, type AttemptRow } from '../../book/payment-attempt/attempt-statements.ts';
import { checkReason, REASON_NEEDED_TEXT, type ReasonRefusal } from '../../book/staff-action.ts';
import { toDate } from '../../platform/clock.ts';
import { statement } from '../../platform/database.ts';
import type { EndDeps } from './attempt-end.ts';
import { endAttempt } from './attempt-ending.ts';
import { isAttemptId } from './operators/operator.ts';

/** For this long the operator may still tell the outcome by itself, so staff do not end the payment. */
const OPERATOR_MAY_TELL_MS = 24 * 60 * 60_000;

export type EndUnknownRequest = {
  attemptId: string;
  outcome: 'succeeded' | 'failed';
  reason: string;
  staffName: string;
};

export type EndUnknownRefusal =
  | ReasonRefusal
  | { kind: 'no_such_payment' }
  | { kind: 'not_unknown'; state: AttemptState }
  | { kind: 'operator_may_tell'; operator: string };

const findAttemptStatement = statement<AttemptRow, { attemptId: string }>(
  'payment: find attempt to end',
  `select ${ATTEMPT_COLUMNS}, p.state as was
   from payment_by_attempt b join payment_attempt p on p.borrower_id = b.borrower_id and p.attempt_id = b.attempt_id
   where b.attempt_id = $attemptId`,
);

/** Kept before the payment is ended. After a failure in between, staff end the payment again. */
const keepEndStatement = statement<
  { attempt_id: string },
  {
    borrowerId: number;
    attemptId: string;
    outcome: 'succeeded' | 'failed';
    reason: string;
    actor: Actor;
    now: Date;
  }
>(
  'payment: keep end by staff',
  `insert into payment_settlement as kept (borrower_id, attempt_id, outcome, reason, actor, settled_at)
   select borrower_id, attempt_id, $outcome, $reason, $actor, $now::timestamptz from payment_attempt
   where borrower_id = $borrowerId and attempt_id = $attemptId and state = 'unknown'
   on conflict (borrower_id, attempt_id) do update set outcome = excluded.outcome, reason = excluded.reason,
     actor = excluded.actor, settled_at = excluded.settled_at
   returning kept.attempt_id`,
);

/** Ends a payment whose outcome the operator does not tell, as staff found it on the operator's statement. */
export async function endUnknown(
  deps: EndDeps,
  request: EndUnknownRequest,
): Promise<Outcome<AttemptRow, EndUnknownRefusal>> {
  const { attemptId, outcome, staffName } = request;
  const reason = checkReason(request.reason);
  if (!reason.ok) return reason;
  const attempt = isAttemptId(attemptId) ? await deps.db.row(findAttemptStatement, { attemptId }) : undefined;
  if (!attempt) return refuse({ kind: 'no_such_payment' });
  if (attempt.state !== 'unknown') return refuse({ kind: 'not_unknown', state: attempt.state });
  const nowMs = deps.clock.nowMs();
  const unknownForMs = nowMs - (attempt.sent_at ?? attempt.created_at).getTime();
  const isForAPerson = attempt.operator === 'zamtel' || attempt.handed_over_for !== null;
  if (!isForAPerson && unknownForMs < OPERATOR_MAY_TELL_MS) {
    return refuse({ kind: 'operator_may_tell', operator: attempt.operator });
  }
  const actor = staffActor(staffName);
  const kept = await deps.db.row(keepEndStatement, {
    borrowerId: attempt.borrower_id,
    attemptId,
    outcome,
    reason: reason.value,
    actor,
    now: toDate(nowMs),
  });
  if (!kept) return endUnknown(deps, request);
  await endAttempt(
    deps,
    attempt,
    outcome === 'succeeded'
      ? { state: 'succeeded', operatorReference: null }
      : { state: 'failed', reason: 'not_completed' },
    actor,
  );
  return allow(attempt);
}

export function describeEndUnknownRefusal(refusal: EndUnknownRefusal): string {
  switch (refusal.kind) {
    case 'no_such_payment':
      return 'There is no such payment.';
    case 'reason_needed':
      return REASON_NEEDED_TEXT;
    case 'not_unknown':
      return `This payment is ${refusal.state}, and only one whose outcome is unknown is settled by a person.`;
    case 'operator_may_tell':
      return `The outcome has been unknown for less than a day, and ${refusal.operator} is still asked about it.`;
  }
}
