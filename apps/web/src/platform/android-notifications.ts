import { readPushToken } from './android-answers.ts';
import type { AndroidBridge } from './android-bridge.ts';
import type { AndroidHost } from './android-host.ts';
import type { Device } from './device.ts';

const TOKEN_WITHIN_MS = 30_000;

/** Undefined in a wrapper that was built without Firebase. */
export function openAndroidNotifications(
  host: AndroidHost,
  bridge: AndroidBridge,
  device: { isGranted(permission: 'notifications'): Promise<boolean> } & Pick<Device, 'checkPermissions'>,
): Device['notifications'] {
  if (typeof host.pushToken !== 'function') return undefined;
  return {
    isAllowed: async () => (await device.checkPermissions()).notifications === 'granted',
    ask: () => device.isGranted('notifications'),
    readToken: () => bridge.ask('pushToken', {}, readPushToken, { withinMs: TOKEN_WITHIN_MS }),
  };
}
