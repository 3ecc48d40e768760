import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type AppBorrower, borrow, pay, signIn, signUp, stepUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { dumpDatabase, secretsIn } from '../../../test/database-dump.ts';
import { type Firebase, type RegisteredApp, startFirebase } from '../../../test/firebase.ts';
import { type PushService, startPushService } from '../../../test/push-service.ts';
import { allowPush, smsReminders, subscriptionsOf, untilReminders } from './reminded.test-support.ts';

let firebase: Firebase;
let service: PushService;
beforeAll(async () => {
  firebase = await startFirebase();
  service = await startPushService();
});
afterAll(async () => {
  expect([...firebase.faults, ...service.faults]).toEqual([]);
  await firebase.close();
  await service.close();
});

const settings = () => ({
  PUSH_SERVICES: service.url,
  FCM_SERVICE_ACCOUNT: firebase.serviceAccount,
  FCM_URL: firebase.url,
});

/** What the Android app does on a phone: it gets a token from Firebase and sends it. */
async function subscribeApp(borrower: AppBorrower): Promise<RegisteredApp> {
  const app = firebase.register();
  await borrower.ask('savePushSubscription', { body: { fcmToken: app.fcmToken } });
  return app;
}

/** K1,000 for 30 days: K1,150, due on 21 December, with an Android app that takes notifications. */
async function debtorWithApp(server: AppServer) {
  const borrower = await signUp(server);
  await allowPush(borrower);
  const app = await subscribeApp(borrower);
  return { borrower, app, orderId: await borrow(borrower) };
}

describe('a reminder', () => {
  let server: AppServer;
  beforeAll(async () => {
    server = await startAppServer({ settings: settings() });
  });
  afterAll(() => server.stop());

  test('goes to the Android app without its sum, instead of an SMS; a phone that ended it gets an SMS and is forgotten', async () => {
    const { borrower, app, orderId } = await debtorWithApp(server);
    const other = await debtorWithApp(server);
    other.app.answer = 'unregistered';
    await server.passDays(27);
    await untilReminders(server, borrower, ['push 1']);
    const { items } = await borrower.ask('listMessages', { query: {} });
    expect(items[0]).toMatchObject({ on: '2026-12-18', medium: 'push' });
    const id = String(items[0]!.messageId);
    expect(app.deliveries).toEqual([
      {
        title: 'Thumba',
        body: 'Please look at your bill of 21 December. Open Thumba to see it.',
        data: { id, path: `/billing-details/${orderId}` },
        tag: id,
        ttl: '86400s',
        collapseKey: 'bill',
        priority: 'high',
      },
    ]);
    expect(await smsReminders(server, borrower)).toEqual([]);

    await untilReminders(server, other.borrower, ['sms 1']);
    expect(other.app.deliveries).toEqual([]);
    expect(await subscriptionsOf(server, other.borrower)).toBe(0);
    expect(await subscriptionsOf(server, borrower)).toBe(1);
  });
});

test('a reminder that Firebase cannot take now is tried again, and then sent once', async () => {
  const server = await startAppServer({ settings: settings() });
  onTestFinished(() => server.stop());
  const { borrower, app } = await debtorWithApp(server);
  app.answer = 'busy';
  await server.passDays(27);
  await untilReminders(server, borrower, ['in 10 seconds']);
  app.answer = 'taken';
  server.clock.advance({ seconds: 10 });
  await untilReminders(server, borrower, ['push 2']);
  expect(app.deliveries).toHaveLength(1);
  expect(await smsReminders(server, borrower)).toEqual([]);
});

test('a reminder goes to the browser and to the Android app of a borrower, and counts once', async () => {
  const server = await startAppServer({ settings: settings() });
  onTestFinished(() => server.stop());
  const { borrower, app } = await debtorWithApp(server);
  server.clock.advance({ minutes: 2 });
  const inBrowser = await signIn(server, borrower.mobile);
  const { publicKey } = await inBrowser.ask('getPushKey', {});
  const browser = service.subscribe(publicKey!);
  await inBrowser.ask('savePushSubscription', { body: browser.subscription });
  await server.passDays(27);
  await untilReminders(server, borrower, ['push 1']);
  expect([app.deliveries.length, browser.deliveries.length]).toEqual([1, 1]);
  expect(await smsReminders(server, borrower)).toEqual([]);
});

