import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoMobile, logInOnPanel, loginPanel, openAndLogIn } from '../support/borrower-screens.ts';
import {
  closeScreens,
  expectAccessible,
  type KeptState,
  launchBrowser,
  openScreen,
  PHONE,
} from '../support/browser.ts';
import type { HandsetPage } from '../support/handset-page.ts';
import { type Program, startProgram } from '../support/program.ts';

/* What holds for every screen: its title, who may see it, scrolling, keyboard and focus. */

const MOBILE = demoMobile('active');

let program: Program;
let browser: Browser;
let handset: HandsetPage;
let kept: KeptState;
let orderId: string;

beforeAll(async () => {
  program = await startProgram();
  browser = await launchBrowser();
  const signedIn = await openAndLogIn({ program, browser }, MOBILE);
  const { app } = signedIn;
  handset = signedIn.handset;
  const bill = app.page.getByRole('link', { name: 'Bill details' });
  orderId = (await bill.getAttribute('href'))!.split('/').at(-1)!;
  kept = await app.context.storageState();
  await closeScreens(app);
});
afterAll(async () => {
  await browser?.close();
  await program?.stop();
});

const openSignedIn = (path: string) => openScreen(browser, program.url + path, PHONE, kept);
const pathOf = (page: Page) => new URL(page.url()).pathname;

/** Path, title, and whether a login is needed. */
const screens = (): [path: string, title: string, needsLogin: boolean][] => [
  ['/home', 'home', false],
  ['/me', 'Me', true],
  ['/agreement/privacy', 'Privacy Policy', false],
  ['/al', 'Loan Contract', false],
  ['/authentication/identity', 'Identity Information', true],
  ['/authentication/evidence', 'Send pictures', true],
  ['/counter-offer', 'Our offer', true],
  ['/authentication/base', 'Personal information', true],
  ['/authentication/linkman', 'Emergency Contact', true],
  ['/authentication/questionnaire', 'Questionnaire', true],
  ['/borrow-plan', 'Estimated bill', true],
  ['/qp', 'Loan bills', false],
  ['/face/face-start', 'Confirm Identity', true],
  ['/face/face-success', 'Successful', true],
  ['/face/face-recognition', 'Confirm Identity', true],
  ['/set', 'Set', true],
  [`/billing-details/${orderId}`, 'Billing Details', true],
  [`/repayment-plan/${orderId}`, 'Repayment Plan', true],
  ['/promotion', 'Register', false],
  ['/coupon', 'Coupon', true],
  ['/activity/turntable', 'Turntable Activities', false],
  ['/googleStore', 'Google Play', false],
];

describe('every address of the specification', () => {
  test('has its title, and nothing on it jumps when it arrives', async () => {
    const app = await openSignedIn('/');
    const { page } = app;
    await page.waitForURL('**/home');
    for (const [path, title] of screens()) {
      // A signed-in borrower is led from the registration page to home.
      if (path === '/promotion') continue;
      await page.goto(program.url + path);
      await expect.poll(() => page.getByRole('status', { name: 'Loading' }).count()).toBe(0);
      expect(await page.title(), path).toBe(`${title} · Thumba`);
      expect(pathOf(page), path).toBe(path);
      expect(await layoutShift(page), `what jumps on ${path}`).toBeLessThan(0.1);
    }
    await closeScreens(app);
  });

  test('opens the login panel over the home page where a login is needed, and only there', async () => {
    const app = await openScreen(browser, 'about:blank');
    const { page } = app;
    const parents: [string, string, boolean][] = [
      ['/authentication', '', true],
      ['/face', '', true],
    ];
    for (const [path, title, needsLogin] of [...screens(), ...parents]) {
      await page.goto(program.url + path, { waitUntil: 'commit' });
      if (needsLogin) {
        await loginPanel(page).waitFor();
        expect(pathOf(page), path).toBe('/home');
      } else {
        await page.waitForLoadState();
        await expect.poll(() => page.title(), { message: path }).toBe(`${title} · Thumba`);
        expect(await loginPanel(page).count(), path).toBe(0);
      }
    }
    await closeScreens(app);
  });

  test('that was asked for comes after the login, with its query', async () => {
    const wanted = '/borrow-plan?productId=1&amount=700&termId=2';
    const app = await openScreen(browser, program.url + wanted);
    await logInOnPanel(app.page, handset, MOBILE);
    await app.page.getByRole('heading', { name: 'Estimated bill' }).waitFor();
    expect(app.page.url()).toBe(program.url + wanted);
    await closeScreens(app);
  });

  test('of a parent leads on to what comes next', async () => {
    const app = await openSignedIn('/authentication');
    const { page } = app;
    await page.waitForURL(/\/authentication\/questionnaire|\/home/);
    await page.goto(`${program.url}/face`);
    await page.waitForURL('**/face/face-start');
    await page.getByText('You do not need a face check').waitFor();
    await expectAccessible(page, 'the face check that is not needed');
    await page.getByRole('link', { name: 'Go to home' }).click();
    await page.getByText('in 5 days').waitFor();
    await closeScreens(app);
  });
});

