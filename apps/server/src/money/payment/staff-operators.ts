import type { OperatorName, PaymentDirection } from '@thumba/lending/ledger';
import type { Actor } from '../../book/actor.ts';
import {
  listOperatorChanges,
  type OperatorSwitch,
  startOperator,
} from '../../book/payment-attempt/operator-switch.ts';
import type { ApprovedRequest, AskedRequest, Execution } from '../../book/staff-request.ts';
import { OPERATOR_TITLES } from '../../people/borrower/accounts.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';

/** So many stops and starts are looked through for the one of a request. */
const CHANGES_LOOKED_AT = 50;

type ExecutorDeps = { db: Database; clock: Clock; operatorSwitch: OperatorSwitch };

/** Asks to start an operator again. */
export function askForOperatorStart(operator: OperatorName, reason: string): AskedRequest {
  const title = OPERATOR_TITLES[operator];
  return {
    ...{ borrowerId: null, loanId: null, ofStaffId: null, message: null },
    kind: 'operator_start',
    title: `Payments through ${title}`,
    subject: operator,
    payload: { operator },
    effect: [
      { title: `New payments through ${title}`, before: 'refused', after: 'taken' },
      { title: `Payouts that wait for ${title}`, before: 'held', after: 'sent' },
    ],
    reason,
  };
}

/** Starts the operator as it was approved. A second time it finds that start, also where a later stop came after it. */
async function startOperatorAsApproved(
  { db, clock, operatorSwitch }: ExecutorDeps,
  { requestId, reason, payload }: ApprovedRequest,
  approvedBy: Actor,
): Promise<Execution> {
  const { operator } = payload as { operator: OperatorName };
  const title = OPERATOR_TITLES[operator];
  const changes = await listOperatorChanges(db, CHANGES_LOOKED_AT);
  if (changes.some((change) => change.requestId === requestId))
    return { isDone: true, sentence: `${title} was started by this request.` };
  const now = toDate(clock.nowMs());
  const isStarted = await startOperator(db, { operator, requestId, reason, actor: approvedBy, now });
  await operatorSwitch.refresh();
  return isStarted
    ? { isDone: true, sentence: `${title} runs again.` }
    : { isDone: false, sentence: `${title} runs already.` };
}

/** Does what was asked for, once a second person approved it. */
export function operatorExecutors(deps: ExecutorDeps) {
  return {
    operator_start: (request: ApprovedRequest, approvedBy: Actor) =>
      startOperatorAsApproved(deps, request, approvedBy),
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
