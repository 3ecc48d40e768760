import { expect, test } from 'vitest';
import { recordedLog } from '../../test/call-server.ts';
import { startFirebase } from '../../test/firebase.ts';
import { pushOfConfig } from './push.ts';
import { serviceAccountOf } from './service-account.ts';

const { log } = recordedLog();
const services = { PUSH_SERVICES: ['fcm.googleapis.com'], PUSH_TIMEOUT_MS: 5_000 };
const message = {
  notification: { id: 1, title: 'Thumba', text: 'Zikomo', path: '/home' },
  topic: 'bill',
  ttlSeconds: 60,
};

test('with keys for neither browsers nor Firebase nothing is sent', () => {
  const config = {
    ...services,
    vapid: () => null,
    serviceAccount: null,
    FCM_URL: 'https://fcm.googleapis.com',
  };
  expect(pushOfConfig(config, log)).toBeUndefined();
});

test('a lender with Firebase alone notifies the Android app and no browser', async () => {
  const firebase = await startFirebase();
  const serviceAccount = serviceAccountOf(firebase.serviceAccount, 'FCM_SERVICE_ACCOUNT');
  const push = pushOfConfig({ ...services, vapid: () => null, serviceAccount, FCM_URL: firebase.url }, log)!;
  expect([push.publicKey, push.sendsToAndroidApp]).toEqual([null, true]);
  const app = firebase.register();
  expect(await push.send({ service: 'fcm', token: app.fcmToken }, message)).toBe('accepted');
  const inBrowser = {
    service: 'web',
    endpoint: 'https://fcm.googleapis.com/fcm/send/abc',
    p256dh: 'BEkr2o64BILrzVmOcoiqJVFyfyOs3OBiXI1CKcfhHJDgmxBhwu9c6WSLLziVuodLVq4bfRkxK1abeDwnmhyiif4',
    auth: 'a'.repeat(22),
  } as const;
  expect(push.isUsable(inBrowser)).toBe(false);
  expect(await push.send(inBrowser, message)).toBe('refused');
  await firebase.close();
});
