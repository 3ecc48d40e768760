import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoMobile, downloadPaper, openAndLogIn } from '../support/borrower-screens.ts';
import {
  closeScreens,
  expectAccessible,
  launchBrowser,
  openScreen,
  overlaysLeft,
  type Screen,
  withoutNetwork,
} from '../support/browser.ts';
import { type Program, startProgram } from '../support/program.ts';

/* The papers of a settled loan: downloaded by the borrower, and checked on the public page without signing in. */

let program: Program;
let browser: Browser;
let app: Screen;

beforeAll(async () => {
  program = await startProgram();
  browser = await launchBrowser();
  const mobile = demoMobile('settled');
  const signedIn = await openAndLogIn({ program, browser }, mobile);
  app = signedIn.app;
  await closeScreens(signedIn.handset.screen);
  await overlaysLeft(app.page);
  await app.page.goto(`${program.url}/me/bills`);
  await app.page.getByRole('link', { name: /Paid off/ }).click();
  await app.page.getByRole('heading', { name: 'Billing Details' }).waitFor();
});
afterAll(async () => {
  await browser?.close();
  await program?.stop();
});

test('each paper of a bill comes as a file, and the page stays where it is', async () => {
  const { page } = app;
  const address = page.url();
  const statement = await downloadPaper(page, 'Statement (PDF)');
  expect(statement.fileName).toMatch(/^thumba-loan-statement-\d+\.pdf$/);
  expect(statement.text).toContain('Owed K0.00');
  const letter = await downloadPaper(page, 'Paid-up letter (PDF)');
  expect(letter.text).toContain('in full. Nothing is owed on it');
  await page.locator('summary').first().click();
  const receipt = await downloadPaper(page, 'Receipt (PDF)');
  expect(receipt.fileName).toMatch(/^thumba-receipt-\d+-\d+\.pdf$/);
  expect(page.url()).toBe(address);
  await page.getByText('Look in your downloads.').first().waitFor();
  await expectAccessible(page, 'a bill with its papers');
});

test('without a network a paper that was opened is there as it was', async () => {
  const { page } = app;
  const before = await downloadPaper(page, 'Statement (PDF)');
  await expect.poll(() => page.evaluate(`localStorage.getItem('keptPapers')`)).toContain('statement');
  await withoutNetwork(app, async () => {
    const kept = await downloadPaper(page, 'Statement (PDF)');
    expect(kept).toEqual(before);
    await page.getByText(/^No connection, so this is your last saved copy\. As of \d\d:\d\d today/).waitFor();
    await expectAccessible(page, 'a paper that was kept');
  });
  await downloadPaper(page, 'Statement (PDF)');
  await page.getByText(/^No connection/).waitFor({ state: 'hidden' });
});

test('and of one that was not it says so, and works when tapped again', async () => {
  const { page } = app;
  await page.getByRole('link', { name: /Loan contract/ }).click();
  const download = page.getByRole('button', { name: 'Download contract (PDF)' });
  await download.waitFor();
  await withoutNetwork(app, async () => {
    await download.click();
    await page
      .getByText('Nothing was downloaded. No connection. Check your internet and try again.')
      .waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });
  const contract = await downloadPaper(page, 'Download contract (PDF)');
  expect(contract.text).toContain('1. Who we are');
  await expectAccessible(page, 'a contract that can be downloaded');
  await page.getByText(/^Nothing was downloaded/).waitFor({ state: 'hidden' });
});

test('a paper can be checked on the public page, on a phone without scripts', async () => {
  const { text } = await downloadPaper(app.page, 'Download contract (PDF)');
  const [address, code] = /http\S+\/verify\/(\S{14})/.exec(text)!;
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${program.url}/verify`);
  await page.getByLabel('Code on the paper').fill(code!);
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByRole('heading', { name: 'This paper is ours' }).waitFor();
  expect(page.url()).toBe(address);
  await context.close();

  const checked = await openScreen(browser, address);
  await expectAccessible(checked.page, 'the page of a paper');
  await closeScreens(checked);
});

test('an unknown code says what to do', async () => {
  const screen = await openScreen(browser, `${program.url}/verify`);
  await screen.page.goto(`${program.url}/verify/K7QM-2XWD-9RTP`);
  await screen.page.getByRole('heading', { name: 'This code is not one of ours' }).waitFor();
  await expectAccessible(screen.page, 'the page of an unknown paper');
  const others = screen.troubles.filter((trouble) => !trouble.includes('status of 404'));
  screen.troubles.splice(0, screen.troubles.length, ...others);
  await closeScreens(screen, app);
});
