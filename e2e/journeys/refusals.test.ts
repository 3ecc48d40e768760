import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  demoMobile,
  fillPersonalInformation,
  logIn,
  logInOnPanel,
  loginPanel,
  openAndLogIn,
} from '../support/borrower-screens.ts';
import {
  closeScreens,
  expectAccessible,
  failsSaying,
  launchBrowser,
  openScreen,
  overlaysLeft,
  type Screen,
  withoutNetwork,
} from '../support/browser.ts';
import { type HandsetPage, openHandsetPage } from '../support/handset-page.ts';
import { type Program, startProgram } from '../support/program.ts';

/* Failures: wrong codes, prompts without an answer, ended sessions, no network. */

const PROMPT_SECONDS = 15;

let program: Program;
let browser: Browser;

beforeAll(async () => {
  program = await startProgram({ env: { PROMPT_SECONDS: String(PROMPT_SECONDS) } });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await program?.stop();
});

const handsetOf = (mobile: string) => openHandsetPage(browser, program.simulatorUrl, mobile);
const openApp = (path = '/') => openScreen(browser, program.url + path);

describe('the login panel', () => {
  const mobile = '0967000111';
  const AGREEMENT =
    'Please read privacy agreement and T&C carefully before clicking Agree to proceed to the next step';

  test('says what is missing, in the words agreed on, and counts down to the next code', async () => {
    const app = await openApp();
    const { page } = app;
    await page.getByRole('button', { name: 'Log in' }).click();
    const panel = loginPanel(page);
    const submit = panel.getByRole('button', { name: 'Log In' });
    const says = (message: string) => panel.getByText(message, { exact: true }).waitFor();

    await submit.click();
    await says('Please enter your phone number');
    await says('Please enter the verification code');
    await says(AGREEMENT);
    await expectAccessible(page, 'the login panel with messages');

    await panel.getByLabel('Mobile number').fill('097712');
    await panel.getByRole('button', { name: 'Obtain' }).click();
    await says('Please enter the correct 10-digit phone number（0XXXXXXXXX）');

    const handset = await handsetOf(mobile);
    await panel.getByLabel('Mobile number').fill(mobile);
    await panel.getByRole('button', { name: 'Obtain' }).click();
    const code = await handset.readCode();
    const countdown = panel.getByRole('button', { name: /^\d+s$/ });
    await expect.poll(() => countdown.isDisabled()).toBe(true);
    const secondsLeft = async () => Number.parseInt((await countdown.textContent())!, 10);
    const before = await secondsLeft();
    expect(before).toBeLessThanOrEqual(60);
    await expect.poll(secondsLeft).toBeLessThan(before);

    const wrongCode = code === '0000' ? '1111' : '0000';
    await panel.getByLabel('Verification code').fill(wrongCode);
    await panel.getByRole('checkbox').check();
    await submit.click();
    await panel.locator('p').getByText('This code is wrong. You have 4 tries left.').waitFor();
    await expectAccessible(page, 'the login panel with a refused code');

    await panel.getByLabel('Verification code').fill(code);
    await page.getByRole('heading', { name: 'Finish your details' }).waitFor();
    await closeScreens(app, handset.screen);
  });

  test('opens over the home page for a page that needs a login, and goes on there afterwards', async () => {
    const handset = await handsetOf(demoMobile('authenticated'));
    const app = await openApp('/me/wallet');
    const { page } = app;
    await loginPanel(page).waitFor();
    expect(new URL(page.url()).pathname).toBe('/home');
    await logInOnPanel(page, handset, demoMobile('authenticated'));
    await page.getByRole('heading', { name: 'Wallet' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/me/wallet');
    await closeScreens(app, handset.screen);
  });

  test('left by its arrow, leaves its visitor on the home page', async () => {
    const app = await openApp('/me');
    const { page } = app;
    await loginPanel(page).getByRole('button', { name: 'Back' }).click();
    await page.getByRole('button', { name: /^Get K/ }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/home');
    await closeScreens(app);
  });

  test('opens without a countdown after it was left during one', async () => {
    const app = await openApp();
    const { page } = app;
    const panel = loginPanel(page);
    await page.getByRole('button', { name: 'Log in' }).click();
    await panel.getByLabel('Mobile number').fill('0967000112');
    await panel.getByRole('button', { name: 'Obtain' }).click();
    await panel.getByRole('button', { name: /^\d+s$/ }).waitFor();
    await panel.getByRole('button', { name: 'Back' }).click();
    await panel.waitFor({ state: 'hidden' });
    await overlaysLeft(page);
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect.poll(() => panel.getByRole('button', { name: 'Obtain' }).isEnabled()).toBe(true);
    expect(await panel.getByRole('button', { name: /^\d+s$/ }).count()).toBe(0);
    await closeScreens(app);
  });

  test('opens when the session was ended on another phone', async () => {
    const settled = demoMobile('settled');
    const { app: here, handset } = await openAndLogIn({ program, browser }, settled);
    const there = await openApp();
    await logIn(there.page, handset, settled);
    await there.page.getByRole('link', { name: 'Me', exact: true }).click();
    await there.page.getByRole('button', { name: 'Log out' }).click();
    await there.page.getByRole('dialog', { name: 'Log out' }).waitFor();
    await expectAccessible(there.page, 'the sheet to log out');
    await there.page.getByRole('button', { name: 'Log out everywhere' }).click();
    await there.page.getByRole('button', { name: 'Log in' }).waitFor();

    await here.page.getByRole('link', { name: 'Me', exact: true }).click();
    await loginPanel(here.page).waitFor();
    await logInOnPanel(here.page, handset, settled);
    await here.page.getByRole('link', { name: /^Messages \d+ new/ }).click();
    await here.page.getByText('your loan is paid off').first().waitFor();
    await closeScreens(here, there, handset.screen);
  });
});

describe('a payment', () => {
  const mobile = demoMobile('due today');
  let handset: HandsetPage;
  let app: Screen;
  const dialog = (name: string) => app.page.getByRole('dialog', { name, exact: true });

  async function submit(): Promise<void> {
    await dialog('Pay the bill')
      .getByRole('button', { name: /^Pay K/ })
      .click();
    await dialog('Submit Success')
      .getByText(/Enter your MTN MoMo PIN/)
      .waitFor();
    await handset.prompt.waitFor();
  }

  beforeAll(async () => {
    ({ app, handset } = await openAndLogIn({ program, browser }, mobile));
    await app.page.getByText('today', { exact: true }).waitFor();
    await expectAccessible(app.page, 'the home of a bill that is due today');
    await app.page.getByRole('button', { name: 'Pay the bill' }).click();
  });

  test.each([
    ['Refuse', 'The payment was refused on the phone.'],
    ['Wrong PIN', /^The (PIN that was entered was wrong|operator did not accept it: the PIN may .+)\.$/],
  ] as const)('ended on the phone by "%s" is not paid, and says why', async (press, reason) => {
    const balance = await handset.balance();
    await submit();
    await handset.answer(press);
    await dialog('Not paid').getByText(reason).waitFor();
    await dialog('Not paid')
      .getByText(/did not go through\. Your bill has not changed\./)
      .waitFor();
    await expectAccessible(app.page, `the dialog after "${press}"`);
    expect(await handset.balance()).toBe(balance);
    await dialog('Not paid').getByRole('button', { name: 'Try again' }).click();
  });

  test('without an answer on the phone is asked about, then called not paid, and may be made again', async () => {
    await submit();
    await handset.answer('Ignore');
    await dialog('Submit Success')
      .getByText('We are asking the operator. You do not need to pay again.')
      .first()
      .waitFor();
    await expectAccessible(app.page, 'the dialog that asks the operator');
    const ended = dialog('Not paid');
    await ended.getByText('The PIN was not entered in time, so the payment ended.').waitFor();
    await ended.getByRole('button', { name: 'Try again' }).click();

    await submit();
    await handset.approve();
    await dialog('Paid').getByText('This bill is paid off. Nothing is left to pay.').waitFor();
    await dialog('Paid').getByRole('button', { name: 'OK' }).click();
    await app.page.getByRole('main').getByText('1 of 3 on time').waitFor();
    await closeScreens(app, handset.screen);
  });
});

test('a form moves the focus to its first problem when it is sent, and not while a field is typed in', async () => {
  const mobile = demoMobile('new');
  const { app, handset } = await openAndLogIn({ program, browser }, mobile);
  const { page } = app;
  const focused = page.locator(':focus');
  await page.getByRole('link', { name: 'Me', exact: true }).click();
  await page.getByRole('link', { name: 'Personal information' }).click();
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await page.getByLabel('Marital status').and(focused).waitFor();
  const income = page.getByLabel('Monthly income');
  await income.pressSequentially('4000');
  await expect.poll(() => income.inputValue()).toBe('4000');
  await income.and(focused).waitFor();
  await closeScreens(app, handset.screen);
});

test('a form without the network keeps what was typed, and is sent when the network is back', async () => {
  const mobile = demoMobile('new');
  const { app, handset } = await openAndLogIn({ program, browser }, mobile);
  const { page } = app;
  await page.getByRole('link', { name: 'Me', exact: true }).click();
  await page.getByText('With your details you can borrow').waitFor();
  await page.getByRole('link', { name: 'Personal information' }).click();
  await fillPersonalInformation(page, '4000');
  const address = page.getByLabel('Address');
  const save = page.getByRole('button', { name: 'Save and continue' });
  const banner = page.getByText('You are offline. What you see may be out of date.');
  await withoutNetwork(app, async () => {
    await banner.waitFor();
    await address.fill('7 Kafue Road');
    await failsSaying(
      page,
      'No connection. Check your internet',
      () => save.click(),
      () => expectAccessible(page, 'a form without the network'),
    );
    await expect.poll(() => address.inputValue()).toBe('7 Kafue Road');
  });
  await banner.waitFor({ state: 'hidden' });
  await page.reload();
  await page.getByText('Kafue, Lusaka').waitFor();
  await expect.poll(() => address.inputValue()).toBe('7 Kafue Road');
  await save.click();
  await page.getByRole('heading', { name: 'Identity Information' }).waitFor();
  await closeScreens(app, handset.screen);
});

test('an address that leads nowhere says so and shows the way home', async () => {
  const app = await openApp('/no/such/page');
  const { page } = app;
  await page.getByText('There is nothing at this address').waitFor();
  await expectAccessible(page, 'the page for an unknown address');
  await page.getByRole('link', { name: 'Go to home' }).click();
  await page.getByRole('button', { name: /^Get K/ }).waitFor();
  await closeScreens(app);
});
