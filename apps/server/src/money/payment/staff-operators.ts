import type { OperatorName, PaymentDirection } from '@thumba/lending/ledger';
import type { Actor } from '../../book/actor.ts';
import type { OperatorSwitch } from '../../book/payment-attempt/operator-switch.ts';
import type { ApprovedRequest, AskedRequest } from '../../book/staff-request.ts';
import { askForStartOf, startAsApproved } from '../../book/stop-switch/staff-switch.ts';
import { OPERATOR_TITLES } from '../../people/borrower/accounts.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';

type ExecutorDeps = { db: Database; clock: Clock; operatorSwitch: OperatorSwitch };

/** Asks to start an operator again. */
export function askForOperatorStart(operator: OperatorName, reason: string): AskedRequest {
  const title = OPERATOR_TITLES[operator];
  return askForStartOf({
    kind: 'operator_start',
    title: `Payments through ${title}`,
    subject: operator,
    payload: { operator },
    refusedNow: `New payments through ${title}`,
    heldNow: `Payouts that wait for ${title}`,
    reason,
  });
}

/** Does what was asked for, once a second person approved it. */
export function operatorExecutors({ db, clock, operatorSwitch }: ExecutorDeps) {
  return {
    async operator_start(request: ApprovedRequest, approvedBy: Actor) {
      const { operator } = request.payload as { operator: OperatorName };
      const named = { subject: operator, name: OPERATOR_TITLES[operator] };
      const now = toDate(clock.nowMs());
      const execution = await startAsApproved(db, named, request, { approvedBy, now });
      await operatorSwitch.refresh();
      return execution;
    },
  };
}

/** How payments of one direction went at each operator. */
export type OperatorHealth = {
  operator: OperatorName;
  direction: PaymentDirection;
  succeeded: number;
  failed: number;
  underWay: number;
};
