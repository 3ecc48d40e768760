import { type Database, statement } from '../../platform/database.ts';
import type { SecurityDetail, SecurityEventKind, SecurityOutcome } from './events.ts';

export type KeptEvent = {
  eventId: number;
  happenedAt: Date;
  kind: SecurityEventKind;
  outcome: SecurityOutcome;
  times: number;
  borrowerId: number | null;
  actor: string | null;
  reference: string | null;
  /** The beginning of the keyed hash of the network, by which events of one network are found. */
  network: string | null;
  detail: SecurityDetail;
};

export type EventFilter = {
  kind?: SecurityEventKind;
  borrowerId?: number;
  since?: Date;
  /** Only events with a lower number: the next page. */
  before?: number;
};

const readStatement = statement<
  KeptEvent,
  { kind: string | null; borrowerId: number | null; since: Date | null; before: number | null; limit: number }
>(
  'security log: read',
  `select event_id as "eventId", happened_at as "happenedAt", kind, outcome, times, borrower_id as "borrowerId", actor,
     request_reference as reference, left(encode(network_hash, 'hex'), 12) as network, detail
   from security_event
   where ($kind::text is null or kind = $kind) and ($borrowerId::bigint is null or borrower_id = $borrowerId)
     and ($since::timestamptz is null or happened_at >= $since) and ($before::bigint is null or event_id < $before)
   order by event_id desc limit $limit`,
);

/** The newest events first. */
export async function readSecurityEvents(
  db: Database,
  { kind, borrowerId, since, before }: EventFilter,
  limit: number,
): Promise<KeptEvent[]> {
  return db.rows(readStatement, {
    kind: kind ?? null,
    borrowerId: borrowerId ?? null,
    since: since ?? null,
    before: before ?? null,
    limit,
  });
}
