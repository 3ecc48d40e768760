import { ECDH } from 'node:crypto';
import webPush from 'web-push';
import { outcomeOf, type PushMessage, type PushOutcome } from './push-message.ts';
import type { Vapid } from './vapid.ts';

/** Where a browser receives notifications: an address at its push service, and the keys to encrypt for it. */
export type WebSubscription = { endpoint: string; p256dh: string; auth: string };

export type WebPushGateway = {
  /** The key that a browser needs to subscribe. */
  publicKey: string;
  isUsable(subscription: WebSubscription): boolean;
  send(subscription: WebSubscription, message: PushMessage): Promise<PushOutcome>;
};

/**
 * Web push as RFC 8030, 8291 and 8292 describe it. The address to send to comes from the browser, so only addresses of
 * known push services are used, and redirects are not followed.
 */
export function webPushGateway(settings: {
  vapid: Vapid;
  services: readonly string[];
  timeoutMs: number;
}): WebPushGateway {
  const { vapid, services, timeoutMs } = settings;
  const isUsable = ({ endpoint, p256dh }: WebSubscription) =>
    isAtPushService(endpoint, services) && isPoint(p256dh);
  return {
    publicKey: vapid.publicKey,
    isUsable,
    async send(subscription, { notification, topic, ttlSeconds }) {
      if (!isUsable(subscription)) return 'refused';
      const { endpoint: written, ...keys } = subscription;
      // The library parses addresses differently from browsers. In this normal form both read the same.
      const endpoint = new URL(written).href;
      const text = JSON.stringify(notification);
      const { method, headers, body } = webPush.generateRequestDetails({ endpoint, keys }, text, {
        vapidDetails: vapid,
        TTL: ttlSeconds,
        topic,
        // Wakes a sleeping phone. Without it the notification may arrive much later, at night.
        urgency: 'high',
        contentEncoding: webPush.supportedContentEncodings.AES_128_GCM,
      });
      let status: number;
      try {
        const response = await fetch(endpoint, {
          method,
          headers: Object.entries(headers).map(([name, value]) => [name, String(value)]),
          body: new Uint8Array(body ?? []),
          redirect: 'manual',
          signal: AbortSignal.timeout(timeoutMs),
        });
        status = response.status;
        await response.body?.cancel();
      } catch {
        return 'later';
      }
      return status === 404 || status === 410 ? 'gone' : outcomeOf(status);
    },
  };
}

/** A service is a host, reached by HTTPS (`*.` stands for any name below it), or a whole origin. */
export function isAtPushService(endpoint: string, services: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, origin, username, password } = new URL(endpoint);
  if (username !== '' || password !== '') return false;
  return services.some((service) => {
    if (service.includes('://')) return origin === service;
    if (protocol !== 'https:' || port !== '') return false;
    return service.startsWith('*.') ? hostname.endsWith(service.slice(1)) : hostname === service;
  });
}

function isPoint(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url');
    return true;
  } catch {
    return false;
  }
}
