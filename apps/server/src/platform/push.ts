import { systemClock } from './clock.ts';
import { type FcmGateway, fcmGateway } from './fcm.ts';
import type { Log } from './log.ts';
import type { PushMessage, PushOutcome } from './push-message.ts';
import type { ServiceAccount } from './service-account.ts';
import type { Vapid } from './vapid.ts';
import { type WebPushGateway, type WebSubscription, webPushGateway } from './web-push.ts';

/** Where a phone receives notifications: in a browser, or in the Android app under a token of Firebase. */
export type PushSubscription = ({ service: 'web' } & WebSubscription) | { service: 'fcm'; token: string };

export type PushGateway = {
  /** The key that a browser needs to subscribe. Null where browsers get no notifications. */
  publicKey: string | null;
  sendsToAndroidApp: boolean;
  isUsable(subscription: PushSubscription): boolean;
  send(subscription: PushSubscription, message: PushMessage): Promise<PushOutcome>;
};

/** Undefined where there are keys for neither service. */
export function pushOfConfig(
  config: {
    vapid(): Vapid | null;
    serviceAccount: ServiceAccount | null;
    PUSH_SERVICES: readonly string[];
    PUSH_TIMEOUT_MS: number;
    FCM_URL: string;
  },
  log: Log,
): PushGateway | undefined {
  const { serviceAccount, PUSH_SERVICES: services, PUSH_TIMEOUT_MS: timeoutMs, FCM_URL: url } = config;
  const vapid = config.vapid();
  const web = vapid === null ? undefined : webPushGateway({ vapid, services, timeoutMs });
  const fcm =
    serviceAccount === null
      ? undefined
      : fcmGateway({ account: serviceAccount, url, timeoutMs, log, clock: systemClock });
  return web || fcm ? bothServices(web, fcm) : undefined;
}

function bothServices(web: WebPushGateway | undefined, fcm: FcmGateway | undefined): PushGateway {
  return {
    publicKey: web?.publicKey ?? null,
    sendsToAndroidApp: fcm !== undefined,
    isUsable: (subscription) =>
      subscription.service === 'fcm' ? fcm !== undefined : web?.isUsable(subscription) === true,
    async send(subscription, message) {
      const outcome =
        subscription.service === 'fcm'
          ? fcm?.send(subscription.token, message)
          : web?.send(subscription, message);
      return outcome ?? 'refused';
    },
  };
}
