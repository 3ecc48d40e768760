import { contractWords } from '@thumba/contract/contract-words';
import { type Clock, toDate } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { PushGateway, PushSubscription } from '../../platform/push.ts';
import { done, refused } from '../../platform/reply.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { type Server, serve } from '../../platform/serve.ts';
import { DEVICE_UNCONFIRMED } from '../borrower/unconfirmed-device.ts';
import { deletePushSubscription, savePushSubscription } from './push-subscriptions.ts';
import { pushWords } from './push-words.ts';

export type PushDeps = {
  db: Database;
  sealing: Sealing;
  clock: Clock;
  /** Unset where the lender sends no notifications. */
  push: PushGateway | undefined;
};

/** The subscriptions under which the phones of borrowers get notifications, while they are signed in. */
export function registerPushRoutes(server: Server, deps: PushDeps): void {
  serve(server, 'getPushKey', () =>
    done({
      publicKey: deps.push?.publicKey ?? null,
      sendsToAndroidApp: deps.push?.sendsToAndroidApp ?? false,
    }),
  );

  serve(server, 'savePushSubscription', async ({ body }, caller) => {
    if (!deps.push) return refused(409, pushWords.notSent);
    const subscription: PushSubscription =
      'fcmToken' in body ? { service: 'fcm', token: body.fcmToken } : { service: 'web', ...body };
    if (!deps.push.isUsable(subscription)) {
      return refused(400, contractWords.notifications);
    }
    // Notices about this account would else go to the phone of a stranger who guessed a code.
    if (!caller.session.isTrusted) return DEVICE_UNCONFIRMED;
    const isAllowed = await savePushSubscription(deps, caller, subscription, toDate(deps.clock.nowMs()));
    if (isAllowed) return done(null);
    return refused(501, pushWords.notAllowed, {
      reason: 'consent_missing',
    });
  });

  serve(server, 'deletePushSubscription', async (_input, caller) => {
    await deletePushSubscription(deps, caller);
    return done(null);
  });
}
