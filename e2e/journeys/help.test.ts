import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { enterSecondCode, openAndLogIn } from '../support/borrower-screens.ts';
import {
  closeScreens,
  DESKTOP,
  expectAccessible,
  failsSaying,
  launchBrowser,
  overlaysLeft,
  type Screen,
  withoutNetwork,
} from '../support/browser.ts';
import { type HandsetPage, openHandsetPage } from '../support/handset-page.ts';
import { type Program, startProgram } from '../support/program.ts';
import { atTicketDesk } from '../support/ticket-desk.ts';

/* Help: the lender's phone, a complaint with its answer, and another number, with and without the old phone. */

const OLD = '0968000001';
const NEW = '0978000002';
const NEWEST = '0968000003';

let program: Program;
let browser: Browser;
let app: Screen;
let oldPhone: HandsetPage;

beforeAll(async () => {
  program = await startProgram({ env: { DEMO_BORROWERS: 'false' } });
  browser = await launchBrowser();
  ({ app, handset: oldPhone } = await openAndLogIn({ program, browser }, OLD));
});
afterAll(async () => {
  await browser?.close();
  await program?.stop();
});

const footer = (page: Page, name: string) => page.getByRole('contentinfo').getByRole('button', { name });

test('help names the lender, their phone and hours, and answers questions, by keyboard too', async () => {
  const { page } = app;
  await overlaysLeft(page);
  await page.goto(`${program.url}/me`);
  await page.getByText('096 **** 001').waitFor();
  await expectAccessible(page, 'me');
  await page.getByRole('link', { name: 'Help' }).click();
  const call = page.getByRole('link', { name: 'Call 0211 000 000' });
  await call.waitFor();
  await expect.poll(() => call.getAttribute('href')).toBe('tel:0211000000');
  await page.getByText('Monday to Friday 08:00–17:00').waitFor();
  await page.getByText('What does it cost to defer?').focus();
  await page.keyboard.press('Enter');
  await page
    .getByText(/of what you still owe of the amount borrowed, for 7 days/)
    .first()
    .waitFor();
  for (const question of await page.locator('summary').all()) {
    if (!(await question.evaluate((element) => element.parentElement!.hasAttribute('open'))))
      await question.click();
  }
  await page.getByText('Each message that we sent you about your loan stands there.').waitFor();
  await expectAccessible(page, 'help');
  await page.setViewportSize(DESKTOP);
  await expectAccessible(page, 'help on a desktop');
  await page.setViewportSize({ width: 360, height: 640 });
});

test('a complaint gets a ticket, keeps what was typed without a network, and is answered and closed', async () => {
  const { page } = app;
  await page.getByRole('link', { name: 'My tickets' }).click();
  await page.getByText('You have no tickets').waitFor();
  await expectAccessible(page, 'no tickets');
  await page.getByRole('link', { name: 'Write a complaint' }).click();
  await footer(page, 'Send the complaint').click();
  await page.getByText('Please choose what it is about').waitFor();
  await expectAccessible(page, 'a complaint with errors');
  await page.getByLabel('What is it about?').selectOption({ label: 'What it costs' });
  await page.getByLabel('What happened?').fill('The fee is higher than\nyou said on the radio.');
  await withoutNetwork(app, () =>
    failsSaying(page, 'No connection.', () => footer(page, 'Send the complaint').click()),
  );
  await footer(page, 'Send the complaint').click();
  await page.getByRole('heading', { name: 'We have your complaint' }).waitFor();
  await expectAccessible(page, 'a complaint that was sent');
  await page.getByRole('link', { name: 'See the ticket' }).click();
  await page.getByText('you said on the radio.').waitFor();
  await expectAccessible(page, 'an open ticket');
  const ticketNo = new URL(page.url()).pathname.split('/').at(-1)!;
  await oldPhone.messages.filter({ hasText: `We have your message, ticket ${ticketNo}.` }).waitFor();

  await atTicketDesk(program, 'answer', ticketNo, 'We gave you K10 back.');
  await oldPhone.messages.filter({ hasText: `We answered your complaint, ticket ${ticketNo}.` }).waitFor();
  await page.goto(`${program.url}/me/tickets`);
  await page.getByRole('link', { name: /What it costs.*Answered/ }).click();
  await page.getByText('We gave you K10 back.').waitFor();
  await expectAccessible(page, 'an answered ticket');
  await page.getByRole('button', { name: 'This solves it' }).click();
  await page.getByText('Closed', { exact: true }).waitFor();
  await page.goto(`${program.url}/me/tickets/999999`);
  await page.getByText('There is no such ticket').waitFor();
  await expectAccessible(page, 'no such ticket');
});

