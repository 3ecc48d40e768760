import type { Browser, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoMobile, openAndLogIn, payButton } from '../support/borrower-screens.ts';
import {
  closeScreens,
  type KeptState,
  launchBrowser,
  openScreen,
  PHONE,
  type Screen,
  withoutNetwork,
} from '../support/browser.ts';
import { type Program, startProgram } from '../support/program.ts';

/* When the app asks again for what is on the screen: never for nothing, because a borrower pays for every request. */

let program: Program;
let browser: Browser;
let storage: KeptState;

beforeAll(async () => {
  program = await startProgram();
  browser = await launchBrowser();
  const mobile = demoMobile('active');
  const { app, handset } = await openAndLogIn({ program, browser }, mobile);
  await payButton(app.page).waitFor();
  storage = await app.context.storageState();
  await closeScreens(app, handset.screen);
});
afterAll(async () => {
  await browser?.close();
  await program?.stop();
});

/** The calls that the page makes from now on, without the counting of screens, which goes out in its own time. */
function listCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    const name = pathname.split('/').at(-1)!;
    if (pathname.startsWith('/api/') && name !== 'buriedPointV2') calls.push(name);
  });
  return calls;
}

/** Waits until the page has no answer outstanding and has asked for nothing for a while. */
type UntilQuiet = () => Promise<void>;

function watchRequests(page: Page): UntilQuiet {
  const underWay = new Set<Request>();
  let lastAt = performance.now();
  // The end of a request that outlives its page is not always told, as of the one about taps.
  page.on('request', (request) => void (request.url().endsWith('/buriedPointV2') || underWay.add(request)));
  const end = (request: Request) => {
    underWay.delete(request);
    lastAt = performance.now();
  };
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  const waitsFor = () => [
    ...[...underWay].map((request) => request.url()),
    ...(performance.now() - lastAt > 700 ? [] : ['a request that may follow']),
  ];
  return () => expect.poll(waitsFor).toEqual([]);
}

/** Home with a bill, whose clock the test moves. */
async function openHome(): Promise<Screen & { untilQuiet: UntilQuiet }> {
  const app = await openScreen(browser, 'about:blank', PHONE, storage);
  const untilQuiet = watchRequests(app.page);
  await app.page.clock.install();
  await app.page.goto(program.url);
  await payButton(app.page).waitFor();
  // By then everything that comes after the first screen has been asked for.
  await app.page.clock.runFor(5000);
  await untilQuiet();
  return { ...app, untilQuiet };
}

/** A browser without a window is always in sight, so the page is told what another app in front would tell it. */
async function show(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate(`
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => '${state}' });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  `);
}

async function leaveFor(page: Page, seconds: number): Promise<void> {
  await show(page, 'hidden');
  await page.clock.fastForward(seconds * 1000);
  await show(page, 'visible');
}

/** Long enough for a request that was going to be made. */
const quiet = (page: Page) => page.waitForTimeout(700);

describe('a borrower who comes back to the app', () => {
  let app: Screen;

  test('within a minute costs no request', async () => {
    app = await openHome();
    const calls = listCalls(app.page);
    await leaveFor(app.page, 40);
    await quiet(app.page);
    expect(calls).toEqual([]);
  });

  test('after a minute sees the sums of now, each of which is asked for once', async () => {
    const { page } = app;
    const calls = listCalls(page);
    await page.route('**/getMyLoanInfo', async (route) => {
      const response = await route.fetch();
      const answer = await response.json();
      answer.data.order.dueAmount = 1151.25;
      await route.fulfill({ response, json: answer });
    });
    await leaveFor(page, 30);
    await page.getByText('K1,151.25').first().waitFor();
    await quiet(page);
    expect(calls).toContain('getMyLoanInfo');
    expect(calls.toSorted()).toEqual([...new Set(calls)].toSorted());
    await closeScreens(app);
  });

  test('to the form that pays a bill finds it as it was, without a request, within a minute', async () => {
    const { untilQuiet, ...form } = await openHome();
    const { page } = form;
    await payButton(page).click();
    await page.getByRole('button', { name: /^Pay K/ }).waitFor();
    await untilQuiet();
    const calls = listCalls(page);
    await leaveFor(page, 20);
    await quiet(page);
    expect(calls).toEqual([]);
    await closeScreens(form);
  });
});

describe('when the network is back', () => {
  test('what is on the screen is asked for once', async () => {
    const app = await openHome();
    const { page } = app;
    await page.clock.fastForward(15_000);
    const calls = listCalls(page);
    await withoutNetwork(app, async () => {
      await page.getByText('You are offline').waitFor();
    });
    await expect.poll(() => calls).toContain('getMyLoanInfo');
    await quiet(page);
    expect(calls.filter((call) => call === 'getMyLoanInfo')).toHaveLength(1);
    await closeScreens(app);
  });

  test('an app that was opened without it shows the sums of now, with no tap', async () => {
    const app = await openHome();
    const { page } = app;
    // The browser has loaded the page, and says from its first moment that there is no network.
    await page.addInitScript(`
      Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => !window.isWithout });
      window.isWithout = true;
    `);
    await page.route('**/api/**', (route) => route.abort('internetdisconnected'));
    const calls = listCalls(page);
    await page.reload();
    await page.getByText(/^As of \d\d:\d\d today$/).waitFor();
    // Each call is tried twice.
    await expect.poll(() => calls.filter((call) => call === 'getMyLoanInfo').length).toBe(2);
    await app.untilQuiet();
    await page.unrouteAll({ behavior: 'wait' });
    await page.evaluate(`window.isWithout = false; dispatchEvent(new Event('online'))`);
    await page.getByText(/^As of/).waitFor({ state: 'hidden' });
    await payButton(page).waitFor();
    await app.context.close();
  });
});

// The last test, because its payment stays open.
test('who comes back to a payment of a quote is told how it goes, and no other quote is asked for', async () => {
  const app = await openHome();
  const { page } = app;
  await page.getByRole('button', { name: /^Need more time/ }).click();
  await page.getByRole('button', { name: /^Repayment K/ }).click();
  await page.getByRole('dialog', { name: 'Submit Success' }).waitFor();
  // The dialog asks every two seconds how the payment goes, so on a busy machine the page is never quiet.
  const calls = listCalls(page);
  const asked = page.waitForRequest('**/api/payment/*');
  await leaveFor(page, 90);
  await asked;
  await quiet(page);
  expect(calls).not.toContain('extensionDetail');
  await app.context.close();
});
