import type { Day } from '@thumba/lending/day';
import { parseKwacha, toKwacha } from '@thumba/lending/money';
import { staffActor } from '../../book/actor.ts';
import { listCeilings, type PayoutCeiling, setPayoutCeiling } from '../../book/lending/payout-ceiling.ts';
import { readStaffNames } from '../../book/staff-names.ts';
import type { AskedRequest } from '../../book/staff-request.ts';
import { answerStop, changeShown, refusalOfStart } from '../../book/stop-switch/staff-switch.ts';
import { listSwitchChanges } from '../../book/stop-switch/stop-switch.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { done, type Reply } from '../../platform/reply.ts';
import { type StaffPerson, type StaffServer, serveStaff } from '../../platform/serve-staff.ts';

export type LendingDeps = {
  db: Database;
  clock: Clock;
  today(): Day;
  fileRequest(asked: AskedRequest, maker: StaffPerson): Promise<Reply<{ requestId: number }>>;
  askForStart(reason: string): AskedRequest;
  askForCeiling(ceiling: PayoutCeiling, reason: string): Promise<AskedRequest>;
  /** The request for the start that waits. */
  waitingStart(): Promise<number | null>;
};

const LISTED = 50;
const LENDING = { subject: 'lending', name: 'Lending' } as const;

/** The switch that stops lending, and the ceiling on the payouts of a day. Rule: docs/running/lending-switch.md. */
export function registerLendingRoutes(server: StaffServer, deps: LendingDeps): void {
  const { db, clock } = deps;

  serveStaff(server, 'lendingState', async () => {
    const [latest] = await listSwitchChanges(db, ['lending'], 1);
    const stop = latest?.isStopped ? latest : undefined;
    return done({
      isStopped: stop !== undefined,
      stop: stop ? changeShown(stop, await readStaffNames(db, [stop.actor])) : null,
      startRequestId: stop ? await deps.waitingStart() : null,
    });
  });

  serveStaff(server, 'lendingHistory', async () => {
    const [changes, ceilings] = await Promise.all([
      listSwitchChanges(db, ['lending'], LISTED),
      listCeilings(db, LISTED),
    ]);
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

  serveStaff(server, 'stopLending', ({ body }, { person }) =>
    answerStop(db, LENDING, {
      reason: body.reason,
      actor: staffActor(person.userName),
      now: toDate(clock.nowMs()),
    }),
  );

  serveStaff(server, 'startLending', async ({ body }, { person }) => {
    const refusal = await refusalOfStart(db, LENDING);
    return refusal ?? deps.fileRequest(deps.askForStart(body.reason), person);
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
    return isSet
      ? done({ requestId: null })
      : deps.fileRequest(await deps.askForCeiling(ceiling, body.reason), person);
  });
}