test('a lender who no longer uses Firebase sends the reminder by SMS at once', async () => {
  const server = await startAppServer({ settings: settings() });
  onTestFinished(() => server.stop());
  const { borrower, app } = await debtorWithApp(server);
  await server.leave();
  const without = await startAppServer({
    besides: server,
    settings: { PUSH_SERVICES: service.url },
    startsAt: new Date(server.clock.nowMs()).toISOString(),
  });
  onTestFinished(() => without.stop());
  await without.passDays(27);
  await untilReminders(without, borrower, ['sms 1']);
  expect(app.deliveries).toEqual([]);
});

describe('an Android app', () => {
  let server: AppServer;
  beforeAll(async () => {
    server = await startAppServer({ settings: settings() });
  });
  afterAll(() => server.stop());

  test('is told that it can be notified, and is not kept without the consent', async () => {
    const borrower = await signIn(server);
    expect(await borrower.ask('getPushKey', {})).toMatchObject({ sendsToAndroidApp: true });
    const { fcmToken } = firebase.register();
    const save = () => borrower.call('savePushSubscription', { body: { fcmToken } });
    expect(await save()).toMatchObject({ code: 501, data: { reason: 'consent_missing' } });
    await allowPush(borrower);
    expect(await save()).toMatchObject({ code: 200 });
    expect(await subscriptionsOf(server, borrower)).toBe(1);
    await allowPush(borrower, false);
    expect(await subscriptionsOf(server, borrower)).toBe(0);
  });

  test('is notified for the borrower who is signed in there, with the newest token, until they log out', async () => {
    const before = await signIn(server);
    await allowPush(before);
    await subscribeApp(before);
    const { fcmToken } = await subscribeApp(before);
    expect(await subscriptionsOf(server, before)).toBe(1);
    const next = await signIn(server);
    await allowPush(next);
    await next.ask('savePushSubscription', { body: { fcmToken } });
    expect([await subscriptionsOf(server, before), await subscriptionsOf(server, next)]).toEqual([0, 1]);
    await next.ask('logout', { body: {} });
    expect(await subscriptionsOf(server, next)).toBe(0);
  });

  test('is kept sealed, and is in the copy of one’s data', async () => {
    const { borrower, app, orderId } = await debtorWithApp(server);
    await pay(server, borrower, orderId);
    const written = (await dumpDatabase(server.owner)) + server.logLines.join('');
    expect(secretsIn(written, [app.fcmToken])).toEqual([]);
    const body = { format: 'json' as const, stepUpCode: await stepUp(server, borrower, 'download') };
    const { url } = await borrower.ask('downloadMyData', { body });
    const { notifiedPhones } = JSON.parse(await (await fetch(server.url + url)).text());
    expect(notifiedPhones).toEqual([
      { service: 'fcm', endpoint: app.fcmToken, createdAt: expect.any(String) },
    ]);
  });

  test('of a borrower who deletes the account is deleted', async () => {
    const borrower = await signIn(server);
    await allowPush(borrower);
    await subscribeApp(borrower);
    await borrower.ask('sendDeletionCode', { body: {} });
    const captcha = await server.handset.waitForCode(borrower.mobile);
    await borrower.ask('deleteAccount', { body: { captcha } });
    expect(await subscriptionsOf(server, borrower)).toBe(0);
  });

  test('with a token that Firebase never gives is refused', async () => {
    const borrower = await signIn(server);
    await allowPush(borrower);
    const msg = 'We cannot send notifications to this phone';
    for (const fcmToken of ['', 'two words', 'a\u0000', 'é', 'a'.repeat(4097), 7]) {
      const answer = await borrower.call('savePushSubscription', { body: { fcmToken } as never });
      expect(answer, JSON.stringify(fcmToken).slice(0, 100)).toMatchObject({ code: 400, msg });
    }
    expect(await subscriptionsOf(server, borrower)).toBe(0);
  });
});

test('without Firebase the Android app is told so, and its token is refused', async () => {
  const server = await startAppServer({ settings: { PUSH_SERVICES: service.url } });
  onTestFinished(() => server.stop());
  const borrower = await signIn(server);
  await allowPush(borrower);
  expect(await borrower.ask('getPushKey', {})).toMatchObject({ sendsToAndroidApp: false });
  const answer = await borrower.call('savePushSubscription', { body: { fcmToken: 'a:b' } });
  expect(answer).toMatchObject({ code: 400, msg: 'We cannot send notifications to this phone' });
  expect(await subscriptionsOf(server, borrower)).toBe(0);
});
