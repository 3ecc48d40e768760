import pg from 'pg';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { day, formatDay } from '../../packages/lending/src/day.ts';
import { choose, demoMobile, downloadPaper, figure, openAndLogIn } from '../support/borrower-screens.ts';
import {
  closeScreens,
  expectAccessible,
  launchBrowser,
  overlaysLeft,
  type Screen,
} from '../support/browser.ts';
import type { HandsetPage } from '../support/handset-page.ts';
import { type Program, startProgram } from '../support/program.ts';

// A late loan through the screens only: paid in part, extended, a coupon applied, settled. Then a second loan, settled
// early. Each sum on the screen is compared with the ledger and the statement.

let program: Program;
let browser: Browser;
let handset: HandsetPage;
let app: Screen;
let book: pg.Client;
let firstDueOn: string;

beforeAll(async () => {
  program = await startProgram();
  browser = await launchBrowser();
  const mobile = demoMobile('authenticated');
  ({ app, handset } = await openAndLogIn({ program, browser }, mobile));
  book = new pg.Client({ connectionString: await program.databaseUrl() });
  await book.connect();
});
afterAll(async () => {
  await book?.end();
  await browser?.close();
  await program?.stop();
});

const button = (name: string | RegExp) => app.page.getByRole('button', { name });
const dialog = (name: string) => app.page.getByRole('dialog', { name, exact: true });

/** The day in so many days, by the date on the handset page. */
async function dayTextIn(days: number): Promise<string> {
  const calendar = handset.screen.page.getByRole('region', { name: 'Business date' });
  const tomorrow = Date.parse((await calendar.getByLabel('Or to a chosen day').getAttribute('min'))!);
  return formatDay(day(new Date(tomorrow + (days - 1) * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)));
}

type Account = { account: string; kwacha: string };

/** The balance of each account for the newest loan: "1061.50". */
async function ledger(): Promise<Record<string, string>> {
  const { rows } = await book.query<Account>(
    `select account, to_char(sum(ngwee) / 100, 'FM999990.00') as kwacha
     from ledger_transfer t, lateral (values (debit_account, amount_ngwee), (credit_account, -amount_ngwee))
       as side (account, ngwee)
     where loan_id = (select max(loan_id) from loan where borrower_id =
       (select borrower_id from borrower_by_mobile where mobile_hash = $1))
     group by account having sum(ngwee) <> 0`,
    [program.sealing.lookupHash('mobile', demoMobile('authenticated'))],
  );
  return Object.fromEntries(rows.map(({ account, kwacha }) => [account, kwacha]));
}

async function takeLoan(): Promise<void> {
  const { page } = app;
  await choose(page, '30 days');
  await button('Get K1,000').click();
  await page.getByRole('checkbox', { name: /I agree to it/ }).check();
  await button('Get K1,000').click();
  // Waits for the payout, because the term begins with it.
  await page.getByText('in 30 days').waitFor();
}

/** What happens with the late bill if its borrower does nothing. The loan may cost K850 beside interest and fee. */
async function expectConsequencesTold(page: Page): Promise<void> {
  const ifUnpaid = page.locator('section').filter({ hasText: 'If you do nothing' });
  await ifUnpaid.getByText(/^Each day adds K5\.75 .* never owe more than K850\.00 of/).waitFor();
  await ifUnpaid.getByText('Your limit stays at K2,000. There is no lower one.').waitFor();
}

/** The height of a line of text, in pixels. */
async function heightOf(text: Locator): Promise<number> {
  return (await text.boundingBox())!.height;
}

/** A bill that is not late can be paid in part too, on home and on the bill. */
async function expectPartPaymentOffered(): Promise<void> {
  await button('Pay a part').click();
  await dialog('Pay the bill').getByLabel('Repayment amount').fill('300');
  await button('Pay K300.00').waitFor();
  await dialog('Pay the bill').getByRole('button', { name: 'Close' }).click();
  await app.page.getByRole('link', { name: 'Bill details' }).click();
  await button('Pay a part').click();
  await dialog('Pay the bill').getByLabel('Repayment amount').waitFor();
}

