import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoMobile, figure } from '../support/borrower-screens.ts';
import {
  closeScreens,
  expectAccessible,
  failsSaying,
  launchBrowser,
  openScreen,
  PHONE,
  type Screen,
  withoutNetwork,
} from '../support/browser.ts';
import { keepWhatIsFelt, passedOn } from '../support/felt-and-shared.ts';
import { type HandsetPage, openHandsetPage } from '../support/handset-page.ts';
import { type Program, startProgram } from '../support/program.ts';
import { newestOrderId, signInAgain } from '../support/sign-in-again.ts';

/* A reminder arrives, and another person pays the bill from their own phone without signing in. */

const BORROWER = demoMobile('due today');
const FRIEND = '0977654321';

let program: Program;
let browser: Browser;
let handset: HandsetPage;
let friend: HandsetPage;
let app: Screen;

beforeAll(async () => {
  program = await startProgram();
  browser = await launchBrowser();
  handset = await openHandsetPage(browser, program.simulatorUrl, BORROWER);
});
afterAll(async () => {
  await browser?.close();
  await program?.stop();
});

const button = (name: string | RegExp) => app.page.getByRole('button', { name });
const says = (words: string | RegExp) => app.page.getByText(words).first().waitFor();

async function linkOnPhone(): Promise<string> {
  const reminders = handset.messages.filter({ hasText: '/qp?code=' });
  await reminders.first().waitFor();
  return /http\S+/.exec((await reminders.first().textContent())!)![0];
}

test('the day is moved on the handset page until a reminder arrives by SMS, at any hour of the night', async () => {
  const late = handset.messages.filter({ hasText: /was due on .* and costs more each day/ });
  const { page } = handset.screen;
  for (let days = 1; days <= 6; days += 1) {
    await page.getByRole('button', { name: '+1 day' }).click();
  }
  await late.first().waitFor();
  const text = (await late.first().textContent())!;
  expect(text).toMatch(/Pay from any number: http:\/\/127\.0\.0\.1:\d+\/qp\?code=[\w-]{22}/);
});

test('the link opens the bill without a login, masked', async () => {
  app = await openScreen(browser, await linkOnPhone());
  await says('Repayment amount');
  const text = (await app.page.locator('main').textContent())!;
  expect(text).toMatch(/[A-Z]\*{4} [A-Z]\*{4}/);
  expect(text).toContain(`${BORROWER.slice(0, 3)} **** ${BORROWER.slice(7)}`);
  expect(text).not.toContain(BORROWER);
  // What tells it from a stranger's page: who lends, and how to find out that it is true.
  expect(text).toContain('Thumba Demo Lender');
  expect(text).toContain('Licence: Demonstration only');
  expect(await app.page.getByRole('link', { name: 'Call 0211 000 000' }).getAttribute('href')).toBe(
    'tel:0211000000',
  );
  // Above the form, with a link to the rest.
  const lender = app.page.locator('section').filter({ hasText: 'You pay to' });
  await lender.getByText('Is this page real? Call the borrower before you pay.').waitFor();
  await lender.getByRole('link', { name: 'How to check that this page is real' }).click();
  await app.page.getByRole('heading', { name: 'How to check that this page is real' }).waitFor();
  expect(new URL(app.page.url()).hash).toBe('#check');
  await says('The borrower can ask for more time in the Thumba app, or call 0211 000 000.');
  await says('The borrower finds both in the Thumba app, under Billing Details.');
  await says('the Thumba app shows it under Help. It must be 0211 000 000.');
  await says('This page never asks for a PIN.');
  await expectAccessible(app.page, 'the bill of a link');
});

test('the bill stands there in parts, and they add up to what is due', async () => {
  const { page } = app;
  const parts = page.locator('section', { has: page.getByRole('heading', { name: 'The bill in parts' }) });
  const sumOf = async (name: string) => Number((await figure(parts, name)).replaceAll(/[K,]/g, ''));
  let inAll = 0;
  for (const part of ['Left of the amount borrowed', 'Interest', 'Service fee', 'Late charges'])
    inAll += await sumOf(part);
  expect(await sumOf('To pay')).toBeCloseTo(inAll, 2);
  expect(await figure(page, 'Due now')).toBe(await figure(parts, 'To pay'));
  expect(await figure(page, 'All that is left to pay')).toBe(await figure(parts, 'To pay'));
});

test.each([
  ['a phone', PHONE],
  ['a phone with its keyboard open', { width: 360, height: 360 }],
])('the message of a missing number is in sight above the button: %s', async (_, size) => {
  const { page } = app;
  await page.setViewportSize(size);
  await page.evaluate('scrollTo(0, 0)');
  await button(/^Pay K/).click();
  const message = page.getByRole('alert').filter({ hasText: 'Please enter your phone number' });
  const shown = (await message.boundingBox())!;
  const bar = (await page.locator('header').boundingBox())!;
  const foot = (await page.locator('footer').boundingBox())!;
  const field = (await page.getByLabel('Number that pays').boundingBox())!;
  expect(field.y).toBeGreaterThan(bar.y + bar.height);
  expect(shown.y + shown.height).toBeLessThan(foot.y);
  await page.getByLabel('Number that pays').fill(FRIEND);
  await message.waitFor({ state: 'hidden' });
  await page.getByLabel('Number that pays').fill('');
  await page.setViewportSize(PHONE);
});

