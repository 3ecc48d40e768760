import { type Row, tablesOf } from '@thumba/lending/rule-page.test-support';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  type AppBorrower,
  borrow,
  PATIENCE,
  pay,
  signIn,
  signUp,
  stepUp,
  submitPayment,
} from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { dumpDatabase, secretsIn } from '../../../test/database-dump.ts';
import { type PushService, type SubscribedBrowser, startPushService } from '../../../test/push-service.ts';
import {
  allowPush as allow,
  smsReminders,
  subscriptionsOf,
  untilReminders,
} from './reminded.test-support.ts';

let service: PushService;
beforeAll(async () => {
  service = await startPushService();
});
afterAll(async () => {
  expect(service.faults).toEqual([]);
  await service.close();
});

async function serverFor(settings: Record<string, string> = {}): Promise<AppServer> {
  const server = await startAppServer({
    settings: { PUSH_SERVICES: service.url, PUSH_TIMEOUT_MS: '10000', ...settings },
  });
  onTestFinished(() => server.stop());
  return server;
}

/** What the app does on a phone: it asks for the key, subscribes with it, and sends the subscription. */
async function subscribe(borrower: AppBorrower): Promise<SubscribedBrowser> {
  const { publicKey } = await borrower.ask('getPushKey', {});
  const browser = service.subscribe(publicKey!);
  await borrower.ask('savePushSubscription', { body: browser.subscription });
  return browser;
}

/** K1,000 for 30 days: K1,150, due on 21 December, with a phone that takes notifications. */
async function notifiedDebtor(server: AppServer) {
  const borrower = await signUp(server);
  await allow(borrower);
  const browser = await subscribe(borrower);
  return { borrower, browser, orderId: await borrow(borrower) };
}

