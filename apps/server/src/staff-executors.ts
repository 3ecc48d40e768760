import type { OperatorName } from '@thumba/lending/ledger';
import { personOf } from './book/actor.ts';
import type { Lender } from './book/lender.ts';
import { setLimitAsApproved } from './credit/application/staff-limit.ts';
import { servicingExecutors } from './credit/servicing/staff-requests.ts';
import { unblockAsApproved } from './people/borrower/staff-unblocking.ts';
import { moveAsApproved } from './people/mobile-change/staff-requests.ts';
import { type Clock, toDate } from './platform/clock.ts';
import type { Database } from './platform/database.ts';
import type { Randomness } from './platform/randomness.ts';
import type { Sealing } from './platform/sealing.ts';
import { approveOverride } from './staff/application/override.ts';
import type { ApplicationRouteDeps } from './staff/application/routes.ts';
import type { Executors } from './staff/request/answer-request.ts';
import { grantRoles } from './staff/request/grant-roles.ts';
import { lendingExecutors } from './staff/request/lending-requests.ts';

export type ExecutorParts = Omit<ApplicationRouteDeps, 'fileRequest'> & {
  db: Database;
  clock: Clock;
  sealing: Sealing;
  random: Randomness;
  lender: Lender;
  operatorOfMobile(mobile: string): OperatorName | undefined;
  onNewMessages(): void;
};

/** What does each kind of request, once a second person approved it. */
export function executorsOf(parts: ExecutorParts): Executors {
  const { db, clock } = parts;
  return {
    role_grant: (request) => grantRoles(db, request, toDate(clock.nowMs())),
    ...lendingExecutors({ db, clock }),
    unblocking: ({ borrowerId, requestId, reason, madeBy }, approvedBy) => {
      const at = { on: parts.today(), now: toDate(clock.nowMs()) };
      return unblockAsApproved(parts, {
        borrowerId: borrowerId!,
        requestId,
        reason,
        madeBy,
        approvedBy,
        ...at,
      });
    },
    limit_override: ({ borrowerId, requestId, payload }) =>
      setLimitAsApproved(db, { borrowerId: borrowerId!, requestId, payload }),
    async mobile_change({ madeBy, payload, reason }) {
      const moved = await moveAsApproved(parts, { payload, reason, staffName: personOf(madeBy) });
      parts.onNewMessages();
      return moved;
    },
    ...servicingExecutors({ ...parts, ladderRule: () => parts.catalogue.current().ladder }),
    decision_override: (request, checker) => approveOverride(parts, request, checker),
  };
}
