import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoMobile, logIn, payButton } from '../support/borrower-screens.ts';
import { closeScreens, failsSaying, launchBrowser, openScreen, type Screen } from '../support/browser.ts';
import { type HandsetPage, openHandsetPage } from '../support/handset-page.ts';
import { type Program, startProgram } from '../support/program.ts';

/* The due date in the phone's calendar, by the Android app: entered, moved, and removed after payment. */

type CalendarEvent = { key: string; title: string; description: string; on: string };

let program: Program;
let browser: Browser;
let handset: HandsetPage;
let app: Screen;
let permission: 'granted' | 'denied' = 'denied';
const calendar = new Map<string, CalendarEvent>();

/** The answers of a phone with a calendar, by docs/android-bridge.md. */
function phoneAnswers(method: string, argument: string): string {
  const asked = JSON.parse(argument);
  const done = (value: unknown) => JSON.stringify({ ok: true, value });
  switch (method) {
    case 'checkPermissions':
      return done({ calendar: permission });
    case 'requestPermission':
      return done(permission);
    case 'addCalendarEvent':
      calendar.set(asked.key, asked);
      return done(true);
    case 'removeCalendarEvent':
      calendar.delete(asked.key);
      return done(true);
    default:
      return JSON.stringify({ ok: false, error: 'unsupported' });
  }
}

const WRAPPER = `window.ThumbaAndroid = {
  version: () => '1',
  origin: () => location.origin,
  ...Object.fromEntries(
    ['checkPermissions', 'requestPermission', 'addCalendarEvent', 'removeCalendarEvent'].map((method) => [
      method,
      (id, argument) => phoneAnswers(method, argument).then((answer) => onThumbaAndroid(id, answer)),
    ]),
  ),
};`;

beforeAll(async () => {
  program = await startProgram();
  browser = await launchBrowser();
  const mobile = demoMobile('active');
  handset = await openHandsetPage(browser, program.simulatorUrl, mobile);
  app = await openScreen(browser, 'about:blank');
  await app.context.exposeFunction('phoneAnswers', phoneAnswers);
  await app.context.addInitScript(WRAPPER);
  await app.page.goto(program.url);
  await logIn(app.page, handset, mobile);
});
afterAll(async () => {
  await browser?.close();
  await program?.stop();
});

const button = (name: string | RegExp) => app.page.getByRole('button', { name });
const dialog = (name: string) => app.page.getByRole('dialog', { name, exact: true });
const entered = () => [...calendar.values()];

async function enterDueDate(): Promise<CalendarEvent> {
  await button('Add to calendar').click();
  await app.page
    .getByRole('status')
    .getByText(/ is in your calendar\.$/)
    .waitFor();
  expect(entered()).toHaveLength(1);
  return entered()[0]!;
}

test('a phone that does not allow it is told how it could', async () => {
  await app.page.getByText('in 5 days').waitFor();
  await failsSaying(app.page, 'Thumba may not use your calendar.', () => button('Add to calendar').click());
  expect(entered()).toEqual([]);
});

test('a due date that moves leaves the calendar and can be entered anew', async () => {
  const { page } = app;
  permission = 'granted';
  const first = await enterDueDate();
  expect(first).toMatchObject({
    title: 'Thumba: repayment due',
    description: expect.stringContaining('/home'),
  });
  // Opening home again changes nothing.
  await page.reload();
  await page.getByText('in 5 days').waitFor();
  await page.waitForLoadState('networkidle');
  expect(entered()).toEqual([first]);

  await button('Defer').click();
  await dialog('Pay the Deferral charge')
    .getByRole('button', { name: /^Repayment K/ })
    .click();
  await handset.prompt.waitFor();
  await handset.approve();
  await dialog('Date moved').getByRole('button', { name: 'OK' }).click();
  await expect.poll(entered).toEqual([]);
  const moved = await enterDueDate();
  expect(moved.key).toBe(first.key);
  expect(moved.on > first.on).toBe(true);
});

test('and leaves it when the bill is paid', async () => {
  await payButton(app.page).click();
  await dialog('Pay the bill')
    .getByRole('button', { name: /^Pay K/ })
    .click();
  await handset.prompt.waitFor();
  await handset.approve();
  await dialog('Paid').getByRole('button', { name: 'OK' }).click();
  await expect.poll(entered).toEqual([]);
  await closeScreens(app, handset.screen);
});
