import pg from 'pg';
import type { Browser, Page, Worker } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type PushService,
  type SubscribedBrowser,
  startPushService,
} from '../../apps/server/test/push-service.ts';
import { demoMobile, logInOnPanel } from '../support/borrower-screens.ts';
import {
  closeScreens,
  expectAccessible,
  launchBrowser,
  openScreen,
  PHONE,
  type Screen,
} from '../support/browser.ts';
import { type HandsetPage, openHandsetPage } from '../support/handset-page.ts';
import { type Program, startProgram } from '../support/program.ts';
import { isSubscribedHere, subscribeHere } from '../support/subscribed-page.ts';

/*
 * Reminders as notifications, from the switch in the settings to the bill. Chromium's own subscribing needs Google,
 * which no test may ask. So the test first sees it fail, and then puts a push service of the tests in its place. The
 * server sends to that service, which decrypts the messages and passes them to Chromium's service worker.
 */

let service: PushService;
let program: Program;
let browser: Browser;
let handset: HandsetPage;
let app: Screen;
let book: pg.Client;
let subscribed: SubscribedBrowser[] = [];
const mobile = demoMobile('active');

beforeAll(async () => {
  service = await startPushService();
  program = await startProgram({ env: { PUSH_SERVICES: service.url } });
  book = new pg.Client({ connectionString: await program.databaseUrl() });
  await book.connect();
  browser = await launchBrowser();
  handset = await openHandsetPage(browser, program.simulatorUrl, mobile);
  app = await openScreen(browser, `${program.url}/set`, PHONE, undefined, { serviceWorkers: 'allow' });
  await logInOnPanel(app.page, handset, mobile);
  await pushSwitch().waitFor();
  await app.page.evaluate('navigator.serviceWorker.ready.then(() => true)');
});
afterAll(async () => {
  await book?.end();
  await browser?.close();
  await program?.stop();
  await service?.close();
});

const pushSwitch = (page: Page = app.page) => page.getByRole('switch', { name: 'Notifications' });
const phonesKept = async () =>
  (await book.query<{ count: string }>('select count(*) from push_subscription')).rows[0]!.count;
const smsReminders = () => handset.messages.filter({ hasText: '/qp?code=' }).count();

test('a browser without push is told that reminders come by SMS, and is offered no switch', async () => {
  const state = await app.context.storageState();
  const plain = await openScreen(browser, program.url, PHONE, state);
  await plain.context.addInitScript('delete globalThis.PushManager');
  await plain.page.goto(`${program.url}/set`);
  await plain.page.getByText(/^This browser cannot show notifications, so reminders come by SMS/).waitFor();
  expect(await pushSwitch(plain.page).count()).toBe(0);
  await expectAccessible(plain.page, 'settings of a browser without push');
  await closeScreens(plain);
});

test('a borrower whose browser blocks them is told how to allow them, and no consent is kept', async () => {
  const { page } = app;
  await expect.poll(() => pushSwitch().isChecked()).toBe(false);
  await pushSwitch().click();
  await page.getByText(/^Your browser does not let Thumba show notifications\. Tap the icon/).waitFor();
  await expect.poll(() => pushSwitch().isChecked()).toBe(false);
  await expectAccessible(page, 'settings where the browser refuses notifications');
  expect(await phonesKept()).toBe('0');
});

test('a browser that cannot subscribe at the moment says so, and no consent is kept', async () => {
  const { page, context } = app;
  await context.grantPermissions(['notifications'], { origin: program.url });
  await page.reload();
  await pushSwitch().click();
  await page.getByText(/^This phone cannot get notifications at the moment/).waitFor();
  // Chromium writes to its console that push is not available in a private window.
  expect(app.troubles.splice(0)).toEqual([expect.stringContaining('Push API in incognito mode')]);
  await expect.poll(() => pushSwitch().isChecked()).toBe(false);
  await page.reload();
  await pushSwitch().waitFor();
  await expect.poll(() => pushSwitch().isChecked()).toBe(false);
});

