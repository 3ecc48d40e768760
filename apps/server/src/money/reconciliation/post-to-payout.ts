import { ngwee } from '@thumba/lending/money';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import type { Actor } from '../../book/actor.ts';
import type { AttemptRow } from '../../book/payment-attempt/attempt-statements.ts';
import {
  CLAIM_MS,
  claimHeldPayoutStatement,
  findHeldPayoutStatement,
} from '../../book/payment-attempt/claim-held-payout.ts';
import { approvalColumns } from '../../book/staff-request.ts';
import { toDate } from '../../platform/clock.ts';
import { type Database, statement, type Transaction } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';
import type { EndDeps } from '../payment/attempt-end.ts';
import { endAttempt } from '../payment/attempt-ending.ts';
import { isAttemptId } from '../payment/operators/operator.ts';
import { isForNumber } from './attempt-number.ts';
import type { Difference } from './differences.ts';
import {
  type Placed,
  type Resolution,
  type ResolutionRefusal,
  type Resolvable,
  readUnresolved,
  refuseTaken,
} from './resolve-difference.ts';

type PayoutDeps = EndDeps & { sealing: Sealing };

/** A payout is one row of the statements. A row that has it by our id is no row that was linked to it. */
const linkedElsewhereStatement = statement<
  { difference_id: number },
  { differenceId: number; attemptId: string }
>(
  'reconciliation: linked elsewhere',
  `select o.difference_id from reconciliation_difference d
   join reconciliation_difference o on o.difference_id <> d.difference_id
     and (o.posting_attempt_id = $attemptId::uuid or (d.attempt_id is null and o.attempt_id = $attemptId::uuid))
   where d.difference_id = $differenceId order by o.difference_id limit 1`,
);

/** The number of the operator's row. A row that names our own id shows by it which payment it is. */
const readPaidNumberStatement = statement<
  { mobile_hash: Buffer },
  { differenceId: number; attemptId: string }
>(
  'reconciliation: read paid number',
  `select r.mobile_hash from reconciliation_difference d
   join operator_statement_row r on r.operator = d.operator and r.row_hash = d.row_hash
   where d.difference_id = $differenceId and d.attempt_id is distinct from $attemptId::uuid
     and r.mobile_hash is not null`,
);

const takeForPayoutStatement = statement<
  { operator_reference: string },
  {
    differenceId: number;
    attemptId: string;
    borrowerId: number;
    loanId: number | null;
    actor: Actor;
    reason: string;
    requestId: number | null;
    approvedBy: Actor | null;
  }
>(
  'reconciliation: take for payout',
  `update reconciliation_difference d set state = 'posting', actor = coalesce(d.actor, $actor),
     reason = coalesce(d.reason, $reason), request_id = coalesce($requestId::bigint, d.request_id),
     approved_by = coalesce($approvedBy, d.approved_by), posting_borrower_id = $borrowerId, posting_loan_id = $loanId::bigint,
     posting_attempt_id = $attemptId::uuid
   from operator_statement_row r
   where d.difference_id = $differenceId and r.operator = d.operator and r.row_hash = d.row_hash
     and coalesce(d.attempt_id, $attemptId::uuid) = $attemptId::uuid
     and (d.state = 'open' or (d.state = 'posting' and d.posting_attempt_id = $attemptId::uuid))
   returning r.operator_reference`,
);

const notePaidOutStatement = statement<never, { differenceId: number; now: Date }>(
  'reconciliation: note paid out',
  `with posted as (
     update reconciliation_difference set state = 'resolved', resolution = 'posted_to_payout',
       resolved_at = $now::timestamptz
     where difference_id = $differenceId and state = 'posting'
     returning operator, row_hash, posting_borrower_id, posting_attempt_id
   )
   update operator_statement_row r set borrower_id = d.posting_borrower_id, attempt_id = d.posting_attempt_id
   from posted d where r.operator = d.operator and r.row_hash = d.row_hash`,
);

/**
 * Ends a payout that waits since the book was restored as the operator's row shows it: the operator made it before the
 * restore, and the book has forgotten it. It is never sent. A second try after a failure changes nothing twice.
 */