test('says what is wrong in the words of every repayment', async () => {
  await button('Pay another amount').click();
  await app.page.getByRole('button', { name: 'Pay', exact: true }).click();
  await says('Please enter your Repayment amount');
  await says('Please enter your phone number');
  await app.page.getByLabel('Repayment amount').fill('5');
  await button('Pay K5.00').click();
  await says('minimum: 20');
  await app.page.getByLabel('Repayment amount').fill('99999');
  await button(/^Pay K99,999/).click();
  await says('The input amount cannot be greater than the remaining repayment amount');
  await expectAccessible(app.page, 'the bill of a link with messages');
});

test('is paid from another number, and both phones get a receipt', async () => {
  friend = await openHandsetPage(browser, program.simulatorUrl, FRIEND);
  await app.page.getByLabel('Repayment amount').fill('150');
  await app.page.getByLabel('Number that pays').fill(FRIEND);
  await button('Pay K150.00').click();
  await says('Submit Success');
  await says(/A PIN code pop-up appears within 10 seconds/);
  await says(/Wait about one minute/);
  await says(/Airtel Money PIN/);
  await expectAccessible(app.page, 'the payment of a link that waits');
  await friend.approve();
  await says('Thank you, your payment has arrived. A receipt comes by SMS.');
  await expectAccessible(app.page, 'the payment of a link that arrived');
  await friend.messages
    .filter({ hasText: /^.*We received your payment of K150\.00\. Receipt/ })
    .first()
    .waitFor();
  await handset.messages
    .filter({ hasText: /We received K150\.00\. Left to repay: K/ })
    .first()
    .waitFor();
});

test('the borrower finds the link on the bill, and passes it on to a person who pays', async () => {
  const { token, client } = await signInAgain(program, BORROWER);
  const orderId = (await newestOrderId(client))!;
  const own = await openScreen(browser, 'about:blank');
  const kept = JSON.stringify({ state: { token }, version: 1 });
  await own.context.addInitScript(`localStorage.setItem('session', ${JSON.stringify(kept)})`);
  await keepWhatIsFelt(own.page);
  await own.page.goto(`${program.url}/billing-details/${orderId}`);
  const share = own.page.getByRole('button', { name: 'Let someone else pay' });
  await share.click();
  await expect.poll(() => passedOn(own.page)).toHaveLength(1);
  const { text } = (await passedOn(own.page))[0]!;
  expect(text).toMatch(/^Please help me to pay Thumba bill \d{3} \d{3}\. You can pay from any number: http/);
  expect(text.split(' ').at(-1)).toBe(await linkOnPhone());
  await expectAccessible(own.page, 'the bill with its link');
  // Without a list of apps, the link is copied, or else shown.
  await own.page.evaluate('navigator.share = undefined');
  await share.click();
  await own.page
    .getByRole('status')
    .filter({ hasText: /The link is copied\.|Send this link: http/ })
    .waitFor();
  await closeScreens(own);
});

test('what the phone refuses can be tried again', async () => {
  await button('Pay more').click();
  await app.page.getByLabel('Number that pays').fill(FRIEND);
  await button(/^Pay K/).click();
  await says('Submit Success');
  await friend.answer('Refuse');
  await says('The payment was refused on the phone.');
  await expectAccessible(app.page, 'the payment of a link that failed');
  await button('Try again').click();
  await says('Repayment amount');
});

test('a link that was mistyped says so, and no network is told apart from it', async () => {
  const wrong = await openScreen(browser, `${program.url}/qp?code=AAAAAAAAAAAAAAAAAAAAAA`);
  await wrong.page.getByText('This link is not valid any more', { exact: true }).waitFor();
  await wrong.page.getByText('This link is not from us, or it has ended').waitFor();
  await wrong.page.getByText('We are Thumba Demo Lender.').waitFor();
  await wrong.page.getByRole('link', { name: 'Call 0211 000 000' }).waitFor();
  await expectAccessible(wrong.page, 'a link that is not valid');
  const empty = await openScreen(browser, `${program.url}/qp`);
  await empty.page.getByText('This link is not valid any more', { exact: true }).waitFor();

  const link = await linkOnPhone();
  const offline = await openScreen(browser, `${program.url}/home`);
  await offline.page.goto(link);
  await offline.page.getByText('Repayment amount').waitFor();
  await withoutNetwork(offline, async () => {
    await offline.page.getByLabel('Number that pays').fill(FRIEND);
    await failsSaying(offline.page, 'No connection. Check your internet and try again.', () =>
      offline.page.getByRole('button', { name: /^Pay K/ }).click(),
    );
  });
  await closeScreens(wrong, empty, offline, app, friend.screen, handset.screen);
});
