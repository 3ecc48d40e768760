import type { AttemptState } from '@thumba/lending/attempt';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { ATTEMPT_COLUMNS, type AttemptRow } from '../../book/payment-attempt/attempt-statements.ts';
import { toDate } from '../../platform/clock.ts';
import { statement } from '../../platform/database.ts';
import type { EndDeps } from './attempt-end.ts';
import { endAttempt } from './attempt-ending.ts';
import { isAttemptId } from './operators/operator.ts';

/** As long as an operator can still be expected to tell by itself, a person does not guess. */
const OPERATOR_MAY_TELL_MS = 24 * 60 * 60_000;

export type SettleRequest = {
  attemptId: string;
  outcome: 'succeeded' | 'failed';
  reason: string;
  staffName: string;
};

export type SettleRefusal =
  | { kind: 'no_such_payment' }
  | { kind: 'reason_missing' }
  | { kind: 'not_unknown'; state: AttemptState }
  | { kind: 'operator_may_tell'; operator: string };

const findAttemptStatement = statement<AttemptRow, { attemptId: string }>(
  'payment: find attempt to settle',
  `select ${ATTEMPT_COLUMNS}, p.state as was
   from payment_by_attempt b join payment_attempt p on p.borrower_id = b.borrower_id and p.attempt_id = b.attempt_id
   where b.attempt_id = $attemptId`,
);

/** Somebody who died between this and the end of the payment says it again. */
const keepSettlementStatement = statement<
  { attempt_id: string },
  {
    borrowerId: number;
    attemptId: string;
    outcome: 'succeeded' | 'failed';
    reason: string;
    actor: string;
    now: Date;
  }
>(
  'payment: keep settlement',
  `insert into payment_settlement as kept (borrower_id, attempt_id, outcome, reason, actor, settled_at)
   select borrower_id, attempt_id, $outcome, $reason, $actor, $now::timestamptz from payment_attempt
   where borrower_id = $borrowerId and attempt_id = $attemptId and state = 'unknown'
   on conflict (borrower_id, attempt_id) do update set outcome = excluded.outcome, reason = excluded.reason,
     actor = excluded.actor, settled_at = excluded.settled_at
   returning kept.attempt_id`,
);

/** Ends a payment whose outcome nobody tells, as a person found it in the operator's own papers. */
export async function settleUnknown(
  deps: EndDeps,
  { attemptId, outcome, reason, staffName }: SettleRequest,
): Promise<Outcome<AttemptRow, SettleRefusal>> {
  if (reason.trim() === '') return refuse({ kind: 'reason_missing' });
  const attempt = isAttemptId(attemptId) ? await deps.db.row(findAttemptStatement, { attemptId }) : undefined;
  if (!attempt) return refuse({ kind: 'no_such_payment' });
  if (attempt.state !== 'unknown') return refuse({ kind: 'not_unknown', state: attempt.state });
  const nowMs = deps.clock.nowMs();
  const unknownForMs = nowMs - (attempt.sent_at ?? attempt.created_at).getTime();
  if (attempt.operator !== 'zamtel' && unknownForMs < OPERATOR_MAY_TELL_MS) {
    return refuse({ kind: 'operator_may_tell', operator: attempt.operator });
  }
  const actor = `staff:${staffName}`;
  const kept = await deps.db.row(keepSettlementStatement, {
    borrowerId: attempt.borrower_id,
    attemptId,
    outcome,
    reason: reason.trim(),
    actor,
    now: toDate(nowMs),
  });
  if (!kept) return settleUnknown(deps, { attemptId, outcome, reason, staffName });
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

export function describeSettleRefusal(refusal: SettleRefusal): string {
  switch (refusal.kind) {
    case 'no_such_payment':
      return 'There is no such payment.';
    case 'reason_missing':
      return 'Say why: what was found where.';
    case 'not_unknown':
      return `This payment is ${refusal.state}, and only one whose outcome is unknown is settled by a person.`;
    case 'operator_may_tell':
      return `The outcome has been unknown for less than a day, and ${refusal.operator} is still asked about it.`;
  }
}
