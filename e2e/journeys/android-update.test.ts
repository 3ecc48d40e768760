import pg from 'pg';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createBorrowerClient } from '../../apps/server/src/demo/borrower-client.ts';
import type { Phone } from '../support/android-host.ts';
import { demoMobile, logIn } from '../support/borrower-screens.ts';
import {
  closeScreens,
  expectAccessible,
  expectContrast,
  failsSaying,
  openScreen,
} from '../support/browser.ts';
import { openProgramAndBrowser } from '../support/program-and-browser.ts';
import { openWrapped, type Wrapped } from '../support/wrapped-app.ts';

/* The Android app, for which android-host.ts stands, offers the newer version that the lender has published. */

const TITLE = 'A newer version of this app is ready';
const mobile = demoMobile('active');
const version = {
  url: 'https://downloads.example.zm/thumba-8.apk',
  sha256: '0123456789abcdef'.repeat(4),
  versionCode: 8,
};

const opened = openProgramAndBrowser();

let book: pg.Client;
beforeAll(async () => {
  book = new pg.Client({ connectionString: await opened.program.databaseUrl() });
  await book.connect();
});
afterAll(() => book?.end());
beforeEach(() => publish(8));

/** Until the server has read it, a page would be told of the version before. */
async function publish(versionCode: number): Promise<void> {
  await book.query(
    `update channel set apk_url = $1, apk_sha256 = $2, apk_version_code = $3 where channel_code = 'default'`,
    [version.url, version.sha256, versionCode],
  );
  const { ask } = createBorrowerClient(opened.program.url, Date.now);
  const told = () => ask('queryByChannelCode', { params: { code: 'default' } });
  await expect.poll(told).toMatchObject({ apkVersionCode: versionCode });
}

const cardIn = (page: Page) => page.locator('section').filter({ hasText: TITLE });
const updateIn = (page: Page) => cardIn(page).getByRole('button', { name: 'Update the app' });
const againIn = (page: Page) => cardIn(page).getByRole('button', { name: 'Try again' });
const notNowIn = (page: Page) => cardIn(page).getByRole('button', { name: 'Not now' });
const updatesOf = ({ heard }: Wrapped) =>
  heard.filter(({ hook }) => hook === 'updateApp').map(({ argument }) => argument);

type Outcome = Awaited<ReturnType<NonNullable<Phone['installUpdate']>>>;

/** The app of version 7 on a phone of its own. Each of its updates ends when the test says so. */
async function openVersion7() {
  let end = (_outcome: Outcome) => {};
  const installUpdate = () =>
    new Promise<Outcome>((resolve) => {
      end = resolve;
    });
  const wrapped = await openWrapped(opened.browser, opened.program, 'granted', mobile, { installUpdate });
  return { wrapped, page: wrapped.page, end: (outcome: Outcome) => end(outcome) };
}

/** Once the page knows its channel and its last part has arrived, there is no card. */
async function expectNoCard(page: Page): Promise<void> {
  const channel = page.waitForResponse('**/queryByChannelCode/**');
  await page.reload();
  expect(await (await channel).json()).toMatchObject({ data: { apkVersionCode: expect.any(Number) } });
  await page.waitForLoadState('networkidle');
  expect(await page.getByText(TITLE).count()).toBe(0);
}

