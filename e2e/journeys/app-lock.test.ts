import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoMobile, logIn, logInOnPanel, payButton } from '../support/borrower-screens.ts';
import {
  closeScreens,
  expectAccessible,
  expectContrast,
  launchBrowser,
  openScreen,
  overlaysLeft,
  PHONE,
  type Screen,
  untilKept,
  withoutNetwork,
} from '../support/browser.ts';
import { type HandsetPage, openHandsetPage } from '../support/handset-page.ts';
import { type Program, startProgram } from '../support/program.ts';
import { expectReflow } from '../support/reflow.ts';
import { bringBack, type PhoneLock, sendToBackground, setScreenLock } from '../support/screen-lock.ts';
import { openWrapped } from '../support/wrapped-app.ts';

/* App lock: the screen lock of the phone opens the app, and before that nothing of the borrower is on the page. */

const mobile = demoMobile('active');
const SUM = /K[\d,]+/;

let program: Program;
let browser: Browser;
let handset: HandsetPage;
let app: Screen;
let page: Page;
let phoneLock: PhoneLock;
/** A browser asks for a screen lock only on https pages, and on this name of the machine. */
let url: string;

beforeAll(async () => {
  program = await startProgram();
  url = program.url.replace('127.0.0.1', 'localhost');
  browser = await launchBrowser();
  handset = await openHandsetPage(browser, program.simulatorUrl, mobile);
  app = await openScreen(browser, url, PHONE, undefined, { serviceWorkers: 'allow' });
  page = app.page;
  // Remembers a sum that was on the page for a moment only.
  await app.context.addInitScript(`
    globalThis.sumsShown = [];
    new MutationObserver(() => {
      const sum = ${String(SUM)}.exec(document.body?.textContent ?? '');
      if (sum) globalThis.sumsShown.push(sum[0]);
    }).observe(document, { childList: true, characterData: true, subtree: true });
  `);
  await untilKept(page);
  await logIn(page, handset, mobile);
  await sumsOf(page).waitFor();
});
afterAll(async () => {
  await browser?.close();
  await program?.stop();
});

const sumsOf = (tab: Page): Locator => tab.getByText('To repay', { exact: true });
const locked = (tab: Page): Locator => tab.getByRole('heading', { name: 'Thumba is locked' });
const unlock = (tab: Page): Locator => tab.getByRole('button', { name: 'Unlock' });
const lockSwitch = (tab: Page): Locator => tab.getByRole('switch', { name: 'Ask for my screen lock' });

/** What a screen reader, a finger or the keyboard could reach. */
async function expectNothingBehind(tab: Page): Promise<void> {
  expect(await tab.evaluate('globalThis.sumsShown')).toEqual([]);
  expect(await tab.locator('nav, dialog, [popover]').count()).toBe(0);
  const reached = await tab.locator('a, button, input, select, summary, [tabindex="0"]').allTextContents();
  expect(reached.map((text) => text.replace(/\d.*/, '…'))).toEqual(['Unlock', 'Log out', 'Call us on …']);
  expect(await tab.title()).toBe('Thumba is locked');
  await tab.getByText('It is not your mobile-money PIN.').waitFor();
}

test('it is off by default, and says what is missing where the phone or the browser has no screen lock', async () => {
  await page.goto(`${url}/set`);
  await page.getByText('This phone has no screen lock').waitFor();
  expect(await lockSwitch(page).count()).toBe(0);
  phoneLock = await setScreenLock(page);
  // Who comes back from the settings of the phone need not load the page again.
  await sendToBackground(page);
  await bringBack(page, 90);
  await lockSwitch(page).waitFor();
  await expect.poll(() => lockSwitch(page).isChecked()).toBe(false);
  await page.reload();
  await lockSwitch(page).waitFor();
  expect(await locked(page).count()).toBe(0);
});

test('every phone keeps the lock screen with the app, also before it is used', async () => {
  const kept = await page.evaluate<string[]>(`(async () => {
    const precache = (await caches.keys()).find((name) => name.includes('precache'));
    return (await (await caches.open(precache)).keys()).map(({ url }) => url);
  })()`);
  expect(kept.filter((part) => part.includes('/lock-screen-'))).toHaveLength(1);
});

test('it is turned on with the screen lock, and not without it', async () => {
  await phoneLock.holderIs('stranger');
  await lockSwitch(page).press('Space');
  await page.getByText('so app lock is still off').waitFor();
  await expect.poll(() => lockSwitch(page).isChecked()).toBe(false);
  expect(await phoneLock.keys()).toEqual([]);

  await phoneLock.holderIs('owner');
  await lockSwitch(page).press('Space');
  await page.getByText('App lock is on').waitFor();
  await expect.poll(() => lockSwitch(page).isChecked()).toBe(true);
  await expectAccessible(page, 'the settings with app lock on');
  expect(await locked(page).count()).toBe(0);
});

