import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoMobile, figure, openAndLogIn } from '../support/borrower-screens.ts';
import { closeScreens, expectAccessible, launchBrowser, type Screen } from '../support/browser.ts';
import type { HandsetPage } from '../support/handset-page.ts';
import { type Program, startProgram } from '../support/program.ts';
import { atTicketDesk } from '../support/ticket-desk.ts';

/** A borrower who is three days late compares the ways out, and asks for new dates, which cost nothing. */

let program: Program;
let browser: Browser;
let handset: HandsetPage;
let app: Screen;

beforeAll(async () => {
  program = await startProgram();
  browser = await launchBrowser();
  const mobile = demoMobile('overdue');
  ({ app, handset } = await openAndLogIn({ program, browser }, mobile));
});
afterAll(async () => {
  await browser?.close();
  await program?.stop();
});

const button = (name: string) => app.page.getByRole('button', { name });
const dialog = (name: string) => app.page.getByRole('dialog', { name, exact: true });
const OFFER = 'Cannot pay? Ask us for new dates. It costs nothing if we agree.';

test('doing nothing: no other loan, and no word of a count that is 0', async () => {
  const ifUnpaid = app.page.locator('section').filter({ hasText: 'If you do nothing' });
  await ifUnpaid.getByText('You cannot get another loan until this one is paid.').waitFor();
  expect(await ifUnpaid.getByText(/count of loans on time/).count()).toBe(0);
});

test('the defer sheet says when all is due, what waiting costs instead, and what costs nothing', async () => {
  await button('Defer 7 days').click();
  const sheet = dialog('Pay the Deferral charge');
  await sheet.getByText('K61.50', { exact: true }).waitFor();
  const movedTo = await figure(sheet, 'Date after extension');
  await sheet
    .getByText(`${movedTo} is 7 days from today. All that is left of this bill is due on that day.`)
    .waitFor();
  await sheet
    .getByText(`Being late until ${movedTo} adds K40.25 of late charges. Deferring costs K50.00.`)
    .waitFor();
  await sheet.getByText(OFFER).waitFor();
  await expectAccessible(app.page, 'the defer sheet of a late borrower');
  await sheet.getByRole('button', { name: 'Close' }).click();
});

test('a part leaves the loan late, and says so before it is paid', async () => {
  await button('Pay a part').first().click();
  const sheet = dialog('Pay the bill');
  await sheet.getByLabel('Repayment amount').fill('500');
  await sheet.getByText('The loan stays late until the rest is paid.').waitFor();
  await sheet.getByText(/^This payment lowers the deferral charge from K50\.00 to K\d/).waitFor();
  await sheet.getByRole('button', { name: 'Close' }).click();
});

test('a request for new dates is no complaint, says what goes on until then, and is answered', async () => {
  const { page } = app;
  await page.getByText(OFFER).waitFor();
  await page.getByRole('link', { name: 'Ask for new dates' }).click();
  await page.getByRole('heading', { name: 'Ask for new dates' }).waitFor();
  await page.getByText(/nothing changes: late charges go on as before\. You can also call us\.$/).waitFor();
  await page.getByRole('link', { name: 'Call us on 0211 000 000' }).waitFor();
  await expect.poll(() => page.getByLabel('What is it about?').inputValue()).toBe('new_dates');
  await expect.poll(() => page.getByLabel('Which bill? (optional)').inputValue()).not.toBe('');
  await button('Send the request').click();
  await page.getByText('Please tell us when you can pay, in a sentence or two').waitFor();
  await page.getByLabel('When can you pay, and how much?').fill('K300 on 15 January.');
  await expectAccessible(page, 'a request for new dates');
  await button('Send the request').click();
  await page.getByRole('heading', { name: 'We have your request' }).waitFor();
  // A request that waits for its answer stands in place of the offer.
  await page.goto(`${program.url}/home`);
  await page.getByText(/^You asked us for new dates\. A person answers by \d+ \w+, ticket \d+\.$/).waitFor();
  expect(await page.getByText(OFFER).count()).toBe(0);
  await page.getByRole('link', { name: 'See your request' }).click();
  await page.getByText('I cannot pay: new dates').waitFor();
  await page.getByRole('link', { name: /About bill/ }).waitFor();
  const ticketNo = new URL(page.url()).pathname.split('/').at(-1)!;
  await atTicketDesk(program, 'answer', ticketNo, 'Your new date is 15 January.');
  await page.reload();
  await page.getByText('Your new date is 15 January.').waitFor();
});

test('and the browser reported no errors', async () => {
  await expect(closeScreens(app, handset.screen)).resolves.toBeUndefined();
});
