import { setTimeout as sleep } from 'node:timers/promises';
import { CALL_KINDS, type CallKind, type CallsPerSecond } from '../../../book/settings/operator-settings.ts';
import { type Database, statement } from '../../../platform/database.ts';

/** `token` for fetching an access token: it has no limit, and pauses when the operator asks for it. */
export type PausedKind = CallKind | 'token';

export type Turn = { isNow: true } | { isNow: false; retryAfterMs: number };

/** When a call may be made. All processes together keep to an operator's limits. */
export type CallPace = {
  /** Waits for the turn of a call. A turn that would not come within `waitMs` is refused at once. */
  enter(kind: PausedKind, waitMs: number): Promise<Turn>;
  /** The operator asked us to wait before the next call of a kind. */
  pause(kind: PausedKind, pauseMs: number): Promise<void>;
};

/** Takes `count` turns in a row, and answers in how many milliseconds the first of them is. */
type LeaseTurns = (kind: PausedKind, count: number, everyMs: number) => Promise<number>;

type PaceDeps = {
  callsPerSecond: CallsPerSecond;
  leaseTurns: LeaseTurns;
  /** No process begins a turn of this kind before the pause is over. */
  postponeTurns(kind: PausedKind, pauseMs: number): Promise<void>;
  nowMs(): number;
};

/** An operator that asks us to wait for longer is called again after this time. */
export const LONGEST_PAUSE_MS = 15 * 60_000;
/** A process leases turns for a second at most, so that a call of another process does not wait longer for it. */
const LONGEST_BLOCK_MS = 1_000;
const AFTER_FAILED_LEASE_MS = 5_000;

type Waiting = { untilMs: number; answer(turn: Turn): void };

/** The calls of one kind that wait in this process. */
type Queue = {
  waiting: Waiting[];
  isLeasing: boolean;
  leasedUntilMs: number;
  pausedUntilMs: number;
};

const newQueue = (): Queue => ({ waiting: [], isLeasing: false, leasedUntilMs: 0, pausedUntilMs: 0 });

/**
 * Turns are spaced evenly. This is a token bucket that holds one token, kept as the instant of the next turn: the
 * Generic Cell Rate Algorithm (ITU-T I.371). A kind without a limit leases no turns.
 */
export function createCallPace(deps: PaceDeps): CallPace {
  const queues = new Map<PausedKind, Queue>();
  for (const kind of [...CALL_KINDS, 'token'] as const) queues.set(kind, newQueue());

  /** How long a call that comes now would wait, as far as this process knows. */
  function expectedWaitMs(queue: Queue, everyMs: number): number {
    const aheadMs = Math.max(queue.leasedUntilMs, queue.pausedUntilMs) - deps.nowMs();
    return Math.max(0, aheadMs) + queue.waiting.length * everyMs;
  }

  return {
    async enter(kind, waitMs) {
      const queue = queues.get(kind)!;
      const everyMs = everyMsOf(deps, kind);
      const expectedMs = expectedWaitMs(queue, everyMs);
      if (expectedMs > waitMs) return { isNow: false, retryAfterMs: expectedMs };
      if (everyMs === 0) {
        if (expectedMs > 0) await sleep(timerMs(expectedMs));
        return turnNow(queue, deps.nowMs());
      }
      return new Promise((answer) => {
        queue.waiting.push({ untilMs: deps.nowMs() + waitMs, answer });
        if (queue.isLeasing) return;
        queue.isLeasing = true;
        // After one turn of the event loop, the calls that began together are in one block.
        setImmediate(() => void leaseWhileWaiting(deps, kind, queue));
      });
    },
    async pause(kind, pauseMs) {
      const queue = queues.get(kind)!;
      const nowMs = deps.nowMs();
      queue.pausedUntilMs = Math.max(queue.pausedUntilMs, nowMs + pauseMs);
      refuseWaiting(queue, nowMs);
      // Where the database cannot be told, this process pauses alone. Another one is told by the operator.
      if (everyMsOf(deps, kind) > 0) await deps.postponeTurns(kind, pauseMs).catch(() => undefined);
    },
  };
}

/** A timer leaves out the part of a millisecond, and may end one millisecond early. A call must not come before its turn. */
const timerMs = (waitMs: number): number => Math.ceil(waitMs) + 1;

/** The turn of a call that has waited for it. A pause may have begun meanwhile. */
function turnNow({ pausedUntilMs }: Queue, nowMs: number): Turn {
  return pausedUntilMs > nowMs ? { isNow: false, retryAfterMs: pausedUntilMs - nowMs } : { isNow: true };
}

