import { ECDH } from 'node:crypto';
import webPush from 'web-push';
import type { Vapid } from './vapid.ts';

/** Where a browser receives notifications: an address at its push service, and the keys to encrypt for it. */
export type PushSubscription = { endpoint: string; p256dh: string; auth: string };

export type PushMessage = {
  text: string;
  /** Of two waiting messages with the same topic, only the newer one is delivered. */
  topic: string;
  /** A message that is not delivered within this time is dropped. */
  ttlSeconds: number;
};

/**
 * `gone`: the browser ended the subscription. `refused`: the push service does not accept the message. `later`: it may
 * accept it at another time, or it has accepted it and its answer was lost.
 */
export type PushOutcome = 'accepted' | 'gone' | 'refused' | 'later';

export type PushGateway = {
  /** The key that a browser needs to subscribe. */
  publicKey: string;
  isUsable(subscription: PushSubscription): boolean;
  send(subscription: PushSubscription, message: PushMessage): Promise<PushOutcome>;
};

/**
 * Web push as RFC 8030, 8291 and 8292 describe it. The address to send to comes from the browser, so only addresses of
 * known push services are used, and redirects are not followed.
 */
export function webPushGateway(settings: {
  vapid: Vapid;
  services: readonly string[];
  timeoutMs: number;
}): PushGateway {
  const { vapid, services, timeoutMs } = settings;
  const isUsable = ({ endpoint, p256dh }: PushSubscription) =>
    isAtPushService(endpoint, services) && isPoint(p256dh);
  return {
    publicKey: vapid.publicKey,
    isUsable,
    async send(subscription, { text, topic, ttlSeconds }) {
      if (!isUsable(subscription)) return 'refused';
      const { endpoint: written, ...keys } = subscription;
      // The library parses addresses differently from browsers. In this normal form both read the same.
      const endpoint = new URL(written).href;
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
      return outcomeOf(status);
    },
  };
}

/** Undefined where there are no keys to send with. */
export function pushOfConfig(config: {
  vapid(): Vapid | null;
  PUSH_SERVICES: readonly string[];
  PUSH_TIMEOUT_MS: number;
}): PushGateway | undefined {
  const { PUSH_SERVICES: services, PUSH_TIMEOUT_MS: timeoutMs } = config;
  const vapid = config.vapid();
  return vapid === null ? undefined : webPushGateway({ vapid, services, timeoutMs });
}

function outcomeOf(status: number): PushOutcome {
  if (status >= 200 && status < 300) return 'accepted';
  if (status === 404 || status === 410) return 'gone';
  return status === 429 || status >= 500 ? 'later' : 'refused';
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
