import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoMobile, figure, logIn } from '../support/borrower-screens.ts';
import {
  closeScreens,
  expectAccessible,
  launchBrowser,
  openScreen,
  overlaysLeft,
  type Screen,
} from '../support/browser.ts';
import { felt, keepWhatIsFelt, passedOn } from '../support/felt-and-shared.ts';
import { type HandsetPage, openHandsetPage } from '../support/handset-page.ts';
import { type Program, startProgram } from '../support/program.ts';
import { hireChecker } from '../support/second-person.ts';
import { runBeside } from '../support/terminal.ts';

/*
 * The choices of paying: the whole loan first, amounts of one tap, the coupon that takes the most off, and the moment
 * after a payment with its receipt. The loan has three plans, and its borrower has three coupons.
 */

let program: Program;
let browser: Browser;
let handset: HandsetPage;
let app: Screen;

beforeAll(async () => {
  program = await startProgram();
  browser = await launchBrowser();
  const mobile = demoMobile('authenticated');
  const approve = await hireChecker(program, 'head_of_operations');
  for (const offer of ['wheel-50', 'wheel-5']) {
    const given = await runBeside(program, 'staff', 'coupons', 'give', mobile, offer, 'for', 'a', 'test');
    if (given.status !== 0) throw new Error(given.complained);
    await approve(given.printed);
  }
  handset = await openHandsetPage(browser, program.simulatorUrl, mobile);
  app = await openScreen(browser, program.url);
  await keepWhatIsFelt(app.page);
  await app.page.reload();
  await logIn(app.page, handset, mobile);
});
afterAll(async () => {
  await browser?.close();
  await program?.stop();
});

const button = (name: string | RegExp) => app.page.getByRole('button', { name });
const dialog = (name: string) => app.page.getByRole('dialog', { name, exact: true });
const chip = (name: string | RegExp) => dialog('Pay the bill').locator('label', { hasText: name });

async function borrowInParts(): Promise<void> {
  const { page } = app;
  await page.goto(`${program.url}/borrow-plan?productId=1&amount=1000&termId=3`);
  // The estimate of this amount is there: an agreement belongs to the contract of an estimate.
  await button(/^Get K1,000/).waitFor();
  await page.getByRole('checkbox', { name: /I agree to it/ }).check();
  await button(/^Get K/).click();
  await button(/^Pay off now: /).waitFor();
}

test('while nothing is due, the main button of home and of the bill pays the whole loan off', async () => {
  const { page } = app;
  await borrowInParts();
  const main = 'Pay off now: K1,030.00 You save K360.00';
  await button(main).waitFor();
  await button('Pay the bill').waitFor();
  await page.getByRole('link', { name: 'Bill details' }).click();
  await page.getByText('What happened').waitFor();
  await button(main).click();
  await dialog('Pay the bill')
    .getByText('This pays off the whole loan. You save K360.00 of interest.')
    .waitFor();
  await button('Pay K1,030.00').waitFor();
});

test('while the money can be given back, the pay sheet says so first, with the same deadline everywhere', async () => {
  const { page } = app;
  const sheet = dialog('Pay the bill');
  const first = sheet.getByText(/^You can give the money back until .+ and pay only K1,000\.00\./);
  const [, deadline] = /until (.+) and pay/.exec((await first.textContent()) ?? '')!;
  expect(deadline).toMatch(/^\d\d:\d\d on \d+ \w+/);
  const [notice, amount] = [
    await first.boundingBox(),
    await sheet.getByText('Repayment amount').boundingBox(),
  ];
  expect(notice!.y).toBeLessThan(amount!.y);
  await expectAccessible(page, 'the pay sheet while the money can be given back');
  await first.getByRole('button', { name: 'Give the money back' }).click();
  const back = dialog('Give the money back');
  await back.getByText(`You can do this until ${deadline}.`).waitFor();
  await button('Give back K1,000.00').waitFor();
  await back.getByRole('button', { name: 'Close' }).click();
  await page.getByText(`Give the money back by ${deadline}, no cost`).waitFor();
});

test('nothing is due on the day of the payout, so nothing is called left to pay today', async () => {
  expect(await figure(app.page, /^Left to pay$/)).toBe('K1,390.00');
});

test('the next payment has the best coupon, and says what it saves and what paying off would save', async () => {
  await button('Pay the bill').click();
  const sheet = dialog('Pay the bill');
  await sheet.getByText('Lucky K50, K50.00 off').waitFor();
  await sheet.getByText('This is the coupon that takes the most off.').waitFor();
  await button('Pay K413.33').waitFor();
  await sheet.getByText('This payment saves K40.00 of interest.').waitFor();
  await sheet
    .getByText('To pay off the whole loan today costs K1,030.00 and saves K360.00 of interest.')
    .waitFor();
  await expectAccessible(app.page, 'the pay sheet with its choices');
  await button(/^Coupon/).click();
  await dialog('Choose a coupon').locator('label', { hasText: 'Welcome' }).click();
  await dialog('Choose a coupon').getByRole('button', { name: 'Confirm' }).click();
  await button('Pay K453.33').waitFor();
});