/** Moves the date on the handset page and loads the app again. */
async function waitDays(count: number): Promise<void> {
  await handset.passDays(count);
  await app.page.goto(`${program.url}/home`);
  await expect.poll(() => app.page.getByRole('status', { name: 'Loading' }).count()).toBe(0);
}

test('three days past due the home page tells what that costs, and the ways out', async () => {
  const { page } = app;
  await takeLoan();
  const due = await page.getByText(/^by \w+day \d+ \w+/).textContent();
  firstDueOn = due!.replace(/^by \w+day | \d{4}$/g, '');
  await expectPartPaymentOffered();
  await waitDays(33);
  await page.getByRole('heading', { name: 'This bill is 3 days late' }).waitFor();
  await page.getByText('K1,161.50', { exact: true }).waitFor();
  const chargedInAnyYear = `K1,150\\.00 due ${firstDueOn}( \\d{4})? \\+ K11\\.50 late charges for 2 days`;
  await page.getByText(new RegExp(chargedInAnyYear)).waitFor();
  await page.getByText('The first day late is free.').waitFor();
  await page.getByText('K5.75 a day until paid. More time (see below) also stops it.').waitFor();
  const moreTime = page.locator('section').filter({ hasText: 'Need more time?' });
  const movedTo = await dayTextIn(7);
  await moreTime
    .getByText(new RegExp(`^Deferral moves the due date to ${movedTo}( \\d{4})?, 7 days from today`))
    .waitFor();
  expect(await figure(moreTime, 'Deferral charge')).toBe('K50.00');
  expect(await figure(moreTime, 'Late charges until today')).toBe('K11.50');
  expect(await figure(moreTime, 'To pay now')).toBe('K61.50');
  await moreTime.getByText('You still owe the K1,150.00 of the bill. It is due on').waitFor();
  for (const name of ['Pay the bill', 'Pay a part', 'Defer 7 days']) await button(name).first().waitFor();
  const cannotPayAll = page.locator('section').filter({ hasText: 'Can’t pay it all now?' });
  await cannotPayAll.getByRole('button', { name: 'Pay a part' }).waitFor();
  await cannotPayAll.getByRole('link', { name: 'Call us on 0211 000 000' }).waitFor();
  await expectConsequencesTold(page);
  await expectAccessible(page, 'the home of somebody who is late');
});

test('the late bill tells what happens if nothing is done', async () => {
  const { page } = app;
  await page.getByRole('link', { name: 'Bill details' }).click();
  await expectConsequencesTold(page);
  await page.getByRole('link', { name: 'Call us on 0211 000 000' }).waitFor();
  await expectAccessible(page, 'the bill of a late borrower');
  await page.goto(`${program.url}/me`);
  await page.getByText('One loan at a time. Pay this one back first.').waitFor();
  await page.goto(`${program.url}/home`);
});

test('a part of it pays the late charges first', async () => {
  await button('Pay a part').first().click();
  await dialog('Pay the bill').getByLabel('Repayment amount').fill('100');
  await button('Pay K100.00').click();
  await handset.prompt.waitFor();
  await handset.approve();
  const paid = dialog('Paid');
  await paid.waitFor();
  expect(await figure(paid, 'Late charges')).toBe('K11.50');
  expect(await figure(paid, 'Service fee')).toBe('K30.00');
  expect(await figure(paid, 'Interest')).toBe('K58.50');
  await expect.poll(() => figure(paid, 'Left to pay')).toBe('K1,061.50');
  // By the keyboard, because what arrives late can move the button away under a click.
  await paid.getByRole('button', { name: 'OK' }).press('Enter');
  expect(await ledger()).toMatchObject({
    principal_receivable: '1000.00',
    interest_receivable: '61.50',
    penalty_income: '-11.50',
    float_airtel_collection: '100.00',
  });
});

