import pg from 'pg';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { HostMode } from '../support/android-host.ts';
import { figure, logIn } from '../support/borrower-screens.ts';
import {
  closeScreens,
  expectAccessible,
  failsSaying,
  launchBrowser,
  openScreen,
  PHONE,
} from '../support/browser.ts';
import { googleButton } from '../support/google-window.ts';
import { openHandsetPage } from '../support/handset-page.ts';
import { expectInNoTable, keptOfPhone } from '../support/kept-of-phone.ts';
import { type Program, startProgram } from '../support/program.ts';
import { hooksIn, openWrapped, SMS_HASH, type Wrapped } from '../support/wrapped-app.ts';
import {
  allow,
  apply,
  askForCode,
  fillDetails,
  openEstimate,
  openPanel,
  proveNumber,
  repay,
} from '../support/wrapped-steps.ts';

/*
 * The app inside the Android wrapper, for which android-host.ts stands: from the login to the last payment, with
 * every hook granted, and with every hook refused, hanging, or answering nonsense.
 */

let program: Program;
let browser: Browser;
let book: pg.Client;

beforeAll(async () => {
  program = await startProgram({
    env: { DEMO_BORROWERS: 'false', READS_MESSAGES: 'true', ANDROID_SMS_HASHES: SMS_HASH },
  });
  browser = await launchBrowser();
  book = new pg.Client({ connectionString: await program.databaseUrl() });
  await book.connect();
});
afterAll(async () => {
  await book?.end();
  await browser?.close();
  await program?.stop();
});

const open = (mode: HostMode, mobile: string) => openWrapped(browser, program, mode, mobile);
const keptOf = (mobile: string) => keptOfPhone(program, book, mobile);