/** Refuses the calls whose time would end before the pause does. */
function refuseWaiting(queue: Queue, nowMs: number): void {
  const mayWait = ({ untilMs }: Waiting) => untilMs >= queue.pausedUntilMs;
  const refused = queue.waiting.filter((call) => !mayWait(call));
  queue.waiting = queue.waiting.filter(mayWait);
  for (const { answer } of refused) answer(turnNow(queue, nowMs));
}

/** Has no limits, and makes the pauses that an operator asks for. */
export function createUnlimitedPace(): CallPace {
  return createCallPace({
    callsPerSecond: {},
    leaseTurns: async () => 0,
    postponeTurns: async () => undefined,
    nowMs: () => performance.now(),
  });
}

/** 0 for a kind without a limit. */
function everyMsOf({ callsPerSecond }: PaceDeps, kind: PausedKind): number {
  const perSecond = kind === 'token' ? undefined : callsPerSecond[kind];
  return perSecond === undefined ? 0 : 1_000 / perSecond;
}

/** Leases one block after the other, each when the one before has been used. */
async function leaseWhileWaiting(deps: PaceDeps, kind: PausedKind, queue: Queue): Promise<void> {
  const everyMs = everyMsOf(deps, kind);
  const longestBlock = Math.max(1, Math.floor(LONGEST_BLOCK_MS / everyMs));
  while (queue.waiting.length > 0) {
    const aheadMs = Math.max(queue.leasedUntilMs, queue.pausedUntilMs) - deps.nowMs();
    if (aheadMs > 0) await sleep(timerMs(aheadMs));
    const block = queue.waiting.splice(0, longestBlock);
    // A pause has refused them all.
    if (block.length === 0) break;
    const firstInMs = await deps.leaseTurns(kind, block.length, everyMs).catch(() => undefined);
    const nowMs = deps.nowMs();
    if (firstInMs !== undefined) queue.leasedUntilMs = nowMs + firstInMs + block.length * everyMs;
    block.forEach(({ untilMs, answer }, index) => {
      const inMs = firstInMs === undefined ? undefined : firstInMs + index * everyMs;
      // Turns of other processes may have come between.
      if (inMs === undefined || nowMs + inMs > untilMs + LONGEST_BLOCK_MS) {
        answer({ isNow: false, retryAfterMs: inMs ?? AFTER_FAILED_LEASE_MS });
      } else {
        setTimeout(() => answer(turnNow(queue, deps.nowMs())), timerMs(inMs));
      }
    });
  }
  queue.isLeasing = false;
}

const leaseTurnsStatement = statement<
  { first_in_ms: number },
  { route: string; kind: PausedKind; count: number; everyMs: number; longestPauseMs: number }
>(
  'payment: lease turns of calls',
  // Only a pause brings the next turn far ahead. What lies farther was written before the clock was set back.
  `insert into operator_call_turn as turn (route, kind, next_turn_at)
   values ($route, $kind, clock_timestamp() + $count::integer * $everyMs::float8 * interval '1 millisecond')
   on conflict (route, kind) do update set next_turn_at =
     least(
       greatest(turn.next_turn_at, clock_timestamp()),
       clock_timestamp() + $longestPauseMs::float8 * interval '1 millisecond'
     ) + $count::integer * $everyMs::float8 * interval '1 millisecond'
   returning greatest(0, extract(epoch from next_turn_at - clock_timestamp()) * 1000
     - $count::integer * $everyMs::float8)::float8 as first_in_ms`,
);

const postponeTurnsStatement = statement<never, { route: string; kind: PausedKind; pauseMs: number }>(
  'payment: postpone turns of calls',
  `insert into operator_call_turn as turn (route, kind, next_turn_at)
   values ($route, $kind, clock_timestamp() + $pauseMs::float8 * interval '1 millisecond')
   on conflict (route, kind) do update set next_turn_at = greatest(turn.next_turn_at, excluded.next_turn_at)`,
);

/** The turns of one connection to an operator, which all processes take from the database, by its clock. */
export function databaseTurns(db: Database, route: string): Pick<PaceDeps, 'leaseTurns' | 'postponeTurns'> {
  return {
    async leaseTurns(kind, count, everyMs) {
      const longestPauseMs = LONGEST_PAUSE_MS;
      const lease = await db.row(leaseTurnsStatement, { route, kind, count, everyMs, longestPauseMs });
      return lease!.first_in_ms;
    },
    async postponeTurns(kind, pauseMs) {
      await db.rows(postponeTurnsStatement, { route, kind, pauseMs });
    },
  };
}
