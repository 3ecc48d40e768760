import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import type { Actor } from '../../book/actor.ts';
import { type Approval, approvalColumns } from '../../book/staff-request.ts';
import { toDate } from '../../platform/clock.ts';
import { statement } from '../../platform/database.ts';
import type { Difference } from './differences.ts';
import { isLeftByOne } from './probable.ts';
import {
  type Resolution,
  type ResolutionDeps,
  type ResolutionRefusal,
  readOpen,
  refuseTaken,
} from './resolve-difference.ts';

const ignoreStatement = statement<
  { difference_id: number },
  {
    differenceId: number;
    actor: Actor;
    reason: string;
    requestId: number | null;
    approvedBy: Actor | null;
    now: Date;
  }
>(
  'reconciliation: ignore',
  `update reconciliation_difference set state = 'resolved', resolution = 'ignored', actor = $actor, reason = $reason,
     request_id = $requestId::bigint, approved_by = $approvedBy, resolved_at = $now::timestamptz
   where difference_id = $differenceId and state = 'open' returning difference_id`,
);

/** Changes neither book, and keeps the reason. Where money moved, a second person approved it. */
export async function ignoreDifference(
  { db, clock }: ResolutionDeps,
  resolution: Resolution,
): Promise<Outcome<null, ResolutionRefusal>> {
  const read = await readOpen(db, resolution);
  if (!read.ok) return read;
  const { difference, reason } = read.value;
  const { differenceId, actor, approval } = resolution;
  const refusal = refuseLeaving(difference, approval);
  if (refusal) return refuse(refusal);
  const done = await db.row(ignoreStatement, {
    differenceId,
    actor,
    reason,
    ...approvalColumns(approval),
    now: toDate(clock.nowMs()),
  });
  return done ? allow(null) : refuseTaken(db, differenceId);
}

/** Why a difference is not left, by one person or with an approval. */
function refuseLeaving(
  { kind, attempt_state: attemptState, gives_back: givesBack }: Difference,
  approval: Approval | undefined,
): ResolutionRefusal | undefined {
  if (givesBack === 'booked') return { kind: 'stands_in_float' };
  return approval || isLeftByOne({ kind, attemptState, givesBack })
    ? undefined
    : { kind: 'second_person_needed' };
}
