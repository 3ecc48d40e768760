import { type Database, statement } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';
import type { PushSubscription } from '../../platform/web-push.ts';

/** More phones than this one borrower does not carry; the newest count. */
const MAX_PHONES = 5;

/**
 * A session has one subscription and a subscription one session: whoever is signed in on a phone now. Nothing is kept
 * unless the session and the consent stand; both are held until it is written.
 */
const saveStatement = statement<
  { is_allowed: boolean },
  {
    borrowerId: number;
    tokenHash: Buffer;
    pushEndpointHash: Buffer;
    endpointSealed: Buffer;
    keysSealed: Buffer;
    now: Date;
  }
>(
  'borrower: save push subscription',
  // Phones that change places would wait for each other, so one is written after the other.
  `with turn as materialized (
     select pg_advisory_xact_lock(hashtext('push subscriptions'))
   ),
   allowed as (
     select g.borrower_id from turn cross join consent_given g join session s on s.borrower_id = g.borrower_id
     where g.borrower_id = $borrowerId and g.kind = 'push' and s.token_hash = $tokenHash
     for key share of g, s
   ),
   replaced as (
     delete from push_subscription p using allowed where p.session_hash = $tokenHash and p.endpoint_hash <> $pushEndpointHash
   ),
   saved as (
     insert into push_subscription (borrower_id, session_hash, endpoint_hash, endpoint_sealed, keys_sealed, created_at)
     select borrower_id, $tokenHash::bytea, $pushEndpointHash::bytea, $endpointSealed::bytea, $keysSealed::bytea, $now::timestamptz
     from allowed
     on conflict (endpoint_hash) do update set borrower_id = excluded.borrower_id,
       session_hash = excluded.session_hash, endpoint_sealed = excluded.endpoint_sealed,
       keys_sealed = excluded.keys_sealed, created_at = excluded.created_at, used_at = null
   )
   select exists (select from allowed) as is_allowed`,
);

/** False, and nothing is kept, where the borrower does not allow notifications. */
export async function savePushSubscription(
  { db, sealing }: { db: Database; sealing: Sealing },
  caller: { borrowerId: number; token: string },
  { endpoint, ...keys }: PushSubscription,
  now: Date,
): Promise<boolean> {
  const row = await db.row(saveStatement, {
    borrowerId: caller.borrowerId,
    tokenHash: sealing.lookupHash('token', caller.token),
    pushEndpointHash: sealing.lookupHash('push_endpoint', endpoint),
    endpointSealed: sealing.seal(endpoint),
    keysSealed: sealing.seal(JSON.stringify(keys)),
    now,
  });
  return row!.is_allowed;
}

const deleteStatement = statement<never, { borrowerId: number; tokenHash: Buffer }>(
  'borrower: delete push subscription',
  'delete from push_subscription where borrower_id = $borrowerId and session_hash = $tokenHash',
);

/** What the phone of this session had. */
export async function deletePushSubscription(
  { db, sealing }: { db: Database; sealing: Sealing },
  caller: { borrowerId: number; token: string },
): Promise<void> {
  await db.rows(deleteStatement, {
    borrowerId: caller.borrowerId,
    tokenHash: sealing.lookupHash('token', caller.token),
  });
}

export type BorrowersPhone = PushSubscription & { endpointHash: Buffer };

const listPhonesStatement = statement<
  {
    endpoint_hash: Buffer;
    endpoint_sealed: Buffer;
    keys_sealed: Buffer;
  },
  { borrowerId: number; now: Date }
>(
  'borrower: list notified phones',
  `select p.endpoint_hash, p.endpoint_sealed, p.keys_sealed
   from push_subscription p join session s on s.token_hash = p.session_hash
   where p.borrower_id = $borrowerId and s.expires_at > $now::timestamptz
   order by p.created_at desc limit ${MAX_PHONES}`,
);

/** The phones that a borrower is signed in on and wants notifications on. */
export async function listNotifiedPhones(
  { db, sealing }: { db: Database; sealing: Sealing },
  borrowerId: number,
  now: Date,
): Promise<BorrowersPhone[]> {
  const rows = await db.rows(listPhonesStatement, { borrowerId, now });
  return rows.map((row) => ({
    endpointHash: row.endpoint_hash,
    endpoint: sealing.open(row.endpoint_sealed),
    ...(JSON.parse(sealing.open(row.keys_sealed)) as Omit<PushSubscription, 'endpoint'>),
  }));
}

const noteNotifiedStatement = statement<
  never,
  { gone: readonly Buffer[]; notified: readonly Buffer[]; now: Date }
>(
  'borrower: note notified phones',
  `with gone as (delete from push_subscription where endpoint_hash = any ($gone::bytea[]))
   update push_subscription set used_at = $now::timestamptz where endpoint_hash = any ($notified::bytea[])`,
);

/** What the push services said: these subscriptions have ended, and for those a notification was taken. */
export async function noteNotifiedPhones(
  db: Database,
  { gone, notified, now }: { gone: readonly Buffer[]; notified: readonly Buffer[]; now: Date },
): Promise<void> {
  if (gone.length + notified.length > 0) await db.rows(noteNotifiedStatement, { gone, notified, now });
}
