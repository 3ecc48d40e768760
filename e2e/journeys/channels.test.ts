import pg from 'pg';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Advertiser, openAdvertiser } from '../support/advertiser.ts';
import { logIn, loginPanel } from '../support/borrower-screens.ts';
import {
  closeScreens,
  expectAccessible,
  launchBrowser,
  openScreen,
  PHONE,
  type Screen,
} from '../support/browser.ts';
import { closesWindow } from '../support/google-window.ts';
import { openHandsetPage } from '../support/handset-page.ts';
import { type Program, startProgram } from '../support/program.ts';

/* Channels: what is counted, what an advertising network is told, and notices for all borrowers. */

let program: Program;
let browser: Browser;
let database: pg.Client;
let network: Advertiser;

beforeAll(async () => {
  network = await openAdvertiser();
  program = await startProgram({
    env: { DEMO_BORROWERS: 'false', NOTICES: 'true', AD_CONVERSIONS_URL: network.url },
  });
  database = new pg.Client({ connectionString: await program.databaseUrl() });
  await database.connect();
  for (const code of ['WM2', 'H5GPF']) {
    await database.query(
      `update channel set pixel_id = 'pixel-' || lower(channel_code), pixel_token_sealed = $2
       where channel_code = $1`,
      [code, program.sealing.seal('channel.pixel_token_sealed', { channel_code: code }, 'a token')],
    );
  }
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await database?.end();
  await program?.stop();
  await network?.close();
});

async function rows<Row extends pg.QueryResultRow>(sql: string, ...values: unknown[]): Promise<Row[]> {
  return (await database.query<Row>(sql, values)).rows;
}

const hashesOf = (mobile: string) => program.sealing.lookupHashes('mobile', mobile);

/** The counted taps of a page, for the typed number. */
async function taps(pageId: string, mobile: string): Promise<string[]> {
  const found = await rows<{ action_id: string }>(
    `select action_id from analytics_event where page_id = $1 and mobile_hash = any ($2) order by received_at`,
    pageId,
    hashesOf(mobile),
  );
  return found.map((row) => row.action_id);
}

function borrowerOpens(path: string): Promise<Screen> {
  return openScreen(browser, program.url + path, PHONE);
}

describe('what is counted', () => {
  const mobile = '0976410001';

  test('a borrower who signs in is counted by screen and tap, the number as a hash', async () => {
    const handset = await openHandsetPage(browser, program.simulatorUrl, mobile);
    const app = await borrowerOpens('/?appChannelCode=GP');
    await logIn(app.page, handset, mobile);
    await expect.poll(() => taps('login', mobile)).toEqual(['sendCode', 'login']);
    const shown = () =>
      rows(`select * from analytics_event where action_id = 'show' and channel_code = 'GP'`);
    await expect.poll(shown).not.toEqual([]);
    const [screen] = await shown();
    expect(screen).toMatchObject({
      device_type: 4,
      app_name: 'Thumba',
      app_version: '1016',
      page_id: '/home',
      page_name: 'home',
      value: null,
      mobile_hash: null,
    });
    await closeScreens(app, handset.screen);
  });

  test('a visitor who leaves at once is counted too, with every tap of the login', async () => {
    const app = await borrowerOpens('/home');
    const { page } = app;
    await page.getByRole('button', { name: 'Log in' }).click();
    const panel = loginPanel(page);
    await panel.getByLabel('Mobile number').fill('0976410002');
    await panel.getByRole('button', { name: 'Log In' }).click();
    await panel.getByRole('checkbox', { name: 'I have read' }).check();
    const [window] = await Promise.all([
      page.waitForEvent('popup'),
      panel.getByRole('button', { name: 'Continue with Google' }).click(),
    ]);
    await window.getByLabel('Or use another account').fill('counted@example.com');
    await closesWindow(window, () => window.getByRole('button', { name: 'Next' }).click());
    const bind = page.getByRole('dialog', { name: 'Bind phone number' });
    await bind.getByLabel('Mobile number').fill('0976410002');
    await bind.getByRole('button', { name: 'Obtain' }).click();
    await bind.getByRole('button', { name: /^\d+s$/ }).waitFor();
    await page.goto('about:blank');
    await expect.poll(() => taps('bind', '0976410002')).toEqual(['sendCode']);
    await expect.poll(() => taps('login', '0976410002')).toEqual(['login', 'googleLogin']);
    await closeScreens(app);
  });

  test('a failure to count is not shown on the screen', async () => {
    const app = await borrowerOpens('/home');
    await app.context.route('**/buriedPointV2', (route) => route.abort('connectionrefused'));
    await app.page.getByRole('button', { name: 'Log in' }).click();
    await Promise.all([
      app.page.waitForEvent('requestfailed', (request) => request.url().includes('buriedPointV2')),
      loginPanel(app.page).getByRole('button', { name: 'Log In' }).click(),
    ]);
    await loginPanel(app.page).getByText('Please enter your phone number').waitFor();
    expect(await app.page.locator('[popover]:popover-open').count()).toBe(0);
    app.troubles.splice(
      0,
      app.troubles.length,
      ...app.troubles.filter((one) => !one.includes('buriedPointV2')),
    );
    await closeScreens(app);
  });
});

