import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoMobile, logIn } from '../support/borrower-screens.ts';
import { closeScreens, launchBrowser, openScreen, PHONE, untilKept } from '../support/browser.ts';
import { type HandsetPage, openHandsetPage } from '../support/handset-page.ts';
import { type Program, startProgram } from '../support/program.ts';

/* What the app takes from the server and never from the phone: the time, the business date, and the tenant. */

let program: Program;
let browser: Browser;
let handset: HandsetPage;

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

beforeAll(async () => {
  program = await startProgram();
  browser = await launchBrowser();
});
afterAll(async () => {
  if (handset) await closeScreens(handset.screen);
  await browser?.close();
  await program?.stop();
});

/** A phone whose clock is behind by this much. A negative figure is ahead. */
async function openPhoneBehind(behindMs: number, url = program.url) {
  const screen = await openScreen(browser, 'about:blank');
  await screen.page.clock.install({ time: Date.now() - behindMs });
  await screen.page.goto(url);
  return screen;
}

const businessDate = async () => {
  const answer = await fetch(`${program.url}/api/api/v4/product/public`, {
    headers: { 'X-TenantID': 'tenant_26' },
  });
  return answer.headers.get('Business-Date')!;
};

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
];

/** "22 December", of a day some days later. */
function later(on: string, days: number): string {
  const [, month, dayOfMonth] = new Date(Date.parse(on) + days * DAY_MS)
    .toISOString()
    .slice(0, 10)
    .split('-');
  return `${Number(dayOfMonth)} ${MONTHS[Number(month) - 1]}`;
}

const showsRepaymentOn = (page: Page, day: string) =>
  page.getByText(new RegExp(`^You repay on ${day}( \\d{4})?$`)).waitFor();

describe.each([
  ['twelve days behind', 12 * DAY_MS],
  ['forty days ahead', -40 * DAY_MS],
])('a phone whose clock is %s', (_how, behindMs) => {
  test('shows a visitor the day of the server on which a loan is repaid', async () => {
    const { page, context } = await openPhoneBehind(behindMs);
    await showsRepaymentOn(page, later(await businessDate(), 30));
    await context.close();
  });
});

test('with a payment under way, a phone that is 3 hours behind shows the time that is left after a reload', async () => {
  const mobile = demoMobile('active');
  handset = await openHandsetPage(browser, program.simulatorUrl, mobile);
  const { page, context } = await openPhoneBehind(3 * HOUR_MS);
  await logIn(page, handset, mobile);
  await page.getByRole('button', { name: /^Pay off now/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Pay K/ })
    .click();
  await handset.prompt.waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'See the payment' }).click();
  const left = page.getByRole('timer');
  await left.waitFor();
  const [minutes, seconds] = /(\d+):(\d\d)/
    .exec((await left.textContent())!)!
    .slice(1)
    .map(Number);
  const secondsLeft = minutes! * 60 + seconds!;
  // A prompt of the simulated operator can be answered for some minutes. On a busy machine some of them have passed.
  expect(secondsLeft).toBeGreaterThan(0);
  await page.waitForTimeout(2500);
  await expect.poll(() => left.textContent()).not.toContain(`${minutes}:${String(seconds).padStart(2, '0')}`);
  await handset.approve();
  await page.getByRole('dialog', { name: 'Paid' }).waitFor();
  await context.close();
});

test('after the business date of the demo was moved, every phone counts from it', async () => {
  const moved = await fetch(`${program.simulatorUrl}/api/date`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ businessDate: '2027-02-02' }),
  });
  expect(moved.status).toBe(200);
  const { page, context } = await openPhoneBehind(2 * DAY_MS);
  await showsRepaymentOn(page, '4 March');
  await context.close();
});

test('an app of another tenant is served to it, and its calls name the tenant', async () => {
  const other = await startProgram({ env: { TENANT: 'tenant_7', DEMO_BORROWERS: 'false' } });
  try {
    const { page, context, troubles } = await openScreen(browser, 'about:blank', PHONE, undefined, {
      serviceWorkers: 'allow',
    });
    const call = page.waitForRequest('**/product/public');
    await page.goto(other.url);
    expect((await call).headers()).toMatchObject({ 'x-tenantid': 'tenant_7' });
    await page.getByText('You receive', { exact: true }).waitFor();
    expect(await page.getByText('This lender is not known here').count()).toBe(0);
    // The kept page names the tenant too.
    await untilKept(page);
    await page.reload();
    await page.getByText('You receive', { exact: true }).waitFor();
    await expect.poll(() => page.locator('meta[name=tenant]').getAttribute('content')).toBe('tenant_7');
    expect(troubles).toEqual([]);
    await context.close();
  } finally {
    await other.stop();
  }
});
