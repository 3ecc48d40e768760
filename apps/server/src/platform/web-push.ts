import { ECDH } from 'node:crypto';
import webPush from 'web-push';
import type { Vapid } from './vapid.ts';

/** Where a browser takes notifications: an address at its maker's push service, and the keys it opens them with. */
export type PushSubscription = { endpoint: string; p256dh: string; auth: string };

export type PushMessage = {
  text: string;
  /** Of two that wait for a phone with the same topic only the newer one reaches it. */
  topic: string;
  /** What has not reached the phone by then never does. */
  ttlSeconds: number;
};

/**
 * `gone`: the browser ended the subscription. `refused`: this push service will not take this one. `later`: it may take
 * it another time, or took it and could not say so.
 */
export type PushOutcome = 'accepted' | 'gone' | 'refused' | 'later';

export type PushGateway = {
  /** What a browser subscribes with. */
  publicKey: string;
  isUsable(subscription: PushSubscription): boolean;
  send(subscription: PushSubscription, message: PushMessage): Promise<PushOutcome>;
};

/**
 * Web push as RFC 8030, 8291 and 8292 describe it. Browsers name the address that we send to, so only those of known
 * push services are used, and none leads on to another.
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
      // Whoever makes the token reads addresses otherwise than browsers do, so it is handed one that all read the same.
      const endpoint = new URL(written).href;
      const { method, headers, body } = webPush.generateRequestDetails({ endpoint, keys }, text, {
        vapidDetails: vapid,
        TTL: ttlSeconds,
        topic,
        // A phone that sleeps is woken: what comes when it wakes by itself may come at night.
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
  vapid: Vapid | null;
  PUSH_SERVICES: readonly string[];
  PUSH_TIMEOUT_MS: number;
}): PushGateway | undefined {
  const { vapid, PUSH_SERVICES: services, PUSH_TIMEOUT_MS: timeoutMs } = config;
  return vapid === null ? undefined : webPushGateway({ vapid, services, timeoutMs });
}

function outcomeOf(status: number): PushOutcome {
  if (status >= 200 && status < 300) return 'accepted';
  if (status === 404 || status === 410) return 'gone';
  return status === 429 || status >= 500 ? 'later' : 'refused';
}

/** A service is a host that is spoken to by HTTPS, `*.` before it stands for any name below it, or a whole origin. */
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