test('an extension that was quoted yesterday is quoted anew, and nothing is asked for', async () => {
  await button('Defer').click();
  const sheet = dialog('Pay the Deferral charge');
  await sheet.getByRole('button', { name: 'Repayment K50.00' }).waitFor();
  await handset.passDays(1);
  await sheet.getByRole('button', { name: 'Repayment K50.00' }).click();
  await sheet.getByText('The amounts have changed. Please look at the new ones.').waitFor();
  await sheet.getByRole('button', { name: 'Repayment K55.31' }).waitFor();
  await app.page.getByRole('alert').waitFor({ state: 'hidden' });
  expect(await handset.prompt.count()).toBe(0);
  await sheet.getByRole('button', { name: 'Close' }).click();
});

test('an extension costs its fee and the late charges, moves the date and leaves the balance', async () => {
  const { page } = app;
  await page.getByText('K1,066.81', { exact: true }).waitFor();
  await button('Defer').click();
  const sheet = dialog('Pay the Deferral charge');
  await sheet.getByText('K55.31', { exact: true }).waitFor();
  expect(await figure(sheet, 'Extension fee')).toBe('K50.00');
  expect(await figure(sheet, 'Late charges so far')).toBe('K5.31');
  expect(await heightOf(sheet.getByText('K55.31', { exact: true }))).toBeGreaterThan(
    1.5 * (await heightOf(sheet.getByText('K50.00', { exact: true }))),
  );
  expect(await figure(sheet, 'Paid for extensions so far')).toBe('K0.00');
  expect(await figure(sheet, 'Extensions left')).toBe('3');
  expect(await figure(sheet, 'Current repayment date')).toMatch(new RegExp(`^${firstDueOn}( \\d{4})?$`));
  const movedTo = await figure(sheet, 'Date after extension');
  await expectAccessible(page, 'the extension popup');
  await sheet.getByRole('button', { name: 'Repayment K55.31' }).click();
  await handset.prompt.waitFor();
  await expect.poll(() => handset.prompt.textContent()).toContain('K55.31');
  await handset.approve();
  const paid = dialog('Date moved');
  await paid.getByText(/^Due date moved to /).waitFor();
  await expect.poll(() => paid.textContent()).toContain(movedTo.replace(/ \d{4}$/, ''));
  await paid.getByText('K50.00 moved the date and K5.31 paid late charges.').waitFor();
  expect(await figure(paid, 'Extension fee')).toBe('K50.00');
  expect(await figure(paid, 'Late charges')).toBe('K5.31');
  await expect.poll(() => figure(paid, 'Left to pay')).toBe('K1,061.50');
  await expectAccessible(page, 'the receipt of an extension');
  await paid.getByRole('button', { name: 'OK' }).press('Enter');
  await page.getByText('in 7 days').waitFor();
  await button('Pay a part').waitFor();
  expect(await ledger()).toMatchObject({
    principal_receivable: '1000.00',
    interest_receivable: '61.50',
    penalty_income: '-16.81',
    extension_income: '-50.00',
    float_airtel_collection: '155.31',
  });
});

test('the bill tells all of it', async () => {
  const { page } = app;
  await page.getByRole('link', { name: 'Bill details' }).click();
  await page.getByText(/^Due date moved to /).waitFor();
  await page.getByText('The payment is late').waitFor();
  await page.getByText(/^Late charges \d+.*: K11\.50$/).waitFor();
  await page.getByText(/^Late charge \d+ \w+: K5\.31$/).waitFor();
  expect(await figure(page, 'To repay in all')).toBe('K1,166.81');
  expect(await figure(page, 'Paid for extensions')).toBe('K50.00');
  // The deferral moved the date, so nothing is due today.
  expect(await figure(page, /^Left to pay$/)).toBe('K1,061.50');
  await expectAccessible(page, 'the bill of an extended loan');
});

