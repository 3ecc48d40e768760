import type { Browser, Locator, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoMobile, loginPanel, openAndLogIn } from '../support/borrower-screens.ts';
import {
  closeScreens,
  expectAccessible,
  type KeptState,
  launchBrowser,
  openScreen,
  PHONE,
  type Screen,
} from '../support/browser.ts';
import { type Program, startProgram } from '../support/program.ts';

/*
 * How the app handles every kind of answer. The test makes the network give it, and moves the clock of the page where
 * the specification gives a number of milliseconds.
 */

let program: Program;
let browser: Browser;
let storage: KeptState;

beforeAll(async () => {
  program = await startProgram();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await program?.stop();
});

const toast = (page: Page) => page.locator('[popover]');
const answer = (code: number, msg: string, data: unknown = null) => ({ json: { code, msg, data } });

/** Console errors about an answer that the test itself made are expected. */
function forgiveFailedAnswers({ troubles }: Screen): void {
  const others = troubles.filter((trouble) => !/Failed to load resource|net::ERR_FAILED/.test(trouble));
  troubles.splice(0, troubles.length, ...others);
}

/** Keeps a call waiting until the test answers it. */
async function hold(
  page: Page,
  call: string,
): Promise<{ reached: Promise<void>; with(body: object): Promise<void> }> {
  const arrived = Promise.withResolvers<Route>();
  await page.route(`**/${call}`, (route) => arrived.resolve(route), { times: 1 });
  return {
    reached: arrived.promise.then(() => undefined),
    with: async (body) => (await arrived.promise).fulfill(body),
  };
}

/** The page's clock stands still from now on. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 60_000);
}

/** Runs the pending work of the page without moving its clock past a promised time. */
const settle = (page: Page) => page.clock.runFor(5);

test('a network that is lost as soon as the first screen stands takes nothing of it away', async () => {
  const app = await openScreen(browser, 'about:blank');
  const { page } = app;
  const lost = Promise.withResolvers<void>();
  await page.route('**/assets/after-start*.css', async (route) => {
    await route.abort();
    lost.resolve();
  });
  await page.goto(program.url);
  await page.getByText('You receive', { exact: true }).waitFor();
  await lost.promise;
  await page.waitForTimeout(500);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await loginPanel(page).getByLabel('Mobile number').waitFor();
  expect(app.troubles.filter((trouble) => trouble.startsWith('uncaught'))).toEqual([]);
  await app.context.close();
});

describe('on the login panel', () => {
  let app: Screen;
  let page: Page;
  let panel: Locator;
  let obtain: Locator;
  let submit: Locator;
  const mobile = '0967000333';

  beforeAll(async () => {
    app = await openScreen(browser, 'about:blank');
    page = app.page;
    await page.clock.install();
    await page.goto(program.url);
    await page.getByRole('button', { name: 'Log in' }).click();
    panel = loginPanel(page);
    obtain = panel.getByRole('button', { name: 'Obtain' });
    submit = panel.getByRole('button', { name: 'Log In' });
    await panel.getByLabel('Mobile number').fill(mobile);
    await stopClock(page);
  });

  test('a refused code is one toast of 3000 ms in which no tap counts, and no countdown', async () => {
    await page.route('**/sendSmsCode/**', (route) => route.fulfill(answer(429, 'Please wait 42 seconds')), {
      times: 1,
    });
    await obtain.click();
    await toast(page).getByText('Please wait 42 seconds').waitFor();
    await expect.poll(() => page.getByRole('alert').count()).toBe(1);
    await submit.click();
    expect(await panel.getByText('Please enter the verification code').count()).toBe(0);
    await page.clock.runFor(2999);
    await toast(page).getByText('Please wait 42 seconds').waitFor();
    await page.clock.runFor(1);
    await toast(page).waitFor({ state: 'hidden' });
    await expect.poll(() => obtain.isEnabled()).toBe(true);
    await submit.click();
    await panel.getByText('Please enter the verification code').waitFor();
  });

  test('"Sending..." shows after 400 ms and not before, and the code counts down from 60 s', async () => {
    const sending = await hold(page, 'sendSmsCode/**');
    await obtain.click();
    await sending.reached;
    await page.clock.runFor(399);
    expect(await toast(page).count()).toBe(0);
    await page.clock.runFor(1);
    await toast(page).getByText('Sending...', { exact: true }).waitFor();
    await sending.with(answer(200, 'OK'));
    await toast(page).waitFor({ state: 'hidden' });
    await settle(page);
    await panel.getByRole('button', { name: '60s', exact: true }).waitFor();
    await page.clock.runFor(1000);
    await panel.getByRole('button', { name: '59s', exact: true }).waitFor();
    await page.clock.runFor(59_000);
    await obtain.waitFor();
  });

  test('"Log In..." gives way to what the server says against it', async () => {
    await panel.getByLabel('Verification code').fill('1234');
    await panel.getByRole('checkbox').check();
    const logging = await hold(page, 'mobileLogin');
    await submit.click();
    await logging.reached;
    await page.clock.runFor(400);
    await toast(page).getByText('Log In...', { exact: true }).waitFor();
    await logging.with(answer(400, 'The code is wrong'));
    await toast(page).getByText('The code is wrong').waitFor();
    await expect.poll(() => toast(page).count()).toBe(1);
    await page.clock.runFor(3000);
    await expect.poll(() => panel.getByLabel('Verification code').inputValue()).toBe('1234');
  });

  test.each([
    [
      'the words of its body',
      { status: 503, ...answer(503, 'Thumba is being repaired') },
      'Thumba is being repaired',
    ],
    [
      'words of our own where it has none',
      { status: 502, body: '<html>Bad Gateway</html>' },
      'Something went wrong. Please try again in a moment.',
    ],
  ])('an error of the transport ends the loading toast and shows %s', async (_name, reply, words) => {
    const logging = await hold(page, 'mobileLogin');
    await submit.click();
    await logging.reached;
    await page.clock.runFor(400);
    await toast(page).getByText('Log In...', { exact: true }).waitFor();
    await logging.with(reply);
    await toast(page).getByText(words).waitFor();
    await expect.poll(() => toast(page).count()).toBe(1);
    await page.clock.runFor(3000);
    forgiveFailedAnswers(app);
  });

  test('a lost network is said, and nothing that was typed is lost', async () => {
    await page.route('**/mobileLogin', (route) => route.abort(), { times: 1 });
    await submit.click();
    await toast(page).getByText('No connection. Check your internet and try again.').waitFor();
    await page.clock.runFor(3000);
    forgiveFailedAnswers(app);
    await expect.poll(() => panel.getByLabel('Mobile number').inputValue()).toBe('0967 000 333');
    await expect.poll(() => panel.getByRole('checkbox').isChecked()).toBe(true);
    await page.clock.resume();
    await closeScreens(app);
  });
});

