import pg from 'pg';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoBorrowers } from '../../apps/server/src/demo/demo-borrowers.ts';
import { type PushService, startPushService } from '../../apps/server/test/push-service.ts';
import {
  demoMobile,
  downloadPaper,
  fillIdentity,
  logIn,
  logInOnPanel,
  loginPanel,
} from '../support/borrower-screens.ts';
import {
  closeScreens,
  launchBrowser,
  openScreen,
  overlaysLeft,
  PHONE,
  type Screen,
  withoutNetwork,
} from '../support/browser.ts';
import { openHandsetPage } from '../support/handset-page.ts';
import { type Program, startProgram } from '../support/program.ts';
import { isSubscribedHere, subscribeHere } from '../support/subscribed-page.ts';

/* A phone that several borrowers share: what one of them leaves for the next. */

const STAYS = ['deviceId', 'deviceSecret', 'lenderPhone', 'payMenus', 'session', 'theme'];
/** Written for every visitor, at the start of the app. */
const OF_A_VISITOR = ['visits', 'lenderPhoneAskedOn', 'holidayShownOn'];
/** What the first borrower types or sees, in every form in which it could be kept. */
const CANARIES = [
  ...['Canary', 'canary', '0979 444 555', '0979444555', '444555/11/1'],
  ...['draft.', 'keptAnswers', 'keptPapers', 'thumba-loan-'],
];

let program: Program;
let service: PushService;
let browser: Browser;
let book: pg.Client;

beforeAll(async () => {
  service = await startPushService();
  program = await startProgram({ env: { PUSH_SERVICES: service.url } });
  book = new pg.Client({ connectionString: await program.databaseUrl() });
  await book.connect();
  browser = await launchBrowser();
});
afterAll(async () => {
  await book?.end();
  await browser?.close();
  await program?.stop();
  await service?.close();
});

type Left = {
  local: Record<string, string>;
  tab: Record<string, string>;
  databases: string[];
  cached: string[];
  cookies: string;
  notices: number;
  isSubscribed: boolean;
};

/** Everything that the browser keeps for the app. */
async function leftOn(page: Page): Promise<Left> {
  return page.evaluate<Left>(`(async () => {
    const cached = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) cached.push(new URL(url).pathname);
    const registration = await navigator.serviceWorker.getRegistration();
    const subscription = await registration?.pushManager.getSubscription();
    return {
      local: { ...localStorage },
      tab: { ...sessionStorage },
      databases: (await indexedDB.databases()).map(({ name }) => name),
      cached,
      cookies: document.cookie,
      notices: ((await registration?.getNotifications()) ?? []).length,
      isSubscribed: Boolean(subscription),
    };
  })()`);
}

/** Only the phone's own things are left, and none of them says anything about the borrower. */
async function expectNothingLeft(page: Page, further: readonly string[] = []): Promise<void> {
  await expect.poll(async () => (await leftOn(page)).isSubscribed).toBe(false);
  await expect.poll(async () => (await leftOn(page)).notices).toBe(0);
  const left = await leftOn(page);
  const names = Object.keys(left.local).filter((name) => !OF_A_VISITOR.includes(name));
  expect(STAYS).toEqual(expect.arrayContaining(names));
  expect(names).toEqual(expect.arrayContaining(['deviceId', 'session']));
  expect(JSON.parse(left.local.session!)).toEqual({
    state: {
      AppVersionCode: '1016',
      lang: 'en',
      appChannelCode: 'GP',
      token: null,
      authStep: 1,
      serverTimeOffsetMs: expect.any(Number),
      businessDaysAhead: expect.any(Number),
    },
    version: 1,
  });
  expect(left).toMatchObject({ tab: {}, databases: [], cookies: '' });
  expect(Object.keys(left.tab)).toEqual([]);
  expect(
    left.cached.filter((path) => !/^\/(assets\/|index\.html$|icon\.svg$|theme\.js$)/.test(path)),
  ).toEqual([]);
  expect(await foundOn(page, [...CANARIES, ...further])).toEqual([]);
}

/** Which of these texts the phone keeps or shows. */
async function foundOn(page: Page, texts: readonly string[]): Promise<string[]> {
  const found = JSON.stringify(await leftOn(page)) + (await page.content());
  return texts.filter((text) => found.includes(text));
}

