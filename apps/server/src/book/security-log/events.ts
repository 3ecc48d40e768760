import { type Database, statement } from '../../platform/database.ts';

/** What can happen, as the table lists it. */
export const SECURITY_EVENT_KINDS = [
  'sign_in',
  'session_end',
  'wrong_code',
  'step_up_asked',
  'step_up_passed',
  'step_up_refused',
  'device_trusted',
  'payout_account_added',
  'mobile_change',
  'identity_confirmed',
  'data_downloaded',
  'account_deleted',
  'access_refused',
  'malformed_request',
  'limit_reached',
  'callback_refused',
  'staff_command',
  'keys_loaded',
  'value_not_opened',
  'key_rotation',
] as const;

export type SecurityEventKind = (typeof SECURITY_EVENT_KINDS)[number];

export const SECURITY_OUTCOMES = ['succeeded', 'refused'] as const;

export type SecurityOutcome = (typeof SECURITY_OUTCOMES)[number];

/** Names and numbers only. No part may hold what a person typed. */
export type SecurityDetail = {
  reason?: string;
  limit?: string;
  route?: string;
  status?: number;
  purpose?: string;
  step?: string;
  everywhere?: boolean;
  manySenders?: boolean;
  command?: string;
  action?: string;
  column?: string;
  key?: number;
  dataKeys?: readonly number[];
  lookupKeys?: readonly number[];
  values?: number;
};

/** An event of this process. Names and numbers only: the address is kept as a keyed hash of its network. */
export type SecurityEvent = {
  kind: SecurityEventKind;
  outcome: SecurityOutcome;
  borrowerId?: number;
  address?: string;
  reference?: string;
  detail?: SecurityDetail;
};

/** Where a request came from, as the statements that write an event themselves take it. */
export type EventOrigin = {
  requestReference: string | null;
  requestNetworkHash: Buffer | null;
};

export const WITHOUT_REQUEST: EventOrigin = { requestReference: null, requestNetworkHash: null };

/**
 * An insert, as a CTE: the event for each row of `from`, in the statement that does what it reports. The other parts are
 * SQL. `detail` is the arguments of `jsonb_build_object`. The statement takes the values of `EventOrigin`.
 */
export function insertSecurityEvents(event: {
  kind: SecurityEventKind;
  borrowerId: string;
  actor?: string;
  detail?: string;
  at: string;
  from: string;
}): string {
  const { kind, borrowerId, actor = 'null', detail = '', at, from } = event;
  return `insert into security_event
      (happened_at, kind, outcome, borrower_id, actor, request_reference, network_hash, detail)
    select ${at}::timestamptz, '${kind}', 'succeeded', ${borrowerId}, ${actor}, $requestReference::text,
      $requestNetworkHash::bytea, jsonb_build_object(${detail})
    from ${from}`;
}

/** An event without a request: a terminal command or a key. */
export type CommandEvent = {
  kind: Extract<SecurityEventKind, 'staff_command' | 'key_rotation'>;
  outcome: SecurityOutcome;
  actor: string;
  detail: SecurityDetail;
};

const insertStatement = statement<
  never,
  { happenedAt: Date; kind: string; outcome: string; actor: string; detail: string }
>(
  'security log: insert event',
  `insert into security_event (happened_at, kind, outcome, actor, detail)
   values ($happenedAt, $kind, $outcome, $actor, $detail::jsonb)`,
);

/** Writes one event at once, for a program that ends soon. */
export async function writeSecurityEvent(db: Database, event: CommandEvent, happenedAt: Date): Promise<void> {
  await db.rows(insertStatement, { ...event, happenedAt, detail: JSON.stringify(event.detail) });
}

/** Writes that a change of keys began or ended. `values` is how many were sealed again. */
export function recordKeyRotation(
  db: Database,
  rotation: {
    step: 'begun' | 'finished';
    actor: string;
    keyNumbers: { data: readonly number[]; lookup: readonly number[] };
    values?: number;
  },
  happenedAt: Date,
): Promise<void> {
  const { step, actor, keyNumbers, values } = rotation;
  const keys = { dataKeys: keyNumbers.data, lookupKeys: keyNumbers.lookup };
  const detail = { step, ...keys, ...(values === undefined ? {} : { values }) };
  return writeSecurityEvent(db, { kind: 'key_rotation', outcome: 'succeeded', actor, detail }, happenedAt);
}

const purgeStatement = statement<never, { before: Date }>(
  'security log: purge',
  'select purge_security_events($before::timestamptz)',
);

/** Removes the events that are older than 400 days. The database removes no others. */
export async function purgeSecurityEvents(db: Database, now: Date): Promise<void> {
  await db.rows(purgeStatement, { before: now });
}
