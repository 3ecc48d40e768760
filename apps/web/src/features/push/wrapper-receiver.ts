import { call } from '../../platform/call.ts';
import type { Device } from '../../platform/device.ts';
import type { Receiver } from './receiver.ts';

/**
 * The Android wrapper takes notifications from Firebase. It cannot end its token: the server forgets the token with the
 * session, and the next borrower on this phone takes it over.
 */
export function wrapperReceiver(notifications: NonNullable<Device['notifications']>): Receiver {
  return {
    permission: async () => ((await notifications.isAllowed()) ? 'granted' : 'default'),
    ask: async () => ((await notifications.ask()) ? 'granted' : 'denied'),
    currentAddress: () => notifications.readToken(),
    async subscribe() {
      const { sendsToAndroidApp } = await call('getPushKey', {}, { failureShownBy: 'background' });
      const token = sendsToAndroidApp ? await notifications.readToken() : undefined;
      return token === undefined ? undefined : { address: token, body: { fcmToken: token } };
    },
    unsubscribe: async () => undefined,
    closeNotices: async () => undefined,
  };
}
