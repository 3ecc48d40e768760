import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoMobile, openAndLogIn, payButton } from '../support/borrower-screens.ts';
import {
  closeScreens,
  expectAccessible,
  launchBrowser,
  overlaysLeft,
  type Screen,
} from '../support/browser.ts';
import { felt, keepWhatIsFelt } from '../support/felt-and-shared.ts';
import type { HandsetPage } from '../support/handset-page.ts';
import { type Program, startProgram } from '../support/program.ts';

/* From the agreement to the money: nothing offers a second loan, home follows the payout, and its arrival is shown once. */

const ESTIMATE = '/borrow-plan?productId=1&amount=1000&termId=1';
const ENOUGH = 50_000_000;

let program: Program;
let browser: Browser;

beforeAll(async () => {
  // A payout that waits is tried again soon.
  program = await startProgram({ env: { ENQUIRY_TIME_SCALE: '0.05' } });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await program?.stop();
});

const getButton = (page: Page) => page.getByRole('button', { name: /^Get K/ });
const arrival = (page: Page) => page.getByRole('heading', { name: 'K1,000 is in your Airtel account' });

async function signIn(state: string): Promise<{ app: Screen; handset: HandsetPage }> {
  const signedIn = await openAndLogIn({ program, browser }, demoMobile(state));
  await overlaysLeft(signedIn.app.page);
  return signedIn;
}

async function setPayoutFloat(balance: number): Promise<void> {
  const response = await fetch(`${program.simulatorUrl}/api/floats/airtel/payout`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ balance }),
  });
  if (!response.ok) throw new Error(`the float could not be set: ${await response.text()}`);
}

async function agree(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: /I agree to it/ }).check();
  await getButton(page).click();
}

describe('a loan that is being paid out', () => {
  let app: Screen;
  let handset: HandsetPage;
  let homeBeside: Page;
  let estimateBeside: Page;

  beforeAll(async () => {
    ({ app, handset } = await signIn('authenticated'));
    await setPayoutFloat(0);
    await keepWhatIsFelt(app.page);
    [homeBeside, estimateBeside] = [await app.context.newPage(), await app.context.newPage()];
    await homeBeside.goto(program.url);
    await estimateBeside.goto(program.url + ESTIMATE);
    for (const page of [homeBeside, estimateBeside]) await getButton(page).waitFor();
  });

  test('is not offered again while home is still on its way', async () => {
    const { page } = app;
    await getButton(page).click();
    // The answer that says so arrives late.
    await page.route('**/my/getMyLoanInfo', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 3000));
      await route.continue();
    });
    await agree(page);
    await page.getByRole('status').filter({ hasText: 'Approved' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/home');
    expect(await getButton(page).count()).toBe(0);
    await page.unrouteAll({ behavior: 'wait' });
    await page.getByText('Waiting', { exact: true }).waitFor();
    expect(await getButton(page).count()).toBe(0);
  });

  test('is not offered in other tabs, which nobody has touched', async () => {
    await homeBeside.getByText('Waiting', { exact: true }).waitFor();
    expect(await getButton(homeBeside).count()).toBe(0);
    await estimateBeside.getByText('You have applied already').waitFor();
    expect(await getButton(estimateBeside).count()).toBe(0);
    await expectAccessible(estimateBeside, 'the estimate of somebody who has applied');
    await estimateBeside.getByRole('link', { name: 'See it on home' }).click();
    await estimateBeside.getByText('Waiting', { exact: true }).waitFor();
    await homeBeside.close();
    await estimateBeside.close();
  });

  test('is not offered by the back button, nor by the address', async () => {
    const { page } = app;
    await page.goBack();
    await page.getByText('Waiting', { exact: true }).waitFor();
    expect(await getButton(page).count()).toBe(0);
    await page.goto(program.url + ESTIMATE);
    await page.getByText('You have applied already').waitFor();
    expect(await getButton(page).count()).toBe(0);
    await page.goto(`${program.url}/home`);
    await page.getByText('Waiting', { exact: true }).waitFor();
  });

  test('arrives in sight, is felt once, and says when it is repaid', async () => {
    const { page } = app;
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    await setPayoutFloat(ENOUGH);
    await arrival(page).waitFor();
    expect(loads).toBe(0);
    expect(await felt(page)).toEqual([30]);
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`);
    expect(await felt(page)).toEqual([30]);
    await page.getByText(/^You repay K1,150\.00 on \w+day \d+ \w+/).waitFor();
    await expectAccessible(page, 'the home as the money arrives');
    const arriving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Add to calendar' }).click();
    const file = await arriving;
    expect(await readFile(await file.path(), 'utf8')).toContain('SUMMARY:Thumba: repayment due\r\n');
  });

  test('is shown until it is closed, and never again', async () => {
    const { page } = app;
    // The second tap of the same finger is where the bill has moved up.
    await page.getByRole('button', { name: 'OK', exact: true }).dblclick();
    await arrival(page).waitFor({ state: 'hidden' });
    await page.waitForTimeout(1000);
    expect(await page.getByRole('dialog').count()).toBe(0);
    // Taps count again.
    await page.getByRole('button', { name: 'Need more time' }).click();
    await page.getByRole('dialog', { name: 'Pay the Deferral charge' }).waitFor();
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Add to calendar' }).waitFor();
    await page.reload();
    await payButton(page).waitFor();
    expect(await arrival(page).count()).toBe(0);
    expect(await felt(page)).toEqual([]);
    await page.goto(program.url + ESTIMATE);
    await page.getByText('You have a loan already').waitFor();
    expect(await getButton(page).count()).toBe(0);
    await closeScreens(app, handset.screen);
  });
});

test('money that arrived while the app was closed is shown for a day from the next visit on', async () => {
  const { app, handset } = await signIn('settled');
  await app.page.goto(program.url + ESTIMATE);
  const before = await handset.balance();
  await agree(app.page);
  await app.page.getByRole('status').filter({ hasText: 'Approved' }).waitFor();
  await app.page.close();
  await expect.poll(() => handset.balance()).not.toBe(before);
  const page = await app.context.newPage();
  await page.goto(program.url);
  const news = page.getByRole('heading', { name: /^K1,000 is in your \w+ account$/ });
  await news.waitFor();
  // Who looks at the bill first finds it again at home.
  await page.getByRole('link', { name: 'Bill details' }).click();
  await page.getByRole('heading', { name: 'Amounts' }).waitFor();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await news.waitFor();
  await page.evaluate(`{
    const [order, until] = localStorage.getItem('moneySeen').split(' ');
    const aDayLater = until - 24 * 3_600_000;
    localStorage.setItem('moneySeen', order + ' ' + aDayLater);
  }`);
  await page.reload();
  await payButton(page).waitFor();
  expect(await news.count()).toBe(0);
  await closeScreens(app, handset.screen);
});

test('a loan of weeks ago is no news on a phone that is new', async () => {
  const { app, handset } = await signIn('active');
  await payButton(app.page).waitFor();
  expect(await app.page.getByRole('heading', { name: /is in your/ }).count()).toBe(0);
  await closeScreens(app, handset.screen);
});
