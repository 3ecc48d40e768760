import { marked } from '@thumba/words/en-xa';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type AppBorrower, borrow, PATIENCE, signIn, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { type PushService, type SubscribedBrowser, startPushService } from '../../../test/push-service.ts';
import { sessionWords } from '../../people/session/session-words.ts';
import { notificationWords } from './notification-words.ts';

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

async function subscribed(borrower: AppBorrower): Promise<SubscribedBrowser> {
  await borrower.ask('saveConsent', { body: { kind: 'push', given: true, wordingVersion: 1 } });
  const { publicKey } = await borrower.ask('getPushKey', {});
  const browser = service.subscribe(publicKey!);
  await borrower.ask('savePushSubscription', { body: browser.subscription });
  return browser;
}

test('a sign-in on a new device is told to the known phones beside the SMS, and the new device gets no notices', async () => {
  const borrower = await signUp(server);
  const browser = await subscribed(borrower);
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

test('the notices come in the language of the borrower, not in that of the stranger', async () => {
  const borrower = await signUp(server);
  await borrower.ask('chooseLanguage', { body: { language: 'en-XA' } });
  const browser = await subscribed(borrower);
  await borrow(borrower);
  server.clock.advance({ hours: 1 });
  await signIn(server, borrower.mobile, 'y'.repeat(43));
  await vi.waitFor(() => expect(browser.deliveries).toHaveLength(1), PATIENCE);
  const textOf = (place: number) => JSON.parse(browser.deliveries[place]!.text).text;
  expect(textOf(0)).toBe(marked(notificationWords.security));
  const { messages } = await server.handset.phone(borrower.mobile);
  expect(messages[0]!.text).toContain(marked('Someone signed in to your Thumba account').slice(0, -1));
  expect(messages[0]!.text).toContain(marked(sessionWords.unknownDevice));
  await server.passDays(27);
  await vi.waitFor(() => expect(browser.deliveries).toHaveLength(2), PATIENCE);
  expect(textOf(1)).toBe(marked(notificationWords.bill(marked(`21 ${marked('December')}`))));
});
