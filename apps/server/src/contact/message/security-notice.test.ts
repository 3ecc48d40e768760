import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { PATIENCE, signIn, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { type PushService, startPushService } from '../../../test/push-service.ts';

let service: PushService;
let server: AppServer;
beforeAll(async () => {
  service = await startPushService();
  server = await startAppServer({ settings: { PUSH_SERVICES: service.url, PUSH_TIMEOUT_MS: '10000' } });
});
afterAll(async () => {
  await server?.stop();
  await service?.close();
});

test('a sign-in on a new device is told to the known phones beside the SMS, and the new device gets no notices', async () => {
  const borrower = await signUp(server);
  await borrower.ask('saveConsent', { body: { kind: 'push', given: true, wordingVersion: 1 } });
  const { publicKey } = await borrower.ask('getPushKey', {});
  const browser = service.subscribe(publicKey!);
  await borrower.ask('savePushSubscription', { body: browser.subscription });
  server.clock.advance({ hours: 1 });
  const stranger = await signIn(server, borrower.mobile, 'x'.repeat(43));
  expect(await stranger.call('savePushSubscription', { body: browser.subscription })).toMatchObject({
    code: 403,
    data: { reason: 'device_unconfirmed' },
  });
  await vi.waitFor(() => expect(browser.deliveries).toHaveLength(1), PATIENCE);
  expect(JSON.parse(browser.deliveries[0]!.text)).toMatchObject({
    text: 'Something happened on your account. Was it you? Open Thumba to see it.',
    path: '/set',
  });
  const { messages } = await server.handset.phone(borrower.mobile);
  expect(messages[0]!.text).toMatch(/^Someone signed in to your Thumba account on a new phone/);
});