test('a newer version is downloaded at a tap, once, and Android is left to ask', async () => {
  const { wrapped, page, end } = await openVersion7();
  await cardIn(page).getByText('Android then asks you before it installs it.').waitFor();
  expect(await cardIn(page).getByText('You stay signed in.').count()).toBe(0);
  await logIn(page, wrapped.handset, mobile);
  await page.getByText('To repay', { exact: true }).waitFor();
  await cardIn(page).getByText('You stay signed in.').waitFor();
  await expectAccessible(page, 'the offer of an update');
  expect(updatesOf(wrapped)).toEqual([]);

  await updateIn(page).press('Enter');
  const status = cardIn(page).getByRole('status');
  await status.getByText('The new version is being downloaded.').waitFor();
  expect(await updateIn(page).getAttribute('aria-busy')).toBe('true');
  await updateIn(page).press('Enter');
  await expectAccessible(page, 'an update on its way');
  // It goes on while the borrower is on another page.
  await page.getByRole('link', { name: 'Me', exact: true }).click();
  await page.getByRole('heading', { name: 'Me', exact: true }).waitFor();
  await page.goBack();
  await status.getByText('The new version is being downloaded.').waitFor();
  await updateIn(page).press('Enter');
  end('opened');
  await status.getByText('Tap “Update” or “Install” there.').waitFor();
  expect(updatesOf(wrapped)).toEqual([version]);
  await againIn(page).waitFor();
  expect(await againIn(page).evaluate((button) => button === button.ownerDocument.activeElement)).toBe(true);
  await expectAccessible(page, 'an update that Android asks about');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectContrast(page, 'an update that Android asks about, in the dark');
  await closeScreens(wrapped.app, wrapped.handset.screen);
});

test('where Android refuses, or the file is not the right one, the card says so and tries again', async () => {
  const { wrapped, page, end } = await openVersion7();
  const status = cardIn(page).getByRole('status');
  await updateIn(page).click();
  await expect.poll(() => updatesOf(wrapped)).toHaveLength(1);
  end('refused');
  await status.getByText('turn on “Allow from this source”').waitFor();
  await expectAccessible(page, 'an update that Android refused');
  await againIn(page).click();
  await expect.poll(() => updatesOf(wrapped)).toHaveLength(2);
  end('failed');
  await status.getByText('the file did not arrive whole, it is not from your lender').waitFor();
  await expectAccessible(page, 'an update that failed');
  await againIn(page).click();
  await expect.poll(() => updatesOf(wrapped)).toEqual([version, version, version]);
  end('opened');
  await status.getByText('Tap “Update” or “Install” there.').waitFor();
  await closeScreens(wrapped.app, wrapped.handset.screen);
});

test('a phone that cannot update says so once, and the card is gone', async () => {
  const { wrapped, page, end } = await openVersion7();
  await updateIn(page).click();
  await expect.poll(() => updatesOf(wrapped)).toHaveLength(1);
  await failsSaying(page, 'This phone cannot install the new version from here', async () =>
    end('unsupported'),
  );
  expect(await cardIn(page).count()).toBe(0);
  await expectNoCard(page);
  await closeScreens(wrapped.app, wrapped.handset.screen);
});

test('“Not now” hides a version, also after a reload and a sign-in, and the next version is offered', async () => {
  const { wrapped, page } = await openVersion7();
  await notNowIn(page).press('Enter');
  await page.getByText('You are asked again in 7 days').waitFor();
  expect(await cardIn(page).count()).toBe(0);
  expect(await page.evaluate('document.activeElement.tagName')).toBe('H1');
  await expectNoCard(page);
  await logIn(page, wrapped.handset, mobile);
  await page.getByText('To repay', { exact: true }).waitFor();
  await expectNoCard(page);
  await publish(9);
  await page.reload();
  await updateIn(page).waitFor();
  expect(updatesOf(wrapped)).toEqual([]);
  await closeScreens(wrapped.app, wrapped.handset.screen);
});

test('the same version, an app of a store and a browser see no card', async () => {
  for (const constants of [{ versionCode: '8' }, { shortestTermDays: '61' }]) {
    const { app, page, handset, ...wrapped } = await openWrapped(
      opened.browser,
      opened.program,
      'granted',
      mobile,
      {
        constants,
      },
    );
    await expectNoCard(page);
    expect(updatesOf({ app, page, handset, ...wrapped })).toEqual([]);
    await closeScreens(app, handset.screen);
  }
  const inBrowser = await openScreen(opened.browser, opened.program.url);
  await expectNoCard(inBrowser.page);
  await closeScreens(inBrowser);
});
