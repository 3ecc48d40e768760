import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoMobile, logIn } from '../support/borrower-screens.ts';
import {
  closeScreens,
  expectAccessible,
  launchBrowser,
  openScreen,
  type Screen,
} from '../support/browser.ts';
import { openHandsetPage } from '../support/handset-page.ts';
import { type Program, startProgram } from '../support/program.ts';
import { decide, endReviews, openForm, openReview } from '../support/review-page.ts';
import { runBeside } from '../support/terminal.ts';

/*
 * A person looks at an application on the page of `npm run review`: asks for other pictures, declines with a reason, and
 * approves after the borrower asked for another look.
 */

let program: Program;
let browser: Browser;
let app: Screen;
let order: string;

beforeAll(async () => {
  program = await startProgram();
  browser = await launchBrowser();
  const mobile = demoMobile('under review');
  const handset = await openHandsetPage(browser, program.simulatorUrl, mobile);
  app = await openScreen(browser, program.url);
  await logIn(app.page, handset, mobile);
  const { printed } = await runBeside(program, 'staff', 'review');
  order = /^(\d+) .*income_to_check/m.exec(printed)![1]!;
});
afterAll(async () => {
  endReviews();
  await browser?.close();
  await program?.stop();
});

test('the page has everything beside each other, and its pictures grow by the keyboard', async () => {
  const review = await openReview(browser, program, order);
  const { page } = review;
  await page.getByRole('heading', { name: `Order ${order}: K300.00` }).waitFor();
  await page.getByText('The income is below what is approved by itself').waitFor();
  const front = page.getByRole('img', { name: 'Front of the card' });
  const { width } = (await front.boundingBox())!;
  await expectAccessible(page, 'the page of a review');
  await page.getByLabel('Larger: front of the card').focus();
  await page.keyboard.press('Space');
  expect((await front.boundingBox())!.width).toBeGreaterThan(2 * width);
  await expectAccessible(page, 'the page of a review with a large picture');

  const form = await openForm(page, 'Send back');
  await form.getByLabel('the pictures of the identity card').check();
  expect(await decide(review, 'Send back', 'the number is not sharp')).toBe(
    `Order ${order} waits for the pictures of the identity card. The borrower is told by SMS.`,
  );
});

test('the borrower reads which pictures are wanted, and lands on their step', async () => {
  await app.page.reload();
  await app.page.getByRole('heading', { name: 'Please take the pictures of your card again' }).waitFor();
  await expectAccessible(app.page, 'home while pictures are wanted');
  await app.page.getByRole('link', { name: 'Photograph my card' }).click();
  await app.page.waitForURL('**/authentication/identity');
  await app.page.getByText('Front of the card').first().waitFor();
});

test('a decline says the reason, and the borrower asks for another look', async () => {
  const review = await openReview(browser, program, order);
  const form = await openForm(review.page, 'Decline');
  await form.getByLabel('The borrower could not be reached').check();
  expect(await decide(review, 'Decline', 'called three times')).toBe(`Order ${order} is declined.`);

  await app.page.goto(program.url);
  await app.page.getByText('We could not reach you by phone.').waitFor();
  await expectAccessible(app.page, 'home after a decline by a person');
  await app.page.getByRole('button', { name: 'Ask for another look' }).click();
  await app.page.getByRole('heading', { name: 'We are looking at your application' }).waitFor();
});

test('another look shows what was done before, and an approval sends the money', async () => {
  const review = await openReview(browser, program, order);
  await review.page.getByText(/declined, The borrower could not be reached: called three times$/).waitFor();
  expect(await decide(review, 'Approve', 'reached at work')).toBe(
    `Order ${order} is approved: K300.00 is on its way.`,
  );
  await app.page.reload();
  await app.page.getByText('K300', { exact: false }).first().waitFor();
  await app.page
    .getByRole('heading', { name: 'We are looking at your application' })
    .waitFor({ state: 'detached' });
  expect(await runBeside(program, 'staff', 'review', order)).toMatchObject({ status: 1, printed: '' });
  await closeScreens(app);
});
