import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  choose,
  figure,
  fillContacts,
  fillIdentity,
  fillPersonalInformation,
  logIn,
  payButton,
} from '../support/borrower-screens.ts';
import {
  closeScreens,
  expectAccessible,
  launchBrowser,
  openScreen,
  type Screen,
} from '../support/browser.ts';
import { type HandsetPage, openHandsetPage } from '../support/handset-page.ts';
import { type Program, startProgram } from '../support/program.ts';

/* A first loan from the first visit to the last kwacha, on a phone of 360 × 640, through the screens only. */

const MOBILE = '0967123456';
const dayInLusaka = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  timeZone: 'Africa/Lusaka',
});

let program: Program;
let browser: Browser;
let handset: HandsetPage;
let app: Screen;
let dueOn: string;
let dueDay: string;

beforeAll(async () => {
  program = await startProgram({ env: { DEMO_BORROWERS: 'false' } });
  browser = await launchBrowser();
  handset = await openHandsetPage(browser, program.simulatorUrl, MOBILE);
  app = await openScreen(browser, program.url);
  const due = Date.now() + 30 * 24 * 60 * 60 * 1000;
  dueOn = dayInLusaka.format(due);
  dueDay = new Date(due + 2 * 60 * 60 * 1000).toISOString().slice(0, 10);
});
afterAll(async () => {
  await browser?.close();
  await program?.stop();
});

const button = (name: string | RegExp) => app.page.getByRole('button', { name });
const dialog = (name: string) => app.page.getByRole('dialog', { name, exact: true });

test('a visitor sees the whole cost of a loan before anything else', async () => {
  const { page } = app;
  await page.waitForURL('**/home');
  await choose(page, '30 days');
  expect(await figure(page, 'You receive')).toBe('K1,000.00');
  expect(await figure(page, `You repay on ${dueOn}`)).toBe('K1,150.00');
  expect(await figure(page, 'It costs you')).toBe('K150.00 · 170.4% APR');
  await choose(page, '14 days');
  expect(await figure(page, 'You repay')).toBe('K1,086.00');
  await button('Increase amount').click();
  expect(await figure(page, 'You receive')).toBe('K1,050.00');
  await button('Decrease amount').click();
  await choose(page, '30 days');
  expect(await figure(page, 'Loans run for')).toBe('14 to 180 days');
  expect(await figure(page, 'Highest yearly rate (APR)')).toBe('215.7%');
  await expectAccessible(page, 'the signed-out home');
});

test('a visitor learns who lends and how to call them, and reads help, without a number', async () => {
  const { page } = app;
  const trust = page.locator('section', {
    has: page.getByRole('heading', { name: 'Why you can trust us' }),
  });
  await trust.getByText('The lender is Thumba Demo Lender.').waitFor();
  await trust.getByText('Licence: Demonstration only: no licence, no real money').waitFor();
  const call = trust.getByRole('link', { name: 'Call 0211 000 000' });
  await expect.poll(() => call.getAttribute('href')).toBe('tel:0211000000');
  await page
    .getByText('A first loan runs for 90 days at most. Longer ones open when your limit is higher.')
    .waitFor();
  await expectAccessible(page, 'the signed-out home with its lender');
  await trust.getByRole('link', { name: 'Help and common questions' }).click();
  await page.getByText('What happens if I never pay?').click();
  await page.getByText('You cannot get another loan until this one is paid.').waitFor();
  expect(await page.getByRole('link', { name: 'My tickets' }).count()).toBe(0);
  await expectAccessible(page, 'help for a visitor');
  await button('Back').click();
  await page.waitForURL('**/home');
  await trust.getByText('The lender is Thumba Demo Lender.').waitFor();
});

test('a visitor whose app came from a store is offered only longer terms', async () => {
  const { page, context, troubles } = await openScreen(browser, `${program.url}/home?appChannelCode=GP`);
  expect(await figure(page, 'Loans run for')).toBe('90 to 180 days');
  await expect.poll(() => page.getByRole('radio').count()).toBe(1);
  expect(await figure(page, 'It costs you')).toBe('K390.00 · 206.7% APR');
  await context.close();
  expect(troubles).toEqual([]);
});

test('signing in takes the number, the code from the phone and an agreement', async () => {
  const { page } = app;
  await logIn(page, handset, MOBILE);
  await page.getByRole('heading', { name: 'Finish your details' }).waitFor();
  await expect.poll(() => page.getByRole('link', { name: /^Me, / }).textContent()).toBe('096 **** 456');
  await expectAccessible(page, 'the home of somebody new');
  await expectAccessible(handset.screen.page, 'the handset with a code');
});