/** A phone with the app on it, that may show notifications. */
async function openPhone(): Promise<Screen> {
  const phone = await openScreen(browser, `${program.url}/home?appChannelCode=GP`, PHONE, undefined, {
    serviceWorkers: 'allow',
    permissions: ['notifications'],
  });
  await subscribeHere(phone.context, service);
  await phone.page.reload();
  await phone.page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  await phone.page.getByRole('button', { name: 'Log in' }).waitFor();
  return phone;
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Log out/ }).click();
  await page.getByRole('button', { name: 'Log out on this phone', exact: true }).click();
  await page.getByRole('button', { name: 'Log in' }).waitFor();
}

const details = (state: string) => demoBorrowers.find((one) => one.state === state)!;

/** Signs the demo's borrower with a loan in, who opens and types whatever the phone keeps a copy of. */
async function leaveTraces({ page }: Screen): Promise<string[]> {
  const mobile = demoMobile('active');
  const handset = await openHandsetPage(browser, program.simulatorUrl, mobile);
  await logIn(page, handset, mobile);
  await page.getByRole('link', { name: 'Bill details' }).click();
  await page.getByRole('link', { name: /Loan contract/ }).click();
  await page.getByText(/^You agreed to this on/).waitFor();
  await downloadPaper(page, 'Download contract (PDF)');
  await expect.poll(async () => (await leftOn(page)).local.keptPapers).toContain('contract');
  await page.goto(`${program.url}/me/complaint`);
  await page.getByLabel('What happened?').fill('Canary complaint');
  await beNotified(page);
  await handset.screen.context.close();
  const { firstName, lastName, idNumber } = details('active');
  return [mobile, mobile.slice(1), firstName, lastName, idNumber];
}

/** Registers a borrower who has typed into a form and gets notifications. */
async function registerWithDraft({ page }: Screen, mobile: string): Promise<string[]> {
  const handset = await openHandsetPage(browser, program.simulatorUrl, mobile);
  await logIn(page, handset, mobile);
  await page.getByRole('link', { name: 'Start' }).waitFor();
  await page.goto(`${program.url}/authentication/base`);
  await page.getByLabel('Address').fill('Canary Street');
  await beNotified(page);
  await handset.screen.context.close();
  return [mobile, mobile.slice(1)];
}

/** Switches notifications on, unless they are since an earlier sign-in, and has one on the screen. */
async function beNotified(page: Page): Promise<void> {
  await page.goto(`${program.url}/set`);
  const toggle = page.getByRole('switch', { name: 'Notifications' });
  await toggle.waitFor();
  if (!(await toggle.isChecked())) await toggle.click();
  await expect.poll(async () => (await leftOn(page)).local.notifiedAt).toMatch(/^http/);
  expect(await isSubscribedHere(page)).toBe(true);
  await page.evaluate(`navigator.serviceWorker.ready.then((one) => one.showNotification('canary'))`);
  await page.evaluate(`sessionStorage.setItem('application', '{"state":{"purpose":"Canary"},"version":1}')`);
}