export async function postToPayout(
  deps: PayoutDeps,
  request: Resolution & { attemptId: string },
): Promise<Outcome<Placed, ResolutionRefusal>> {
  const { db, clock } = deps;
  const read = await readForPayout(db, request);
  if (!read.ok) return read;
  const { difference, reason } = read.value;
  const taken = await takePayout(deps, difference, { ...request, reason });
  if (!taken.ok) return taken;
  const { payout, operatorReference } = taken.value;
  await endAttempt(deps, payout, { state: 'succeeded', operatorReference }, request.actor);
  await db.rows(notePaidOutStatement, { differenceId: request.differenceId, now: toDate(clock.nowMs()) });
  return allow({ amountNgwee: ngwee(payout.amount_ngwee) });
}

async function readForPayout(
  db: Database,
  request: Resolution & { attemptId: string },
): Promise<Outcome<Resolvable, ResolutionRefusal>> {
  const read = await readUnresolved(db, request);
  if (!read.ok) return read;
  const { difference } = read.value;
  if (difference.direction !== 'payout' || !['extra', 'status_differs'].includes(difference.kind))
    return refuse({ kind: 'not_for_a_payout' });
  if (difference.is_given_back) return refuse({ kind: 'given_back' });
  return difference.state === 'posting' && difference.posting_attempt_id !== request.attemptId
    ? refuseTaken(db, request.differenceId)
    : read;
}

/** The payout that a difference would end, with the operator's row that shows it. Nothing is written. */
export async function findPayoutToPost(
  { db, sealing }: Pick<PayoutDeps, 'db' | 'sealing'>,
  request: Resolution & { attemptId: string },
): Promise<Outcome<{ payout: AttemptRow; difference: Difference }, ResolutionRefusal>> {
  const read = await readForPayout(db, request);
  if (!read.ok) return read;
  const { attemptId } = request;
  const { difference } = read.value;
  const payout = isAttemptId(attemptId)
    ? await db.row(findHeldPayoutStatement, {
        attemptId,
        operator: difference.operator,
        amountNgwee: difference.statement_ngwee!,
        isBegun: difference.state === 'posting',
      })
    : undefined;
  if (!payout) return refuse({ kind: 'no_such_payout' });
  const refusal = await refuseLink(db, sealing, difference.difference_id, payout);
  return refusal ? refuse(refusal) : allow({ payout, difference });
}

/** Why a payout is not the one of a difference; undefined where it can be. */
async function refuseLink(
  db: Database | Transaction,
  sealing: Sealing,
  differenceId: number,
  payout: AttemptRow,
): Promise<ResolutionRefusal | undefined> {
  const { attempt_id: attemptId } = payout;
  const other = await db.row(linkedElsewhereStatement, { differenceId, attemptId });
  if (other) return { kind: 'payout_is_linked', differenceId: other.difference_id };
  const paid = await db.row(readPaidNumberStatement, { differenceId, attemptId });
  return paid && !isForNumber(sealing, payout, paid.mobile_hash) ? { kind: 'other_number' } : undefined;
}

function takePayout(
  { db, clock, sealing }: PayoutDeps,
  { operator, statement_ngwee: statementNgwee, state }: Difference,
  { differenceId, attemptId, actor, reason, approval }: Resolution & { attemptId: string },
): Promise<Outcome<{ payout: AttemptRow; operatorReference: string }, ResolutionRefusal>> {
  return db.inTransaction(async (transaction) => {
    if (!isAttemptId(attemptId)) return refuse({ kind: 'no_such_payout' });
    const payout = await transaction.row(claimHeldPayoutStatement, {
      attemptId,
      operator,
      amountNgwee: statementNgwee!,
      isBegun: state === 'posting',
      claimedUntil: toDate(clock.nowMs() + CLAIM_MS),
    });
    if (!payout) return refuse({ kind: 'no_such_payout' });
    // The payout's row is locked, so two people who link it at the same moment see each other here.
    const refusal = await refuseLink(transaction, sealing, differenceId, payout);
    if (refusal) return refuse(refusal);
    const { borrower_id: borrowerId, loan_id: loanId } = payout;
    const place = { differenceId, attemptId, borrowerId, loanId };
    const taken = await transaction.row(takeForPayoutStatement, {
      ...{ ...place, actor, reason },
      ...approvalColumns(approval),
    });
    if (!taken) return refuse({ kind: 'no_such_payout' });
    return allow({ payout, operatorReference: taken.operator_reference });
  });
}