test('switched on, the phone is told to the server, and it stays on', async () => {
  const { page, context } = app;
  subscribed = await subscribeHere(context, service);
  await page.reload();
  await pushSwitch().click();
  await page
    .getByText(/^Allowed on \d+ \w+ · version 1$/)
    .nth(1)
    .waitFor();
  await expect.poll(phonesKept).toBe('1');
  await page.reload();
  await pushSwitch().waitFor();
  await expect.poll(() => pushSwitch().isChecked()).toBe(true);
  await expectAccessible(page, 'settings with notifications');
  expect(subscribed).toHaveLength(1);
});

/** What heeds notifications is loaded half a second after the page, with a place of its own beside the screen. */
const afterStart = (page: Page) => page.locator('body > div:not(#root)').waitFor({ state: 'attached' });

type Shown = { title: string; body: string; data: { path: string } };

/**
 * Passes a decrypted message to Chromium's service worker, as if it had come from Google, and waits until it is shown. A
 * notification that is shown from before does not count: the message may still be on its way to take its place. Only the
 * worker is asked until then: Chromium forgets a notification that is read before the system displays it.
 */
async function deliver(text: string): Promise<Shown[]> {
  const { page, context } = app;
  const devtools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [one] = registrations;
      if (one) resolve(one.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const registrationId = await registered;
  const before = await countShown();
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: program.url,
    registrationId,
    data: text,
  });
  await expect.poll(countShown).toBeGreaterThan(before);
  await expect.poll(shownNow).toBeGreaterThan(0);
  await devtools.detach();
  return worker().evaluate<Shown[]>(`registration.getNotifications().then((all) =>
    all.map(({ title, body, data }) => ({ title, body, data })))`);
}

/** How many notifications this service worker has shown since it was first asked. */
const countShown = () =>
  worker().evaluate<number>(`(() => {
    if (globalThis.shownCount === undefined) {
      globalThis.shownCount = 0;
      const show = registration.showNotification.bind(registration);
      registration.showNotification = async (...notification) => {
        await show(...notification);
        globalThis.shownCount += 1;
      };
    }
    return globalThis.shownCount;
  })()`);

function worker(): Worker {
  return app.context.serviceWorkers()[0]!;
}

const shownNow = () => worker().evaluate<number>('registration.getNotifications().then((all) => all.length)');

/** Taps the notification. Only a real tap can bring a window to the front, so that is not tested. */
async function tap(): Promise<void> {
  await worker().evaluate(`registration.getNotifications().then(([notification]) => {
    const event = new NotificationEvent('notificationclick', { notification });
    event.waitUntil = (opening) => opening.catch(() => undefined);
    dispatchEvent(event);
  })`);
}

test('a reminder comes to the phone without its sum, and a tap opens the bill', async () => {
  const { page } = app;
  const [phone] = subscribed as [SubscribedBrowser];
  const before = await smsReminders();
  await handset.passDays(30);
  await expect.poll(() => phone.deliveries.length).toBeGreaterThan(2);
  expect(service.faults).toEqual([]);
  expect(await smsReminders()).toBe(before);

  await page.goto(`${program.url}/home`);
  await page.getByRole('link', { name: 'Bill details' }).waitFor();
  await afterStart(page);
  const { text } = phone.deliveries.at(-1)!;
  const notice = {
    title: 'Thumba',
    body: expect.stringMatching(/^Please look at your bill of \d+ \w+\. Open/),
  };
  const shown = await deliver(text);
  expect(shown).toMatchObject([notice]);
  expect(shown[0]!.body).not.toMatch(/K\d/);
  // The same notification once more replaces it.
  expect(await deliver(text)).toMatchObject([notice]);
  await tap();
  await page.waitForURL(`**${shown[0]!.data.path}`);
  await page.getByText('Amounts', { exact: true }).waitFor();
  await expect.poll(shownNow).toBe(0);
});

test('what cannot be read, or leads elsewhere, shows no more than that there is something', async () => {
  for (const text of [
    'not ours',
    '{}',
    '{"id":1,"title":"Pay","text":"Now","path":"https://attacker.example/"}',
  ]) {
    expect(await deliver(text)).toMatchObject([{ title: 'Thumba', body: '', data: { path: '/home' } }]);
  }
});