test('a person who opens the app is asked first, and a stranger sees, reaches and asks for nothing', async () => {
  await phoneLock.holderIs('stranger');
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/')) calls.push(request.url());
  });
  for (const path of ['/home', '/me', '/me/wallet', '/me/bills', '/set', '/al', '/no/such/page', '/QP']) {
    await page.goto(url + path);
    await locked(page).waitFor();
    await expectNothingBehind(page);
  }
  // Nor does what starts some time after the load of a page.
  await page.waitForTimeout(2500);
  await expectNothingBehind(page);
  expect(calls).toEqual([]);

  await unlock(page).click();
  await page.getByText('The phone did not confirm that it is you').waitFor();
  await expectNothingBehind(page);
  await expectAccessible(page, 'the lock screen');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectContrast(page, 'the lock screen in the dark');
  await page.emulateMedia({ colorScheme: 'light' });
  for (const width of [180, 320]) {
    await page.setViewportSize({ width, height: 568 });
    await expectReflow(page, `the lock screen at ${width} px`);
  }
  await page.setViewportSize(PHONE);
});

test('the owner unlocks the page that was asked for, by a tap or by the question that comes by itself', async () => {
  await page.goto(`${url}/me`);
  await locked(page).waitFor();
  await phoneLock.holderIs('owner');
  await unlock(page).click();
  const heading = page.getByRole('heading', { name: 'Me', exact: true });
  await heading.waitFor();
  await expect
    .poll(() => heading.evaluate((element) => element === element.ownerDocument.activeElement))
    .toBe(true);
  expect(await page.title()).toBe('Me · Thumba');
  await page.goto(`${url}/home`);
  await sumsOf(page).waitFor();
  expect(await locked(page).count()).toBe(0);
});

test('pages that show nothing of the borrower stay open, and lead to no other', async () => {
  await phoneLock.holderIs('stranger');
  await page.goto(`${url}/agreement/privacy`);
  await page.getByRole('heading', { name: 'Privacy Policy', exact: true }).first().waitFor();
  await page.goto(`${url}/qp`);
  await page.getByText('This link is not valid any more').waitFor();
  await page.getByRole('link', { name: 'Go to home' }).click();
  await locked(page).waitFor();
  expect(new URL(page.url()).pathname).toBe('/home');
  await expectNothingBehind(page);
});

test('it locks and unlocks without a network', async () => {
  await withoutNetwork(app, async () => {
    await page.reload();
    await locked(page).waitFor();
    await unlock(page).click();
    await page.getByText('The phone did not confirm that it is you').waitFor();
    await expectNothingBehind(page);
    await phoneLock.holderIs('owner');
    await unlock(page).click();
    await page.getByText(/^As of \d\d:\d\d today$/).waitFor();
    await sumsOf(page).waitFor();
  });
});