describe('a reminder', () => {
  test('goes as a notification that names no sum, instead of an SMS, and stands whole in the app', async () => {
    const server = await serverFor();
    const { borrower, browser, orderId } = await notifiedDebtor(server);
    await server.passDays(27);
    await untilReminders(server, borrower, ['push 1']);
    const { items } = await borrower.ask('listMessages', { query: {} });
    expect(browser.deliveries).toEqual([
      {
        endpoint: browser.subscription.endpoint,
        text: JSON.stringify({
          id: items[0]!.messageId,
          title: 'Thumba',
          text: 'Please look at your bill of 21 December. Open Thumba to see it.',
          path: `/billing-details/${orderId}`,
        }),
        ttlSeconds: 86_400,
        topic: 'bill',
        urgency: 'high',
      },
    ]);
    expect(await smsReminders(server, borrower)).toEqual([]);
    expect(items[0]).toMatchObject({ on: '2026-12-18', medium: 'push' });
    expect(items[0]!.text).toMatch(/^Please repay K1,150\.00 by 21 December\. Pay from any number: http/);
    // All other messages came by SMS.
    expect(new Set(items.slice(1).map(({ medium }) => medium))).toEqual(new Set(['sms']));
    const { messages } = await server.handset.phone(borrower.mobile);
    const bySms = messages.map(({ text }) => text);
    for (const { text } of items.slice(1)) expect(bySms).toContain(text);
  });

  test('counts as a contact whether it was a notification or an SMS: on the days of the rule, at most three in seven days', async () => {
    const server = await serverFor();
    const { borrower, browser } = await notifiedDebtor(server);
    await server.passDays(30);
    await untilReminders(server, borrower, ['push 1', 'push 1', 'push 1']);
    browser.answer = 410;
    await server.passDays(15);
    const [days] = tablesOf('contact-policy.md') as [Row[]];
    const sent = days.filter((row) => !row('reminder').startsWith('none'));
    await untilReminders(
      server,
      borrower,
      sent.map((_, place) => (place < 3 ? 'push 1' : 'sms 1')),
    );
    const reminded = await server.query(
      `select on_day || ' ' || kind as line from reminder where borrower_id = $1 order by on_day`,
      [borrower.borrowerId],
    );
    expect(reminded.map(({ line }) => line)).toEqual(sent.map((row) => `${row('day')} ${row('reminder')}`));
    expect(browser.deliveries).toHaveLength(3);
    expect(await smsReminders(server, borrower)).toHaveLength(sent.length - 3);
  });

  test.each([404, 410])(
    'goes by SMS at once when the browser has gone (%i), which is forgotten',
    async (gone) => {
      const server = await serverFor();
      const { borrower, browser } = await notifiedDebtor(server);
      browser.answer = gone;
      await server.passDays(27);
      await untilReminders(server, borrower, ['sms 1']);
      expect(await subscriptionsOf(server, borrower)).toBe(0);
      expect(await smsReminders(server, borrower)).toHaveLength(1);
      expect((await borrower.ask('listMessages', { query: {} })).items[0]).toMatchObject({ medium: 'sms' });
    },
  );

  test('that a push service will not take goes by SMS at once, and the phone is kept', async () => {
    const server = await serverFor();
    const { borrower, browser } = await notifiedDebtor(server);
    browser.answer = 403;
    await server.passDays(27);
    await untilReminders(server, borrower, ['sms 1']);
    expect(await subscriptionsOf(server, borrower)).toBe(1);
  });

  test('that a push service cannot take now is tried again, and then sent once', async () => {
    const server = await serverFor();
    const { borrower, browser } = await notifiedDebtor(server);
    browser.answer = 503;
    await server.passDays(27);
    await untilReminders(server, borrower, ['in 10 seconds']);
    browser.answer = 201;
    server.clock.advance({ seconds: 10 });
    await untilReminders(server, borrower, ['push 2']);
    expect(browser.deliveries).toHaveLength(1);
    expect(await smsReminders(server, borrower)).toEqual([]);
  });

  test('that may or may not have arrived goes by SMS at the third try', async () => {
    const server = await serverFor({ PUSH_TIMEOUT_MS: '2000' });
    const { borrower, browser } = await notifiedDebtor(server);
    browser.answer = 'silence';
    const before = service.requests;
    await server.passDays(27);
    await untilReminders(server, borrower, ['in 10 seconds']);
    server.clock.advance({ seconds: 10 });
    await untilReminders(server, borrower, ['in 20 seconds']);
    expect(await smsReminders(server, borrower)).toEqual([]);
    server.clock.advance({ seconds: 20 });
    await untilReminders(server, borrower, ['sms 3']);
    expect(service.requests - before).toBe(3);
    expect(await smsReminders(server, borrower)).toHaveLength(1);
    expect(await subscriptionsOf(server, borrower)).toBe(1);
  });

  test('tells every phone that the borrower is signed in on, and counts once', async () => {
    const server = await serverFor();
    const { borrower, browser } = await notifiedDebtor(server);
    server.clock.advance({ minutes: 2 });
    const other = await subscribe(await signIn(server, borrower.mobile));
    server.clock.advance({ minutes: 2 });
    const third = await subscribe(await signIn(server, borrower.mobile));
    third.answer = 410;
    await server.passDays(27);
    await untilReminders(server, borrower, ['push 1']);
    expect([browser, other, third].map(({ deliveries }) => deliveries.length)).toEqual([1, 1, 0]);
    expect(await subscriptionsOf(server, borrower)).toBe(2);
    const used = await server.query('select used_at from push_subscription where borrower_id = $1', [
      borrower.borrowerId,
    ]);
    expect(used).toEqual([
      { used_at: new Date(server.clock.nowMs()) },
      { used_at: new Date(server.clock.nowMs()) },
    ]);
    expect(await smsReminders(server, borrower)).toEqual([]);
  });

  test('that is no longer true is sent neither as a notification nor by SMS', async () => {
    const server = await serverFor();
    const { borrower, browser, orderId } = await notifiedDebtor(server);
    browser.answer = 503;
    await server.passDays(27);
    await untilReminders(server, borrower, ['in 10 seconds']);
    browser.answer = 201;
    await submitPayment(borrower, orderId, 400);
    server.clock.advance({ seconds: 10 });
    await vi.waitFor(async () => {
      const [row] = await server.query('select dropped_because as why from reminder where borrower_id = $1', [
        borrower.borrowerId,
      ]);
      expect(row.why).toBe('payment_pending');
    }, PATIENCE);
    expect(browser.deliveries).toEqual([]);
    expect(await smsReminders(server, borrower)).toEqual([]);
  });
});

