import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  demoIdentityDigits,
  demoMobile,
  enterSecondCode,
  logIn,
  logInOnPanel,
  loginPanel,
} from '../support/borrower-screens.ts';
import {
  closeScreens,
  DESKTOP,
  expectAccessible,
  launchBrowser,
  openScreen,
  overlaysLeft,
  type Screen,
} from '../support/browser.ts';
import { type HandsetPage, openHandsetPage } from '../support/handset-page.ts';
import { type Program, startProgram } from '../support/program.ts';

/* A sign-in on a new device: what is hidden, how the device is confirmed, and how another sign-in is ended. */

const MOBILE = demoMobile('active');
const DIGITS = demoIdentityDigits(MOBILE);

let program: Program;
let browser: Browser;
let handset: HandsetPage;
let app: Screen;

beforeAll(async () => {
  program = await startProgram();
  browser = await launchBrowser();
  handset = await openHandsetPage(browser, program.simulatorUrl, MOBILE);
  app = await openScreen(browser, program.url);
  await logIn(app.page, handset, MOBILE, 'new');
});
afterAll(async () => {
  await browser?.close();
  await program?.stop();
});

const card = (page: Page) => page.getByRole('heading', { name: 'This is a new phone' });
const confirm = (page: Page) => page.getByRole('button', { name: 'Confirm this phone' });

async function openMe(page: Page): Promise<void> {
  await page.goto(`${program.url}/me`);
  await page.getByText('Your limit').waitFor();
}

test('a new device sees the details hidden, on home, on Me and instead of the forms', async () => {
  const { page } = app;
  await card(page).waitFor();
  await page
    .getByText('K**** P****')
    .or(page.getByText(/Good \w+, K\*{4}/))
    .first()
    .waitFor();
  await expectAccessible(page, 'home on a new device');
  await openMe(page);
  await page.getByText('K**** P****').waitFor();
  await expectAccessible(page, 'Me on a new device');
  for (const form of ['identity', 'base', 'linkman']) {
    await page.goto(`${program.url}/authentication/${form}`);
    await card(page).waitFor();
    expect(await page.getByRole('textbox').count()).toBe(0);
  }
});

test('the second code and digits of the NRC confirm it, and a wrong answer keeps what was entered', async () => {
  const { page } = app;
  await openMe(page);
  await confirm(page).press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Confirm this phone' });
  const code = sheet.getByLabel('The six digits');
  const digits = sheet.getByLabel('Digits 3 to 6 of your NRC number');
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await sheet.getByText('Please enter the six digits from the SMS').waitFor();
  await sheet.getByText('Please enter digits 3 to 6 of your NRC number').waitFor();
  await expectAccessible(page, 'the second code that is missing');

  await expect.poll(() => code.getAttribute('autocomplete')).toBe('one-time-code');
  const sent = await handset.readCode();
  expect(sent).toMatch(/^\d{6}$/);
  await code.fill(sent);
  await digits.fill(DIGITS === '9999' ? '1111' : '9999');
  await digits.press('Enter');
  await sheet.getByText('These are not the digits of your NRC').first().waitFor();
  await expectAccessible(page, 'wrong digits of the NRC');
  // A toast blocks all taps while it is shown.
  await page.locator('[popover]').waitFor({ state: 'hidden' });
  await expect.poll(() => sheet.getByRole('button', { name: /^\d+s$/ }).isDisabled()).toBe(true);
  await expect.poll(() => code.inputValue()).toBe(sent);
  await digits.fill(DIGITS);
  await digits.press('Enter');
  await card(page).waitFor({ state: 'hidden' });
  await page.getByText('Kelvin Phiri').waitFor();
  await overlaysLeft(page);
  await page.goto(`${program.url}/authentication/base`);
  await expect.poll(() => page.getByLabel('Monthly income').inputValue()).toBe('5000');
});

test('a confirmed device stays known over a log-out', async () => {
  const { page } = app;
  await openMe(page);
  // What the phone kept of the time before may be shown first, and then the button moves.
  await page.getByText('Kelvin Phiri').waitFor();
  await card(page).waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Log out' }).press('Enter');
  await page.getByRole('button', { name: 'Log out on this phone' }).click();
  await page.getByRole('button', { name: 'Log in' }).waitFor();
  await overlaysLeft(page);
  await page.goto(`${program.url}/me`);
  await logInOnPanel(page, handset, MOBILE, 'new');
  await page.getByText('Kelvin Phiri').waitFor();
  expect(await card(page).count()).toBe(0);
});

test('the list of sign-ins ends another one, which is then at the login panel', async () => {
  const other = await openScreen(browser, `${program.url}/set`, DESKTOP);
  await logInOnPanel(other.page, handset, MOBILE, 'new');
  await card(other.page).waitFor();
  // A new device sees where the borrower is signed in, and ends none of it.
  await other.page.getByText('Confirm this phone to end the others.').waitFor();
  expect(await other.page.getByRole('button', { name: /^End/ }).count()).toBe(0);
  await expectAccessible(other.page, 'sign-ins on a new device');

  const { page } = app;
  await page.goto(`${program.url}/set`);
  const unconfirmed = page.getByRole('listitem').filter({ hasText: 'Not confirmed' });
  await unconfirmed.waitFor();
  await page.getByRole('listitem').filter({ hasText: 'This device' }).waitFor();
  await expectAccessible(page, 'where the borrower is signed in');
  await unconfirmed.getByRole('button', { name: 'End it: Chrome on Linux' }).press('Enter');
  const question = page.getByRole('dialog', { name: 'End this sign-in?' });
  await expectAccessible(page, 'a sign-in that is to end');
  await question.getByRole('button', { name: 'End it' }).click();
  await unconfirmed.waitFor({ state: 'hidden' });

  await other.page.reload();
  await loginPanel(other.page).waitFor();
  await closeScreens(other);
});

test('all other sign-ins end together', async () => {
  const { page } = app;
  await overlaysLeft(page);
  await page.getByRole('button', { name: 'End all others' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End all others' }).click();
  await page.getByText('You are signed in on this phone only.').waitFor();
});

test('an account without an NRC is told when it can confirm a new device', async () => {
  const newcomer = demoMobile('new');
  const phone = await openHandsetPage(browser, program.simulatorUrl, newcomer);
  const screen = await openScreen(browser, program.url);
  const { page } = screen;
  await logIn(page, phone, newcomer, 'new');
  await page.getByText('three days after you logged in').waitFor();
  await confirm(page).click();
  await page
    .getByRole('dialog', { name: 'Confirm this phone' })
    .getByText('we do not have your NRC yet')
    .waitFor();
  await expectAccessible(page, 'a new device of an account without an NRC');
  await page.getByRole('button', { name: 'OK' }).click();
  await closeScreens(screen, phone.screen, app, handset.screen);
});

test('a download on a new device asks for the code and the digits, and confirms the device', async () => {
  const mobile = demoMobile('overdue');
  const phone = await openHandsetPage(browser, program.simulatorUrl, mobile);
  const screen = await openScreen(browser, `${program.url}/set`);
  const { page } = screen;
  await logInOnPanel(page, phone, mobile, 'new');
  await card(page).waitFor();
  await page.getByRole('button', { name: 'Download as JSON' }).click();
  const arriving = page.waitForEvent('download');
  await enterSecondCode(page, phone, 'Download your data', demoIdentityDigits(mobile));
  expect((await arriving).suggestedFilename()).toBe('thumba-my-data.json');
  await card(page).waitFor({ state: 'hidden' });
  await closeScreens(screen, phone.screen);
});