test('in the background the sums are covered at once, and who is back within a minute goes on', async () => {
  await page.goto(`${url}/home`);
  await payButton(page).click();
  const sheet = page.getByRole('dialog', { name: 'Pay the bill' });
  const field = sheet.getByRole('textbox').or(sheet.getByRole('spinbutton')).first();
  await field.focus();
  await sendToBackground(page);
  // The picture of the app in the list of open apps is taken now.
  expect(await page.getByText(SUM).filter({ visible: true }).count()).toBe(0);
  expect(await page.getByRole('button').count()).toBe(0);
  await page.getByText('Thumba', { exact: true }).filter({ visible: true }).waitFor();
  await bringBack(page, 59);
  await sheet.waitFor();
  expect(await field.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
});

test('who comes back after a minute is asked, and nothing is left of what was open', async () => {
  await phoneLock.holderIs('stranger');
  await sendToBackground(page);
  await page.evaluate('globalThis.sumsShown.length = 0');
  await bringBack(page, 60);
  await locked(page).waitFor();
  await expectNothingBehind(page);
  await phoneLock.holderIs('owner');
  await unlock(page).click();
  await sumsOf(page).waitFor();
});

test('another tab is locked by itself, and follows when app lock is turned off and on', async () => {
  await page.goto(`${url}/set`);
  await lockSwitch(page).waitFor();
  const other = await app.context.newPage();
  const otherLock = await setScreenLock(other, await phoneLock.keys());
  await otherLock.holderIs('stranger');
  await other.goto(`${url}/home`);
  await locked(other).waitFor();
  await expectNothingBehind(other);

  await phoneLock.holderIs('stranger');
  await lockSwitch(page).press('Space');
  await page.getByText('so app lock is still on').waitFor();
  await expect.poll(() => locked(other).count()).toBe(1);
  await phoneLock.holderIs('owner');
  await lockSwitch(page).press('Space');
  await page.getByText('App lock is off').waitFor();
  await expect.poll(() => lockSwitch(page).isChecked()).toBe(false);
  await sumsOf(other).waitFor();

  await page.bringToFront();
  await lockSwitch(page).press('Space');
  await page.getByText('App lock is on').waitFor();
  await locked(other).waitFor();
  await otherLock.useKeys(await phoneLock.keys());
  await otherLock.holderIs('owner');
  await unlock(other).click();
  await sumsOf(other).waitFor();
  await other.close();
});

test('logging out is the way out: it takes the lock and all that was kept, in every tab', async () => {
  await phoneLock.holderIs('stranger');
  await page.goto(`${url}/me`);
  await locked(page).waitFor();
  const other = await app.context.newPage();
  await other.goto(`${url}/me/bills`);
  await locked(other).waitFor();
  await page.bringToFront();
  const token = await page.evaluate<string>(`JSON.parse(localStorage.getItem('session')).state.token`);

  await page.getByRole('button', { name: 'Log out' }).click();
  const dialog = page.getByRole('dialog', { name: 'Log out?' });
  await dialog.getByText('You need your number and a new code by SMS').waitFor();
  await expectAccessible(page, 'the question before a log-out');
  await dialog.getByRole('button', { name: 'Stay locked' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await overlaysLeft(page);
  await expect.poll(() => locked(page).count()).toBe(1);
  await page.getByRole('button', { name: 'Log out' }).click();
  await dialog.getByRole('button', { name: 'Log out on this phone' }).click();

  for (const tab of [page, other]) {
    await tab
      .getByRole('button', { name: 'Log in' })
      .or(tab.getByRole('button', { name: 'Log In' }))
      .first()
      .waitFor();
    expect(await tab.getByText('To repay', { exact: true }).count()).toBe(0);
  }
  const kept = await page.evaluate<string[]>('Object.keys(localStorage)');
  expect(kept.filter((key) => /appLock|kept|order|draft/.test(key))).toEqual([]);
  expect(await page.evaluate<string>(`localStorage.getItem('session')`)).not.toContain(token);
  await other.close();

  await page.goto(`${url}/set`);
  await logInOnPanel(page, handset, mobile);
  await lockSwitch(page).waitFor();
  await expect.poll(() => lockSwitch(page).isChecked()).toBe(false);
  await closeScreens(app, handset.screen);
});

test('a browser or an Android app that knows no screen lock says so in one sentence', async () => {
  const phone = await openHandsetPage(browser, program.simulatorUrl, mobile);
  const bare = await openScreen(browser, 'about:blank');
  await bare.context.addInitScript('delete globalThis.PublicKeyCredential');
  await bare.page.goto(`${url}/set`);
  await logInOnPanel(bare.page, phone, mobile);
  await bare.page.getByText('this browser cannot ask for the screen lock').waitFor();
  expect(await lockSwitch(bare.page).count()).toBe(0);
  await closeScreens(bare, phone.screen);

  const wrapped = await openWrapped(browser, program, 'granted', mobile);
  await wrapped.app.context.addInitScript('delete globalThis.PublicKeyCredential');
  await wrapped.page.goto(`${program.url}/set`);
  await logInOnPanel(wrapped.page, wrapped.handset, mobile);
  await wrapped.page.getByText('this app cannot ask for the screen lock').waitFor();
  expect(await lockSwitch(wrapped.page).count()).toBe(0);
  await closeScreens(wrapped.app, wrapped.handset.screen);
});

test('in the Android app the screen is hidden while the lock is on, from its start', async () => {
  // A number gets a few codes in an hour, and the one above has had them.
  const other = demoMobile('authenticated');
  const wrapped = await openWrapped(browser, program, 'granted', other, { url });
  const { page: tab, heard } = wrapped;
  const hidden = () =>
    heard.filter(({ hook }) => hook === 'hideScreen').map(({ argument }) => argument.hidden);
  const lock = await setScreenLock(tab);
  await tab.goto(`${url}/set`);
  await logInOnPanel(tab, wrapped.handset, other);
  await lockSwitch(tab).waitFor();
  expect(hidden()).toEqual([]);
  await lockSwitch(tab).press('Space');
  await tab.getByText('App lock is on').waitFor();
  expect(hidden()).toEqual([true]);

  // Before the person is asked, and also when they are not the owner.
  await lock.holderIs('stranger');
  await tab.reload();
  await locked(tab).waitFor();
  expect(hidden()).toEqual([true, true]);
  await lock.holderIs('owner');
  await unlock(tab).click();
  await lockSwitch(tab).press('Space');
  await tab.getByText('App lock is off').waitFor();
  expect(hidden()).toEqual([true, true, false]);
  await tab.reload();
  await lockSwitch(tab).waitFor();
  expect(hidden()).toEqual([true, true, false]);

  // A log-out ends the lock too.
  await lockSwitch(tab).press('Space');
  await tab.getByText('App lock is on').waitFor();
  await tab.getByRole('button', { name: /^Log out/ }).click();
  await tab.getByRole('dialog').getByRole('button').filter({ hasText: 'this phone' }).click();
  await expect.poll(hidden).toEqual([true, true, false, true, false]);
  await closeScreens(wrapped.app, wrapped.handset.screen);
});