test('a push service that does not answer delays no SMS', async () => {
  const server = await serverFor();
  const { browser } = await notifiedDebtor(server);
  const other = await signUp(server);
  browser.answer = 'silence';
  const before = service.requests;
  await server.passDays(27);
  await vi.waitFor(() => expect(service.requests).toBe(before + 1), PATIENCE);
  await borrow(other);
  await vi.waitFor(async () => {
    const [paidOut] = await server.query('select medium, sent_at from message where borrower_id = $1', [
      other.borrowerId,
    ]);
    expect(paidOut).toEqual({ medium: 'sms', sent_at: expect.any(Date) });
  }, PATIENCE);
  expect(service.open).toBe(1);
  expect(service.requests).toBe(before + 1);
});

test('in quiet hours nothing is pushed, and a notification that has not arrived when they begin never arrives', async () => {
  const server = await serverFor({ QUIET_HOURS: '18:00-08:00' });
  const { borrower, browser } = await notifiedDebtor(server);
  server.clock.set('2026-12-17T22:00:20Z');
  await server.endTheDay();
  server.clock.set('2026-12-18T05:59:59Z');
  await untilReminders(server, borrower, ['in 1 seconds']);
  expect(browser.deliveries).toEqual([]);
  server.clock.set('2026-12-18T07:30:00Z');
  await untilReminders(server, borrower, ['push 1']);
  // From 09:30 in Lusaka to 18:00.
  expect(browser.deliveries.map(({ ttlSeconds }) => ttlSeconds)).toEqual([8.5 * 3600]);
  expect(await smsReminders(server, borrower)).toEqual([]);
});

