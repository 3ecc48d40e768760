import type { WaitingEvent } from './event-queue.ts';

const MINUTE_MS = 60_000;

/** From then on the refusals of a minute are counted without their network and borrower. */
const MOST_SEPARATE = 1000;

/**
 * Counts equal refusals of a minute: the first is written at once, the others as one row when the minute is over. So a
 * flood of wrong requests writes at most two rows for each sender and minute, and few for very many senders.
 */
export function createMinuteCount() {
  let minute = 0;
  let further = new Map<string, WaitingEvent | undefined>();

  function takeAll(): WaitingEvent[] {
    const counted = [...further.values()].filter((event) => event !== undefined);
    further = new Map();
    return counted;
  }

  return {
    /** Answers what is to be written now: the event, or nothing where it is only counted. */
    count(event: WaitingEvent): WaitingEvent[] {
      if (event.outcome === 'succeeded') return [event];
      minute = minuteOf(event.happenedAt.getTime());
      const isKept = further.size < MOST_SEPARATE || further.has(keyOf(event));
      const counted = isKept ? event : withoutSender(event);
      const key = keyOf(counted);
      if (!further.has(key)) {
        further.set(key, undefined);
        return [counted];
      }
      further.set(key, { ...counted, times: (further.get(key)?.times ?? 0) + 1 });
      return [];
    },
    isCounting: () => further.size > 0,
    /** What was counted in a minute that is over. */
    takeIfOver: (nowMs: number): WaitingEvent[] => (minuteOf(nowMs) === minute ? [] : takeAll()),
    takeAll,
  };
}

function minuteOf(atMs: number): number {
  return Math.floor(atMs / MINUTE_MS);
}

function keyOf({ kind, borrowerId, networkHash, detail }: WaitingEvent): string {
  return JSON.stringify([kind, borrowerId, networkHash?.toString('base64') ?? null, detail]);
}

function withoutSender(event: WaitingEvent): WaitingEvent {
  const detail = { ...event.detail, manySenders: true };
  return { ...event, borrowerId: null, networkHash: null, reference: null, detail };
}
