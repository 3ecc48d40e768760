import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoMobile, figure, openAndLogIn, payButton } from '../support/borrower-screens.ts';
import { closeScreens, expectAccessible, launchBrowser, type Screen } from '../support/browser.ts';
import type { HandsetPage } from '../support/handset-page.ts';
import { type Program, startProgram } from '../support/program.ts';

/*
 * How a payment ended is said truly, also when the network is lost in the middle of it: a borrower who is not told that
 * the money has arrived pays a second time.
 */

/** The code that draws the moment after a payment. */
const PAID_PART = /\/assets\/paid-moment[^/]*\.js$/;

let program: Program;
let browser: Browser;
let handset: HandsetPage;
let app: Screen;

beforeAll(async () => {
  program = await startProgram();
  browser = await launchBrowser();
  ({ app, handset } = await openAndLogIn({ program, browser }, demoMobile('active')));
});
afterAll(async () => {
  await browser?.close();
  await program?.stop();
});

const button = (name: string | RegExp) => app.page.getByRole('button', { name });
const dialog = (name: string) => app.page.getByRole('dialog', { name, exact: true });

/** Whether the whole of it is between the bar at the top and the buttons at the bottom. */
async function isInSight(part: Locator): Promise<boolean> {
  const box = (await part.boundingBox())!;
  const bar = (await app.page.getByRole('heading', { level: 1 }).boundingBox())!;
  const buttons = (await button('See the payment').boundingBox())!;
  return box.y >= bar.y + bar.height && box.y + box.height <= buttons.y;
}

async function typeAmount(amount: string): Promise<void> {
  await payButton(app.page).click();
  await button('Pay another amount').click();
  await dialog('Pay the bill').getByLabel('Repayment amount').fill(amount);
}

test('a refused payment is tried again with the same amount', async () => {
  await typeAmount('300');
  await button('Pay K300.00').click();
  await handset.prompt.waitFor();
  await handset.answer('Refuse');
  const ended = dialog('Not paid');
  await ended.getByRole('button', { name: 'Try again' }).click();
  await button('Pay K300.00').waitFor();
  await expect.poll(() => dialog('Pay the bill').getByLabel('Repayment amount').inputValue()).toBe('300');
});

test('home and the bill say that a payment waits for the PIN, and afterwards that it failed', async () => {
  const { page } = app;
  await button('Pay K300.00').click();
  await handset.prompt.waitFor();
  await dialog('Submit Success').getByRole('button', { name: 'OK' }).click();
  const notPaidYet = page.getByText('K300.00 is not paid yet. Enter your PIN on your phone to pay.');
  await notPaidYet.waitFor();
  await page.getByText('Changed your mind? Refuse it on your phone.').waitFor();
  await expectAccessible(page, 'home while a payment waits for the PIN');
  await handset.answer('Refuse');
  const failed = page.getByText('Your payment of K300.00 failed, and nothing was taken. You can pay again.');
  await failed.waitFor();
  await payButton(page).waitFor();
  expect(await notPaidYet.count()).toBe(0);
  await expectAccessible(page, 'home after a payment has failed');
  await page.getByRole('link', { name: 'Bill details' }).click();
  await page.getByText('What happened').waitFor();
  await failed.waitFor();
  await page.getByText('A payment of K300.00 failed').first().waitFor();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
});

test('after OK, the bill shows the payment in sight, and its end within a few seconds', async () => {
  const { page } = app;
  await page.getByRole('link', { name: 'Bill details' }).click();
  await page.getByText('What happened').waitFor();
  await page.getByText('Statement (PDF)').scrollIntoViewIfNeeded();
  await button('Pay a part').click();
  await dialog('Pay the bill').getByLabel('Repayment amount').fill('100');
  await button('Pay K100.00').click();
  await handset.prompt.waitFor();
  const prompt = dialog('Submit Success');
  await prompt.getByText(/^K100\.00 is not paid yet\. Enter your .+ PIN on your phone to pay\.$/).waitFor();
  await prompt.getByText('Changed your mind? Refuse it on your phone.').waitFor();
  await prompt.getByRole('button', { name: 'OK' }).click();
  const card = page.getByText('K100.00 is not paid yet.');
  await card.waitFor();
  await expect.poll(() => isInSight(card)).toBe(true);
  await handset.approve();
  await page.getByText('Your payment of K100.00 has arrived.').waitFor();
  await page.getByText('Paid K100.00').waitFor();
  expect(await card.count()).toBe(0);
  await page.getByRole('button', { name: 'Back', exact: true }).click();
});

test('a payment that has arrived is said, with its receipt, also when the part of its details is missing', async () => {
  const { page } = app;
  await page.reload();
  await page.route(PAID_PART, (route) => route.abort());
  await typeAmount('300');
  await button('Pay K300.00').click();
  await handset.prompt.waitFor();
  await handset.approve();
  const paid = dialog('Paid');
  await paid.getByText(/^K300\.00 paid, receipt \d+-\d+$/).waitFor();
  expect(await page.getByText('Something is missing').count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  await expectAccessible(page, 'the moment after a payment without its part');
  await paid.getByRole('button', { name: 'OK' }).click();
  await page.unroute(PAID_PART);
  app.troubles.splice(0);
});

test('what is shown after a payment is loaded before the payment is sent', async () => {
  const { page } = app;
  await page.reload();
  await payButton(page).waitFor();
  const loaded = page.waitForResponse(PAID_PART);
  await typeAmount('300');
  await (await loaded).finished();
  await page.route(PAID_PART, (route) => route.abort());
  await button('Pay K300.00').click();
  await handset.prompt.waitFor();
  await handset.approve();
  await expect.poll(() => figure(dialog('Paid'), 'Left to pay')).toMatch(/^K/);
  await dialog('Paid').getByRole('button', { name: 'OK' }).click();
  await closeScreens(app, handset.screen);
});
