import type { StaffAnswer } from '@thumba/contract/staff/wire';
import type { Day } from '@thumba/lending/day';
import { parseKwacha, toKwacha } from '@thumba/lending/money';
import { staffActor } from '../../book/actor.ts';
import { type LendingChange, listLendingChanges, stopLending } from '../../book/lending/lending-switch.ts';
import { listCeilings, type PayoutCeiling, setPayoutCeiling } from '../../book/lending/payout-ceiling.ts';
import { type NameOf, readStaffNames } from '../../book/staff-names.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { done, type Reply, refused } from '../../platform/reply.ts';
import { type StaffPerson, type StaffServer, serveStaff } from '../../platform/serve-staff.ts';

export type LendingDeps = {
  db: Database;
  clock: Clock;
  today(): Day;
  /** Files the request to start lending again. Undefined where one waits already. */
  requestStart(maker: StaffPerson, reason: string): Promise<number | undefined>;
  /** Files the request for a ceiling. Undefined where one waits already. */
  requestCeiling(maker: StaffPerson, ceiling: PayoutCeiling, reason: string): Promise<number | undefined>;
  /** The request for the start that waits. */
  waitingStart(): Promise<number | null>;
};

const LISTED = 50;

/** The switch that stops lending, and the ceiling on the payouts of a day. Rule: docs/running/lending-switch.md. */
export function registerLendingRoutes(server: StaffServer, deps: LendingDeps): void {
  const { db, clock } = deps;

  serveStaff(server, 'lendingState', async () => {
    const [latest] = await listLendingChanges(db, 1);
    const stop = latest?.isStopped ? latest : undefined;
    return done({
      isStopped: stop !== undefined,
      stop: stop ? changeShown(stop, await readStaffNames(db, [stop.actor])) : null,
      startRequestId: stop ? await deps.waitingStart() : null,
    });
  });

  serveStaff(server, 'lendingHistory', async () => {
    const [changes, ceilings] = await Promise.all([listLendingChanges(db, LISTED), listCeilings(db, LISTED)]);
    const nameOf = await readStaffNames(
      db,
      [...changes, ...ceilings].map(({ actor }) => actor),
    );
    return done({
      changes: changes.map((change) => changeShown(change, nameOf)),
      ceilings: ceilings.map(({ amountNgwee, onlyOn, reason, actor, setAt, requestId }) => ({
        amount: amountNgwee === null ? null : toKwacha(amountNgwee),
        onlyOn,
        reason,
        by: nameOf(actor),
        at: setAt.toISOString(),
        requestId,
      })),
    });
  });

  serveStaff(server, 'stopLending', async ({ body }, { person }) => {
    const now = toDate(clock.nowMs());
    const isNew = await stopLending(db, { reason: body.reason, actor: staffActor(person.userName), now });
    return isNew
      ? done({ stoppedAt: now.toISOString() })
      : refused(409, 'Lending is stopped already.', { reason: 'stopped_already' });
  });

  serveStaff(server, 'startLending', async ({ body }, { person }) => {
    const [latest] = await listLendingChanges(db, 1);
    if (!latest?.isStopped) return refused(409, 'Lending runs already.', { reason: 'runs_already' });
    return filed(await deps.requestStart(person, body.reason));
  });

  serveStaff(server, 'setPayoutCeiling', async ({ body }, caller) => {
    const { person } = caller;
    const amountNgwee = body.amount === null ? null : parseKwacha(body.amount)!;
    const ceiling = { amountNgwee, onlyOn: body.isForToday ? deps.today() : null };
    caller.note(ceiling);
    const isSet = await setPayoutCeiling(db, {
      ...ceiling,
      reason: body.reason,
      actor: staffActor(person.userName),
      now: toDate(clock.nowMs()),
    });
    return isSet ? done({ requestId: null }) : filed(await deps.requestCeiling(person, ceiling, body.reason));
  });
}

function filed(requestId: number | undefined): Reply<{ requestId: number }> {
  return requestId === undefined
    ? refused(409, 'A request for this waits already. Withdraw it first.', { reason: 'waits_already' })
    : done({ requestId });
}

function changeShown(
  { isStopped, reason, actor, switchedAt, requestId }: LendingChange,
  nameOf: NameOf,
): NonNullable<StaffAnswer<'lendingState'>['stop']> {
  return { isStopped, reason, by: nameOf(actor), at: switchedAt.toISOString(), requestId };
}
