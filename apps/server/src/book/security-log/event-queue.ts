import { type Database, isRefusal, statement } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import type { SecurityDetail, SecurityEventKind, SecurityOutcome } from './events.ts';

/** An event as it waits to be written. */
export type WaitingEvent = {
  happenedAt: Date;
  kind: SecurityEventKind;
  outcome: SecurityOutcome;
  times: number;
  borrowerId: number | null;
  reference: string | null;
  networkHash: Buffer | null;
  detail: SecurityDetail;
};

const MAX_BATCH = 200;
const MOST_WAITING = 10_000;

type BatchValues = {
  happenedAts: Date[];
  kinds: string[];
  outcomes: string[];
  times: number[];
  borrowerIds: (number | null)[];
  references: (string | null)[];
  networkHashes: (Buffer | null)[];
  details: string[];
};

const insertStatement = statement<never, BatchValues>(
  'security log: insert events',
  `insert into security_event
     (happened_at, kind, outcome, times, borrower_id, request_reference, network_hash, detail)
   select happened_at, kind, outcome, times, borrower_id, request_reference, network_hash, detail::jsonb
   from unnest($happenedAts::timestamptz[], $kinds::text[], $outcomes::text[], $times::integer[],
     $borrowerIds::bigint[], $references::text[], $networkHashes::bytea[], $details::text[])
     as event (happened_at, kind, outcome, times, borrower_id, request_reference, network_hash, detail)`,
);

export type EventQueue = {
  add(events: readonly WaitingEvent[]): void;
  /** Writes all that waits, unless the database is away. */
  write(): Promise<void>;
  /** Whether a whole batch waits for a database that answered the last time. */
  isBatchFull(): boolean;
  waiting(): number;
  dropped(): number;
};

/** Events that wait in memory to be written many at a time. More than ten thousand are dropped. */
export function createEventQueue({ db, log }: { db: Database; log: Log }): EventQueue {
  let waiting: WaitingEvent[] = [];
  let dropped = 0;
  let isDropTold = false;
  let isAway = false;
  let writing: Promise<void> | undefined;

  function drop(count: number, error?: unknown): void {
    dropped += count;
    if (!isDropTold) log.error({ count, err: error }, 'events of the security log are dropped');
    isDropTold = true;
  }

  function add(events: readonly WaitingEvent[]): void {
    const room = MOST_WAITING - waiting.length;
    waiting.push(...events.slice(0, room));
    if (events.length > room) drop(events.length - room);
  }

  function putBack(batch: WaitingEvent[], error: unknown): void {
    const later = waiting;
    waiting = batch;
    add(later);
    if (!isAway) log.error({ err: error }, 'the security log could not be written and waits in memory');
    isAway = true;
  }

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, MAX_BATCH);
      try {
        await db.rows(insertStatement, valuesOf(batch));
        isDropTold = false;
        isAway = false;
      } catch (error) {
        // Where the connection broke after the batch was written, the batch is written twice.
        if (!isRefusal(error)) return putBack(batch, error);
        drop(batch.length, error);
      }
    }
  }

  return {
    add,
    write() {
      writing ??= writeAll().finally(() => {
        writing = undefined;
      });
      return writing;
    },
    isBatchFull: () => waiting.length >= MAX_BATCH && !isAway,
    waiting: () => waiting.length,
    dropped: () => dropped,
  };
}

function valuesOf(batch: readonly WaitingEvent[]): BatchValues {
  return {
    happenedAts: batch.map(({ happenedAt }) => happenedAt),
    kinds: batch.map(({ kind }) => kind),
    outcomes: batch.map(({ outcome }) => outcome),
    times: batch.map(({ times }) => times),
    borrowerIds: batch.map(({ borrowerId }) => borrowerId),
    references: batch.map(({ reference }) => reference),
    networkHashes: batch.map(({ networkHash }) => networkHash),
    details: batch.map(({ detail }) => JSON.stringify(detail)),
  };
}
