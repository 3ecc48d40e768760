import pg from 'pg';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { HookCall } from '../support/android-host.ts';
import { figure } from '../support/borrower-screens.ts';
import { closeScreens, failsSaying, launchBrowser, openScreen, type Screen } from '../support/browser.ts';
import { type HandsetPage, openHandsetPage } from '../support/handset-page.ts';
import { expectInNoTable, keptOfPhone } from '../support/kept-of-phone.ts';
import { type Program, startProgram } from '../support/program.ts';
import {
  allow,
  apply,
  fillDetails,
  openEstimate,
  openPanel,
  proveNumber,
  repay,
} from '../support/wrapped-steps.ts';
import { type LoopbackWrapper, startLoopbackWrapper } from './loopback-wrapper.ts';

/*
 * The built borrower app in Chromium with the real Java of the Android app, which runs on Robolectric: from the login
 * to the last payment, once with every question of Android granted, and once with every question refused.
 */

/** A row of the phone's calendar. Its numbers come as texts. */
type Event = { title: string; allDay: string; dtstart: string; reminders: { minutes: string }[] };
type Intent = { action: string; address?: string };

let program: Program;
let browser: Browser;
let book: pg.Client;

beforeAll(async () => {
  program = await startProgram({ env: { DEMO_BORROWERS: 'false', READS_MESSAGES: 'true' } });
  browser = await launchBrowser();
  book = new pg.Client({ connectionString: await program.databaseUrl() });
  await book.connect();
});
afterAll(async () => {
  await book?.end();
  await browser?.close();
  await program?.stop();
});

describe.each([
  ['granted', '0967000811', 811],
  ['refused', '0967000812', 812],
] as const)('with every question %s', (answer, mobile, number) => {
  const isGranted = answer === 'granted';
  let wrapper: LoopbackWrapper;
  let app: Screen;
  let page: Page;
  let handset: HandsetPage;
  let heard: HookCall[];

  beforeAll(async () => {
    wrapper = await startLoopbackWrapper(program.url);
    await wrapper.control('permissions', { granted: isGranted });
    await wrapper.control('location', { latitude: -15.416_67, longitude: 28.283_33 });
    const received = 'Dear Chileshe, you have received K2,345.00 from Secret Employer';
    const messages = [
      { address: 'MoMo', body: received, date: Date.now() - 60_000, type: 1 },
      { address: '0977123456', body: 'Are you coming on Sunday?', date: Date.now() - 90_000, type: 1 },
    ];
    await wrapper.control('inbox', { messages });
    handset = await openHandsetPage(browser, program.simulatorUrl, mobile);
    app = await openScreen(browser, 'about:blank');
    page = app.page;
    heard = await wrapper.showIn(app.context);
    await page.goto(program.url);
  });
  afterAll(() => wrapper?.stop());

  const hooks = () => new Set(heard.map(({ hook }) => hook));
  const keptOf = () => keptOfPhone(program, book, mobile);

  test('a borrower signs in with a code, and the app is asked for its permissions only', async () => {
    await openPanel(page);
    await proveNumber(page, handset, mobile);
    await expect.poll(() => [...hooks()]).toContain('checkPermissions');
    expect([...hooks()]).not.toContain('requestPermission');
  });

  test('what the borrower allows is read as far as Android grants it, and no text is sent', async () => {
    await fillDetails(program, page, number);
    await openEstimate(page);
    await allow(
      page,
      'Information about this phone',
      'SMS from operators and banks',
      'Your approximate location',
    );
    await expect.poll(async () => (await keptOf()).phones).toHaveLength(1);
    await expect.poll(() => [...hooks()]).toContain('requestPermission');
    if (isGranted)
      await expect
        .poll(async () => (await keptOf()).figures)
        .toMatchObject({ receivedCount: 1, receivedNgwee: 234_500 });
    expect([...hooks()].includes('messageFigures')).toBe(isGranted);
  });

  test('the loan is borrowed, its day stands in the calendar, and it is repaid', async () => {
    await apply(page);
    if (isGranted)
      await expect
        .poll(async () => (await keptOf()).location)
        .toEqual({ latitude: -15.42, longitude: 28.28 });
    const addToCalendar = () => page.getByRole('button', { name: 'Add to calendar' }).click();
    if (isGranted) {
      await addToCalendar();
      await page.getByText(/ is in your calendar\.$/).waitFor();
    } else await failsSaying(page, 'calendar', addToCalendar);
    const events = (await wrapper.control('events')) as Event[];
    const dueOn = new Date(Date.now() + (30 * 24 + 2) * 3_600_000).toISOString().slice(0, 10);
    const dueDate = {
      title: 'Thumba: repayment due',
      allDay: '1',
      dtstart: String(Date.parse(`${dueOn}T00:00:00Z`)),
      // Nine in the morning of the day before.
      reminders: [expect.objectContaining({ minutes: String(15 * 60) })],
    };
    expect(events).toEqual(isGranted ? [expect.objectContaining(dueDate)] : []);
    await repay(page, handset);
    await expect.poll(async () => wrapper.control('events')).toEqual([]);
  });

  test('the settings show what Android says, and a telephone number goes to the dialler', async () => {
    await page.goto(`${program.url}/set`);
    const calendar = () => figure(page, 'Calendar, for the day to repay');
    await expect.poll(calendar).toBe(isGranted ? 'Allowed' : 'Asks first');
    await page.goto(`${program.url}/me/help`);
    await page.getByRole('link', { name: /^Call/ }).click();
    await expect
      .poll(async () => (await wrapper.control('intents')) as Intent[])
      .toContainEqual(
        expect.objectContaining({
          action: 'android.intent.action.DIAL',
          address: expect.stringMatching(/^tel:/),
        }),
      );
    expect(new URL(page.url()).pathname).toBe('/me/help');
  });

  test('no SMS is in the database, and where Android refused nothing of the phone is', async () => {
    await expectInNoTable(book, ['Secret Employer', 'on Sunday']);
    const { location, figures } = await keptOf();
    if (!isGranted) expect({ location, figures }).toEqual({ location: undefined, figures: undefined });
    await closeScreens(app, handset.screen);
  });

  test('a frame, and a page of another site, get no answer', async () => {
    const answers: string[] = [];
    const ask = (origin: string, isMainFrame: boolean, requestId: string) =>
      new Promise<void>((resolve) => {
        const message = JSON.stringify({ requestId, method: 'checkPermissions', argument: '{}' });
        wrapper.post({ origin, isMainFrame }, message, (answer) => {
          answers.push(JSON.parse(answer).requestId);
          resolve();
        });
      });
    void ask(program.url, false, 'of a frame');
    void ask('https://elsewhere.example', true, 'of another site');
    // Requests are taken in their order, so the other two would have been answered before this one.
    await ask(program.url, true, 'of the page');
    expect(answers).toEqual(['of the page']);
  });
});
