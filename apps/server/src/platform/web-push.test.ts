import { createECDH } from 'node:crypto';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { decrypted, type PushService, startPushService } from '../../test/push-service.ts';
import { refusingBaseUrl } from '../money/payment/operators/stub-operator.test-support.ts';
import { type Vapid, vapidOf } from './vapid.ts';
import { isAtPushService, webPushGateway } from './web-push.ts';

let service: PushService;
beforeAll(async () => {
  service = await startPushService();
});
afterAll(() => service.close());

const vapid: Vapid = vapidOf({
  VAPID_PUBLIC_KEY: 'BEkr2o64BILrzVmOcoiqJVFyfyOs3OBiXI1CKcfhHJDgmxBhwu9c6WSLLziVuodLVq4bfRkxK1abeDwnmhyiif4',
  VAPID_PRIVATE_KEY: '5EXwCAvm3vJH3WpN_I5WZidXgGXq2PPBCY9a_zpgQ_w',
  VAPID_SUBJECT: 'mailto:it@lender.example',
})!;
const notification = { id: 1, title: 'Thumba', text: 'Zikomo! ✓', path: '/home' };
const message = { notification, topic: 'bill', ttlSeconds: 3600 };

function gateway(services = [service.url], timeoutMs = 5_000) {
  return webPushGateway({ vapid, services, timeoutMs });
}

test('the browser of these tests opens the example of RFC 8291', () => {
  const keys = createECDH('prime256v1');
  keys.setPrivateKey('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'base64url');
  const body =
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN';
  const auth = Buffer.from('BTBZMqHH6r4Tts7J_aSIgg', 'base64url');
  expect(decrypted(Buffer.from(body, 'base64url'), keys, auth).toString()).toBe(
    'When I grow up, I want to be a watermelon',
  );
});

test('what is sent is signed and sealed, and only the browser opens it', async () => {
  const browser = service.subscribe(vapid.publicKey);
  expect(await gateway().send(browser.subscription, message)).toBe('accepted');
  expect(service.faults).toEqual([]);
  expect(browser.deliveries).toEqual([
    {
      endpoint: browser.subscription.endpoint,
      text: JSON.stringify(notification),
      ttlSeconds: 3600,
      topic: 'bill',
      urgency: 'high',
    },
  ]);
});

test('a browser that subscribed to somebody else is not reached', async () => {
  const browser = service.subscribe('B'.repeat(87));
  expect(await gateway().send(browser.subscription, message)).toBe('refused');
  expect(browser.deliveries).toEqual([]);
  expect(service.faults.splice(0)).toEqual([expect.stringContaining('not the one')]);
});

test.each([
  [200, 'accepted'],
  [404, 'gone'],
  [410, 'gone'],
  [307, 'refused'],
  [401, 'refused'],
  [403, 'refused'],
  [413, 'refused'],
  [429, 'later'],
  [500, 'later'],
  [503, 'later'],
  ['silence' as const, 'later'],
])('the answer %s means: %s', async (answer, outcome) => {
  const browser = service.subscribe(vapid.publicKey);
  browser.answer = answer;
  // Short for a service that never answers, and long enough for the others on a busy machine.
  const sender = answer === 'silence' ? gateway([service.url], 300) : gateway();
  expect(await sender.send(browser.subscription, message)).toBe(outcome);
});

test('a service that cannot be reached may be later', async () => {
  const url = await refusingBaseUrl();
  const { subscription } = service.subscribe(vapid.publicKey);
  expect(await gateway([url]).send({ ...subscription, endpoint: `${url}/push/1` }, message)).toBe('later');
});

const services = [
  'fcm.googleapis.com',
  '*.push.services.mozilla.com',
  '*.notify.windows.com',
  '*.push.apple.com',
];

test.each([
  'https://fcm.googleapis.com/fcm/send/abc:123',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
  'https://wns2-by3p.notify.windows.com/w/?token=BQY',
  'https://web.push.apple.com/QGuQ',
])('a browser may take its notifications at %s', (endpoint) => {
  expect(isAtPushService(endpoint, services)).toBe(true);
});

test.each([
  'http://fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com:8443/fcm/send/abc',
  'https://lender:secret@fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com@169.254.169.254/latest',
  'https://fcm.googleapis.com.attacker.example/abc',
  'https://fcm.googleapis.com./abc',
  'https://attacker.example\\@fcm.googleapis.com/abc',
  'https://attacker.example#@fcm.googleapis.com/abc',
  'https://attackernotify.windows.com/abc',
  'https://notify.windows.com/abc',
  'https://attacker.example/?fcm.googleapis.com',
  'https://127.0.0.1/push/1',
  'https://[::1]/push/1',
  'http://127.0.0.1:5432/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  '/push/1',
  '',
])('nothing is ever sent to "%s"', async (endpoint) => {
  expect(isAtPushService(endpoint, services)).toBe(false);
  const { subscription } = service.subscribe(vapid.publicKey);
  const before = service.requests;
  expect(await gateway(services).send({ ...subscription, endpoint }, message)).toBe('refused');
  expect(service.requests).toBe(before);
});

test.each([
  'https://%66cm.googleapis.com/abc',
  'https:///fcm.googleapis.com/abc',
  'https:fcm.googleapis.com/abc',
  'https:\\\\fcm.googleapis.com\\abc',
])('"%s" is read by everybody as one address of a push service', async (endpoint) => {
  const send = vi.fn(async (_address: string, _request: RequestInit) => new Response(null, { status: 201 }));
  vi.stubGlobal('fetch', send);
  onTestFinished(() => void vi.unstubAllGlobals());
  const { subscription } = service.subscribe(vapid.publicKey);
  expect(await gateway(services).send({ ...subscription, endpoint }, message)).toBe('accepted');
  const [address, { headers }] = send.mock.calls[0]!;
  expect(address).toBe('https://fcm.googleapis.com/abc');
  const [, token = ''] = /^vapid t=([^,]+)/.exec(new Headers(headers).get('authorization')!)!;
  const claims = Buffer.from(token.split('.')[1]!, 'base64url').toString();
  expect(JSON.parse(claims)).toMatchObject({ aud: 'https://fcm.googleapis.com' });
});

test('keys that are no point of the curve are not sealed for', async () => {
  const { subscription } = service.subscribe(vapid.publicKey);
  const crooked = { ...subscription, p256dh: `B${'A'.repeat(86)}` };
  expect(gateway().isUsable(crooked)).toBe(false);
  expect(await gateway().send(crooked, message)).toBe('refused');
});
