import pg from 'pg';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logInOnPanel } from '../support/borrower-screens.ts';
import {
  closeScreens,
  DESKTOP,
  expectAccessible,
  failsSaying,
  launchBrowser,
  openScreen,
  PHONE,
  type Screen,
  withoutNetwork,
} from '../support/browser.ts';
import { type HandsetPage, openHandsetPage } from '../support/handset-page.ts';
import { type Program, startProgram } from '../support/program.ts';

/*
 * The lucky wheel for a new visitor: looked at, registered for, spun with a lost answer, and won. On this wheel all
 * numbers but one win K10 off, so that the test knows the result.
 */

let program: Program;
let browser: Browser;
let database: pg.Client;
let app: Screen;

beforeAll(async () => {
  program = await startProgram();
  browser = await launchBrowser();
  database = new pg.Client({ connectionString: await program.databaseUrl() });
  await database.connect();
  await database.query('begin');
  await database.query(`insert into wheel values (2, array['registration'], 30)`);
  await database.query(`insert into wheel_prize values
    (2, 1, 'K10 off', 'coupon', 'wheel-10', 1, 0, 4998), (2, 2, 'Ten kwacha off', 'coupon', 'wheel-10', 1, 4999, 9998),
    (2, 3, 'No prize', 'nothing', null, null, 9999, 9999)`);
  await database.query('commit');
  app = await openScreen(browser, `${program.url}/activity/turntable`);
});
afterAll(async () => {
  await database?.end();
  await browser?.close();
  await program?.stop();
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const WON = /^You won: (K10|Ten kwacha) off$/;

async function countDraws(): Promise<number> {
  const { rows } = await database.query('select count(*)::integer as draws from wheel_draw');
  return rows[0].draws;
}

async function register(screen: Screen, mobile: string): Promise<HandsetPage> {
  const handset = await openHandsetPage(browser, program.simulatorUrl, mobile);
  await button(screen.page, 'Log in to spin').click();
  await logInOnPanel(screen.page, handset, mobile);
  return handset;
}

test('anybody may look: the prizes, their odds, the rules and how draws are made', async () => {
  const { page } = app;
  await page.getByRole('heading', { name: 'Turntable Activities' }).waitFor();
  expect(await page.title()).toContain('Turntable Activities');
  await page.locator('canvas').waitFor();
  await page.getByText('4,999 of 10,000 numbers').waitFor();
  await page.getByText(/You do not need to buy or borrow anything/).waitFor();
  await page.getByText('How draws are made').click();
  await page.getByText('The secrets of the days').click();
  await expect.poll(() => page.getByText(/^Fingerprint: [\da-f]{64}$/).count()).toBeGreaterThan(7);
  await expectAccessible(page, 'the wheel, signed out');
  await page.setViewportSize(DESKTOP);
  await expectAccessible(page, 'the wheel on a desktop');
  await page.setViewportSize(PHONE);
});

test('whoever registers to spin comes back with a chance, and finds the same prize after a lost answer', async () => {
  const { page, troubles } = app;
  const handset = await register(app, '0966700001');
  await page.getByText('1 spin left').waitFor();
  await expectAccessible(page, 'the wheel, ready');
  await page.route('**/turntable/spin', async (route) => {
    await route.fetch();
    await route.abort('internetdisconnected');
  });
  await button(page, 'Spin').click();
  await page.getByText('No answer came').waitFor();
  await expectAccessible(page, 'a spin without an answer');
  expect(await countDraws()).toBe(1);
  await page.unroute('**/turntable/spin');
  troubles.splice(
    0,
    troubles.length,
    ...troubles.filter((trouble) => !trouble.includes('ERR_INTERNET_DISCONNECTED')),
  );

  // The spin is remembered when the app was closed, and there is no second one.
  await page.reload();
  await button(page, 'Try again').click();
  await page.getByText('The wheel is turning').waitFor();
  await page.getByText(WON).waitFor();
  expect(await countDraws()).toBe(1);
  await page.getByText('0 spins left').waitFor();
  await expectAccessible(page, 'a prize');
  await page.getByText('How draws are made').click();
  await page.getByText(/^Your phone’s word: [\da-f-]{36}$/).waitFor();
  await closeScreens(handset.screen);
});

test('the prize leads to where it applies, and is among the coupons', async () => {
  const { page } = app;
  const mine = page.locator('section').filter({ has: page.getByRole('heading', { name: 'My prizes' }) });
  await mine.getByRole('link', { name: 'Use it on your next loan' }).click();
  await page.waitForURL('**/home');
  await page.goto(`${program.url}/coupon`);
  await page.getByText('Lucky K10').waitFor();
  await page.goto(`${program.url}/activity/turntable`);
  await page.getByText('You have no spins left').waitFor();
  expect(await button(page, 'Spin').count()).toBe(0);
  await expectAccessible(page, 'no spins left');
});

test('by keyboard alone and without motion the prize is told at once', async () => {
  const quiet = await openScreen(browser, `${program.url}/activity/turntable`);
  const { page } = quiet;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const handset = await register(quiet, '0966700002');
  await page.getByText('1 spin left').waitFor();
  await withoutNetwork(quiet, () =>
    failsSaying(page, 'You are offline. Connect to the internet to spin.', () =>
      button(page, 'Spin').click(),
    ),
  );
  await button(page, 'Spin').focus();
  const answered = page.waitForResponse('**/turntable/spin');
  await page.keyboard.press('Enter');
  await answered;
  const beganAt = performance.now();
  await page.getByRole('status').getByText(WON).waitFor();
  expect(performance.now() - beganAt).toBeLessThan(4500);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/home');
  await closeScreens(quiet, handset.screen, app);
});
