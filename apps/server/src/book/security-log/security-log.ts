import { type Clock, toDate } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import { createEventQueue, type WaitingEvent } from './event-queue.ts';
import {
  SECURITY_EVENT_KINDS,
  SECURITY_OUTCOMES,
  type SecurityEvent,
  type SecurityEventKind,
  type SecurityOutcome,
} from './events.ts';
import { createMinuteCount } from './minute-count.ts';

export type SecurityLog = {
  /** Takes an event, which is written within about a second together with others. It costs the caller no statement. */
  record(event: SecurityEvent): void;
  /** Counts an event that the statement of what it reports has written. */
  countWritten(kind: SecurityEventKind): void;
  /** Writes all that waits. */
  flush(): Promise<void>;
  figures(): SecurityFigures;
};

/** What happened since the start of this process. */
export type SecurityFigures = {
  events: readonly CountedEvents[];
  dropped: number;
  waiting: number;
};

type CountedEvents = { kind: SecurityEventKind; outcome: SecurityOutcome; count: number };

const WRITE_AFTER_MS = 1000;

export type SecurityLogDeps = {
  db: Database;
  clock: Clock;
  log: Log;
  /** The keyed hash under which the network of an address is counted. */
  networkHashOf(address: string): Buffer;
};

/** Keeps the events of this process in memory until they are written, and counts equal refusals of a minute. */
export function createSecurityLog({ db, clock, log, networkHashOf }: SecurityLogDeps): SecurityLog {
  const counts = startCounts();
  const minute = createMinuteCount();
  const queue = createEventQueue({ db, log });
  let timer: NodeJS.Timeout | undefined;

  /** Writes in a second, and again as long as something waits or is counted. */
  function schedule(): void {
    if (timer || (queue.waiting() === 0 && !minute.isCounting())) return;
    timer = setTimeout(() => {
      timer = undefined;
      queue.add(minute.takeIfOver(clock.nowMs()));
      void queue.write().finally(schedule);
    }, WRITE_AFTER_MS).unref();
  }

  return {
    record(event) {
      counts.add(event.kind, event.outcome);
      const nowMs = clock.nowMs();
      const networkHash = event.address === undefined ? null : networkHashOf(event.address);
      queue.add(minute.takeIfOver(nowMs));
      queue.add(minute.count(waitingEvent(event, networkHash, toDate(nowMs))));
      if (queue.isBatchFull()) void queue.write();
      schedule();
    },
    countWritten: (kind) => counts.add(kind, 'succeeded'),
    async flush() {
      queue.add(minute.takeAll());
      await queue.write();
      // A write that was under way may have ended before what was added last.
      await queue.write();
    },
    figures: () => ({ events: counts.all(), dropped: queue.dropped(), waiting: queue.waiting() }),
  };
}

function waitingEvent(event: SecurityEvent, networkHash: Buffer | null, happenedAt: Date): WaitingEvent {
  const { kind, outcome, borrowerId, reference, detail = {} } = event;
  return {
    happenedAt,
    kind,
    outcome,
    times: 1,
    // A caller without a session has the number 0.
    borrowerId: borrowerId || null,
    reference: reference ?? null,
    networkHash,
    detail,
  };
}

function startCounts() {
  const counted = new Map<string, CountedEvents>();
  for (const kind of SECURITY_EVENT_KINDS) {
    for (const outcome of SECURITY_OUTCOMES) counted.set(`${kind} ${outcome}`, { kind, outcome, count: 0 });
  }
  return {
    add(kind: SecurityEventKind, outcome: SecurityOutcome) {
      counted.get(`${kind} ${outcome}`)!.count += 1;
    },
    all: () => [...counted.values()],
  };
}
