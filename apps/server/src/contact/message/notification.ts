import { type Day, formatDay } from '@thumba/lending/day';
import { listNotifiedPhones, noteNotifiedPhones } from '../../people/push/push-subscriptions.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { inLanguage } from '../../platform/language.ts';
import type { PushGateway } from '../../platform/push.ts';
import type { Notification, PushMessage } from '../../platform/push-message.ts';
import { nextSendingHours, type QuietHours } from '../../platform/quiet-hours.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { notificationWords } from './notification-words.ts';

export type NotifiedMessage = {
  borrower_id: number;
  message_id: number;
  loan_id: number | null;
  figures: Record<string, unknown>;
  language: string;
};

export type NotificationDeps = {
  db: Database;
  sealing: Sealing;
  clock: Clock;
  quietHours: QuietHours | null;
  push: PushGateway;
};

const DAY_SECONDS = 24 * 60 * 60;

/** Other people may see the screen of the phone, so the text names neither the sum nor whether the borrower is late. */
function notificationOf(message: NotifiedMessage): Notification {
  return {
    id: message.message_id,
    title: 'Thumba',
    text: inLanguage(message.language, () => notificationWords.bill(formatDay(message.figures.dueOn as Day))),
    path: `/billing-details/${message.loan_id}`,
  };
}

/**
 * Sends a reminder to the phones on which the borrower allowed notifications. Returns `accepted` when a push service
 * took it for at least one phone, `later` when it may be tried again or may have arrived, and `nobody` when no phone
 * can get it, so that it goes by SMS. The push services do not deliver it after the quiet hours begin.
 */
export async function notifyOfBill(
  deps: NotificationDeps,
  message: NotifiedMessage,
): Promise<'accepted' | 'later' | 'nobody'> {
  const nowMs = deps.clock.nowMs();
  const { until } = nextSendingHours(nowMs, deps.quietHours);
  const ttlSeconds = Math.floor((until.getTime() - nowMs) / 1000);
  return notifyPhones(deps, message.borrower_id, {
    notification: notificationOf(message),
    topic: 'bill',
    ttlSeconds,
  });
}

/** Tells the confirmed phones of a borrower, at any hour, that something happened that a stranger could have done. */
export async function notifyOfSecurity(
  deps: Omit<NotificationDeps, 'quietHours'>,
  message: NotifiedMessage,
): Promise<void> {
  const notification: Notification = {
    id: message.message_id,
    title: 'Thumba',
    text: inLanguage(message.language, () => notificationWords.security),
    path: '/set',
  };
  await notifyPhones(deps, message.borrower_id, {
    notification,
    topic: 'security',
    ttlSeconds: DAY_SECONDS,
  });
}

async function notifyPhones(
  deps: Omit<NotificationDeps, 'quietHours'>,
  borrowerId: number,
  push: PushMessage,
): Promise<'accepted' | 'later' | 'nobody'> {
  const now = toDate(deps.clock.nowMs());
  const phones = await listNotifiedPhones(deps, borrowerId, now);
  const outcomes = await Promise.all(phones.map((phone) => deps.push.send(phone.subscription, push)));
  const hashesOf = (outcome: string) =>
    phones.filter((_, place) => outcomes[place] === outcome).map(({ endpointHash }) => endpointHash);
  await noteNotifiedPhones(deps.db, {
    endedHashes: hashesOf('gone'),
    notifiedHashes: hashesOf('accepted'),
    now,
  });
  if (outcomes.includes('accepted')) return 'accepted';
  return outcomes.includes('later') ? 'later' : 'nobody';
}