describe('with every hook granted', () => {
  const mobile = '0967000801';
  let wrapped: Wrapped;

  beforeAll(async () => {
    wrapped = await open('granted', mobile);
  });

  test('the phone itself signs in with Google, calls back, and a number is linked', async () => {
    const { page, heard } = wrapped;
    const login = page.waitForRequest('**/mobileLogin');
    await openPanel(page);
    await expect.poll(() => [...hooksIn(heard)]).toEqual(['checkPermissions']);
    await googleButton(page).click();
    await page.getByRole('dialog', { name: 'Bind phone number' }).waitFor();
    await expect
      .poll(() => heard.map(({ hook }) => hook))
      .toEqual(['checkPermissions', 'signInWithGoogle', 'checkPermissions']);
    await askForCode(page, mobile);
    const sent = await login;
    await page.getByRole('heading', { name: 'Finish your details' }).waitFor();
    expect(heard.at(-1)).toEqual({ hook: 'readCode', argument: {} });
    expect(sent.postDataJSON()).toMatchObject({ deviceType: 2, deviceBrand: 'Android', thirdType: 1 });
    expect(sent.headers()).toMatchObject({ devicebrand: 'Android' });
  });

  test('the phone is asked nothing before its borrower allows it, and then by hook', async () => {
    const { page, heard, phone } = wrapped;
    await fillDetails(program, page, 801);
    await openEstimate(page);
    await page.getByText('Your loan does not depend on it.', { exact: false }).waitFor();
    await expectAccessible(page, 'the estimated bill that asks about the phone');
    expect([...hooksIn(heard)]).toEqual(['checkPermissions', 'signInWithGoogle', 'readCode']);
    await allow(
      page,
      'Information about this phone',
      'SMS from operators and banks',
      'Your approximate location',
    );
    await expect
      .poll(async () => (await keptOf(mobile)).phones)
      .toEqual([
        {
          occasion: 'start',
          told: expect.objectContaining({
            deviceid: phone.deviceId,
            deviceTypeDevice: 'Android',
            appNameDevice: 'Thumba',
            appVersionDevice: '1016',
            language: 'en',
            manufacturer: 'TECNO',
            model: 'KI5k',
            osVersion: 'Android 14',
          }),
        },
      ]);
    await expect
      .poll(async () => (await keptOf(mobile)).figures)
      .toMatchObject({
        receivedCount: 1,
        receivedNgwee: 234_500,
      });
    const asked = heard.filter(({ hook }) => hook === 'requestPermission' || hook === 'messageFigures');
    expect(asked[0]!.argument).toEqual({ permission: 'messages' });
    expect(asked[1]!.argument.senders).toContain('MoMo');
  });

  test('no SMS is kept, whatever its sender', async () => {
    await expectInNoTable(book, ['Secret Employer', 'on Sunday']);
    expect(JSON.stringify((await keptOf(mobile)).figures)).not.toMatch(/Secret|Chileshe|MoMo/);
  });

  test('an application tells roughly where it was sent from, and the loan is repaid', async () => {
    const { page, handset, heard } = wrapped;
    await apply(page);
    await expect
      .poll(async () => (await keptOf(mobile)).location)
      .toEqual({ latitude: -15.42, longitude: 28.28 });
    await expect
      .poll(async () => (await keptOf(mobile)).phones.map(({ occasion }) => occasion))
      .toContain('risk');
    expect(heard).toContainEqual({ hook: 'requestPermission', argument: { permission: 'location' } });

    await page.getByRole('button', { name: 'Add to calendar' }).click();
    await page.getByText(/ is in your calendar\.$/).waitFor();
    const added = heard.slice(-2);
    expect(added.map(({ hook }) => hook)).toEqual(['requestPermission', 'addCalendarEvent']);
    expect(added[1]!.argument).toEqual({
      key: expect.stringMatching(/^due-\d+$/),
      title: 'Thumba: repayment due',
      description: expect.stringContaining(program.url),
      on: new Date(Date.now() + (30 * 24 + 2) * 60 * 60 * 1000).toISOString().slice(0, 10),
    });
    await repay(page, handset, async (paid) => {
      await paid.getByRole('button', { name: 'Share the receipt' }).click();
      await expect.poll(() => heard.at(-1)?.hook).toBe('share');
      expect(heard.at(-1)!.argument).toEqual({
        text: expect.stringMatching(/^Thumba: K1,030\.00 paid\. Receipt \d+-\d+\. Check it at http/),
      });
    });
    const { key } = added[1]!.argument;
    await expect.poll(() => heard).toContainEqual({ hook: 'removeCalendarEvent', argument: { key } });
  });

  test('links out of the app are the phone’s to open', async () => {
    const { page, heard } = wrapped;
    await page.goto(`${program.url}/me/help`);
    await page.getByRole('link', { name: /^Call/ }).click();
    await expect
      .poll(() => heard)
      .toContainEqual({ hook: 'openExternal', argument: { url: expect.stringMatching(/^tel:\+?\d+$/) } });
    await page.goto(`${program.url}/googleStore`);
    await page.getByRole('link', { name: /Google Play/ }).click();
    const url = 'https://play.google.com/store/apps/details?id=com.thumba.wallet';
    await expect.poll(() => heard).toContainEqual({ hook: 'openExternal', argument: { url } });
    expect(new URL(page.url()).pathname).toBe('/googleStore');
  });

  test('the settings show how the phone’s permissions stand', async () => {
    const { page } = wrapped;
    const start = page.waitForRequest('**/addDeviceInfo');
    await page.goto(`${program.url}/set`);
    await expect.poll(() => figure(page, 'Calendar, for the day to repay')).toBe('Allowed');
    expect(await figure(page, 'Notifications')).toBe('Reminders come by SMS');
    await page.getByText('You change these in the settings of Android').waitFor();
    await page.getByText('This app shows no notifications, so reminders come by SMS.').waitFor();
    await expectAccessible(page, 'settings in the wrapper');
    expect((await start).headers()).toMatchObject({ devicebrand: 'TECNO KI5k' });
  });

  test('the next sign-in needs the account alone, and tells the phone again', async () => {
    const { page } = wrapped;
    await page.getByRole('button', { name: /^Log out/ }).click();
    await page.getByRole('dialog').getByRole('button').filter({ hasText: 'this phone' }).click();
    await openPanel(page);
    await googleButton(page).click();
    await page.getByRole('heading', { name: 'Your limit' }).waitFor();
    await expect
      .poll(async () => (await keptOf(mobile)).phones.map(({ occasion }) => occasion))
      .toContain('sign_in');
  });

  test('what is allowed no more is kept no more, and the phone is not named', async () => {
    const { app, page, handset } = wrapped;
    await page.getByRole('link', { name: 'Me', exact: true }).click();
    await page.getByRole('link', { name: /^Settings/ }).click();
    await page.getByRole('switch', { name: 'Information about this phone' }).click();
    await page.getByText(/^Not allowed since/).waitFor();
    expect((await keptOf(mobile)).phones).toEqual([]);
    const next = page.waitForRequest('**/api/v1/consent');
    await page.getByRole('switch', { name: 'Your approximate location' }).click();
    expect((await next).headers()).toMatchObject({ devicebrand: 'Android' });
    await expect.poll(async () => (await keptOf(mobile)).location).toBeUndefined();
    await closeScreens(app, handset.screen);
  });
});