describe('a phone', () => {
  let server: AppServer;
  beforeAll(async () => {
    server = await startAppServer({ settings: { PUSH_SERVICES: service.url } });
  });
  afterAll(() => server.stop());

  const refusal = {
    code: 501,
    msg: 'You did not allow notifications, so we send none to this phone',
    data: { reason: 'consent_missing' },
  };

  test('is not kept without the consent, and forgotten in the moment when it is taken back', async () => {
    const borrower = await signIn(server);
    const { publicKey } = await borrower.ask('getPushKey', {});
    const { subscription } = service.subscribe(publicKey!);
    const save = () => borrower.call('savePushSubscription', { body: subscription });
    expect(await save()).toMatchObject(refusal);
    await borrower.ask('saveConsent', { body: { kind: 'marketing', given: true, wordingVersion: 1 } });
    expect(await save()).toMatchObject(refusal);
    expect(await subscriptionsOf(server, borrower)).toBe(0);
    await allow(borrower);
    expect(await save()).toMatchObject({ code: 200 });
    expect(await subscriptionsOf(server, borrower)).toBe(1);
    await borrower.ask('saveConsent', { body: { kind: 'marketing', given: false, wordingVersion: 1 } });
    expect(await subscriptionsOf(server, borrower)).toBe(1);
    await allow(borrower, false);
    expect(await subscriptionsOf(server, borrower)).toBe(0);
    expect(await save()).toMatchObject(refusal);
  });

  test('that is saved while the consent is being taken back is there before or not at all', async () => {
    const borrower = await signIn(server);
    const { publicKey } = await borrower.ask('getPushKey', {});
    for (let round = 0; round < 10; round += 1) {
      await allow(borrower);
      const saves = Array.from({ length: 4 }, () =>
        borrower.call('savePushSubscription', { body: service.subscribe(publicKey!).subscription }),
      );
      const [, ...answers] = await Promise.all([allow(borrower, false), ...saves]);
      for (const { code } of answers) expect([200, 501]).toContain(code);
      expect(await subscriptionsOf(server, borrower)).toBe(0);
    }
  });

  test('that is logged out is no longer notified, the others are; logging out everywhere ends all', async () => {
    const first = await signIn(server);
    await allow(first);
    await subscribe(first);
    const others = [];
    for (let phones = 0; phones < 2; phones += 1) {
      server.clock.advance({ minutes: 2 });
      const other = await signIn(server, first.mobile);
      await subscribe(other);
      others.push(other);
    }
    expect(await subscriptionsOf(server, first)).toBe(3);
    await first.ask('logout', { body: {} });
    expect(await subscriptionsOf(server, first)).toBe(2);
    await others[0]!.ask('logout', { body: { everywhere: true } });
    expect(await subscriptionsOf(server, first)).toBe(0);
  });

  test('has one subscription: the newest of its browser, for the borrower who is signed in there', async () => {
    const before = await signIn(server);
    await allow(before);
    await subscribe(before);
    const browser = await subscribe(before);
    expect(await subscriptionsOf(server, before)).toBe(1);
    const next = await signIn(server);
    await allow(next);
    await next.ask('savePushSubscription', { body: browser.subscription });
    expect([await subscriptionsOf(server, before), await subscriptionsOf(server, next)]).toEqual([0, 1]);
    await next.ask('deletePushSubscription', {});
    expect(await subscriptionsOf(server, next)).toBe(0);
  });

  test('and another that exchange their sessions again and again cause no deadlock', async () => {
    const borrowers = [await signIn(server), await signIn(server)];
    for (const borrower of borrowers) await allow(borrower);
    const { publicKey } = await borrowers[0]!.ask('getPushKey', {});
    const places = [service.subscribe(publicKey!).subscription, service.subscribe(publicKey!).subscription];
    for (let round = 0; round < 100; round += 1) {
      const answers = await Promise.all(
        borrowers.flatMap((borrower) =>
          places.map((body) => borrower.call('savePushSubscription', { body })),
        ),
      );
      expect(answers.map(({ code }) => code)).toEqual([200, 200, 200, 200]);
    }
  });

  test('of a borrower who deletes the account is deleted', async () => {
    const borrower = await signIn(server);
    await allow(borrower);
    await subscribe(borrower);
    await borrower.ask('sendDeletionCode', { body: {} });
    const captcha = await server.handset.waitForCode(borrower.mobile);
    await borrower.ask('deleteAccount', { body: { captcha } });
    expect(await subscriptionsOf(server, borrower)).toBe(0);
  });

  test('is kept sealed: neither a copy of the database nor the log shows where it is reached', async () => {
    const { browser, borrower, orderId } = await notifiedDebtor(server);
    await pay(server, borrower, orderId);
    const { endpoint, ...keys } = browser.subscription;
    const secrets = [endpoint, new URL(endpoint).pathname, keys.p256dh, keys.auth];
    expect(secretsIn((await dumpDatabase(server.owner)) + server.logLines.join(''), secrets)).toEqual([]);
    const body = { format: 'json' as const, stepUpCode: await stepUp(server, borrower, 'download') };
    const { url } = await borrower.ask('downloadMyData', { body });
    const { notifiedPhones } = JSON.parse(await (await fetch(server.url + url)).text());
    expect(notifiedPhones).toEqual([{ service: 'web', endpoint, createdAt: expect.any(String) }]);
  });

  test('with an address that is no push service, or with malformed keys, is refused', async () => {
    const borrower = await signIn(server);
    await allow(borrower);
    const { publicKey } = await borrower.ask('getPushKey', {});
    const { subscription } = service.subscribe(publicKey!);
    const msg = 'We cannot send notifications to this phone';
    for (const wrong of [
      { endpoint: `${server.url}/sim/api/faults` },
      { endpoint: 'https://169.254.169.254/latest/meta-data' },
      { endpoint: 'not an address' },
      { endpoint: `${service.url}/${'a'.repeat(2000)}` },
      { p256dh: `B${'A'.repeat(86)}` },
      { p256dh: 'short' },
      { auth: 'short' },
    ]) {
      const answer = await borrower.call('savePushSubscription', { body: { ...subscription, ...wrong } });
      expect(answer, JSON.stringify(wrong).slice(0, 100)).toMatchObject({ code: 400, msg });
    }
    expect(await subscriptionsOf(server, borrower)).toBe(0);
  });
});
