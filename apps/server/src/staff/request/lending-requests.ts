import { type Day, formatDay } from '@thumba/lending/day';
import { formatKwacha, type Ngwee } from '@thumba/lending/money';
import { type Actor, staffActor } from '../../book/actor.ts';
import { listLendingChanges, startLending } from '../../book/lending/lending-switch.ts';
import { type PayoutCeiling, readCeiling, setPayoutCeiling } from '../../book/lending/payout-ceiling.ts';
import type { AskedRequest, Execution } from '../../book/staff-request.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import { type Database, statement } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';
import type { StaffPerson } from '../../platform/serve-staff.ts';
import type { Executors } from './answer-request.ts';
import { fileRequest, type KeptRequest } from './requests.ts';

const ABOUT_NOBODY = { borrowerId: null, loanId: null, ofStaffId: null, message: null };

/** Asks to start lending again. */
export function askForStart(reason: string): AskedRequest {
  return {
    ...ABOUT_NOBODY,
    kind: 'lending_start',
    title: 'New applications and payouts',
    subject: 'lending',
    payload: {},
    effect: [
      { title: 'New applications', before: 'refused', after: 'taken' },
      { title: 'Payouts of loans', before: 'held', after: 'sent' },
    ],
    reason,
  };
}

/** So many stops and starts are looked through for the one of a request. */
const CHANGES_LOOKED_AT = 50;

/** Starts lending as it was approved. A second time it finds that start, also where a later stop came after it. */
async function startAsApproved(
  db: Database,
  { requestId, reason }: KeptRequest,
  approvedBy: Actor,
  now: Date,
): Promise<Execution> {
  const changes = await listLendingChanges(db, CHANGES_LOOKED_AT);
  if (changes.some((change) => change.requestId === requestId))
    return { isDone: true, sentence: 'Lending was started by this request.' };
  return (await startLending(db, { requestId, reason, actor: approvedBy, now }))
    ? { isDone: true, sentence: 'Lending runs again.' }
    : { isDone: false, sentence: 'Lending runs already.' };
}

/** Asks for a ceiling that is higher, for one day only, or for none at all. */
export async function askForCeiling(
  db: Database,
  { amountNgwee, onlyOn, today, reason }: PayoutCeiling & { today: Day; reason: string },
): Promise<AskedRequest> {
  const { ceilingNgwee, lastingNgwee, paidOutNgwee } = await readCeiling(db, today);
  return {
    ...ABOUT_NOBODY,
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

const findWaitingStatement = statement<{ request_id: number }>(
  'staff request: waiting start of lending',
  `select request_id from staff_request
   where kind = 'lending_start' and subject = 'lending' and state in ('waiting', 'approved')`,
);

/** The request to start lending again that waits for a second person. */
async function waitingStart(db: Database): Promise<number | null> {
  return (await db.row(findWaitingStatement, {}))?.request_id ?? null;
}

/** How the routes of lending file what needs a second person. */
export function lendingRequests(deps: { db: Database; sealing: Sealing; clock: Clock; today(): Day }) {
  const { db, clock } = deps;
  const file = (maker: StaffPerson, asked: AskedRequest) =>
    fileRequest(deps, asked, {
      maker: { actor: staffActor(maker.userName), staffId: maker.staffId },
      now: toDate(clock.nowMs()),
    });
  return {
    requestStart: (maker: StaffPerson, reason: string) => file(maker, askForStart(reason)),
    requestCeiling: async (maker: StaffPerson, ceiling: PayoutCeiling, reason: string) =>
      file(maker, await askForCeiling(db, { ...ceiling, today: deps.today(), reason })),
    waitingStart: () => waitingStart(db),
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
    lending_start: (request, approvedBy) => startAsApproved(db, request, approvedBy, now()),
    payout_ceiling: (request, approvedBy) => setCeilingAsApproved(db, request, approvedBy, now()),
  };
}
