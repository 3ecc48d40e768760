import pg from 'pg';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoMobile, logIn, loginPanel } from './borrower-screens.ts';
import {
  closeScreens,
  DESKTOP,
  expectAccessible,
  launchBrowser,
  openScreen,
  PHONE,
  type Screen,
} from './browser.ts';
import { type HandsetPage, openHandsetPage } from './handset-page.ts';
import { type Program, startProgram } from './program.ts';

/* A wide screen, a keyboard alone, and what a borrower meets on the home page as the days go by. */

let program: Program;
let browser: Browser;

beforeAll(async () => {
  program = await startProgram();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await program?.stop();
});

const handsetOf = (mobile: string) => openHandsetPage(browser, program.simulatorUrl, mobile);

describe('with a keyboard alone', () => {
  const mobile = demoMobile('active');
  let handset: HandsetPage;
  let app: Screen;

  /** Tab by tab until the focus is there; somebody without a mouse gives up earlier than this. */
  async function tabTo(target: Locator): Promise<void> {
    const { page } = app;
    await target.waitFor();
    const focused = target.and(page.locator(':focus'));
    for (let presses = 0; presses < 30; presses += 1) {
      if ((await focused.count()) === 1) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`the keyboard does not reach ${target}`);
  }
  async function press(target: Locator): Promise<void> {
    await tabTo(target);
    await app.page.keyboard.press('Enter');
  }

  test('a borrower gets in', async () => {
    handset = await handsetOf(mobile);
    app = await openScreen(browser, program.url, DESKTOP);
    const { page } = app;
    await expectWide(page, 'the signed-out home');
    await press(page.getByRole('button', { name: 'Log in' }));
    const panel = loginPanel(page);
    await tabTo(panel.getByLabel('Mobile number'));
    await page.keyboard.type(mobile);
    await press(panel.getByRole('button', { name: 'Obtain' }));
    const code = await handset.readCode();
    await page.keyboard.press('Shift+Tab');
    await tabTo(panel.getByLabel('Verification code'));
    await page.keyboard.type(code);
    await tabTo(panel.getByRole('checkbox'));
    await page.keyboard.press('Space');
    await expectWide(page, 'the login panel');
    await press(panel.getByRole('button', { name: 'Log In' }));
    await page.getByText('in 5 days').waitFor();
    await expectWide(page, 'the home with a loan');
  });

  test('and pays a bill', async () => {
    const { page } = app;
    await press(page.getByRole('button', { name: 'Pay the bill' }));
    const sheet = page.getByRole('dialog', { name: 'Pay the bill' });
    await press(sheet.getByRole('button', { name: 'Pay another amount' }));
    await tabTo(sheet.getByLabel('Repayment amount'));
    await page.keyboard.type('150');
    await expectWide(page, 'the repayment popup');
    await press(sheet.getByRole('button', { name: 'Pay K150.00' }));
    await page
      .getByRole('dialog', { name: 'Submit Success' })
      .getByText(/Airtel Money PIN/)
      .waitFor();
    await expectWide(page, 'the dialog that waits for the PIN');
    await handset.approve();
    const paid = page.getByRole('dialog', { name: 'Paid' });
    await paid.waitFor();
    await press(paid.getByRole('button', { name: 'OK' }));
    await paid.waitFor({ state: 'hidden' });
    await page.getByText('K1,000.00', { exact: true }).waitFor();
    // What had the focus before the popup has it again.
    expect(await page.getByRole('button', { name: 'Pay the bill' }).and(page.locator(':focus')).count()).toBe(
      1,
    );
  });

  test('and every page of a wide screen keeps to its column', async () => {
    const { page } = app;
    await press(page.getByRole('link', { name: 'Bill details' }));
    await page.getByRole('heading', { name: 'Billing Details' }).waitFor();
    await page.getByText('What happened').waitFor();
    await expectWide(page, 'the details of a bill');
    await press(page.getByRole('link', { name: /Loan contract/ }));
    await page.getByRole('article').waitFor();
    await expectWide(page, 'the loan contract');
    await page.goto(`${program.url}/me`);
    await page.getByText('Kelvin Phiri').waitFor();
    await expectWide(page, 'me');
    await closeScreens(app, handset.screen);
  });
});

/** Nothing wider than the column, nothing beside the screen, nothing that axe finds. */
async function expectWide(page: Page, name: string): Promise<void> {
  await expectAccessible(page, name);
  const widths = await page.evaluate<{ page: number; column: number }>(`({
    page: document.documentElement.scrollWidth,
    column: document.querySelector('main').getBoundingClientRect().width,
  })`);
  expect(widths.page, name).toBe(DESKTOP.width);
  expect(widths.column, name).toBeLessThanOrEqual(750);
}

describe('the home page', () => {
  test.each([
    ['under review', 'We are looking at your application'],
    ['declined', 'We cannot lend to you this time'],
    ['overdue', 'This bill is 3 days late'],
  ])('of somebody %s says "%s"', async (state, words) => {
    const handset = await handsetOf(demoMobile(state));
    const app = await openScreen(browser, program.url, PHONE);
    await logIn(app.page, handset, demoMobile(state));
    await app.page.getByRole('heading', { name: words }).waitFor();
    await expectAccessible(app.page, `the home of somebody ${state}`);
    await closeScreens(app, handset.screen);
  });

  test('of somebody who is blocked says what they still have', async () => {
    const mobile = demoMobile('authenticated');
    const client = new pg.Client({ connectionString: await program.databaseUrl() });
    await client.connect();
    await client.query(
      `update borrower set blocked_at = now()
       where borrower_id = (select borrower_id from borrower_by_mobile where mobile_hash = $1)`,
      [program.sealing.lookupHash('mobile', mobile)],
    );
    await client.end();
    const handset = await handsetOf(mobile);
    const app = await openScreen(browser, program.url, PHONE);
    await logIn(app.page, handset, mobile);
    await app.page.getByRole('heading', { name: 'You cannot borrow at the moment' }).waitFor();
    await expectAccessible(app.page, 'the home of somebody who is blocked');
    await closeScreens(app, handset.screen);
  });
});

test('the handset moves the business date, and the bill comes a day nearer', async () => {
  const mobile = demoMobile('active');
  const handset = await handsetOf(mobile);
  const app = await openScreen(browser, program.url, PHONE);
  await logIn(app.page, handset, mobile);
  await app.page.getByText('in 5 days').waitFor();
  const { page } = handset.screen;
  const panel = page.getByRole('region', { name: 'Business date' });
  const today = await panel.getByText(/^\w+day \d/).textContent();
  await panel.getByRole('button', { name: '+1 day' }).click();
  await panel.getByText(today!, { exact: true }).waitFor({ state: 'hidden' });
  await expect.poll(() => panel.getByRole('button', { name: '+1 day' }).isEnabled()).toBe(true);
  await expectAccessible(page, 'the handset after the date has moved');
  await app.page.reload();
  await app.page.getByText('in 4 days').waitFor();
  await closeScreens(app, handset.screen);
});