test('messages stand under their days, new ones marked until they were seen', async () => {
  const { page } = app;
  await page.goto(`${program.url}/me`);
  await page.getByRole('link', { name: 'Messages 2 new' }).click();
  await page.getByRole('heading', { name: 'Today' }).waitFor();
  await expect.poll(() => page.getByText('New', { exact: true }).count()).toBe(2);
  expect(await page.getByText('is your Thumba code').count()).toBe(0);
  await expectAccessible(page, 'messages');
  await page.goBack();
  await page.getByRole('link', { name: 'Messages', exact: true }).waitFor();
});

test('a code to each phone changes the number; a wrong one is named and nothing typed is lost', async () => {
  const { page } = app;
  const newPhone = await openHandsetPage(browser, program.simulatorUrl, NEW);
  await page.getByRole('link', { name: 'Change number' }).click();
  await page.getByText('096 **** 001').first().waitFor();
  await footer(page, 'Change my number').click();
  await page.getByText('Please enter your phone number').waitFor();
  await expectAccessible(page, 'change of number with errors');
  await page.getByLabel('New mobile number').fill(NEW);
  await page.getByRole('button', { name: 'Obtain' }).first().click();
  const newCode = await newPhone.readCode();
  await page.getByRole('button', { name: /^\d+s$/ }).waitFor();
  await page.getByRole('button', { name: 'Obtain' }).click();
  const oldCode = await oldPhone.readCode();
  const fields = [
    page.getByLabel('Code sent to the new number'),
    page.getByLabel('Code sent to 096 **** 001'),
  ];
  await fields[0]!.fill(newCode);
  await fields[1]!.fill(oldCode === '0000' ? '1111' : '0000');
  await footer(page, 'Change my number').click();
  // The second code is right, so it is not asked for again after the wrong one.
  await enterSecondCode(page, oldPhone, 'Confirm the new number');
  await page
    .getByRole('alert')
    .filter({ hasText: 'This code is wrong. You have 4 tries left.' })
    .last()
    .waitFor();
  await expect.poll(() => fields[0]!.inputValue()).toBe(newCode);
  // A toast blocks all taps while it is shown.
  await page.locator('[popover]').waitFor({ state: 'hidden' });
  await fields[1]!.fill(oldCode);
  await fields[1]!.press('Enter');
  await page.getByText('097 **** 002').waitFor();
  await oldPhone.messages.filter({ hasText: 'Your Thumba account was moved to another number.' }).waitFor();
  await page.getByRole('link', { name: 'Mobile-money accounts' }).click();
  await page.getByText('Airtel Money').waitFor();
  await closeScreens(newPhone.screen);
});

test('without the old phone the borrower asks for the change, and reads why it was declined', async () => {
  const { page } = app;
  const newest = await openHandsetPage(browser, program.simulatorUrl, NEWEST);
  await page.goto(`${program.url}/me/number`);
  await page.getByLabel('New mobile number').fill(NEWEST);
  await page.getByRole('button', { name: 'Obtain' }).first().click();
  await page.getByLabel('Code sent to the new number').fill(await newest.readCode());
  await page.getByRole('button', { name: 'I cannot get SMS on the old number' }).click();
  await expect.poll(() => page.getByLabel('New mobile number').inputValue()).toBe('0968 000 003');
  await expectAccessible(page, 'change of number without the old phone');
  await footer(page, 'Ask for the change').click();
  await page.getByRole('heading', { name: 'We have your request' }).waitFor();
  await expectAccessible(page, 'a change of number that was asked for');
  await page.getByRole('link', { name: 'My tickets' }).click();
  await page.getByRole('link', { name: /Change of number.*Open/ }).click();
  await page.getByText('096 **** 003').waitFor();
  const ticketNo = new URL(page.url()).pathname.split('/').at(-1)!;
  await atTicketDesk(program, 'change-number', ticketNo, 'decline', 'Please bring your NRC');
  await page.reload();
  await page.getByText('Please bring your NRC').waitFor();
  await closeScreens(app, newest.screen, oldPhone.screen);
});
