import { beforeAll, expect, test } from 'vitest';
import { demoMobile, openAndLogIn } from '../support/borrower-screens.ts';
import { closeScreens, type Screen } from '../support/browser.ts';
import { confirmWith, consoleUrl, expectAccessibleEverywhere } from '../support/console-screens.ts';
import type { HandsetPage } from '../support/handset-page.ts';
import { hireAndOpen } from '../support/hired-staff.ts';
import { openProgramAndBrowser } from '../support/program-and-browser.ts';
import { waitingOrder } from '../support/staff-beside.ts';

/* An underwriter offers less than was asked for, and the borrower signs it. */

const opened = openProgramAndBrowser();

let natasha: Screen;
let app: Screen;
let handset: HandsetPage;
let orderId: number;

beforeAll(async () => {
  orderId = await waitingOrder(opened.program);
  [natasha] = await hireAndOpen(opened, { userName: 'natasha', name: 'Natasha Zulu', role: 'underwriter' });
  ({ app, handset } = await openAndLogIn(opened, demoMobile('under review')));
});

const address = () => `${consoleUrl(opened.program)}/applications/${orderId}`;

test('a counter-offer shows what it costs and what the borrower reads before it is sent', async () => {
  const { page } = natasha;
  await page.goto(address());
  await page.getByRole('button', { name: 'Offer other terms' }).waitFor();
  await page.keyboard.press('o');
  const dialog = page.getByRole('dialog', { name: `Offer other terms: application ${orderId}` });
  await dialog.getByLabel('Amount in kwacha').fill('999999');
  await confirmWith(page, 'the income is small');
  await dialog.getByText('The largest amount is').waitFor();
  await expect.poll(() => page.locator(':focus').inputValue()).toBe('999999');
  await dialog.getByLabel('Amount in kwacha').fill('400');
  await dialog.getByLabel('Amount in kwacha').fill('200');
  await dialog.getByText('You asked for K300.00. We can offer you K200.00.').waitFor();
  await dialog.getByText('K230.00').first().waitFor();
  await expectAccessibleEverywhere(page, 'a counter-offer');
  await confirmWith(page, 'the income is small');
  await page.getByText(`K200.00 is offered for application ${orderId}.`).waitFor();
});

test('until the answer the application shows the offer and no decision', async () => {
  const { page } = natasha;
  await page.goto(address());
  await page.getByText('the borrower has not answered').waitFor();
  await page.getByText('It waits for the borrower').waitFor();
  expect(await page.getByRole('button', { name: /^Approve/ }).count()).toBe(0);
  await expectAccessibleEverywhere(page, 'an application with an offer');
});

test('the borrower signs the offer, and the money of the offer arrives', async () => {
  const { page } = app;
  await page.reload();
  await page.getByRole('heading', { name: 'We can lend you K200' }).waitFor();
  await page.getByRole('link', { name: 'See the offer' }).click();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Get K200' }).click();
  await handset.messages.filter({ hasText: 'K200.00 was sent to your mobile-money account.' }).waitFor();
  await natasha.page.goto(address());
  await natasha.page.getByText('This application waits no longer.').waitFor();
});

test('the pages went wrong nowhere', () => closeScreens(natasha, app));