/** The cumulative layout shift since the page was loaded. */
function layoutShift(page: Page): Promise<number> {
  return page.evaluate<number>(`new Promise((resolve) => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) sum += value;
    }).observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => resolve(sum), 50);
  })`);
}

describe('on the login panel', () => {
  test('the back button closes what is on top, and the focus returns to what opened it', async () => {
    const app = await openScreen(browser, program.url);
    const { page } = app;
    const opener = page.getByRole('button', { name: 'Log in' });
    await opener.click();
    const panel = loginPanel(page);
    for (const [name, title, heading] of [
      ['Privacy Policy', 'Privacy Policy', 'Who is responsible'],
      ['T&C', 'Terms and Conditions', 'What a loan costs'],
    ] as const) {
      await panel.getByRole('button', { name }).click();
      const paper = page.getByRole('dialog', { name: title });
      await paper.getByRole('heading', { name: heading }).waitFor();
      await expectAccessible(page, title);
      await page.goBack();
      await paper.waitFor({ state: 'hidden' });
      await panel.getByRole('button', { name }).and(page.locator(':focus')).waitFor();
    }
    await page.goBack();
    await panel.waitFor({ state: 'hidden' });
    await opener.and(page.locator(':focus')).waitFor();
    expect(pathOf(page)).toBe('/home');
    await page.goto(`${program.url}/agreement/privacy#terms`);
    await page.getByRole('heading', { name: 'Terms and Conditions' }).and(page.locator(':focus')).waitFor();
    await closeScreens(app);
  });

  test('a number is understood in every form that is pasted or filled in, and the code fills itself in', async () => {
    const app = await openScreen(browser, 'about:blank');
    const { page } = app;
    await page.addInitScript(`
      window.OTPCredential = class {};
      navigator.credentials.get = ({ otp }) =>
        otp.transport[0] === 'sms' ? new Promise((resolve) => { window.smsArrives = resolve; }) : null;
    `);
    await page.goto(program.url);
    await page.getByRole('button', { name: 'Log in' }).click();
    const panel = loginPanel(page);
    const mobile = panel.getByLabel('Mobile number');
    for (const form of ['+260 977 123 456', '260977123456', '0977 123 456', '977123456', '+26 0977123456']) {
      await mobile.fill('');
      await page.evaluate(`document.activeElement.focus()`);
      await mobile.focus();
      await page.evaluate(`document.execCommand('insertText', false, '${form}')`);
      expect(await mobile.inputValue(), form).toBe('0977 123 456');
    }
    await expect.poll(() => mobile.getAttribute('inputmode')).toBe('numeric');
    await expect.poll(() => mobile.getAttribute('autocomplete')).toBe('tel');
    const code = panel.getByLabel('Verification code');
    await expect.poll(() => code.getAttribute('inputmode')).toBe('numeric');
    await expect.poll(() => code.getAttribute('autocomplete')).toBe('one-time-code');
    await panel.getByRole('button', { name: 'Obtain' }).click();
    await expect.poll(() => page.evaluate('window.smsArrives !== undefined')).toBe(true);
    await page.evaluate(`smsArrives({ code: '4831' })`);
    await expect.poll(() => code.inputValue()).toBe('4831');
    await closeScreens(app);
  });

  test('it slides in from the side', async () => {
    const app = await openScreen(browser, program.url);
    const { page } = app;
    await page.evaluate(`{
      const { showModal } = HTMLDialogElement.prototype;
      HTMLDialogElement.prototype.showModal = function () {
        showModal.call(this);
        window.movements = this.getAnimations().map((animation) => ({
          first: animation.effect.getKeyframes()[0].transform,
          ms: animation.effect.getComputedTiming().activeDuration,
        }));
      };
    }`);
    await page.getByRole('button', { name: 'Log in' }).click();
    await loginPanel(page).waitFor();
    const movements = await page.evaluate<{ first: string; ms: number }[]>('window.movements');
    expect(movements).toEqual([{ first: expect.stringMatching(/^translate(X)?\(\d+%\)$/), ms: 240 }]);
    await closeScreens(app);
  });

  test('nothing moves on a phone that is set to reduced motion', async () => {
    const app = await openScreen(browser, 'about:blank');
    const { page } = app;
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(program.url);
    await page.getByRole('button', { name: 'Log in' }).click();
    await loginPanel(page).waitFor();
    const longest = await page.evaluate<number>(`Math.max(0, ...document.getAnimations().map(
      (animation) => Number(animation.effect.getComputedTiming().activeDuration),
    ))`);
    expect(longest).toBeLessThanOrEqual(1);
    await closeScreens(app);
  });
});

