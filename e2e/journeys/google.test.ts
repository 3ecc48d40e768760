import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loginPanel } from '../support/borrower-screens.ts';
import {
  closeScreens,
  DESKTOP,
  expectAccessible,
  failsSaying,
  launchBrowser,
  openScreen,
  overlaysLeft,
  type Screen,
} from '../support/browser.ts';
import {
  bindPanel,
  closesWindow,
  continueWithGoogle,
  googleButton,
  googleWindow,
} from '../support/google-window.ts';
import { type HandsetPage, openHandsetPage } from '../support/handset-page.ts';
import { type Program, startProgram } from '../support/program.ts';

/* Signing in with Google: linking a number the first time, without a code from then on, and the failures. */

let program: Program;
let browser: Browser;

beforeAll(async () => {
  program = await startProgram({ env: { DEMO_BORROWERS: 'false' } });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await program?.stop();
});

const EMAIL = 'chileshe@example.com';
const MOBILE = '0967000222';
const AGREEMENT =
  'Please read privacy agreement and T&C carefully before clicking Agree to proceed to the next step';

const signedInHome = (page: Page) => page.getByRole('link', { name: 'Start' });

async function openLogin(size?: { width: number; height: number }): Promise<Screen> {
  const app = await openScreen(browser, program.url, size);
  await app.page.getByRole('button', { name: 'Log in' }).click();
  await loginPanel(app.page).waitFor();
  return app;
}

/** The panel works as before: the toast is gone and the next tap asks again. */
async function expectPanelAtWork(page: Page): Promise<void> {
  await page.getByRole('status').filter({ hasText: 'Log In...' }).waitFor({ state: 'hidden' });
  const window = await googleWindow(page, () => googleButton(page).click());
  await closesWindow(window, () => window.getByRole('button', { name: 'Cancel' }).click());
}