test('a coupon takes its part off what clears the bill', async () => {
  const { page } = app;
  await button('Pay the bill').click();
  const sheet = dialog('Pay the bill');
  // It is chosen for the borrower, who can take it back.
  await sheet.getByText('Welcome, K10.00 off').waitFor();
  await sheet.getByRole('radio', { name: 'All K1,051.50', checked: true }).waitFor();
  await button('Pay K1,051.50').waitFor();
  await expectAccessible(page, 'the repayment popup with a coupon');
  await button(/^Coupon/).click();
  const picker = dialog('Choose a coupon');
  await picker.getByText('K10.00 off').waitFor();
  await expectAccessible(page, 'the coupon picker');
  await picker.getByText('Keep it for another time').click();
  await picker.getByRole('button', { name: 'Cancel' }).click();
  await button('Pay K1,051.50').waitFor();

  await button(/^Coupon/).click();
  await picker.getByText('Keep it for another time').click();
  await picker.getByRole('button', { name: 'Confirm' }).click();
  await button('Pay K1,061.50').waitFor();
  await sheet.getByText('1 coupon available').waitFor();
  await button(/^Coupon/).click();
  await picker.getByRole('button', { name: 'Confirm' }).click();
  await picker.waitFor({ state: 'hidden' });
  await button('Pay K1,051.50').waitFor();
  await button(/^Coupon/).click();
  await picker.getByText('Keep it for another time').click();
  await picker.getByRole('button', { name: 'Confirm' }).click();
  await button('Pay K1,061.50').waitFor();
  await picker.waitFor({ state: 'hidden' });
  await sheet.getByRole('button', { name: 'Close' }).click();
  await sheet.waitFor({ state: 'hidden' });
  await overlaysLeft(page);
});

test('a coupon that is used from its page is chosen on the bill', async () => {
  const { page } = app;
  await page.goto(`${program.url}/coupon`);
  await page.getByRole('link', { name: 'Use it on your bill' }).click();
  const sheet = dialog('Pay the bill');
  await button('Pay K1,051.50').waitFor();
  await sheet.getByText('Welcome, K10.00 off').waitFor();
  await page.goBack();
  await sheet.waitFor({ state: 'hidden' });
  expect(new URL(page.url()).search).toBe('');
  await page.reload();
  await page.getByText('What happened').waitFor();
  expect(await sheet.count()).toBe(0);
  await button('Pay the bill').click();
  await button('Pay K1,051.50').click();
  await handset.prompt.waitFor();
  await handset.approve();
  const paid = dialog('Paid');
  await paid.getByText('This bill is paid off. Nothing is left to pay.').waitFor();
  expect(await figure(paid, 'Your coupon paid')).toBe('K10.00');
  await paid.getByRole('button', { name: 'OK' }).press('Enter');
});

test('the settled bill, its ledger and its statement say the same', async () => {
  const { page } = app;
  await page.getByText('Paid off').first().waitFor();
  const booked = await ledger();
  expect(booked).toEqual({
    float_airtel_payout: '-1000.00',
    float_airtel_collection: '1206.81',
    coupon_expense: '10.00',
    interest_income: '-120.00',
    fee_income: '-30.00',
    penalty_income: '-16.81',
    extension_income: '-50.00',
  });
  expect(await figure(page, 'Paid for extensions')).toBe('K50.00');
  expect(await page.getByText(/^Left to pay/).count()).toBe(0);
  const amounts = ['K1,051.50', 'K55.31', 'K100.00'];
  const payments = page.locator('summary');
  await expect.poll(() => payments.count()).toBe(amounts.length);
  for (const [index, amount] of amounts.entries()) {
    await expect.poll(() => payments.nth(index).textContent()).toContain(amount);
    await payments.nth(index).click();
  }
  await expectAccessible(page, 'the payments of a bill');
  const { text } = await downloadPaper(page, 'Statement (PDF)');
  for (const figureText of ['Extension fee, paid', 'K5.31', 'Coupon', 'K10.00', 'K1,051.50', 'Owed K0.00']) {
    expect(text).toContain(figureText);
  }
  // All payments, and the part that the coupon paid.
  expect(text).toContain('Together K1,216.81 K1,216.81 K0.00');
});