/** Opens the signed-in app on a new page. `prepare` may change its network before it loads. */
async function openSignedIn(path: string, prepare?: (page: Page) => Promise<unknown>): Promise<Screen> {
  const app = await openScreen(browser, 'about:blank', PHONE, storage);
  await prepare?.(app.page);
  await app.page.goto(program.url + path);
  return app;
}

describe('behind the login', () => {
  const mobile = demoMobile('active');

  beforeAll(async () => {
    const { app, handset } = await openAndLogIn({ program, browser }, mobile);
    await app.page.getByText('in 5 days').waitFor();
    storage = await app.context.storageState();
    await closeScreens(app, handset.screen);
  });

  test('a refused load is said once: by the toast, and after it by the page, which tries again', async () => {
    // The toast stands for three seconds, so it comes when the page has been opened.
    const isOpened = Promise.withResolvers<void>();
    const app = await openSignedIn('/home', async (page) => {
      await page.clock.install();
      await page.route(
        '**/getMyLoanInfo',
        (route) => isOpened.promise.then(() => route.fulfill(answer(500, 'It broke. Reference 1a2b'))),
        { times: 1 },
      );
    });
    isOpened.resolve();
    const { page } = app;
    const said = page.getByText('It broke. Reference 1a2b');
    await toast(page).filter({ hasText: 'It broke' }).waitFor();
    await expect.poll(() => said.count()).toBe(1);
    await page.clock.runFor(3000);
    await page.getByText('This did not load').waitFor();
    await expect.poll(() => said.count()).toBe(1);
    await expectAccessible(page, 'the home that did not load');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('in 5 days').waitFor();
    await closeScreens(app);
  });

  test('code 501 shows no toast: the screen decides', async () => {
    const app = await openSignedIn('/home', (page) =>
      page.route('**/getMyLoanInfo', (route) => route.fulfill(answer(501, 'Decide', { reason: 'any' })), {
        times: 1,
      }),
    );
    await app.page.getByText('This did not load').waitFor();
    expect(await toast(app.page).count()).toBe(0);
    await closeScreens(app);
  });

  test('a slow load shows its place at once, and a lost one can be tried again', async () => {
    const app = await openSignedIn('/home');
    const { page } = app;
    await page.getByText('in 5 days').waitFor();
    const loading = await hold(page, 'queryLoanDetail/*');
    await page.getByRole('link', { name: 'Bill details' }).click();
    await loading.reached;
    await page.getByRole('status', { name: 'Loading' }).waitFor();
    await page.getByRole('heading', { name: 'Billing Details' }).waitFor();
    // The app tries once more before it reports a lost network.
    await page.route('**/queryLoanDetail/*', (route) => route.abort(), { times: 2 });
    await loading.with({ status: 500, body: '' });
    await page.getByText('This did not load').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('No connection. Check your internet and try again.').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('What happened').waitFor();
    forgiveFailedAnswers(app);
    await closeScreens(app);
  });

  test('"Loading..." shows where a tap changes something', async () => {
    const app = await openSignedIn('/me');
    const { page } = app;
    await page.getByRole('button', { name: 'Log out' }).click();
    const leaving = await hold(page, 'logout');
    await page.getByRole('button', { name: 'Log out everywhere' }).click();
    await leaving.reached;
    await toast(page).getByText('Loading...', { exact: true }).waitFor();
    await leaving.with(answer(500, 'Not now'));
    await toast(page).getByText('Not now').waitFor();
    await closeScreens(app);
  });

  test('code 401 logs out, forgets who was signed in, and opens the login panel', async () => {
    const app = await openSignedIn('/home');
    const { page } = app;
    await page.getByText('in 5 days').waitFor();
    await page.route('**/queryLoanDetail/*', (route) => route.fulfill(answer(401, 'Please log in')), {
      times: 1,
    });
    await page.getByRole('link', { name: 'Bill details' }).click();
    await loginPanel(page).waitFor();
    expect(await toast(page).count()).toBe(0);
    const kept = JSON.parse((await page.evaluate<string>(`localStorage.getItem('session')`))!).state;
    expect(kept).toMatchObject({ token: null, authStep: 1 });
    await loginPanel(page).getByRole('button', { name: 'Back' }).click();
    await page.getByRole('button', { name: /^Get K/ }).waitFor();
    await closeScreens(app);
  });
});
