import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import type { Actor } from '../../book/actor.ts';
import { claimRefusedPayoutStatement } from '../../book/payment-attempt/claim-held-payout.ts';
import { checkReason, type ReasonRefusal } from '../../book/staff-action.ts';
import { keepHolderReason } from '../../people/borrower/account-holder.ts';
import { toDate } from '../../platform/clock.ts';
import type { Sealing } from '../../platform/sealing.ts';
import type { EndDeps } from './attempt-end.ts';
import { endAttempt } from './attempt-ending.ts';
import { findWaitingHolders } from './waiting-holders.ts';

const CLAIM_MS = 60_000;

export type RefuseHolderRefusal = ReasonRefusal | { kind: 'nothing_waits' };

/**
 * Staff refuse money to an account in another name: the payouts that wait for it, and were never sent, fail. The borrower
 * can name another number. The account is not allowed, so that the next payout to it waits too.
 */
export async function refuseHolder(
  deps: EndDeps & { sealing: Sealing },
  { accountId, actor, ...request }: { accountId: number; reason: string; actor: Actor },
): Promise<Outcome<number, RefuseHolderRefusal>> {
  const reason = checkReason(request.reason);
  if (!reason.ok) return reason;
  const waiting = (await findWaitingHolders(deps)).filter((one) => one.accountId === accountId);
  let refusedCount = 0;
  for (const { borrowerId, attemptId } of waiting) {
    const claimedUntil = toDate(deps.clock.nowMs() + CLAIM_MS);
    const attempt = await deps.db.row(claimRefusedPayoutStatement, { borrowerId, attemptId, claimedUntil });
    if (!attempt) continue;
    await keepHolderReason(deps, { borrowerId, accountId, reason: reason.value });
    await endAttempt(deps, attempt, { state: 'failed', reason: 'payee_not_accepted' }, actor);
    refusedCount++;
  }
  return refusedCount > 0 ? allow(refusedCount) : refuse({ kind: 'nothing_waits' });
}