test('the messages say by what each one went', async () => {
  const { page } = app;
  await page.goto(`${program.url}/me/messages`);
  await page
    .getByText(/^\d\d:\d\d · Notification/)
    .first()
    .waitFor();
  await page
    .getByText(/^\d\d:\d\d · SMS/)
    .first()
    .waitFor();
  await expectAccessible(page, 'messages with notifications');
});

test('a borrower who allows them already lets another phone join', async () => {
  const other = await openScreen(browser, program.url, PHONE, await app.context.storageState(), {
    serviceWorkers: 'allow',
  });
  const { page, context } = other;
  await subscribeHere(context, service);
  await context.grantPermissions(['notifications'], { origin: program.url });
  await context.clearCookies();
  await page.evaluate(`localStorage.setItem('notifiedAt', 'none')`);
  await page.goto(`${program.url}/set`);
  await page.getByText('This phone does not get notifications yet.').waitFor();
  await expectAccessible(page, 'settings of a phone that is not notified yet');
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  await page.getByRole('button', { name: 'Notify this phone too' }).click();
  await page.getByText('This phone does not get notifications yet.').waitFor({ state: 'hidden' });
  // This is the same session, and a session has one subscription.
  await expect.poll(phonesKept).toBe('1');
  await page.getByRole('button', { name: 'Stop on this phone' }).click();
  await expect.poll(phonesKept).toBe('0');
  await expect.poll(() => pushSwitch(page).isChecked()).toBe(true);
  await page.getByRole('button', { name: 'Notify this phone too' }).click();
  await page.getByRole('button', { name: 'Stop on this phone' }).waitFor();
  await expect.poll(phonesKept).toBe('1');
  await closeScreens(other);
});

test('switched off, the phone is forgotten on both sides and the next reminder is an SMS', async () => {
  const { page } = app;
  const isSubscribed = () => isSubscribedHere(page);
  await page.goto(`${program.url}/set`);
  await pushSwitch().click();
  await page.getByText(/^Not allowed since \d+ \w+ · version 1$/).waitFor();
  await expect.poll(isSubscribed).toBe(false);
  expect(await phonesKept()).toBe('0');
  const before = await smsReminders();
  await handset.passDays(4);
  await expect.poll(smsReminders).toBeGreaterThan(before);

  await pushSwitch().click();
  await expect.poll(phonesKept).toBe('1');
  expect(await isSubscribed()).toBe(true);
});

test('logging out ends it on the phone and at the server, and the next one who signs in is not told', async () => {
  const { page } = app;
  await page.goto(`${program.url}/set`);
  await pushSwitch().waitFor();
  expect(await deliver('anything')).toHaveLength(1);
  await page.getByRole('button', { name: /^Log out/ }).click();
  await page.getByRole('button', { name: 'Log out on this phone', exact: true }).click();
  await page.getByText('You receive', { exact: true }).waitFor();
  await expect.poll(shownNow).toBe(0);
  await expect.poll(phonesKept).toBe('0');
  await expect.poll(() => isSubscribedHere(page)).toBe(false);

  const next = demoMobile('settled');
  const phone = await openHandsetPage(browser, program.simulatorUrl, next);
  await page.goto(`${program.url}/set`);
  await logInOnPanel(page, phone, next);
  await pushSwitch().waitFor();
  await expect.poll(() => page.evaluate(`localStorage.getItem('notifiedAt')`)).toBe('none');
  expect(await phonesKept()).toBe('0');
  await expect.poll(() => pushSwitch().isChecked()).toBe(false);
  await closeScreens(phone.screen, handset.screen);
});

test('a session that was ended elsewhere leaves no notification behind, once the app learns of it', async () => {
  const { page } = app;
  expect(await deliver('anything')).toHaveLength(1);
  await book.query('delete from session');
  await page.goto(`${program.url}/me`);
  await page.getByRole('dialog').getByLabel('Mobile number').waitFor();
  await expect.poll(shownNow).toBe(0);
  await closeScreens(app);
});
