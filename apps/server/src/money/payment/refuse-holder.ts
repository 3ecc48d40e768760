import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import type { Actor } from '../../book/actor.ts';
import { checkReason, type ReasonRefusal } from '../../book/staff-action.ts';
import { keepHolderReason } from '../../people/borrower/account-holder.ts';
import type { Sealing } from '../../platform/sealing.ts';
import type { EndDeps } from './attempt-end.ts';
import { endAttempt } from './attempt-ending.ts';
import { claimRefusedPayout } from './held-payout.ts';
import { findWaitingHolders } from './waiting-holders.ts';

export type RefuseHolderRefusal = ReasonRefusal | { kind: 'nothing_waits' | 'step_under_way' };

/**
 * Staff refuse money to an account in another name: the payouts that wait for it, and were never sent, fail. The borrower
 * can name another number. It is refused as long as a server takes a step with one of them, or may have sent it. The account is not allowed, so that the next payout to it waits too.
 */
export async function refuseHolder(
  deps: EndDeps & { sealing: Sealing },
  {
    borrowerId: ofBorrowerId,
    accountId,
    actor,
    ...request
  }: { borrowerId?: number; accountId: number; reason: string; actor: Actor },
): Promise<Outcome<null, RefuseHolderRefusal>> {
  const reason = checkReason(request.reason);
  if (!reason.ok) return reason;
  const waiting = (await findWaitingHolders(deps)).filter(
    (one) => one.accountId === accountId && (ofBorrowerId === undefined || one.borrowerId === ofBorrowerId),
  );
  if (waiting.length === 0) return refuse({ kind: 'nothing_waits' });
  let isStepUnderWay = false;
  for (const { borrowerId, attemptId } of waiting) {
    const nowMs = deps.clock.nowMs();
    const attempt = await claimRefusedPayout(deps.db, { borrowerId, attemptId, nowMs });
    if (!attempt) {
      isStepUnderWay = true;
      continue;
    }
    await keepHolderReason(deps, { borrowerId, accountId, reason: reason.value });
    await endAttempt(deps, attempt, { state: 'failed', reason: 'payee_not_accepted' }, actor);
  }
  return isStepUnderWay ? refuse({ kind: 'step_under_way' }) : allow(null);
}