test('the identity is given with pictures of both sides of the card', async () => {
  const { page } = app;
  await page.getByRole('link', { name: 'Start' }).click();
  await page.getByRole('heading', { name: 'Identity Information' }).waitFor();
  await fillIdentity(page, { firstName: 'Chanda', lastName: 'Mwale', idNumber: '123456101' });
  await expect.poll(() => page.getByLabel('NRC number').inputValue()).toBe('123456/10/1');
  await expectAccessible(page, 'the identity form');
  await button('Confirm').click();
});

test('personal information is asked for next', async () => {
  const { page } = app;
  await page.getByRole('heading', { name: 'Personal information' }).waitFor();
  await fillPersonalInformation(page, '6500');
  await page.getByText('Kafue, Lusaka').waitFor();
  await expectAccessible(page, 'the personal form');
  await button('Save and continue').click();
});

test('and then two people who know the borrower', async () => {
  const { page } = app;
  await page.getByRole('heading', { name: 'Emergency Contact' }).waitFor();
  await fillContacts(page);
  await expectAccessible(page, 'the contact form');
  await button('Save and continue').click();
});

test('the questionnaire asks one question a page', async () => {
  const { page } = app;
  await page.getByRole('heading', { name: 'Questionnaire' }).waitFor();
  for (const [question, answer] of [
    ['How long have you had your main source of income?', '2 to 5 years'],
    ['How many people depend on your income?', '2 or 3'],
    ['Do you save money?', 'Every month'],
    ['Have you repaid a loan before?', 'I have not borrowed before'],
  ] as const) {
    await page.getByRole('heading', { name: question }).waitFor();
    await expectAccessible(page, question);
    await choose(page, answer);
  }
  await button('Send').click();
  await page.getByRole('heading', { name: 'Your limit' }).waitFor();
});

test('the estimated bill names every figure before anything is agreed', async () => {
  const { page } = app;
  await page.getByText('0 of 3 on time').waitFor();
  const locked = page.getByRole('radio', { name: 'Steady loan from a limit of K3,000' });
  await expect.poll(() => locked.isDisabled()).toBe(true);
  await expectAccessible(page, 'the home of somebody who may borrow');
  await button('Get K1,000').click();
  await page.getByRole('heading', { name: 'Estimated bill' }).waitFor();
  expect(await figure(page, 'Interest, 30 days at 0.4% a day')).toBe('K120.00');
  expect(await figure(page, 'Service fee, 3%')).toBe('K30.00');
  expect(await figure(page, `You repay on ${dueOn}`)).toBe('K1,150.00');
  expect(await figure(page, 'It costs you')).toBe('K150.00 · K5.00 a day');
  expect(await figure(page, 'APR')).toBe('170.4%');
  expect(await figure(page, 'Effective annual rate')).toBe('447.6%');
  await page.getByText('K5.75 a day. The first day late costs nothing.').waitFor();
  await expectAccessible(page, 'the estimated bill');
  const heights = await page.evaluate<{ text: string; size: number }[]>(`
    [...document.querySelectorAll('main dd, main p')].map((element) => ({
      text: element.textContent,
      size: Number.parseFloat(getComputedStyle(element).fontSize),
    }))`);
  const largest = heights.reduce((one, other) => (other.size > one.size ? other : one));
  expect(largest.text).toBe('K1,150.00');
  expect(heights.filter(({ size }) => size === largest.size)).toHaveLength(1);
  // Nothing stands between the agreement and the button.
  const last = page.locator('main > *').last();
  await last.getByRole('checkbox', { name: /I agree to it/ }).waitFor();
});

test('a loan that is not open yet says from which limit, by its address too', async () => {
  const { page } = app;
  const estimate = page.url();
  await page.goto(`${program.url}/borrow-plan?productId=2&amount=1000&termId=4`);
  await page.getByText('This loan is not open to you yet').waitFor();
  await page.getByText('Steady loan opens when your limit reaches K3,000.').waitFor();
  await expectAccessible(page, 'the estimate of a loan that is not open yet');
  await page.goto(estimate);
  await page.getByRole('heading', { name: 'Estimated bill' }).waitFor();
});

