import pg from 'pg';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoMobile, enterSecondCode, openAndLogIn } from '../support/borrower-screens.ts';
import {
  closeScreens,
  expectAccessible,
  launchBrowser,
  overlaysLeft,
  type Screen,
} from '../support/browser.ts';
import { type HandsetPage, openHandsetPage } from '../support/handset-page.ts';
import { type Program, startProgram } from '../support/program.ts';

/* While staff look at an application, the borrower sees which account its money goes to and may name another one. */

const OTHER_ACCOUNT = '0977555222';

let program: Program;
let browser: Browser;
let app: Screen;
let handset: HandsetPage;

beforeAll(async () => {
  program = await startProgram();
  browser = await launchBrowser();
  const mobile = demoMobile('under review');
  ({ app, handset } = await openAndLogIn({ program, browser }, mobile));
  await overlaysLeft(app.page);
});
afterAll(async () => {
  await browser?.close();
  await program?.stop();
});

const useIt = (page: Page) => page.getByRole('button', { name: 'Use this number' });
const sendTo = (page: Page) => page.getByRole('combobox', { name: 'Send it to' });

async function addOtherAccount(page: Page): Promise<void> {
  const otherPhone = await openHandsetPage(browser, program.simulatorUrl, OTHER_ACCOUNT);
  await page.getByRole('link', { name: 'Add another number' }).click();
  await page.getByRole('button', { name: 'Add an account' }).click();
  const sheet = page.getByRole('dialog', { name: 'Add an account' });
  await sheet.getByText('registered in another name than yours').waitFor();
  await sheet.getByLabel('Mobile-money number').fill(OTHER_ACCOUNT);
  await sheet.getByRole('button', { name: 'Obtain' }).click();
  await sheet.getByLabel('Verification code').fill(await otherPhone.readCode());
  await sheet.getByRole('button', { name: 'Add the account' }).click();
  await enterSecondCode(page, handset, 'Confirm the new account');
  await sheet.waitFor({ state: 'hidden' });
  await closeScreens(otherPhone.screen);
}

/** As after the day that a new account waits. */
async function endWaitOfAccounts(): Promise<void> {
  const client = new pg.Client({ connectionString: await program.databaseUrl() });
  await client.connect();
  await client.query('update repay_account set payouts_from = null');
  await client.end();
}

test('one account is shown, and there is nothing to change', async () => {
  const { page } = app;
  await page.getByRole('heading', { name: 'Where the money goes' }).waitFor();
  await page.getByText('registered in another name than yours').waitFor();
  await page.getByRole('textbox', { name: 'Send it to' }).waitFor();
  expect(await useIt(page).count()).toBe(0);
});

test('another number is used, stays after a reload, and the first one can be taken again', async () => {
  const { page } = app;
  await addOtherAccount(page);
  await endWaitOfAccounts();
  await page.goto(program.url);
  await sendTo(page).waitFor();
  const [first, other] = await sendTo(page)
    .locator('option:not([value=""])')
    .evaluateAll((options) => options.map((option) => option.getAttribute('value')!));
  expect(await sendTo(page).inputValue()).toBe(first);
  expect(await useIt(page).count()).toBe(0);
  for (const account of [other!, first!]) {
    await sendTo(page).selectOption(account);
    await useIt(page).click();
    await page.getByText('We saved this number for this loan.').waitFor();
    await useIt(page).waitFor({ state: 'detached' });
    expect(await sendTo(page).inputValue()).toBe(account);
    await page.reload();
    await sendTo(page).waitFor();
    expect(await sendTo(page).inputValue()).toBe(account);
    expect(await useIt(page).count()).toBe(0);
  }
  await expectAccessible(page, 'home with two accounts while an application is looked at');
});

test('and the browser reported no errors', () => closeScreens(app, handset.screen));
