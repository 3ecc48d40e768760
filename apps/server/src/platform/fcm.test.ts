import { generateKeyPairSync } from 'node:crypto';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { recordedLog } from '../../test/call-server.ts';
import { type Firebase, startFirebase } from '../../test/firebase.ts';
import { refusingBaseUrl } from '../money/payment/operators/stub-operator.test-support.ts';
import { fcmGateway } from './fcm.ts';
import { serviceAccountOf } from './service-account.ts';

const STARTS_AT_MS = Date.parse('2026-12-01T08:00:00Z');
const HOUR_MS = 3_600_000;

let nowMs: number;
let firebase: Firebase;
beforeEach(async () => {
  nowMs = STARTS_AT_MS;
  firebase = await startFirebase(() => nowMs);
  onTestFinished(() => firebase.close());
});

const notification = { id: 17, title: 'Thumba', text: 'Zikomo! ✓', path: '/billing-details/5' };
const message = { notification, topic: 'bill', ttlSeconds: 3600 };

function gateway({ file = firebase.serviceAccount, url = firebase.url, timeoutMs = 60_000 } = {}) {
  const { log, lines } = recordedLog();
  const account = serviceAccountOf(file, 'FCM_SERVICE_ACCOUNT');
  return { ...fcmGateway({ account, url, timeoutMs, log, clock: { nowMs: () => nowMs } }), lines };
}

/** The file of the service account, in which some fields are different. */
function fileWith(fields: Record<string, unknown>): string {
  return JSON.stringify({ ...JSON.parse(firebase.serviceAccount), ...fields });
}

test('a message is sent with an access token for messages, as Firebase documents it', async () => {
  const app = firebase.register();
  expect(await gateway().send(app.fcmToken, message)).toBe('accepted');
  expect(firebase.faults).toEqual([]);
  expect(app.deliveries).toEqual([
    {
      title: 'Thumba',
      body: 'Zikomo! ✓',
      data: { id: '17', path: '/billing-details/5' },
      tag: '17',
      ttl: '3600s',
      collapseKey: 'bill',
      priority: 'high',
    },
  ]);
});

test('messages at once and later ones use one access token, until shortly before it ends', async () => {
  const app = firebase.register();
  const { send } = gateway();
  await Promise.all([1, 2, 3].map(() => send(app.fcmToken, message)));
  nowMs += HOUR_MS - 62_000;
  await send(app.fcmToken, message);
  expect(firebase.assertions).toBe(1);
  nowMs += 2_000;
  expect(await send(app.fcmToken, message)).toBe('accepted');
  expect(firebase.assertions).toBe(2);
  expect(firebase.faults).toEqual([]);
  expect(app.deliveries).toHaveLength(5);
});

test('an access token that was ended before its time is replaced once', async () => {
  const app = firebase.register();
  const { send } = gateway();
  await send(app.fcmToken, message);
  firebase.revokeAccess();
  expect(await send(app.fcmToken, message)).toBe('accepted');
  expect(firebase.assertions).toBe(2);
  expect(app.deliveries).toHaveLength(2);
  expect(firebase.faults.splice(0)).toEqual(['the access token has ended or is not ours']);
});

test('a second access token that is refused too ends the try', async () => {
  const app = firebase.register();
  firebase.acceptsAccess = false;
  const { send, lines } = gateway();
  expect(await send(app.fcmToken, message)).toBe('refused');
  expect(firebase.requests).toBe(2);
  expect(firebase.assertions).toBe(2);
  expect(lines.join('')).toContain('"status":401,"code":"UNAUTHENTICATED"');
});

test('an assertion that another key signed gets no access token, and nothing is sent', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const stolen = fileWith({ private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }) });
  const app = firebase.register();
  const { send, lines } = gateway({ file: stolen });
  expect(await send(app.fcmToken, message)).toBe('refused');
  expect(firebase.faults.splice(0)).toEqual(['the signature of the assertion is wrong']);
  expect(firebase.requests).toBe(0);
  expect(lines.join('')).toContain('"status":400,"error":"invalid_grant"');
});

test.each([
  ['taken', 'accepted'],
  ['unregistered', 'gone'],
  ['foreign', 'refused'],
  ['moved', 'refused'],
  ['busy', 'later'],
  ['broken', 'later'],
  ['silence', 'later'],
] as const)(
  'the answer %s means: %s',
  async (answer, outcome) => {
    const app = firebase.register();
    app.answer = answer;
    // Long enough for a busy machine, also where the service never answers: the token service answers first.
    const { send, lines } = gateway({ timeoutMs: answer === 'silence' ? 3_000 : 60_000 });
    expect(await send(app.fcmToken, message), lines.join('')).toBe(outcome);
    expect(firebase.requests).toBe(1);
  },
  60_000,
);

test('a token that Firebase does not know has ended', async () => {
  expect(await gateway().send('unknown', message)).toBe('gone');
});

test('an address that is not found keeps the subscription: the setting is wrong, and not the phone', async () => {
  const { fcmToken } = firebase.register();
  const { send, lines } = gateway({ url: `${firebase.url}/elsewhere` });
  expect(await send(fcmToken, message)).toBe('refused');
  expect(lines.join('')).toContain('Firebase did not take a notification');
});

test.each(['busy', 'silence', 'unreadable'] as const)(
  'a token service that answers with %s may give an access token later',
  async (answer) => {
    const app = firebase.register();
    firebase.tokenAnswer = answer;
    const { send } = gateway({ timeoutMs: answer === 'silence' ? 300 : 60_000 });
    expect(await send(app.fcmToken, message)).toBe('later');
    firebase.tokenAnswer = 'token';
    if (answer !== 'silence') expect(await send(app.fcmToken, message)).toBe('accepted');
  },
);

test('services that cannot be reached may be later', async () => {
  const { fcmToken } = firebase.register();
  const url = await refusingBaseUrl();
  expect(await gateway({ url }).send(fcmToken, message)).toBe('later');
  const file = fileWith({ token_uri: `${url}/token` });
  expect(await gateway({ file }).send(fcmToken, message)).toBe('later');
});

test('the log has no token, no key and nothing of the message', async () => {
  const app = firebase.register();
  const { send, lines } = gateway();
  for (const answer of ['unregistered', 'foreign', 'broken'] as const) {
    app.answer = answer;
    await send(app.fcmToken, message);
  }
  const written = lines.join('');
  expect(written).toContain('SENDER_ID_MISMATCH');
  for (const secret of [app.fcmToken, 'ya29.', 'PRIVATE KEY', notification.text, notification.path])
    expect(written).not.toContain(secret);
});
