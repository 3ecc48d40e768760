import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  choose,
  demoMobile,
  figure,
  fillContacts,
  fillIdentity,
  fillPersonalInformation,
  logIn,
  loginPanel,
  takeOwnPhone,
} from '../support/borrower-screens.ts';
import {
  closeScreens,
  expectAccessible,
  launchBrowser,
  openScreen,
  overlaysLeft,
  type Screen,
} from '../support/browser.ts';
import { bindPanel, continueWithGoogle } from '../support/google-window.ts';
import { type HandsetPage, openHandsetPage } from '../support/handset-page.ts';
import { type Program, startProgram } from '../support/program.ts';

/* Signing in without a needless tap, and what waits until it is over: the loan that was chosen, and the lender's offer. */

const OFFER = 'Spin the lucky wheel';
const AGREEMENT =
  'Please read privacy agreement and T&C carefully before clicking Agree to proceed to the next step';

let program: Program;
let browser: Browser;

beforeAll(async () => {
  program = await startProgram({ env: { NOTICES: 'true' } });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await program?.stop();
});

const openApp = (path = '/home') => openScreen(browser, program.url + path);
const handsetOf = (mobile: string) => openHandsetPage(browser, program.simulatorUrl, mobile);
const offer = (page: Page) => page.getByRole('dialog', { name: OFFER });
const wrongCode = (code: string) => (code === '0000' ? '1111' : '0000');

/** Counts the logins that the page asks for. */
function countLogins(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/mobileLogin')) count += 1;
  });
  return () => count;
}

/** Signs in by the code alone: it is sent when its last digit is typed. */
async function signInByCode(page: Page, handset: HandsetPage, mobile: string): Promise<void> {
  await takeOwnPhone(page, mobile);
  const panel = loginPanel(page);
  await panel.getByRole('checkbox', { name: 'I have read' }).check();
  await panel.getByLabel('Mobile number').fill(mobile);
  await panel.getByRole('button', { name: 'Obtain' }).click();
  await panel.getByText(/^Code sent to/).waitFor();
  await page.keyboard.type(await handset.readCode());
  await panel.waitFor({ state: 'hidden' });
}

/** The offer does not come, also after the time in which it would. */
async function expectNoOffer(page: Page): Promise<void> {
  await page.waitForTimeout(3500);
  expect(await offer(page).count()).toBe(0);
}

describe('the code', () => {
  const mobile = '0967300001';
  let app: Screen;
  let handset: HandsetPage;

  test('is sent to the number that is named, and its field takes the focus', async () => {
    handset = await handsetOf(mobile);
    app = await openApp();
    const { page } = app;
    await page.getByRole('button', { name: 'Log in' }).click();
    const panel = loginPanel(page);
    await panel.getByLabel('Mobile number').fill('0967300099');
    await panel.getByRole('button', { name: 'Obtain' }).click();
    await panel.getByText('Code sent to 0967 300 099', { exact: true }).waitFor();
    const code = panel.getByLabel('Verification code');
    await code.and(page.locator(':focus')).waitFor();
    await expect.poll(() => code.getAttribute('autocomplete')).toBe('one-time-code');
    await expectAccessible(page, 'the login panel after a code was sent');
  });

  test('a number that was mistyped is changed, and its code can be sent at once', async () => {
    const { page } = app;
    const panel = loginPanel(page);
    await panel.getByRole('button', { name: 'Change number' }).click();
    await page.keyboard.type(mobile);
    await expect.poll(() => panel.getByLabel('Mobile number').inputValue()).toBe('0967 300 001');
    expect(await panel.getByText(/^Code sent to/).count()).toBe(0);
    await panel.getByRole('button', { name: 'Obtain' }).click();
    await panel.getByText('Code sent to 0967 300 001', { exact: true }).waitFor();
  });

  test('without the agreement, four digits are not sent, and the button asks for the agreement', async () => {
    const { page } = app;
    const panel = loginPanel(page);
    const logins = countLogins(page);
    const code = wrongCode(await handset.readCode());
    await page.keyboard.type(code);
    await page.waitForTimeout(500);
    expect(await panel.getByText(AGREEMENT, { exact: true }).count()).toBe(0);
    await panel.getByRole('button', { name: 'Log In', exact: true }).click();
    await panel.getByText(AGREEMENT, { exact: true }).waitFor();
    await panel.getByRole('checkbox', { name: 'I have read' }).check();
    await page.waitForTimeout(500);
    expect(logins()).toBe(0);
  });

  test('a wrong one is refused at its field, and is not sent again until it is changed', async () => {
    const { page } = app;
    const panel = loginPanel(page);
    const logins = countLogins(page);
    const field = panel.getByLabel('Verification code');
    await field.press('Backspace');
    await field.pressSequentially('1');
    await panel.locator('p').getByText('This code is wrong. You have 4 tries left.').waitFor();
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
    await field.and(page.locator(':focus')).waitFor();
    await page.waitForTimeout(1000);
    expect(logins()).toBe(1);
    await expectAccessible(page, 'the login panel with a wrong code');
    await closeScreens(app, handset.screen);
  });
});