describe('a borrower who logs out leaves', () => {
  test('no draft of a form, also for the next one who signs in', async () => {
    const phone = await openPhone();
    const { page } = phone;
    const first = '0966444001';
    const handset = await openHandsetPage(browser, program.simulatorUrl, first);
    await logIn(page, handset, first);
    await page.getByRole('link', { name: 'Start' }).waitFor();
    await page.goto(`${program.url}/authentication/identity`);
    await fillIdentity(page, { firstName: 'Canary', lastName: 'Canary', idNumber: '444555/11/1' });
    await page.goto(`${program.url}/authentication/base`);
    await page.getByLabel('Address').fill('Canary Street');
    await page.goto(`${program.url}/authentication/linkman`);
    await page.getByLabel('Name').first().fill('Canary');
    await page.getByLabel('Mobile number').first().fill('0979444555');
    const before = JSON.stringify(await leftOn(page));
    for (const typed of ['444555/11/1', 'Canary Street', '0979 444 555'])
      expect(before.replaceAll('0979444555', '0979 444 555')).toContain(typed);
    await page.goto(`${program.url}/set`);
    await logOut(page);
    await expectNothingLeft(page, [first]);

    const next = '0966444002';
    const other = await openHandsetPage(browser, program.simulatorUrl, next);
    await overlaysLeft(page);
    await logIn(page, other, next);
    // The app goes home by itself. Until it is there, another address would be given up for home.
    await page.getByRole('link', { name: 'Start' }).waitFor();
    await page.goto(`${program.url}/authentication/base`);
    await page.getByLabel('Address').waitFor();
    expect(await page.getByLabel('Address').inputValue()).toBe('');
    expect(await foundOn(page, ['Canary', '444555/11/1', '0979 444 555', '0979444555', first])).toEqual([]);
    await closeScreens(phone, handset.screen, other.screen);
  });

  test('no bill, paper, choice, notification or subscription', async () => {
    const phone = await openPhone();
    const canaries = await leaveTraces(phone);
    await logOut(phone.page);
    await expectNothingLeft(phone.page, canaries);
    await phone.page.reload();
    await phone.page.getByRole('button', { name: 'Log in' }).waitFor();
    await expectNothingLeft(phone.page, canaries);
    await closeScreens(phone);
  });

  test('nothing in another tab of the same phone', async () => {
    const phone = await openPhone();
    const canaries = await registerWithDraft(phone, '0966444003');
    const tab = await phone.context.newPage();
    await tab.goto(`${program.url}/me/bills`);
    await tab.getByRole('heading', { name: 'Bills' }).waitFor();
    await tab.evaluate(`sessionStorage.setItem('draft.1.identity', '{"firstName":"Canary"}')`);
    await logOut(phone.page);
    await expect.poll(async () => Object.keys((await leftOn(tab)).tab)).toEqual([]);
    await expectNothingLeft(tab, canaries);
    await expectNothingLeft(phone.page, canaries);
    await closeScreens(phone);
  });

  test('nothing without a network either', async () => {
    const phone = await openPhone();
    const canaries = await leaveTraces(phone);
    await withoutNetwork(phone, async () => {
      await logOut(phone.page);
      await expectNothingLeft(phone.page, canaries);
    });
    await closeScreens(phone);
  });

  test('no subscription, however soon after the start of the app', async () => {
    const phone = await openPhone();
    const { page } = phone;
    await registerWithDraft(phone, '0966444004');
    // What follows the session is loaded half a second after the page. Here that time has not come yet.
    await phone.context.addInitScript(`(() => {
      const after = window.setTimeout;
      window.setTimeout = (run, ms, ...values) =>
        ms === 500 ? ((window.heldBack = run), 0) : after(run, ms, ...values);
    })()`);
    await page.goto(`${program.url}/me`);
    await logOut(page);
    expect(await isSubscribedHere(page)).toBe(true);
    await page.evaluate('heldBack()');
    await expectNothingLeft(page);
    await closeScreens(phone);
  });
});

describe('a borrower whose session ended leaves', () => {
  test('nothing as soon as the app learns of it, and the next one sees nothing of the first', async () => {
    const phone = await openPhone();
    const { page } = phone;
    const canaries = await leaveTraces(phone);
    await book.query('delete from session');
    await page.goto(`${program.url}/me/bills`);
    await loginPanel(page).waitFor();
    await expectNothingLeft(page, canaries);

    const next = demoMobile('settled');
    const handset = await openHandsetPage(browser, program.simulatorUrl, next);
    await logInOnPanel(page, handset, next);
    await page.goto(`${program.url}/me/complaint`);
    expect(await page.getByLabel('What happened?').inputValue()).toBe('');
    expect(await foundOn(page, ['Canary', ...canaries])).toEqual([]);
    await closeScreens(phone, handset.screen);
  });

  test('nothing that an earlier version of the app left', async () => {
    const phone = await openPhone();
    const { page } = phone;
    await page.evaluate(`localStorage.setItem('draft.7.base', '{"address":"Canary"}')`);
    await page.evaluate(`localStorage.setItem('newestMessage.7', '12')`);
    await page.reload();
    await page.getByRole('button', { name: 'Log in' }).waitFor();
    await expectNothingLeft(page);
    await closeScreens(phone);
  });
});