describe('a visitor with a Google account', () => {
  let app: Screen;
  let handset: HandsetPage;

  test('agrees first, and is told to', async () => {
    app = await openLogin();
    const { page } = app;
    await googleButton(page).click();
    await loginPanel(page).getByText(AGREEMENT, { exact: true }).waitFor();
    expect(await loginPanel(page).getByText('Please enter').count()).toBe(0);
    await expectAccessible(page, 'the login panel that asks for the agreement');
  });

  test('closes the window or chooses nobody, and the panel works again', async () => {
    const { page } = app;
    await loginPanel(page).getByRole('checkbox').check();
    const window = await googleWindow(page, () => googleButton(page).click());
    await expectAccessible(window, 'the window that asks for an account');
    await window.close();
    await expectPanelAtWork(page);
  });

  test('links a mobile number the first time, by its code', async () => {
    const { page } = app;
    handset = await openHandsetPage(browser, program.simulatorUrl, MOBILE);
    await continueWithGoogle(page, EMAIL);
    const panel = bindPanel(page);
    const submit = panel.getByRole('button', { name: 'Binding' });
    await panel.getByText('You sign in with Google for the first time.').waitFor();
    await submit.click();
    await panel.getByText('Please enter your phone number', { exact: true }).waitFor();
    await panel.getByText('Please enter the verification code', { exact: true }).waitFor();
    await expectAccessible(page, 'the panel that asks for a number');

    await panel.getByLabel('Mobile number').fill(MOBILE);
    await panel.getByRole('button', { name: 'Obtain' }).click();
    const code = await handset.readCode();
    await panel.getByRole('button', { name: /^\d+s$/ }).waitFor();
    await panel.getByLabel('Verification code').fill(code === '0000' ? '1111' : '0000');
    await panel.locator('p').getByText('This code is wrong. You have 4 tries left.').waitFor();
    const held = Promise.withResolvers<void>();
    await page.route('**/mobileLogin', (route) => held.promise.then(() => route.continue()), { times: 1 });
    await panel.getByLabel('Verification code').fill(code);
    await page.getByRole('status').getByText('Binding...', { exact: true }).waitFor();
    held.resolve();
    await signedInHome(page).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await closeScreens(app);
  });

  test('needs nothing but the account from then on, and gets to where they were headed', async () => {
    const again = await openScreen(browser, `${program.url}/me/wallet`);
    const { page } = again;
    await loginPanel(page).waitFor();
    await continueWithGoogle(page, EMAIL);
    await page.getByRole('heading', { name: 'Wallet', exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/me/wallet');
    await closeScreens(again, handset.screen);
  });
});

test('the back arrow of the second panel closes both, and what was typed is gone', async () => {
  const app = await openLogin();
  const { page } = app;
  const window = await googleWindow(page, async () => {
    await loginPanel(page).getByRole('checkbox').check();
    await googleButton(page).click();
  });
  await closesWindow(window, () => window.getByRole('button', { name: /Mutinta Zulu/ }).click());
  await bindPanel(page).getByLabel('Mobile number').fill('0967000333');
  await bindPanel(page).getByRole('button', { name: 'Back' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: /^Get K/ }).waitFor();
  await overlaysLeft(page);

  await page.getByRole('button', { name: 'Log in' }).click();
  await expect.poll(() => loginPanel(page).getByRole('checkbox').isChecked()).toBe(false);
  await continueWithGoogle(page, 'mutinta.zulu@example.com');
  await bindPanel(page).waitFor();
  await expect.poll(() => bindPanel(page).getByLabel('Mobile number').inputValue()).toBe('');
  await page.goBack();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await closeScreens(app);
});

test('a message from another window signs nobody in', async () => {
  const app = await openLogin();
  const { page } = app;
  await loginPanel(page).getByRole('checkbox').check();
  const window = await googleWindow(page, () => googleButton(page).click());
  const state = new URL(window.url()).searchParams.get('state');
  // The origin and state are right, but the sender is not the opened window.
  await page.evaluate(`window.postMessage({ state: '${state}', access_token: 'ya29.stolen' }, '*')`);
  await window.close();
  await expectPanelAtWork(page);
  await closeScreens(app);
});

test('an answer with the state of another request starts no session', async () => {
  const app = await openLogin();
  const { page } = app;
  const calls: string[] = [];
  await loginPanel(page).getByRole('checkbox').check();
  const window = await googleWindow(page, () => googleButton(page).click());
  page.on('request', (request) => calls.push(request.url()));
  const bothArrived = page.evaluate(
    `new Promise((arrived) => addEventListener('message', ({ data }) => data === 'after it' && arrived()))`,
  );
  // The sender and its origin are right.
  await window.evaluate(`opener.postMessage({ state: 'of another', access_token: 'ya29.stolen' }, '*')`);
  await window.evaluate(`opener.postMessage('after it', '*')`);
  await bothArrived;
  await window.close();
  await expectPanelAtWork(page);
  expect(calls.filter((url) => /google/i.test(url))).toEqual([]);
  await closeScreens(app);
});

test('a browser that opens no window is explained, in a panel that was opened again too', async () => {
  const app = await openLogin();
  const { page } = app;
  const blocked = 'Your browser blocked the Google window. Allow pop-ups for this site, then tap again.';
  await page.evaluate(`window.open = () => null`);
  await loginPanel(page).getByRole('checkbox').check();
  await failsSaying(page, blocked, () => googleButton(page).click());
  await page.goBack();
  await page.getByRole('button', { name: 'Log in' }).click();
  await loginPanel(page).getByRole('checkbox').check();
  await googleButton(page).click();
  await loginPanel(page).getByRole('alert').filter({ hasText: blocked }).waitFor();
  await closeScreens(app);
});

test('a keyboard alone gets through', async () => {
  const app = await openLogin(DESKTOP);
  const { page } = app;
  await loginPanel(page).getByRole('checkbox').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await googleButton(page).and(page.locator(':focus')).waitFor();
  const window = await googleWindow(page, () => page.keyboard.press('Enter'));
  await window.getByLabel('Or use another account').focus();
  await window.keyboard.type('mwila@example.com');
  await closesWindow(window, () => window.keyboard.press('Enter'));
  await bindPanel(page).waitFor();
  await expectAccessible(page, 'the panel that asks for a number, on a wide screen');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await closeScreens(app);
});
