import { sendWaitingToPhones } from '../../book/message/messages.ts';
import { type Database, statement } from '../../platform/database.ts';
import type { PushSubscription } from '../../platform/push.ts';
import type { Sealing } from '../../platform/sealing.ts';
import type { WebSubscription } from '../../platform/web-push.ts';

type BrowserKeys = Pick<WebSubscription, 'p256dh' | 'auth'>;

/** A borrower is notified on so many phones, the newest ones. */
const MAX_PHONES = 5;

/**
 * A session has one subscription and a subscription one session: that of the borrower signed in on the phone now.
 * Nothing is kept unless the session and the consent exist. Both are locked until the subscription is written. What waits
 * for the borrower becomes a notification. Where the subscription ends, the sender finds no phone and sends an SMS.
 */
const saveStatement = statement<
  { is_allowed: boolean },
  {
    borrowerId: number;
    tokenHashes: Buffer[];
    /** Under each live key. The subscription is kept under the first. */
    endpointHashes: Buffer[];
    service: PushSubscription['service'];
    endpointSealed: Buffer;
    /** Null for the Android app. */
    keysSealed: Buffer | null;
    now: Date;
  }
>(
  'push: save subscription',
  // Two phones that exchange their sessions would deadlock, so subscriptions are written one at a time.
  `with lock as materialized (
     select pg_advisory_xact_lock(hashtext('push subscriptions'))
   ),
   allowed as (
     select g.borrower_id, s.token_hash from lock cross join consent_given g join session s on s.borrower_id = g.borrower_id
     where g.borrower_id = $borrowerId and g.kind = 'push' and s.token_hash = any ($tokenHashes::bytea[])
     for key share of g, s
   ),
   deleted_subscriptions as (
     delete from push_subscription p using allowed
     where (p.session_hash = allowed.token_hash or p.endpoint_hash = any ($endpointHashes::bytea[]))
       and p.endpoint_hash <> ($endpointHashes::bytea[])[1]
   ),
   saved_subscription as (
     insert into push_subscription (borrower_id, session_hash, endpoint_hash, service, endpoint_sealed, keys_sealed,
       created_at)
     select borrower_id, token_hash, ($endpointHashes::bytea[])[1], $service::text, $endpointSealed::bytea,
       $keysSealed::bytea, $now::timestamptz
     from allowed
     on conflict (endpoint_hash) do update set borrower_id = excluded.borrower_id,
       session_hash = excluded.session_hash, service = excluded.service, endpoint_sealed = excluded.endpoint_sealed,
       keys_sealed = excluded.keys_sealed, created_at = excluded.created_at, used_at = null
   ),
   messages_for_phones as (
     ${sendWaitingToPhones('allowed')}
   )
   select exists (select from allowed) as is_allowed`,
);

/** False, and nothing is kept, where the borrower does not allow notifications. */
export async function savePushSubscription(
  { db, sealing }: { db: Database; sealing: Sealing },
  caller: { borrowerId: number; token: string },
  subscription: PushSubscription,
  now: Date,
): Promise<boolean> {
  const { borrowerId, token } = caller;
  const { endpoint, keys } = addressOf(subscription);
  const endpointHashes = sealing.lookupHashes('push_endpoint', endpoint);
  const place = { borrower_id: borrowerId, endpoint_hash: endpointHashes[0]! };
  const row = await db.row(saveStatement, {
    borrowerId,
    tokenHashes: sealing.lookupHashes('token', token),
    endpointHashes,
    service: subscription.service,
    endpointSealed: sealing.seal('push_subscription.endpoint_sealed', place, endpoint),
    keysSealed: keys && sealing.seal('push_subscription.keys_sealed', place, JSON.stringify(keys)),
    now,
  });
  return row!.is_allowed;
}

/** What is unique to a subscription, and the keys to encrypt for it where it has any. */
function addressOf(subscription: PushSubscription): { endpoint: string; keys: BrowserKeys | null } {
  if (subscription.service === 'fcm') return { endpoint: subscription.token, keys: null };
  const { endpoint, p256dh, auth } = subscription;
  return { endpoint, keys: { p256dh, auth } };
}

const deleteStatement = statement<never, { borrowerId: number; tokenHashes: Buffer[] }>(
  'push: delete subscription',
  `delete from push_subscription
   where borrower_id = $borrowerId and session_hash = any ($tokenHashes::bytea[])`,
);

/** Deletes the subscription of this session. */
export async function deletePushSubscription(
  { db, sealing }: { db: Database; sealing: Sealing },
  caller: { borrowerId: number; token: string },
): Promise<void> {
  await db.rows(deleteStatement, {
    borrowerId: caller.borrowerId,
    tokenHashes: sealing.lookupHashes('token', caller.token),
  });
}

export type BorrowersPhone = { endpointHash: Buffer; subscription: PushSubscription };

type SubscriptionRow = {
  borrower_id: number;
  endpoint_hash: Buffer;
  service: PushSubscription['service'];
  endpoint_sealed: Buffer;
  keys_sealed: Buffer | null;
};

const listPhonesStatement = statement<SubscriptionRow, { borrowerId: number; now: Date }>(
  'push: list phones',
  `select p.borrower_id, p.endpoint_hash, p.service, p.endpoint_sealed, p.keys_sealed
   from push_subscription p join session s on s.token_hash = p.session_hash
   where p.borrower_id = $borrowerId and s.expires_at > $now::timestamptz
   order by p.created_at desc limit ${MAX_PHONES}`,
);

/** The phones on which the borrower is signed in and allowed notifications. */
export async function listNotifiedPhones(
  { db, sealing }: { db: Database; sealing: Sealing },
  borrowerId: number,
  now: Date,
): Promise<BorrowersPhone[]> {
  const rows = await db.rows(listPhonesStatement, { borrowerId, now });
  return rows.map((row) => ({
    endpointHash: row.endpoint_hash,
    subscription: subscriptionOf(sealing, row),
  }));
}

function subscriptionOf(sealing: Sealing, row: SubscriptionRow): PushSubscription {
  const endpoint = sealing.open('push_subscription.endpoint_sealed', row, row.endpoint_sealed);
  if (row.keys_sealed === null) return { service: 'fcm', token: endpoint };
  const keys: BrowserKeys = JSON.parse(sealing.open('push_subscription.keys_sealed', row, row.keys_sealed));
  return { service: 'web', endpoint, ...keys };
}

const noteNotifiedStatement = statement<
  never,
  { endedHashes: readonly Buffer[]; notifiedHashes: readonly Buffer[]; now: Date }
>(
  'push: note notified phones',
  `with deleted_subscriptions as (
     delete from push_subscription where endpoint_hash = any ($endedHashes::bytea[])
   )
   update push_subscription set used_at = $now::timestamptz where endpoint_hash = any ($notifiedHashes::bytea[])`,
);

/** Keeps the answers of the push services: which subscriptions have ended, and which phones are being notified. */
export async function noteNotifiedPhones(
  db: Database,
  answers: { endedHashes: readonly Buffer[]; notifiedHashes: readonly Buffer[]; now: Date },
): Promise<void> {
  if (answers.endedHashes.length + answers.notifiedHashes.length === 0) return;
  await db.rows(noteNotifiedStatement, answers);
}
