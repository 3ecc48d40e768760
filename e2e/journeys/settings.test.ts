import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  demoMobile,
  downloadPaper,
  enterSecondCode,
  logInOnPanel,
  loginPanel,
} from '../support/borrower-screens.ts';
import {
  closeScreens,
  DESKTOP,
  expectAccessible,
  failsSaying,
  launchBrowser,
  openScreen,
  type Screen,
  withoutNetwork,
} from '../support/browser.ts';
import { type HandsetPage, openHandsetPage } from '../support/handset-page.ts';
import { type Program, startProgram } from '../support/program.ts';

/* The borrower's rights: consents given and withdrawn, a copy of the data, deletion of the account. */

let program: Program;
let browser: Browser;
let app: Screen;
let handset: HandsetPage;
const mobile = demoMobile('settled');

beforeAll(async () => {
  program = await startProgram();
  browser = await launchBrowser();
  handset = await openHandsetPage(browser, program.simulatorUrl, mobile);
  app = await openSettings(handset, mobile);
});
afterAll(async () => {
  await browser?.close();
  await program?.stop();
});

/** Settings need a login, so the login panel opens first. */
async function openSettings(phone: HandsetPage, number: string, size?: typeof DESKTOP): Promise<Screen> {
  const screen = await openScreen(browser, `${program.url}/set`, size);
  await logInOnPanel(screen.page, phone, number);
  await screen.page.getByRole('heading', { name: 'Set', exact: true }).waitFor();
  await screen.page.getByRole('switch', { name: 'Offers and prizes' }).waitFor();
  return screen;
}

function openDeletion(page: Page) {
  return page.getByRole('button', { name: /^Delete my account/ }).click();
}

test('consents are given and taken back by keyboard, each with its date, and stay as they are', async () => {
  const { page } = app;
  await expectAccessible(page, 'settings');
  // A lender that does not read SMS does not ask for that consent.
  expect(await page.getByRole('switch', { name: 'SMS from operators and banks' }).count()).toBe(0);
  const offers = page.getByRole('switch', { name: 'Offers and prizes' });
  await expect.poll(() => offers.isChecked()).toBe(false);
  await offers.press('Space');
  await page
    .getByText(/^Allowed on \d+ \w+ · version 1$/)
    .nth(1)
    .waitFor();
  await page.reload();
  await offers.waitFor();
  await expect.poll(() => offers.isChecked()).toBe(true);
  await offers.press('Space');
  await page.getByText(/^Not allowed since \d+ \w+ · version 1$/).waitFor();
  await expect.poll(() => offers.isChecked()).toBe(false);
  await withoutNetwork(app, async () => {
    await failsSaying(page, 'No connection', () => offers.press('Space'));
    await expect.poll(() => offers.isChecked()).toBe(false);
  });
});

test('the version is looked for, and the data comes as a file to read and as one for programs', async () => {
  const { page } = app;
  await page.getByRole('button', { name: 'Check for update' }).click();
  await page.getByText('You have the newest version').waitFor();
  const enterCode = () => enterSecondCode(page, handset, 'Download your data');
  const { fileName, text } = await downloadPaper(page, 'Download as PDF', enterCode);
  expect(fileName).toBe('thumba-my-data.pdf');
  for (const said of ['Your data', mobile, 'What you allowed, and when', 'Instalments'])
    expect(text).toContain(said);
  const arriving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as JSON' }).click();
  await enterCode();
  const record = JSON.parse(await readFile(await (await arriving).path(), 'utf8'));
  expect(record.profile[0].mobile).toBe(mobile);
  expect(record.loans.map((loan: { state: string }) => loan.state)).toContain('settled');
  expect(record.consents.map((change: { isGiven: boolean }) => change.isGiven)).toEqual([true, true, false]);
});

test('an account with an open loan is not deleted, and says why and where to go', async () => {
  const debtor = demoMobile('active');
  const phone = await openHandsetPage(browser, program.simulatorUrl, debtor);
  const screen = await openSettings(phone, debtor, DESKTOP);
  await openDeletion(screen.page);
  await screen.page
    .getByText('Your loan is still open. You can delete your account once it is paid off.')
    .waitFor();
  expect(await screen.page.getByRole('button', { name: 'Obtain' }).count()).toBe(0);
  await expectAccessible(screen.page, 'an account that cannot be deleted');
  await screen.page.getByRole('link', { name: 'See my bills' }).click();
  await screen.page.getByRole('heading', { name: 'Bills' }).waitFor();
  await closeScreens(screen, phone.screen);
});

test('a settled borrower reads what goes and what stays, deletes the account, and no phone is logged in any more', async () => {
  const { page } = app;
  const other = await openScreen(browser, program.url);
  const session = await page.evaluate<string>(`localStorage.getItem('session')`);
  // Before the app starts, which would write the session that it holds over this one.
  await other.page.addInitScript({ content: `localStorage.setItem('session', ${JSON.stringify(session)})` });
  await other.page.goto(`${program.url}/me/messages`);
  await other.page.getByRole('heading', { name: 'Messages' }).waitFor();

  await openDeletion(page);
  const panel = page.getByRole('dialog', { name: 'Delete my account' });
  await panel.getByRole('heading', { name: /^Kept until \d+ \w+ \d{4}$/ }).waitFor();
  await expectAccessible(page, 'what deleting an account does');
  const confirm = panel.getByRole('button', { name: 'Delete my account' });
  await confirm.click();
  await panel.getByText('Please enter the verification code').waitFor();
  await panel.getByText('Please read what is erased and kept, and tick the box').waitFor();
  await expectAccessible(page, 'a deletion that lacks its code');
  await panel.getByRole('button', { name: 'Obtain' }).click();
  await panel.getByLabel('Verification code').fill(await handset.readCode());
  await panel.getByRole('checkbox').check();
  await confirm.click();
  await page.getByRole('button', { name: 'Log in' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/home');

  await other.page.reload();
  await loginPanel(other.page).waitFor();
  await closeScreens(other);
});

test('the number registers again, as a new borrower', async () => {
  const { page } = app;
  await page.goto(`${program.url}/me/bills`);
  await logInOnPanel(page, handset, mobile);
  await page.getByText('You have no bills yet').waitFor();
  await page.goto(`${program.url}/home`);
  await page.getByRole('heading', { name: 'Finish your details' }).waitFor();
  await closeScreens(app, handset.screen);
});
