import { describe, expect, test } from 'vitest';
import { openAndroidBridge } from './android-bridge.ts';
import type { AndroidHost } from './android-host.ts';
import { openAndroidNotifications } from './android-notifications.ts';
import type { Permissions } from './device.ts';

type Page = { onThumbaAndroid(requestId: string, answer: string): void };

/** A wrapper whose hook `pushToken` gives this answer. */
function openWith(answer: string | undefined, permissions: Permissions = {}) {
  const page = {} as Page;
  const host: AndroidHost = {
    version: () => '1',
    origin: () => 'https://app.example.zm',
    ...(answer !== undefined && {
      pushToken: (requestId: string) => page.onThumbaAndroid(requestId, answer),
    }),
  };
  const asked: string[] = [];
  const notifications = openAndroidNotifications(host, openAndroidBridge(host, page), {
    checkPermissions: async () => permissions,
    async isGranted(permission) {
      asked.push(permission);
      return true;
    },
  });
  return { notifications, asked };
}

describe('the Android wrapper', () => {
  test('that was built without Firebase takes no notifications', () => {
    expect(openWith(undefined).notifications).toBeUndefined();
  });

  test('gives the token of Firebase, and none where it refuses', async () => {
    const { notifications } = openWith('{"ok":true,"value":"dXk:APA91b"}');
    expect(await notifications!.readToken()).toBe('dXk:APA91b');
    expect(await openWith('{"ok":false,"error":"refused"}').notifications!.readToken()).toBeUndefined();
  });

  test('tells whether notifications are allowed without asking the person, and asks when told to', async () => {
    const answer = '{"ok":true,"value":"dXk:APA91b"}';
    const { notifications, asked } = openWith(answer, { notifications: 'prompt' });
    expect(await notifications!.isAllowed()).toBe(false);
    expect(await openWith(answer, { notifications: 'granted' }).notifications!.isAllowed()).toBe(true);
    expect(asked).toEqual([]);
    expect(await notifications!.ask()).toBe(true);
    expect(asked).toEqual(['notifications']);
  });
});
