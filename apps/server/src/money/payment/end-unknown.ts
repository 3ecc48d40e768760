import type { AttemptState } from '@thumba/lending/attempt';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { type Actor, staffActor } from '../../book/actor.ts';
import { ATTEMPT_COLUMNS, type AttemptRow } from '../../book/payment-attempt/attempt-statements.ts';
import { checkReason, REASON_NEEDED_TEXT, type ReasonRefusal } from '../../book/staff-action.ts';
import { type Approval, approvalColumns } from '../../book/staff-request.ts';
import { toDate } from '../../platform/clock.ts';
import { type Database, statement } from '../../platform/database.ts';
import type { End, EndDeps } from './attempt-end.ts';
import { endAttempt } from './attempt-ending.ts';
import { isAttemptId } from './operators/operator.ts';

/** For this long the operator may still tell the outcome by itself, so staff do not end the payment. */
const OPERATOR_MAY_TELL_MS = 24 * 60 * 60_000;

export type EndUnknownRequest = {
  attemptId: string;
  outcome: 'succeeded' | 'failed';
  reason: string;
  staffName: string;
  /** Where a second person approved it. */
  approval?: Approval;
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
    requestId: number | null;
    approvedBy: Actor | null;
    now: Date;
  }
>(
  'payment: keep end by staff',
  `insert into payment_settlement as kept (borrower_id, attempt_id, outcome, reason, actor, request_id, approved_by,
     settled_at)
   select borrower_id, attempt_id, $outcome, $reason, $actor, $requestId::bigint, $approvedBy, $now::timestamptz
   from payment_attempt
   where borrower_id = $borrowerId and attempt_id = $attemptId and state = 'unknown'
   on conflict (borrower_id, attempt_id) do update set outcome = excluded.outcome, reason = excluded.reason,
     actor = excluded.actor, request_id = excluded.request_id, approved_by = excluded.approved_by,
     settled_at = excluded.settled_at
   returning kept.attempt_id`,
);

/** Ends a payment whose outcome the operator does not tell, as staff found it on the operator's statement. */
export async function endUnknown(
  deps: EndDeps,
  request: EndUnknownRequest,
): Promise<Outcome<AttemptRow, EndUnknownRefusal>> {
  const { attemptId, outcome, staffName, approval } = request;
  const found = await findUnknown(deps, request);
  if (!found.ok) return found;
  const { attempt, reason } = found.value;
  const nowMs = deps.clock.nowMs();
  const actor = staffActor(staffName);
  const kept = await deps.db.row(keepEndStatement, {
    borrowerId: attempt.borrower_id,
    attemptId,
    outcome,
    reason,
    actor,
    ...approvalColumns(approval),
    now: toDate(nowMs),
  });
  if (!kept) return endUnknown(deps, request);
  await endAttempt(deps, attempt, endByStaff(outcome), actor);
  return allow(attempt);
}

/** A payment that staff may end now. */
export async function findUnknown(
  { db, clock }: Pick<EndDeps, 'db' | 'clock'>,
  request: Pick<EndUnknownRequest, 'attemptId' | 'reason'>,
): Promise<Outcome<{ attempt: AttemptRow; reason: string }, EndUnknownRefusal>> {
  const { attemptId } = request;
  const reason = checkReason(request.reason);
  if (!reason.ok) return reason;
  const attempt = isAttemptId(attemptId) ? await db.row(findAttemptStatement, { attemptId }) : undefined;
  if (!attempt) return refuse({ kind: 'no_such_payment' });
  if (attempt.state !== 'unknown') return refuse({ kind: 'not_unknown', state: attempt.state });
  const unknownForMs = clock.nowMs() - (attempt.sent_at ?? attempt.created_at).getTime();
  const isForAPerson = attempt.operator === 'zamtel' || attempt.handed_over_for !== null;
  return !isForAPerson && unknownForMs < OPERATOR_MAY_TELL_MS
    ? refuse({ kind: 'operator_may_tell', operator: attempt.operator })
    : allow({ attempt, reason: reason.value });
}

export function endByStaff(outcome: EndUnknownRequest['outcome']): End {
  return outcome === 'succeeded'
    ? { state: 'succeeded', operatorReference: null }
    : { state: 'failed', reason: 'not_completed' };
}

const findEndStatement = statement<{ is_done: boolean }, { attemptId: string; requestId: number }>(
  'payment: find end by request',
  `select exists (
     select from payment_settlement s
     join payment_attempt p on p.borrower_id = s.borrower_id and p.attempt_id = s.attempt_id
     where s.attempt_id = $attemptId::uuid and s.request_id = $requestId and p.state = s.outcome
   ) as is_done`,
);

/** Whether the payment ended as this request asked for. */
export async function isEndedByRequest(
  db: Database,
  request: { attemptId: string; requestId: number },
): Promise<boolean> {
  return (await db.row(findEndStatement, request))!.is_done;
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
