import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type AppBorrower, borrow, signIn, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { type PushService, type SubscribedBrowser, startPushService } from '../../../test/push-service.ts';
import { allowPush, smsReminders, untilReminders } from './reminded.test-support.ts';

/* A reminder is written at midnight and waits for the morning. It knows its way from then on: what changes the phones of
   its borrower in between changes it, or the sender finds out. */

let service: PushService;
beforeAll(async () => {
  service = await startPushService();
});
afterAll(async () => {
  expect(service.faults).toEqual([]);
  await service.close();
});

async function debtor(): Promise<{ server: AppServer; borrower: AppBorrower }> {
  const server = await startAppServer({
    settings: { PUSH_SERVICES: service.url, QUIET_HOURS: '18:00-08:00' },
  });
  onTestFinished(() => server.stop());
  const borrower = await signUp(server);
  await borrow(borrower);
  return { server, borrower };
}

async function subscribe(borrower: AppBorrower): Promise<SubscribedBrowser> {
  await allowPush(borrower);
  const { publicKey } = await borrower.ask('getPushKey', {});
  const browser = service.subscribe(publicKey!);
  await borrower.ask('savePushSubscription', { body: browser.subscription });
  return browser;
}

/** Three days before the bill of 20 December. */
async function midnight(server: AppServer): Promise<void> {
  server.clock.set('2026-12-17T22:00:20Z');
  await server.endTheDay();
}

const wayOf = async (server: AppServer): Promise<boolean[]> =>
  (await server.query('select is_for_phones as way from message where may_be_dropped')).map(({ way }) => way);

function morning(server: AppServer): void {
  server.clock.set('2026-12-18T06:00:00Z');
}

test('a reminder goes to the phone that was subscribed in the night, after it was written', async () => {
  const { server, borrower } = await debtor();
  await midnight(server);
  expect(await wayOf(server)).toEqual([false]);
  const browser = await subscribe(await signIn(server, borrower.mobile));
  expect(await wayOf(server)).toEqual([true]);
  morning(server);
  await untilReminders(server, borrower, ['push 1']);
  expect(browser.deliveries).toHaveLength(1);
  expect(await smsReminders(server, borrower)).toEqual([]);
});

test('a reminder for a phone that was logged out in the night goes by SMS', async () => {
  const { server, borrower } = await debtor();
  const browser = await subscribe(borrower);
  await midnight(server);
  expect(await wayOf(server)).toEqual([true]);
  await borrower.ask('logout', { body: {} });
  morning(server);
  await untilReminders(server, borrower, ['sms 1']);
  expect(browser.deliveries).toEqual([]);
  expect(await smsReminders(server, borrower)).toHaveLength(1);
});

test('a reminder whose way an earlier version did not write goes by SMS', async () => {
  const { server, borrower } = await debtor();
  const browser = await subscribe(borrower);
  await midnight(server);
  await server.query('update message set is_for_phones = default where may_be_dropped');
  morning(server);
  await untilReminders(server, borrower, ['sms 1']);
  expect(browser.deliveries).toEqual([]);
});

test('a receipt that waits stays an SMS where its borrower subscribes a phone', async () => {
  const { server, borrower } = await debtor();
  const waiting = await server.query(
    `update message set next_try_at = '2026-12-18T06:00:00Z', sent_at = null where not may_be_dropped
     returning message_id`,
  );
  expect(waiting).not.toEqual([]);
  await subscribe(borrower);
  expect(await server.query('select from message where is_for_phones')).toEqual([]);
});