test('of two products the one that was tapped is shown, also after another screen', async () => {
  const app = await openScreen(browser, 'about:blank', PHONE, kept);
  const { page } = app;
  await page.route('**/getMyLoanInfo', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: { marketList: object[]; order?: object } };
    const { order: _order, ...info } = answer.data;
    const [product] = info.marketList;
    const second = { ...product, productId: 99, name: 'Second loan', minAmount: 250, maxAmount: 350 };
    const data = { ...info, userStatus: 1, availableLimit: 2000, marketList: [product, second] };
    await route.fulfill({ response, json: { ...answer, data } });
  });
  await page.goto(program.url);
  const tab = page.getByRole('radio', { name: 'Second loan' });
  const itsLeast = page.locator('main').getByText('K250', { exact: true }).first();
  await page.getByText('Second loan').first().click();
  await itsLeast.waitFor();
  await page.getByRole('link', { name: 'Me', exact: true }).click();
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await itsLeast.waitFor();
  await expect.poll(() => tab.isChecked()).toBe(true);
  await closeScreens(app);
});

test('a link at the end of a page leads to the top of the next one', async () => {
  const app = await openScreen(browser, program.url);
  const { page } = app;
  const link = page.locator('main').getByRole('link', { name: 'Privacy Policy' });
  await link.scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate<number>('scrollY');
  expect(scrolled).toBeGreaterThan(0);
  await link.click();
  await page.getByRole('heading', { name: 'Who is responsible' }).waitFor();
  expect(await page.evaluate<number>('scrollY')).toBe(0);
  // The new page is long enough to keep the scroll position of the old one, which it must not.
  const furthest = await page.evaluate<number>('document.documentElement.scrollHeight - innerHeight');
  expect(furthest).toBeGreaterThan(scrolled);
  await closeScreens(app);
});

test('the home page is pulled down to be asked for again', async () => {
  const app = await openSignedIn('/home');
  const { page, context } = app;
  await page.getByText('in 5 days').waitFor();
  const touch = await context.newCDPSession(page);
  const pull = async (from: number, to: number) => {
    const finger = (y: number) => ({ x: 180, y, id: 1 });
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [finger(from)] });
    for (let step = 1; step <= 5; step += 1) {
      const y = from + ((to - from) * step) / 5;
      await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [finger(y)] });
    }
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/getMyLoanInfo')) asked += 1;
  });
  await pull(150, 190);
  expect(asked).toBe(0);
  await pull(150, 300);
  await expect.poll(() => asked).toBe(1);
  await page.getByText('in 5 days').waitFor();
  await page.evaluate(`scrollTo(0, 200)`);
  await pull(150, 250);
  expect(asked).toBe(1);
  await closeScreens(app);
});

test('no field and no button is under the keyboard of the phone', async () => {
  // The height that most browsers leave to the page of a small phone while its keyboard is shown.
  const WITH_KEYBOARD = { width: 360, height: 360 };
  const app = await openSignedIn('/authentication/base');
  const { page } = app;
  await page.getByLabel('Address').waitFor();
  await page.setViewportSize(WITH_KEYBOARD);
  const fields = page.locator('main').locator('input, select, button').filter({ visible: true });
  const bars = page.locator('header, footer');
  for (const field of await fields.all()) {
    await field.focus();
    const box = (await field.boundingBox())!;
    for (const bar of await bars.all()) {
      const other = (await bar.boundingBox())!;
      const isApart = box.y + box.height <= other.y + 1 || other.y + other.height <= box.y + 1;
      expect(isApart, `${await field.getAttribute('name')} is behind a bar`).toBe(true);
    }
  }
  // A browser that lays its keyboard over the page reports the height that is left.
  await page.setViewportSize(PHONE);
  await page.evaluate(`{
    Object.defineProperty(visualViewport, 'height', { value: 360 });
    visualViewport.dispatchEvent(new Event('resize'));
  }`);
  const save = (await page.getByRole('button', { name: 'Save', exact: true }).boundingBox())!;
  expect(save.y + save.height).toBeLessThanOrEqual(360);
  await closeScreens(app);
});