test('the coupon is used, and says on which bill', async () => {
  const { page } = app;
  await page.goto(`${program.url}/coupon`);
  await page.getByText('You have no coupon to use').waitFor();
  await expectAccessible(page, 'no coupon');
  await choose(page, 'Used');
  await page.getByText('K10.00 off').waitFor();
  await expectAccessible(page, 'a used coupon');
  await page.getByRole('link', { name: 'See the bill' }).click();
  await page.getByText('Coupon used: K10.00 off').waitFor();
});

test('the next loan is settled early for less than its plan', async () => {
  const { page } = app;
  await page.goto(`${program.url}/home`);
  await takeLoan();
  await waitDays(10);
  await button('Pay off now: K1,070.00 You save K80.00').click();
  const sheet = dialog('Pay the bill');
  await sheet.getByText('This pays off the whole loan. You save K80.00 of interest.').waitFor();
  await sheet.locator('label', { hasText: 'Half of the bill' }).click();
  await button('Pay K575.00').waitFor();
  await sheet.getByText('Paying a part saves no interest.').waitFor();
  await sheet.getByText('This payment lowers the deferral charge from K50.00 to K28.75.').waitFor();
  await sheet
    .getByText('To pay off the whole loan today costs K1,070.00 and saves K80.00 of interest.')
    .waitFor();
  await expectAccessible(page, 'the repayment popup with half of the bill');
  await sheet.locator('label', { hasText: /^All/ }).click();
  await sheet.getByRole('button', { name: 'Pay K1,070.00' }).click();
  await handset.prompt.waitFor();
  await handset.approve();
  const paid = dialog('Paid');
  await paid.getByText('Thank you, paying early has saved you K80.00.').waitFor();
  expect(await figure(paid, 'Saved by paying early')).toBe('K80.00');
  await paid.getByText('This bill is paid off. Nothing is left to pay.').waitFor();
  await paid.getByRole('button', { name: 'OK' }).press('Enter');
  expect(await ledger()).toEqual({
    float_airtel_payout: '-1000.00',
    float_airtel_collection: '1070.00',
    interest_income: '-40.00',
    fee_income: '-30.00',
  });
});

test('a loan that was a mistake is given back and costs nothing', async () => {
  const { page } = app;
  await takeLoan();
  await button(/^Changed your mind/).click();
  const sheet = dialog('Give the money back');
  await sheet.getByText('K1,000.00', { exact: true }).waitFor();
  await expectAccessible(page, 'the popup that gives the money back');
  await sheet.getByRole('button', { name: 'Give back K1,000.00' }).click();
  await handset.prompt.waitFor();
  await handset.approve();
  await dialog('Loan cancelled').getByText('Your loan is cancelled and has cost you nothing').waitFor();
  await dialog('Loan cancelled').getByRole('button', { name: 'OK' }).click();
  await button(/^Get K/).waitFor();
  expect(await ledger()).toEqual({ float_airtel_payout: '-1000.00', float_airtel_collection: '1000.00' });
  await overlaysLeft(page);
  await page.goto(`${program.url}/me/bills`);
  await page.getByRole('link', { name: /Cancelled/ }).click();
  await page.waitForURL('**/billing-details/*');
  const bill = page.url();
  await page.goto(bill.replace('billing-details', 'repayment-plan'));
  await page.getByText('This loan was cancelled, so there is nothing to repay.').waitFor();
  await page.getByRole('link', { name: 'See the bill' }).click();
  await page.waitForURL(bill);
});

test('and the browser reported no errors', async () => {
  await expect(closeScreens(app, handset.screen)).resolves.toBeUndefined();
});