test('the contract carries the same figures, and is agreed to by hand', async () => {
  const { page } = app;
  await button('Get K1,000').click();
  await page.getByText('Please read the loan contract and agree to it first').waitFor();
  await page.getByRole('link', { name: 'Loan Contract' }).click();
  await page.getByRole('heading', { name: 'Loan Contract' }).waitFor();
  const contract = await page.getByRole('article').textContent();
  for (const figureText of ['Chanda Mwale', 'K1,000.00', 'K1,150.00', dueOn]) {
    expect(contract).toContain(figureText);
  }
  expect(contract).toContain('You have not agreed to this yet');
  await expectAccessible(page, 'the loan contract');
  await page.getByText(/^Version of this contract: \S+$/).waitFor();
  await button('Print').waitFor();
  await page.getByRole('contentinfo').getByRole('button', { name: 'Back to the bill' }).click();
  await page.getByRole('checkbox', { name: /I agree to it/ }).check();
  await button('Get K1,000').click();
});

test('the money arrives on the phone, and the app says what is owed and when', async () => {
  const { page } = app;
  await expect.poll(() => handset.balance()).toBe('K11,000.00');
  const messages = (await handset.messages.allInnerTexts()).join('\n');
  expect(messages).toContain('You have received K1,000.00 from');
  await handset.messages
    .filter({ hasText: `Please repay K1,150.00 by ${dueOn}.` })
    .first()
    .waitFor();
  await page.getByText('K1,150.00', { exact: true }).waitFor();
  await page.getByRole('heading', { name: 'K1,000 is in your MTN account' }).waitFor();
  await page.getByText('in 30 days').waitFor();
  await page
    .getByText(/^by \w+day \d/)
    .filter({ hasText: dueOn })
    .waitFor();
  await button('Need more time? Defer 7 days').waitFor();
  await expectAccessible(page, 'the home with a loan');
});

test('the due date goes into the calendar of the phone, from home and from the bill', async () => {
  const { page } = app;
  const calendarFile = async () => {
    const arriving = page.waitForEvent('download');
    await button('Add to calendar').click();
    const file = await arriving;
    await page.getByRole('status').getByText('Open the file to add the date to your calendar.').waitFor();
    return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
  };
  const fromHome = await calendarFile();
  expect(fromHome.name).toBe(`thumba-${dueDay}.ics`);
  expect(fromHome.text).toContain(`\r\nDTSTART;VALUE=DATE:${dueDay.replaceAll('-', '')}\r\n`);
  expect(fromHome.text).toContain('SUMMARY:Thumba: repayment due\r\n');
  await page.getByRole('link', { name: 'Bill details' }).click();
  await page.getByText('What happened').waitFor();
  const fromBill = await calendarFile();
  const event = (text: string) => text.match(/^UID:.*$/m)![0];
  expect(event(fromBill.text)).toBe(event(fromHome.text));
  await expectAccessible(page, 'the bill of a running loan');
  await page.getByRole('button', { name: 'Back', exact: true }).click();
});

test('a part is paid, with the PIN on the phone', async () => {
  const { page } = app;
  // No day has passed, so the whole loan costs less than its bill and is offered first.
  await button('Pay off now: K1,030.00 You save K120.00').click();
  const sheet = dialog('Pay the bill');
  await sheet.getByText('This pays off the whole loan. You save K120.00 of interest.').waitFor();
  await sheet.getByRole('radio', { name: 'All K1,030.00', checked: true }).waitFor();
  await sheet.getByText('Every repayment helps you get a higher loan limit again.').waitFor();
  await expectAccessible(page, 'the repayment popup');
  await sheet.getByRole('button', { name: 'Pay another amount' }).click();
  for (const [amount, message] of [
    ['', 'Please enter your Repayment amount'],
    ['10', 'minimum: 20'],
    [
      '1110',
      'The remaining amount is less than the minimum amount and the current repayment must be paid off',
    ],
    ['1150.01', 'The input amount cannot be greater than the remaining repayment amount'],
  ] as const) {
    await sheet.getByLabel('Repayment amount').fill(amount);
    await sheet.getByRole('button', { name: /^Pay( K[\d,.]+)?$/ }).click();
    await sheet.getByText(message, { exact: true }).waitFor();
  }
  await expectAccessible(page, 'the repayment popup with an error');
  await sheet.getByLabel('Repayment amount').fill('500.50');
  await sheet.getByRole('button', { name: 'Pay K500.50' }).click();

  await dialog('Submit Success')
    .getByText(/K500\.50 is not paid yet. Enter your MTN MoMo PIN on your phone to pay/)
    .waitFor();
  await dialog('Submit Success')
    .getByText(/A PIN code pop-up appears within 10 seconds/)
    .waitFor();
  await dialog('Submit Success')
    .getByText(/Wait about one minute/)
    .waitFor();
  await expectAccessible(page, 'the dialog that waits for the PIN');
  await handset.prompt.waitFor();
  await expect.poll(() => handset.prompt.textContent()).toContain('K500.50');
  await expectAccessible(handset.screen.page, 'the handset with a payment request');
  await handset.approve();

  const paid = dialog('Paid');
  await paid.waitFor();
  expect(await figure(paid, 'Interest')).toBe('K120.00');
  expect(await figure(paid, 'Service fee')).toBe('K30.00');
  expect(await figure(paid, 'Loan')).toBe('K350.50');
  await expect.poll(() => figure(paid, 'Left to pay')).toBe('K649.50');
  await expectAccessible(page, 'the receipt of a part');
  expect(await handset.balance()).toBe('K10,499.50');
  await paid.getByRole('button', { name: 'OK' }).click();
  await page.getByText('K649.50', { exact: true }).waitFor();
});

