import { type AttemptRow, hastenAttemptsStatement } from '../../book/payment-attempt/attempt-statements.ts';
import {
  claimDueAttemptsStatement,
  claimUnservedAttemptsStatement,
} from '../../book/payment-attempt/claim-attempts.ts';
import { toDate } from '../../platform/clock.ts';
import { startWorkLoop, type WatchedLoop } from '../../platform/work-loop.ts';
import { askAboutAttempt } from './ask-attempt.ts';
import { type DriverDeps, handOver, type StepDeps } from './attempt-step.ts';
import { createFloatGuard } from './float-guard.ts';
import type { ConnectedOperator } from './operators/operator.ts';
import { sendAttempt, takeHeld } from './send-attempt.ts';
import { type ServedRoutes, serveRoutes } from './served-routes.ts';

const LOOK_EVERY_MS = 500;
const LOOK_FOR_UNSERVED_EVERY_MS = 5_000;

export type AttemptDriver = WatchedLoop & {
  /** The end of a claim that is made now. Until then no other process works on the attempt. */
  claimedUntil(): Date;
  /** Continues attempts that callbacks name. They are claimed, except those that are still to be sent. */
  follow(attempts: AttemptRow[]): void;
};

/** Calls the operators for every attempt whose next step is due: sends new attempts, asks about open ones. */
export function startAttemptDriver(driverDeps: DriverDeps): AttemptDriver {
  const float = createFloatGuard({
    db: driverDeps.db,
    clock: driverDeps.clock,
    reserves: driverDeps.floatReserves,
    askEveryMs: driverDeps.floatAskEveryMs,
  });
  const deps: StepDeps = { ...driverDeps, float };
  const claimedUntil = () => toDate(deps.clock.nowMs() + deps.claimMs);
  let routes: ServedRoutes | undefined;
  const servedRoutes = async () => {
    routes ??= await serveRoutes(deps, deps);
    return routes;
  };
  const { begin, enquiriesUnderWay, allTaken } = createSteps(deps, servedRoutes);
  const loop = startWorkLoop({
    everyMs: LOOK_EVERY_MS,
    onError: (error) => deps.log.error({ err: error }, 'payment attempts could not be taken'),
    async takeBatch() {
      const { placesOfClaim } = await servedRoutes();
      const claimed = await deps.db.rows(claimDueAttemptsStatement, {
        now: toDate(deps.clock.nowMs()),
        claimedUntil: claimedUntil(),
        places: JSON.stringify(placesOfClaim(enquiriesUnderWay)),
      });
      for (const { is_to_be_sent, ...attempt } of claimed) begin(attempt, is_to_be_sent);
      return claimed.length;
    },
  });
  // There are such attempts only after a change of settings, so they are not looked for with each claim.
  const unservedLoop = startWorkLoop({
    everyMs: LOOK_FOR_UNSERVED_EVERY_MS,
    onError: (error) => deps.log.error({ err: error }, 'payment attempts without a route could not be taken'),
    async takeBatch() {
      const { operators, goneRouteIds } = await servedRoutes();
      const unserved = await deps.db.rows(claimUnservedAttemptsStatement, {
        now: toDate(deps.clock.nowMs()),
        claimedUntil: claimedUntil(),
        operators,
        goneCollectionRouteIds: goneRouteIds.collection,
        gonePayoutRouteIds: goneRouteIds.payout,
      });
      for (const attempt of unserved) begin(attempt, false);
      return unserved.length;
    },
  });

  return {
    poke: loop.poke,
    unfinishedForMs: loop.unfinishedForMs,
    claimedUntil,
    follow(attempts) {
      for (const attempt of attempts) {
        if (attempt.was === 'created') loop.poke();
        else begin(attempt, false);
      }
    },
    async stop() {
      await Promise.all([loop.stop(), unservedLoop.stop()]);
      await allTaken();
    },
  };
}

/** The steps that this process takes now. */
function createSteps(deps: StepDeps, servedRoutes: () => Promise<ServedRoutes>) {
  const underWay = new Set<Promise<void>>();
  const enquiriesUnderWay = new Map<ConnectedOperator, number>();

  async function takeStep(attempt: AttemptRow, isToBeSent: boolean): Promise<void> {
    const { connectionOf, goneRouteIds } = await servedRoutes();
    const connection = connectionOf(attempt);
    if (!connection) return leaveUnserved(deps, attempt, goneRouteIds[attempt.direction]);
    if (isToBeSent) return sendAttempt(deps, connection, attempt);
    const count = (change: number) =>
      enquiriesUnderWay.set(connection, (enquiriesUnderWay.get(connection) ?? 0) + change);
    count(1);
    return askAboutAttempt(deps, connection, attempt).finally(() => count(-1));
  }

  return {
    enquiriesUnderWay,
    /** Begins a step without waiting for it, so that a slow operator does not delay the next claim. */
    begin(attempt: AttemptRow, isToBeSent: boolean): void {
      const done = takeStep(attempt, isToBeSent)
        .catch((error) =>
          deps.log.error(
            { err: error, attemptId: attempt.attempt_id },
            'a payment attempt could not be moved',
          ),
        )
        .finally(() => underWay.delete(done));
      underWay.add(done);
    },
    allTaken: () => Promise.all(underWay),
  };
}

/** No setting of this process connects to the route of an attempt, or to its operator. */
async function leaveUnserved(
  deps: StepDeps,
  attempt: AttemptRow,
  goneRouteIds: readonly number[],
): Promise<void> {
  const { route_id: routeId } = attempt;
  if (attempt.is_unsent) return takeHeld(deps, attempt, { kind: 'held', reason: 'operator_down' });
  if (routeId === null || goneRouteIds.includes(routeId)) return handOver(deps, attempt, 'route_gone');
  // A callback of a payment that another process serves. Its claim ends now, so that the other process asks at once.
  await deps.db.rows(hastenAttemptsStatement, {
    borrowerIds: [attempt.borrower_id],
    attemptIds: [attempt.attempt_id],
    now: toDate(deps.clock.nowMs()),
  });
}