/* Each test has a phone and a window of its own, so they run at the same time. */
test.concurrent.for([
  ['refused', '0967000802', 802],
  ['hanging', '0967000803', 803],
  ['rubbish', '0967000804', 804],
] as const)(
  'with every hook %s a borrower logs in, borrows and repays',
  async ([mode, mobile, number], { expect }) => {
    const { app, page, handset, heard } = await open(mode, mobile);
    await openPanel(page);
    const continueWithGoogle = () => googleButton(page).click();
    if (mode === 'rubbish') await failsSaying(page, 'Google could not be reached', continueWithGoogle);
    else await continueWithGoogle();
    if (mode === 'hanging') {
      await expect.poll(() => [...hooksIn(heard)]).toContain('signInWithGoogle');
      await page.goBack();
      await openPanel(page);
    }
    await proveNumber(page, handset, mobile);

    await fillDetails(program, page, number);
    await openEstimate(page);
    await allow(
      page,
      'Information about this phone',
      'SMS from operators and banks',
      'Your approximate location',
    );
    await apply(page);
    await repay(page, handset);

    await page.goto(`${program.url}/me/help`);
    const callLender = () => page.getByRole('link', { name: /^Call/ }).click();
    if (mode === 'hanging') await callLender();
    else await failsSaying(page, 'Your phone could not open this', callLender);
    expect(new URL(page.url()).pathname).toBe('/me/help');

    const asked = ['checkPermissions', 'signInWithGoogle', 'deviceInfo', 'requestPermission', 'openExternal'];
    await expect.poll(() => [...hooksIn(heard)]).toEqual(expect.arrayContaining(asked));
    expect(await keptOf(mobile)).toEqual({ phones: [], location: undefined, figures: undefined });
    await closeScreens(app, handset.screen);
  },
);

describe('in a browser', () => {
  const mobile = '0967000805';

  test('the question is left once for all, and the settings have it all', async () => {
    const handset = await openHandsetPage(browser, program.simulatorUrl, mobile);
    const app = await openScreen(browser, program.url, PHONE, undefined, {
      permissions: ['geolocation'],
      geolocation: { latitude: -12.96, longitude: 28.636_66 },
    });
    const { page } = app;
    await logIn(page, handset, mobile);
    await fillDetails(program, page, 805);
    await openEstimate(page);
    await allow(page);
    // It stays in sight with what was answered, also after the contract was read.
    const answered = page
      .getByRole('button', { name: 'Choose what to allow' })
      .filter({ hasText: 'You allow nothing' });
    await answered.waitFor();
    await page.getByRole('link', { name: 'Loan Contract' }).click();
    await page.getByRole('article').waitFor();
    await page.goBack();
    await answered.waitFor();
    await page.goto(`${program.url}/set`);
    for (const [index, kind] of ['Information about this phone', 'Your approximate location'].entries()) {
      await page.getByRole('switch', { name: kind }).click();
      // The borrower agreed to the privacy policy by signing in.
      await page
        .getByText(/^Allowed on/)
        .nth(index + 1)
        .waitFor();
    }
    await page.goto(`${program.url}/home`);
    await openEstimate(page);
    await page.getByRole('checkbox', { name: /I agree to it/ }).waitFor();
    expect(await page.getByRole('button', { name: 'Choose what to allow' }).count()).toBe(0);
    await apply(page);
    await expect
      .poll(async () => (await keptOf(mobile)).location)
      .toEqual({ latitude: -12.96, longitude: 28.64 });
    const deviceid = await page.evaluate(`localStorage.getItem('deviceId')`);
    await expect
      .poll(async () => (await keptOf(mobile)).phones.map(({ occasion }) => occasion).sort())
      .toEqual(['risk', 'start']);
    const [{ told } = { told: undefined }] = (await keptOf(mobile)).phones;
    expect(told).toEqual({
      deviceid,
      appNameDevice: 'Thumba',
      appVersionDevice: '1016',
      deviceTypeDevice: 'h5',
      language: 'en',
    });
    await closeScreens(app, handset.screen);
  });
});
