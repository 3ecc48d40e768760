import { type Day, formatDay } from '@thumba/lending/day';
import { listNotifiedPhones, noteNotifiedPhones } from '../../people/push/push-subscriptions.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { nextSendingHours, type QuietHours } from '../../platform/quiet-hours.ts';
import type { Sealing } from '../../platform/sealing.ts';
import type { PushGateway } from '../../platform/web-push.ts';

/** What the service worker of the borrower app reads. */
type Notification = {
  /** The same for the same message, however often it is sent. */
  id: number;
  title: string;
  text: string;
  /** The screen of the app that a tap opens. */
  path: string;
};

export type NotifiedMessage = {
  borrower_id: number;
  message_id: number;
  loan_id: number | null;
  figures: Record<string, unknown>;
};

export type NotificationDeps = {
  db: Database;
  sealing: Sealing;
  clock: Clock;
  quietHours: QuietHours | null;
  push: PushGateway;
};

const TOPIC = 'bill';

/**
 * Whoever lies beside the phone reads this too, so it names neither the sum nor whether the borrower is late. The whole
 * text stands in the app.
 */
function notificationOf(message: NotifiedMessage): Notification {
  return {
    id: message.message_id,
    title: 'Thumba',
    text: `Please look at your bill of ${formatDay(message.figures.dueOn as Day)}. Open Thumba to see it.`,
    path: `/billing-details/${message.loan_id}`,
  };
}

/**
 * Sends a reminder to the phones that the borrower wants notifications on. `accepted` when one of them is being told,
 * `later` when one may be told another time or was told already, `nobody` when none can be: it is for an SMS then.
 * It reaches a phone before the quiet hours or never.
 */
export async function notifyOfBill(
  deps: NotificationDeps,
  message: NotifiedMessage,
): Promise<'accepted' | 'later' | 'nobody'> {
  const nowMs = deps.clock.nowMs();
  const now = toDate(nowMs);
  const phones = await listNotifiedPhones(deps, message.borrower_id, now);
  const { until } = nextSendingHours(nowMs, deps.quietHours);
  const text = JSON.stringify(notificationOf(message));
  const ttlSeconds = Math.floor((until.getTime() - nowMs) / 1000);
  const outcomes = await Promise.all(
    phones.map((phone) => deps.push.send(phone, { text, topic: TOPIC, ttlSeconds })),
  );
  const hashesOf = (wanted: string) =>
    phones.filter((_, place) => outcomes[place] === wanted).map(({ endpointHash }) => endpointHash);
  await noteNotifiedPhones(deps.db, { gone: hashesOf('gone'), notified: hashesOf('accepted'), now });
  if (outcomes.includes('accepted')) return 'accepted';
  return outcomes.includes('later') ? 'later' : 'nobody';
}