describe('a notice for all borrowers', () => {
  test('a holiday is shown once a day, by the lender’s calendar whatever the phone says', async () => {
    const found = await rows<{ today: string }>(
      `select (now() at time zone 'Africa/Lusaka')::date::text as today`,
    );
    const today = found[0]!.today;
    await database.query(
      `insert into notice (notice_code, kind, title, body, shown_from, shown_until) values
       ('declared', 'holiday', 'Census Day', 'You can borrow and repay as on any other day.', $1, $1),
       ('hours', 'notice', 'Hours', 'Our phone line opens at nine this week.', $1, $1)`,
      [today],
    );
    const app = await borrowerOpens('/agreement/privacy');
    await app.page.clock.setSystemTime('2025-01-15T10:00:00Z');
    await app.page.goto(`${program.url}/home`);
    const holiday = app.page.getByRole('dialog', { name: 'Census Day' });
    await holiday.waitFor();
    await expectAccessible(app.page, 'the holiday');
    await app.page.goBack();
    await holiday.waitFor({ state: 'hidden' });
    await app.page.getByText('Our phone line opens at nine this week.').waitFor();
    await expectAccessible(app.page, 'home with a notice');
    const reminded = app.page.waitForResponse(/queryByChannelCode|reminder\/get/);
    await app.page.reload();
    await reminded;
    await app.page.getByText('Our phone line opens at nine this week.').waitFor();
    await app.page.waitForTimeout(500);
    expect(await holiday.count()).toBe(0);
    await database.query(`delete from notice where notice_code in ('declared', 'hours')`);
    await closeScreens(app);
  });
});

describe('an advertiser’s channel', () => {
  /** Registers on the page of a channel, and returns what the server drew: undefined where it drew nothing. */
  async function register(
    channel: string,
    mobile: string,
    { isAllowed }: { isAllowed: boolean },
  ): Promise<{ isReported: boolean } | undefined> {
    network.requests.length = 0;
    const handset = await openHandsetPage(browser, program.simulatorUrl, mobile);
    const app = await borrowerOpens(`/promotion?appChannelCode=${channel}`);
    const { page } = app;
    await page.getByLabel('Mobile number').fill(mobile);
    await page.getByRole('button', { name: 'Obtain' }).click();
    await page.getByLabel('Verification code').fill(await handset.readCode());
    await page.getByRole('checkbox', { name: /Privacy Policy/ }).check();
    const box = page.getByRole('checkbox', { name: /advertisement/ });
    expect(await box.isVisible()).toBe(channel !== 'GP');
    if (await box.isVisible()) expect(await box.isChecked()).toBe(false);
    if (isAllowed) {
      await expectAccessible(page, 'the promotion page');
      await box.check();
    }
    await page.getByRole('button', { name: 'Register', exact: true }).click();
    await page.getByText('You are registered').waitFor();
    if (isAllowed) await expectAccessible(page, 'the end of a registration');
    await expect.poll(() => taps('/promotion', mobile)).toEqual(['sendCode', 'register']);
    const kept = () =>
      rows(
        `select b.registered_channel, c.is_given, v.borrower_id is not null as is_drawn,
           v.next_try_at is not null or v.sent_at is not null as is_reported
         from borrower b join borrower_by_mobile m using (borrower_id)
           left join consent_change c on c.borrower_id = b.borrower_id and c.kind = 'marketing'
           left join conversion v on v.borrower_id = b.borrower_id
         where m.mobile_hash = any ($1)`,
        hashesOf(mobile),
      );
    if (isAllowed) await expect.poll(kept).toMatchObject([{ is_drawn: true }]);
    await closeScreens(app, handset.screen);
    const [borrower] = await kept();
    expect(borrower).toMatchObject({ registered_channel: channel, is_given: isAllowed ? true : null });
    return borrower!.is_drawn ? { isReported: borrower!.is_reported as boolean } : undefined;
  }

  test.each([
    ['WM2', '0976410011'],
    ['H5GPF', '0976410012'],
  ])('registers under %s, and the server tells its network if it drew so', async (channel, mobile) => {
    const drawn = await register(channel, mobile, { isAllowed: true });
    const told = drawn!.isReported ? [`/pixel-${channel.toLowerCase()}/events`] : [];
    await expect.poll(() => network.requests.map(({ path }) => path)).toEqual(told);
  });

  test('and draws nothing for a borrower who leaves the box as it is', async () => {
    expect(await register('WM2', '0976410013', { isAllowed: false })).toBeUndefined();
    expect(network.requests).toEqual([]);
  });

  test('and another channel asks nothing and tells nothing', async () => {
    expect(await register('GP', '0976410014', { isAllowed: false })).toBeUndefined();
    expect(network.requests).toEqual([]);
  });
});

describe('the page of the store', () => {
  test('shows the app and leads to its listing on a tap, not before', async () => {
    const app = await borrowerOpens('/googleStore');
    const { page } = app;
    const open = page.getByRole('link', { name: 'Open in Google Play' });
    await open.waitFor();
    expect(await page.title()).toBe('Google Play · Thumba');
    await expectAccessible(page, 'the page of the store');
    expect(new URL(page.url()).pathname).toBe('/googleStore');
    await app.context.route('https://play.google.com/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>listing</title>' }),
    );
    await open.click();
    await page.waitForURL('https://play.google.com/store/apps/details?id=com.thumba.wallet');
    await page.goBack();
    await page.getByRole('link', { name: 'Continue in this browser' }).click();
    await page.waitForURL('**/home');
    await closeScreens(app);
  });

  test('says so when it cannot find out where, and finds out later', async () => {
    const app = await borrowerOpens('/home');
    const { page } = app;
    await app.context.route('**/queryByChannelCode/**', (route) => route.abort('internetdisconnected'));
    await page.goto(`${program.url}/googleStore`);
    await page.getByText('We could not find the address of the app').waitFor();
    await expectAccessible(page, 'the page of the store without network');
    await app.context.unroute('**/queryByChannelCode/**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: 'Open in Google Play' }).waitFor();
    app.troubles.splice(
      0,
      app.troubles.length,
      ...app.troubles.filter((one) => !one.includes('queryByChannelCode')),
    );
    await closeScreens(app);
  });
});