test('an app that is closed and opened again while a payment waits never offers to pay twice', async () => {
  await button('Pay off now: K529.50 You save K120.00').click();
  await button('Pay K529.50').click();
  await handset.prompt.waitFor();
  await app.page.close();

  app.page = await app.context.newPage();
  await app.page.goto(program.url);
  await button('See the payment').waitFor();
  expect(await payButton(app.page).count()).toBe(0);
  await app.page.getByRole('link', { name: 'Bill details' }).click();
  await app.page.getByText('is not paid yet. Enter your PIN on your phone to pay.').waitFor();
  expect(await payButton(app.page).count()).toBe(0);
  await expectAccessible(app.page, 'the details of a bill whose payment waits');
  await button('See the payment').click();
  await dialog('Submit Success')
    .getByText(/K529\.50/)
    .first()
    .waitFor();
  await handset.approve();
  await dialog('Paid').getByText('This bill is paid off. Nothing is left to pay.').waitFor();
  expect(await handset.balance()).toBe('K9,970.00');
  await dialog('Paid').getByRole('button', { name: 'OK' }).click();
});

test('the settled bill tells its whole story', async () => {
  const { page } = app;
  await page.getByText('Nothing is left to pay. You paid K1,030.00.').waitFor();
  expect(await figure(page, 'To repay in all')).toBe('K1,030.00');
  expect(await figure(page, 'Paid so far')).toBe('K1,030.00');
  const part = page.getByRole('group').filter({ hasText: 'K500.50' });
  await part.getByText('K500.50').click();
  expect(await figure(part, 'Receipt')).toMatch(/^\d/);
  await expectAccessible(page, 'the details of a settled bill');
  await page.getByRole('link', { name: /Repayment plan/ }).click();
  await page.getByRole('heading', { name: 'Repayment Plan' }).waitFor();
  await page.getByText('K1,030.00 paid so far').waitFor();
  await expectAccessible(page, 'the repayment plan');
  await button('Back').click();
  await button('Back').click();
});

test('a loan repaid on its first day does not count for the limit, and home and the message say why', async () => {
  const { page } = app;
  await page.getByText('0 of 3 on time').waitFor();
  await page.getByText('Repay 3 loans on time and your limit grows from K2,000 to K3,000.').waitFor();
  await page.getByText('Loans of K500 or more count, if you keep them for at least 7 days.').waitFor();
  await page
    // The lowest limit cannot drop.
    .getByText('Pay late and the count starts again.', { exact: true })
    .waitFor();
  const steps = page.getByRole('listitem').filter({ hasText: /You are here|loans on time/ });
  await expect
    .poll(() => steps.allTextContents())
    .toEqual([
      'K2,000You are here',
      'K3,0003 loans on time',
      'K4,0006 loans on time',
      'K5,0009 loans on time',
    ]);
  await page.getByRole('link', { name: 'Me', exact: true }).click();
  await page.getByText('Chanda Mwale').waitFor();
  expect(await figure(page, 'Your limit')).toBe('K2,000');
  await expectAccessible(page, 'me');
  for (const [name, words] of [
    ['Bills', 'Paid off'],
    ['Messages', 'It does not raise your limit: loans of K500.00 or more'],
    ['Wallet credit', 'There is no history yet'],
    ['Mobile-money accounts', 'MTN MoMo'],
  ] as const) {
    await page.getByRole('link', { name }).click();
    await page.getByText(words).waitFor();
    await expectAccessible(page, name);
    await button('Back').click();
  }
});

test('and the browser reported no errors', async () => {
  await expect(closeScreens(app, handset.screen)).resolves.toBeUndefined();
});
