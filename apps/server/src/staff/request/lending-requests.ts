import { type Day, formatDay } from '@thumba/lending/day';
import { formatKwacha, type Ngwee } from '@thumba/lending/money';
import type { Actor } from '../../book/actor.ts';
import { type PayoutCeiling, readCeiling, setPayoutCeiling } from '../../book/lending/payout-ceiling.ts';
import type { AskedRequest, Execution } from '../../book/staff-request.ts';
import { askForStartOf, startAsApproved } from '../../book/stop-switch/staff-switch.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';
import type { Executors } from './answer-request.ts';
import { findOpenRequestOn, type KeptRequest } from './requests.ts';

/** Asks to start lending again. */
export function askForStart(reason: string): AskedRequest {
  return askForStartOf({
    kind: 'lending_start',
    title: 'New applications and payouts',
    subject: 'lending',
    payload: {},
    refusedNow: 'New applications',
    heldNow: 'Payouts of loans',
    reason,
  });
}

/** Asks for a ceiling that is higher, for one day only, or for none at all. */
export async function askForCeiling(
  db: Database,
  { amountNgwee, onlyOn, today, reason }: PayoutCeiling & { today: Day; reason: string },
): Promise<AskedRequest> {
  const { ceilingNgwee, lastingNgwee, paidOutNgwee } = await readCeiling(db, today);
  return {
    ...{ borrowerId: null, loanId: null, ofStaffId: null, message: null },
    kind: 'payout_ceiling',
    title:
      onlyOn === null
        ? `Ceiling on the payouts of a day: ${amountText(amountNgwee)}`
        : `Ceiling on the payouts of ${formatDay(onlyOn)}: ${amountText(amountNgwee)}`,
    subject: onlyOn === null ? 'every day' : onlyOn,
    payload: { amountNgwee, onlyOn },
    effect: [
      {
        title: onlyOn === null ? 'Payouts of a day' : `Payouts of ${formatDay(onlyOn)}`,
        before: amountText(onlyOn === null ? lastingNgwee : ceilingNgwee),
        after: amountText(amountNgwee),
      },
      { title: 'Paid out today', before: formatKwacha(paidOutNgwee), after: null },
    ],
    reason,
  };
}

/** Sets the ceiling as it was approved. A second time it changes nothing. */
async function setCeilingAsApproved(
  db: Database,
  { requestId, payload, reason }: KeptRequest,
  approvedBy: Actor,
  now: Date,
): Promise<Execution> {
  const { amountNgwee, onlyOn } = payload as PayoutCeiling;
  await setPayoutCeiling(db, { amountNgwee, onlyOn, reason, actor: approvedBy, now, requestId });
  return { isDone: true, sentence: `The ceiling is now: ${amountText(amountNgwee)}.` };
}

export function amountText(amountNgwee: Ngwee | null): string {
  return amountNgwee === null ? 'no ceiling' : formatKwacha(amountNgwee);
}

/** What the routes of lending ask a second person for, and whether the start waits for one. */
export function lendingRequests(deps: { db: Database; sealing: Sealing; today(): Day }) {
  return {
    askForStart,
    askForCeiling: (ceiling: PayoutCeiling, reason: string) =>
      askForCeiling(deps.db, { ...ceiling, today: deps.today(), reason }),
    async waitingStart() {
      const waiting = await findOpenRequestOn(deps, { kind: 'lending_start', subject: 'lending' });
      return waiting?.requestId ?? null;
    },
  };
}

/** Does what was asked for, once a second person approved it. */
export function lendingExecutors({
  db,
  clock,
}: {
  db: Database;
  clock: Clock;
}): Pick<Executors, 'lending_start' | 'payout_ceiling'> {
  const now = () => toDate(clock.nowMs());
  return {
    lending_start: (request, approvedBy) =>
      startAsApproved(db, { subject: 'lending', name: 'Lending' }, request, { approvedBy, now: now() }),
    payout_ceiling: (request, approvedBy) => setCeilingAsApproved(db, request, approvedBy, now()),
  };
}