describe('a loan of K500 for 14 days', () => {
  const mobile = '0967300002';
  let app: Screen;
  let handset: HandsetPage;
  let estimate: string;

  const expectChosen = async (page: Page) => {
    await page.getByRole('button', { name: 'Get K500' }).waitFor();
    await expect.poll(() => page.getByRole('radio', { name: '14 days' }).isChecked()).toBe(true);
  };

  test('that a visitor chose is still chosen when the login panel is left, and after a reload', async () => {
    handset = await handsetOf(mobile);
    app = await openApp();
    const { page } = app;
    await page.getByRole('slider').fill('500');
    await choose(page, '14 days');
    await page.reload();
    await expectChosen(page);
    await page.getByRole('button', { name: 'Get K500' }).click();
    await loginPanel(page).getByRole('button', { name: 'Back' }).click();
    await loginPanel(page).waitFor({ state: 'hidden' });
    await overlaysLeft(page);
    await expectChosen(page);
    await page.reload();
    await expectChosen(page);
  });

  test('leads whoever is new through the forms to its estimate, and no offer stands in the way', async () => {
    const { page } = app;
    await page.getByRole('button', { name: 'Log in' }).click();
    await signInByCode(page, handset, mobile);
    await page.getByRole('heading', { name: 'Identity Information' }).waitFor();
    const kept = page.getByText('You asked for K500, 14 days', { exact: true });
    await kept.waitFor();
    await expectNoOffer(page);
    await page.goto(`${program.url}/home`);
    await page.getByRole('heading', { name: 'Finish your details' }).waitFor();
    await expectNoOffer(page);
    await page.getByRole('link', { name: 'Start' }).click();
    await fillIdentity(page, { firstName: 'Mutale', lastName: 'Zulu', idNumber: '300002101' });
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('heading', { name: 'Personal information' }).waitFor();
    await kept.waitFor();
    await fillPersonalInformation(page, '6500');
    await page.getByRole('button', { name: 'Save and continue' }).click();
    await page.getByRole('heading', { name: 'Emergency Contact' }).waitFor();
    await fillContacts(page);
    await page.getByRole('button', { name: 'Save and continue' }).click();
    await page.getByRole('heading', { name: 'Questionnaire' }).waitFor();
    await kept.waitFor();
    await page.getByRole('link', { name: 'Skip' }).click();
    await page.getByRole('heading', { name: 'Estimated bill' }).waitFor();
    await page.getByRole('button', { name: 'Get K500' }).waitFor();
    await page.getByText('Interest, 14 days').waitFor();
    estimate = page.url();
    await expectNoOffer(page);
  });

  test('where the loan can be changed, and the account that receives it is explained', async () => {
    const { page } = app;
    await page.getByText(/^We send money only to a number of your own/).waitFor();
    const change = page.getByRole('link', { name: 'Change the loan' });
    await expect.poll(() => change.getAttribute('href')).toBe('/home');
  });

  test('which leads back to home, not to the questions that were skipped', async () => {
    const { page } = app;
    await page.getByRole('button', { name: 'Back' }).click();
    await page.waitForURL('**/home');
    await page.getByRole('button', { name: /^Get K/ }).waitFor();
  });

  test('and the offer that waited comes when home is calm, once', async () => {
    const { page } = app;
    await offer(page).waitFor();
    await expectAccessible(page, 'the offer after signing in');
    await page.reload();
    await offer(page).getByRole('button', { name: 'See more' }).click();
    await page.waitForURL('**/activity/turntable');
    await page.goto(`${program.url}/home`);
    await expectChosen(page);
    await expectNoOffer(page);
    await closeScreens(app, handset.screen);
  });

  test('that a link names leads whoever is known to its estimate, also when the login panel was left first', async () => {
    const known = demoMobile('authenticated');
    const own = await handsetOf(known);
    const other = await openApp(new URL(estimate).pathname + new URL(estimate).search);
    const { page } = other;
    await loginPanel(page).getByRole('button', { name: 'Back' }).click();
    await loginPanel(page).waitFor({ state: 'hidden' });
    await overlaysLeft(page);
    await page.reload();
    await expectChosen(page);
    await page.getByRole('button', { name: 'Log in' }).click();
    await signInByCode(page, own, known);
    await page.getByRole('heading', { name: 'Estimated bill' }).waitFor();
    expect(await figure(page, 'Interest, 14 days')).toBe('K28.00');
    await closeScreens(other, own.screen);
  });

  test('is still chosen after the detour to Google and to the number, also when it was left once', async () => {
    const known = demoMobile('settled');
    const own = await handsetOf(known);
    const other = await openApp();
    const { page } = other;
    await takeOwnPhone(page, known);
    await page.getByRole('slider').fill('500');
    await choose(page, '14 days');
    await page.getByRole('button', { name: 'Get K500' }).click();
    await continueWithGoogle(page, 'wish@example.com');
    await bindPanel(page).getByRole('button', { name: 'Back' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await overlaysLeft(page);
    await expectChosen(page);

    await page.getByRole('button', { name: 'Log in' }).click();
    await continueWithGoogle(page, 'wish@example.com');
    const panel = bindPanel(page);
    await panel.getByLabel('Mobile number').fill(known);
    await panel.getByRole('button', { name: 'Obtain' }).click();
    await panel.getByLabel('Verification code').fill(await own.readCode());
    await page.getByRole('heading', { name: 'Estimated bill' }).waitFor();
    const { searchParams } = new URL(page.url());
    expect(Object.fromEntries(searchParams)).toEqual(Object.fromEntries(new URL(estimate).searchParams));
    await page.getByText('Interest, 14 days').waitFor();
    await closeScreens(other, own.screen);
  });

  test('is forgotten by whoever has a bill already', async () => {
    const late = demoMobile('overdue');
    const own = await handsetOf(late);
    const other = await openApp();
    const { page } = other;
    await page.getByRole('button', { name: /^Get K/ }).click();
    await signInByCode(page, own, late);
    await page.waitForURL('**/home');
    await page.getByRole('button', { name: 'Pay the bill' }).waitFor();
    // Of a borrower who is late.
    await expectNoOffer(page);
    await closeScreens(other, own.screen);
  });
});

test('the offer waits while home says that the money has arrived, also after OK and on another page', async () => {
  const mobile = demoMobile('settled');
  const handset = await handsetOf(mobile);
  const app = await openApp();
  const { page } = app;
  await logIn(page, handset, mobile);
  await page.goto(`${program.url}/borrow-plan?productId=1&amount=1000&termId=1`);
  await page.getByRole('checkbox', { name: /I agree to it/ }).check();
  await page.getByRole('button', { name: 'Get K1,000' }).click();
  const arrival = page.getByRole('heading', { name: /^K1,000 is in your \w+ account$/ });
  await arrival.waitFor();
  // The offer still waits, and this is not the visit of the sign-in.
  await page.reload();
  await arrival.waitFor();
  await expectNoOffer(page);
  await page.getByRole('button', { name: 'OK', exact: true }).click();
  await expectNoOffer(page);
  await page.getByRole('link', { name: 'Bill details' }).click();
  await page.waitForURL('**/billing-details/*');
  await expectNoOffer(page);
  await page.goto(`${program.url}/me`);
  await expectNoOffer(page);
  await closeScreens(app, handset.screen);
});

test.each(['declined', 'under review', 'new'])('the offer waits for a borrower who is %s', async (state) => {
  const mobile = demoMobile(state);
  const handset = await handsetOf(mobile);
  const app = await openApp();
  await logIn(app.page, handset, mobile);
  await app.page.getByRole('link', { name: /^Me, / }).waitFor();
  await expectNoOffer(app.page);
  await closeScreens(app, handset.screen);
});

test('the offer comes to a borrower with a bill that is not due: at home, in the visit after the sign-in, once', async () => {
  const mobile = demoMobile('active');
  const handset = await handsetOf(mobile);
  const app = await openApp();
  const { page } = app;
  await logIn(page, handset, mobile);
  await page.getByRole('link', { name: 'Bill details' }).waitFor();
  await expectNoOffer(page);
  await page.getByRole('link', { name: 'Bill details' }).click();
  await page.waitForURL('**/billing-details/*');
  await page.reload();
  await page.getByRole('heading', { name: 'Amounts' }).waitFor();
  await expectNoOffer(page);
  // The visit of a payment is left in peace too.
  await page.getByRole('button', { name: 'Pay a part' }).click();
  const sheet = page.getByRole('dialog', { name: 'Pay the bill' });
  await sheet.getByLabel('Repayment amount').fill('50');
  await sheet.getByRole('button', { name: 'Pay K50.00', exact: true }).click();
  await handset.prompt.waitFor();
  await handset.approve();
  await page.getByRole('dialog', { name: 'Paid' }).getByRole('button', { name: 'OK' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await overlaysLeft(page);
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await page.waitForURL('**/home');
  await page.getByRole('link', { name: 'Bill details' }).waitFor();
  await expectNoOffer(page);
  await page.reload();
  await offer(page).getByRole('button', { name: 'Not now' }).click();
  await offer(page).waitFor({ state: 'hidden' });
  await overlaysLeft(page);
  await page.reload();
  await expectNoOffer(page);
  await closeScreens(app, handset.screen);
});