test('the amounts of one tap are those that the rules allow, and the smallest one is said first', async () => {
  const sheet = dialog('Pay the bill');
  await expect
    .poll(() => sheet.locator('fieldset label').allTextContents())
    .toEqual(['AllK1,030.00', 'Next paymentK453.33', 'Half of the next paymentK231.67']);
  await chip('Half of the next payment').click();
  await button('Pay K231.67').waitFor();
  await sheet.getByText('Paying a part saves no interest.').waitFor();
  await sheet.getByText('A coupon does not count for this amount.').waitFor();
  expect(await sheet.getByText('Welcome, K10.00 off').count()).toBe(0);
  await button('Pay another amount').click();
  await sheet
    .getByText('The bill is K463.33. With the coupon, K453.33 pays it off. Pay at least K20.00.')
    .waitFor();
  await chip(/^All/).click();
  await button('Pay K1,030.00').waitFor();
  await sheet.getByText('A coupon does not count for this lower price. You keep your coupon.').waitFor();
  expect(await button(/^Coupon/).count()).toBe(0);
  await sheet.getByRole('button', { name: 'Close' }).click();
  await sheet.waitFor({ state: 'hidden' });
  await overlaysLeft(app.page);
});

test('nothing of the sheet is hidden by its footer on the smallest phone', async () => {
  const { page } = app;
  for (const size of [
    { width: 360, height: 640 },
    { width: 320, height: 568 },
    // With the keyboard open.
    { width: 360, height: 340 },
  ]) {
    await page.setViewportSize(size);
    await button('Pay the bill').click();
    await button('Pay another amount').click();
    const sheet = dialog('Pay the bill');
    const footer = (await sheet.getByRole('button', { name: /^Pay$/ }).boundingBox())!;
    for (const part of [sheet.getByLabel('Repayment amount'), sheet.getByText(/^Every repayment helps/)]) {
      await part.scrollIntoViewIfNeeded();
      const box = (await part.boundingBox())!;
      expect(box.y + box.height, `${size.width} × ${size.height}`).toBeLessThanOrEqual(footer.y);
      expect(box.x + box.width).toBeLessThanOrEqual(size.width);
    }
    await sheet.getByRole('button', { name: 'Close' }).click();
    await sheet.waitFor({ state: 'hidden' });
    await overlaysLeft(page);
  }
  await page.setViewportSize({ width: 360, height: 640 });
});

test('a payment is a moment: it is felt, says what comes next, and its receipt is shared and downloaded', async () => {
  const { page } = app;
  await button(/^Pay off now: /).click();
  await chip(/^Next payment/).click();
  await button('Pay K453.33').click();
  await handset.prompt.waitFor();
  // The arrival of the loan was felt.
  expect(await felt(app.page)).toEqual([30]);
  await handset.approve();
  const paid = dialog('Paid');
  await expect.poll(() => figure(paid, /^Next payment, by /)).toBe('K423.33');
  expect(await felt(app.page)).toEqual([30, 30]);
  await expectAccessible(page, 'the moment after a payment');
  await paid.getByRole('button', { name: 'Share the receipt' }).click();
  await expect.poll(() => passedOn(app.page)).toHaveLength(1);
  const [receipt] = await passedOn(app.page);
  expect(receipt!.name).toMatch(/\.pdf$/);
  expect(receipt!.size).toBeGreaterThan(1000);
  expect(receipt!.text).toMatch(
    /^Thumba: K453\.33 paid\. Receipt \d+-\d+\. Check it at http\S+\/verify\/\S+$/,
  );
  const arriving = page.waitForEvent('download');
  await paid.getByRole('button', { name: 'Download the receipt' }).click();
  expect((await arriving).suggestedFilename()).toMatch(/\.pdf$/);
  await paid.getByRole('button', { name: 'OK' }).click();
  await paid.waitFor({ state: 'hidden' });
  // The same button as before, which offers another sum now.
  await button(/^Pay off now: /)
    .and(page.locator(':focus'))
    .waitFor();
});

test('the payment that pays the loan off shows the place on the limit ladder', async () => {
  const { page } = app;
  await handset.passDays(8);
  await page.reload();
  await button(/^Pay off now: /).click();
  await button(/^Pay K/).click();
  await handset.prompt.waitFor();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await handset.approve();
  const paid = dialog('Paid');
  await paid.getByText('This bill is paid off. Nothing is left to pay.').waitFor();
  await paid.getByText('1 of 3 on time', { exact: true }).waitFor();
  await paid.getByText('Next limit K3,000').waitFor();
  await paid.getByText('You can borrow up to K2,000 now.').waitFor();
  const letter = page.waitForEvent('download');
  await paid.getByRole('button', { name: 'Paid-up letter (PDF)' }).click();
  expect((await letter).suggestedFilename()).toMatch(/letter.*\.pdf$/);
  // The form to pay with is not read again: it would be refused, and the page be called old.
  expect(asked.filter((url) => url.includes('/getRepayDetailV2'))).toEqual([]);
  expect(await page.getByText('What you see may be out of date.').count()).toBe(0);
  await paid.getByRole('button', { name: 'OK' }).click();
  await expectFocusOn('Billing Details');
});

/** The button that opened the payment is gone, so the title of the page has the focus. */
const expectFocusOn = (title: string | RegExp) =>
  app.page.getByRole('heading', { level: 1, name: title }).and(app.page.locator(':focus')).waitFor();

test('money that is given back cancels the loan, and is not called paid', async () => {
  await borrowInParts();
  await button(/^Changed your mind\?/).click();
  await button(/^Give back K/).click();
  await handset.prompt.waitFor();
  await handset.approve();
  const cancelled = dialog('Loan cancelled');
  await cancelled.getByText('Your loan is cancelled and has cost you nothing').waitFor();
  await cancelled.getByText('Nothing is left to pay.', { exact: true }).waitFor();
  expect(await cancelled.getByText(/on time/).count()).toBe(0);
  await expectAccessible(app.page, 'the moment after the money was given back');
  await cancelled.getByRole('button', { name: 'OK' }).click();
  await expectFocusOn(/^Good /);
  await closeScreens(app, handset.screen);
});
