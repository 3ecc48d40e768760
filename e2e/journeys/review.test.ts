import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoMobile, logIn } from '../support/borrower-screens.ts';
import {
  closeScreens,
  DESKTOP,
  expectAccessible,
  launchBrowser,
  openScreen,
  type Screen,
} from '../support/browser.ts';
import { openHandsetPage } from '../support/handset-page.ts';
import { type Program, startProgram } from '../support/program.ts';
import { runBeside } from '../support/terminal.ts';

/*
 * A person looks at an application on the page of `npm run review`: asks for other pictures, declines with a reason, and
 * approves after the borrower asked for another look.
 */

const STAFF = path.join(import.meta.dirname, '../../apps/server/src/staff/terminal/main.ts');

let program: Program;
let browser: Browser;
let app: Screen;
let order: string;
const commands: ChildProcess[] = [];

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
  for (const command of commands) command.kill();
  await browser?.close();
  await program?.stop();
});

type Review = { screen: Screen; page: Page; ended: Promise<string> };

/** Starts the command beside the server, and opens the address that it prints. */
async function openReview(): Promise<Review> {
  const command = spawn(process.execPath, [STAFF, 'review', order], {
    env: { ...process.env, DATABASE_URL: '', ...program.settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  commands.push(command);
  const address = Promise.withResolvers<string>();
  const ended = Promise.withResolvers<string>();
  let printed = '';
  command.stdout.setEncoding('utf8').on('data', (piece: string) => {
    printed += piece;
    const found = /http:\S+/.exec(printed);
    if (found && printed.includes('\n')) address.resolve(found[0]);
  });
  command.once('close', () => {
    ended.resolve(printed.trimEnd().split('\n').at(-1)!);
    address.reject(new Error(`the review did not open: ${printed}`));
  });
  const screen = await openScreen(browser, await address.promise, DESKTOP);
  return { screen, page: screen.page, ended: ended.promise };
}

const formOf = (page: Page, title: string) =>
  page.locator('form').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

async function decide(review: Review, title: string, note: string): Promise<string> {
  const form = formOf(review.page, title);
  await form.getByLabel('Note for staff').fill(note);
  await form.getByRole('button', { name: title, exact: true }).click();
  await review.page.getByText('You can close this page.').waitFor();
  await closeScreens(review.screen);
  return review.ended;
}

test('the page has everything beside each other, and its pictures grow by the keyboard', async () => {
  const review = await openReview();
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

  await formOf(page, 'Send back').getByLabel('the pictures of the identity card').check();
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
  const review = await openReview();
  await formOf(review.page, 'Decline').getByLabel('The borrower could not be reached').check();
  expect(await decide(review, 'Decline', 'called three times')).toBe(`Order ${order} is declined.`);

  await app.page.goto(program.url);
  await app.page.getByText('We could not reach you by phone.').waitFor();
  await expectAccessible(app.page, 'home after a decline by a person');
  await app.page.getByRole('button', { name: 'Ask for another look' }).click();
  await app.page.getByRole('heading', { name: 'We are looking at your application' }).waitFor();
});

test('another look shows what was done before, and an approval sends the money', async () => {
  const review = await openReview();
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
