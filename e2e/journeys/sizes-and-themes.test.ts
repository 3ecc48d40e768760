import type { Browser, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoMobile, loginPanel, openAndLogIn } from '../support/borrower-screens.ts';
import {
  closeScreens,
  DESKTOP,
  expectAccessible,
  expectContrast,
  expectFitForThumbs,
  launchBrowser,
  openScreen,
  PHONE,
  type Screen,
  standStill,
} from '../support/browser.ts';
import { type Program, startProgram } from '../support/program.ts';
import { expectReflow, setBrowserFontSize } from '../support/reflow.ts';

/* Every screen on a zoomed page, with a large font, under a thumb, and in both themes. */

const ZOOMED_TO_200_PERCENT = { width: 180, height: 320 };
const SMALLEST_PHONE = { width: 320, height: 568 };
const USUAL_FONT_PX = 16;
const VERY_LARGE_FONT_PX = 24;

let program: Program;
let browser: Browser;
let app: Screen;
let orderId: string;
let settings: CDPSession;

beforeAll(async () => {
  program = await startProgram();
  browser = await launchBrowser();
  const mobile = demoMobile('active');
  const signedIn = await openAndLogIn({ program, browser }, mobile);
  app = signedIn.app;
  const bill = app.page.getByRole('link', { name: 'Bill details' });
  orderId = (await bill.getAttribute('href'))!.split('/').at(-1)!;
  settings = await app.context.newCDPSession(app.page);
  await closeScreens(signedIn.handset.screen);
});
afterAll(async () => {
  await browser?.close();
  await program?.stop();
});

const addresses = () => [
  '/home',
  '/me',
  ...['wallet', 'bills', 'messages', 'accounts', 'number', 'help', 'complaint', 'tickets', 'claim'].map(
    (page) => `/me/${page}`,
  ),
  '/set',
  '/coupon',
  '/activity/turntable',
  '/agreement/privacy',
  '/al?productId=1&amount=1000&termId=1',
  ...['identity', 'base', 'linkman', 'questionnaire'].map((form) => `/authentication/${form}`),
  '/face/face-start',
  '/borrow-plan?productId=1&amount=1000&termId=3',
  `/billing-details/${orderId}`,
  `/repayment-plan/${orderId}`,
  '/qp',
  '/googleStore',
  '/no/such/page',
];

describe('every screen', () => {
  test('fits a page at 200 % zoom and the smallest phone, each button a thumb, and the dark has contrast', async () => {
    const { page } = app;
    for (const address of addresses()) {
      await open(page, address);
      await expectFitForThumbs(page, address);
      await page.emulateMedia({ colorScheme: 'dark' });
      await expectContrast(page, `${address} in the dark`);
      await page.emulateMedia({ colorScheme: 'light' });
      await expectToFit(page, address);
    }
  });

  test('fits the text of a browser that is set to a very large font', async () => {
    await setBrowserFontSize(settings, VERY_LARGE_FONT_PX);
    for (const address of addresses()) {
      await open(app.page, address);
      await expectReflow(app.page, `${address} in a very large font`);
    }
    await setBrowserFontSize(settings, USUAL_FONT_PX);
  });

  test('before the login is no exception, and neither are dialogs', async () => {
    const visitor = await openScreen(browser, program.url);
    const { page } = visitor;
    await page.getByRole('button', { name: /^Get K/ }).waitFor();
    await expectToFit(page, 'the home of a visitor');
    await page.getByRole('button', { name: 'Log in' }).click();
    await loginPanel(page).waitFor();
    await standStill(page);
    await expectToFit(page, 'the login panel');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page, 'the login panel in the dark');
    await page.goto(`${program.url}/promotion`);
    await page.getByRole('button', { name: /^Get K/ }).waitFor();
    await expectAccessible(page, 'the page of a promotion in the dark');
    await expectToFit(page, 'the page of a promotion');
    await open(app.page, '/home');
    await app.page.getByRole('button', { name: /^Pay/ }).first().click();
    await app.page.getByRole('dialog', { name: 'Pay the bill' }).waitFor();
    await standStill(app.page);
    await expectToFit(app.page, 'the repayment popup');
    await closeScreens(visitor);
  });
});

test('the font size that is set in the browser scales all text', async () => {
  const { page } = app;
  const sizeOn = async (screen: typeof PHONE, fontSize: number) => {
    await page.setViewportSize(screen);
    await setBrowserFontSize(settings, fontSize);
    await open(page, '/me');
    return page.evaluate<number>(`parseFloat(getComputedStyle(document.querySelector('dt')).fontSize)`);
  };
  for (const screen of [PHONE, DESKTOP]) {
    const usual = await sizeOn(screen, USUAL_FONT_PX);
    expect((await sizeOn(screen, VERY_LARGE_FONT_PX)) / usual).toBeCloseTo(
      VERY_LARGE_FONT_PX / USUAL_FONT_PX,
    );
  }
  await setBrowserFontSize(settings, USUAL_FONT_PX);
  await page.setViewportSize(PHONE);
});

test('a theme that was chosen stays on the phone, and is there before the first paint', async () => {
  const { page } = app;
  await open(page, '/set');
  const paper = () => page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor');
  const bar = () =>
    page.evaluate<string>(
      `[...document.querySelectorAll('meta[name="theme-color"]')].find(({ media }) => matchMedia(media).matches).content`,
    );
  const [light, lightBar] = [await paper(), await bar()];
  await page.locator('label').getByText('Dark', { exact: true }).click();
  const [dark, darkBar] = [await paper(), await bar()];
  expect(dark).not.toBe(light);
  expect(darkBar).not.toBe(lightBar);
  // The app itself does not arrive, so these are the colours of the shell.
  await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
  await page.goto(program.url, { waitUntil: 'commit' });
  await page.locator('.shell-header').waitFor();
  expect(await paper()).toBe(dark);
  expect(await bar()).toBe(darkBar);
  await page.unroute(/\/assets\/.*\.js$/);
  app.troubles.length = 0;
  await open(page, '/set');
  await page.locator('label').getByText('As the phone', { exact: true }).click();
  expect(await paper()).toBe(light);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await paper()).toBe(dark);
  await closeScreens(app);
});

async function open(page: Page, address: string): Promise<void> {
  await page.goto(program.url + address);
  await page.locator('h1').first().waitFor();
  await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'hidden' });
  await standStill(page);
}

async function expectToFit(page: Page, name: string): Promise<void> {
  for (const size of [ZOOMED_TO_200_PERCENT, SMALLEST_PHONE]) {
    await page.setViewportSize(size);
    await expectReflow(page, name);
  }
  await page.setViewportSize(PHONE);
}
