import pg from 'pg';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Firebase, type RegisteredApp, startFirebase } from '../../apps/server/test/firebase.ts';
import { type HookCall, type HostMode, runInWrapper } from '../support/android-host.ts';
import { demoMobile, logIn, logInOnPanel } from '../support/borrower-screens.ts';
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

/*
 * Reminders as notifications in the Android wrapper, for which android-host.ts stands: from the switch in the settings
 * to the message that Firebase gets.
 */

let firebase: Firebase;
let program: Program;
let browser: Browser;
let book: pg.Client;
let handset: HandsetPage;
let app: Screen;
let heard: HookCall[];
let registered: RegisteredApp;
const mobile = demoMobile('active');

beforeAll(async () => {
  firebase = await startFirebase();
  const env = { FCM_SERVICE_ACCOUNT: firebase.serviceAccount, FCM_URL: firebase.url };
  program = await startProgram({ env });
  book = new pg.Client({ connectionString: await program.databaseUrl() });
  await book.connect();
  browser = await launchBrowser();
  handset = await openHandsetPage(browser, program.simulatorUrl, mobile);
  registered = firebase.register();
  ({ app, heard } = await openSettings('granted', registered.fcmToken));
});
afterAll(async () => {
  expect(firebase.faults).toEqual([]);
  await book?.end();
  await browser?.close();
  await program?.stop();
  await firebase?.close();
});

const pushSwitch = (page: Page = app.page) => page.getByRole('switch', { name: 'Notifications' });
const tokensKept = async () =>
  (await book.query<{ count: string }>(`select count(*) from push_subscription where service = 'fcm'`))
    .rows[0]!.count;
const smsReminders = () => handset.messages.filter({ hasText: '/qp?code=' }).count();
const hooksOf = (calls: HookCall[]) => calls.map(({ hook }) => hook);

/** The settings in a wrapper on a phone of its own, signed in. Without a token the wrapper was built without Firebase. */
async function openSettings(mode: HostMode, pushToken?: string) {
  const opened = await openScreen(browser, 'about:blank', PHONE);
  const calls = await runInWrapper(opened.context, program.url, mode, {
    deviceId: '3f9c2a7e5b1d4c60',
    manufacturer: 'TECNO',
    model: 'KI5k',
    osVersion: 'Android 14',
    place: { latitude: -15.42, longitude: 28.28 },
    inbox: [],
    googleToken: async () => '',
    constants: { versionCode: '7', shortestTermDays: '1', smsHash: '' },
    // Without a hash no SMS is for this app.
    retrieveSms: () => Promise.reject(new Error('no SMS is for this app')),
    ...(pushToken && { pushToken }),
  });
  await opened.page.goto(`${program.url}/set`);
  await logInOnPanel(opened.page, handset, mobile);
  await opened.page.getByText('What Thumba may use on this phone').waitFor();
  return { app: opened, heard: calls };
}

test('a wrapper without Firebase says that reminders come by SMS, and offers no switch', async () => {
  const plain = await openSettings('granted');
  await plain.app.page.getByText('This app shows no notifications, so reminders come by SMS.').waitFor();
  expect(await pushSwitch(plain.app.page).count()).toBe(0);
  await closeScreens(plain.app);
});

test('where Android refuses, the borrower is told how to allow them, and no consent is kept', async () => {
  const refusing = await openSettings('refused', firebase.register().fcmToken);
  const { page } = refusing.app;
  await pushSwitch(page).click();
  await page.getByText(/^Android does not let Thumba show notifications\. Open Apps, Thumba/).waitFor();
  await expect.poll(() => pushSwitch(page).isChecked()).toBe(false);
  await expectAccessible(page, 'settings where Android refuses notifications');
  expect(await tokensKept()).toBe('0');
  await closeScreens(refusing.app);
});

test('switched on, Android is asked first, and the token of Firebase is told to the server', async () => {
  expect(hooksOf(heard)).not.toContain('pushToken');
  expect(await pushSwitch().isChecked()).toBe(false);
  await pushSwitch().click();
  await expect.poll(tokensKept).toBe('1');
  const asked = heard.findIndex(({ hook }) => hook === 'requestPermission');
  expect(heard[asked]!.argument).toEqual({ permission: 'notifications' });
  expect(hooksOf(heard).indexOf('pushToken')).toBeGreaterThan(asked);
  await app.page.getByRole('button', { name: 'Stop on this phone' }).waitFor();
  await expectAccessible(app.page, 'settings of the wrapper with notifications');
  await app.page.reload();
  await app.page.getByRole('button', { name: 'Stop on this phone' }).waitFor();
  await expect.poll(() => pushSwitch().isChecked()).toBe(true);
});

test('a reminder goes through Firebase to the wrapper and not by SMS', async () => {
  const before = await smsReminders();
  await handset.passDays(30);
  await expect.poll(() => registered.deliveries.length).toBeGreaterThan(2);
  expect(registered.deliveries[0]).toMatchObject({
    title: 'Thumba',
    body: expect.stringMatching(/^Please look at your bill of \d+ \w+\. Open Thumba/),
    data: { path: expect.stringMatching(/^\/billing-details\/\d+$/) },
  });
  expect(await smsReminders()).toBe(before);
});

test('stopped on this phone, and then switched off, the token is forgotten', async () => {
  const { page } = app;
  await page.getByRole('button', { name: 'Stop on this phone' }).click();
  await expect.poll(tokensKept).toBe('0');
  await page.getByRole('button', { name: 'Notify this phone too' }).click();
  await expect.poll(tokensKept).toBe('1');
  await pushSwitch().click();
  await page.getByText(/^Not allowed since \d+ \w+ · version 1$/).waitFor();
  await expect.poll(tokensKept).toBe('0');
});

test('after logging in again a phone that is allowed is notified again; logging out ends it', async () => {
  const { page } = app;
  await pushSwitch().click();
  await expect.poll(tokensKept).toBe('1');
  await page.getByRole('button', { name: /^Log out/ }).click();
  await page.getByRole('button', { name: 'Log out on this phone', exact: true }).click();
  await page.getByText('You receive', { exact: true }).waitFor();
  await expect.poll(tokensKept).toBe('0');
  // The settings are not opened: what runs after the start of the app has to see to it.
  await page.goto(`${program.url}/home`);
  await logIn(page, handset, mobile);
  await expect.poll(tokensKept).toBe('1');
  await closeScreens(app, handset.screen);
});
