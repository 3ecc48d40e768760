import { kwacha, type Ngwee } from '@thumba/lending/money';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { counterOffer } from '../../apps/server/src/credit/application/counter-offer.ts';
import { demoMobile, openAndLogIn } from '../support/borrower-screens.ts';
import { closeScreens, expectAccessible, launchBrowser, type Screen } from '../support/browser.ts';
import type { HandsetPage } from '../support/handset-page.ts';
import { type Program, startProgram } from '../support/program.ts';
import { asStaffBeside, waitingOrder } from '../support/staff-beside.ts';

/*
 * A person offers less than the borrower asked for. The borrower sees both beside each other, the whole cost and the
 * contract, and signs the offer that stands.
 */

let program: Program;
let browser: Browser;
let app: Screen;
let handset: HandsetPage;
let orderId: number;

beforeAll(async () => {
  program = await startProgram();
  browser = await launchBrowser();
  const mobile = demoMobile('under review');
  ({ app, handset } = await openAndLogIn({ program, browser }, mobile));
  orderId = await waitingOrder(program);
});
afterAll(async () => {
  await browser?.close();
  await program?.stop();
});

async function offer(amountNgwee: Ngwee, termId: number): Promise<void> {
  const offered = await asStaffBeside(program, (deps) =>
    counterOffer(
      { ...deps, storeOf: () => null },
      { loanId: orderId, amountNgwee, termId, reason: 'the income is small', staffName: 'mary' },
    ),
  );
  expect(offered).toMatchObject({ ok: true });
}

test('the borrower reads the offer by SMS and on home, beside what was asked for', async () => {
  await offer(kwacha(250), 3);
  await handset.messages.filter({ hasText: 'You asked for K300.00. We can offer you K250.00.' }).waitFor();
  const { page } = app;
  await page.reload();
  await page.getByRole('heading', { name: 'We can lend you K250' }).waitFor();
  await page.getByText('You asked for K300 for 30 days.').waitFor();
  await expectAccessible(page, 'home with an offer');
  await page.getByRole('link', { name: 'See the offer' }).click();
  await page.getByRole('heading', { name: 'Our offer' }).waitFor();
  await page.getByText('K250.00 for 90 days').waitFor();
  await page.getByText('K300.00 for 30 days').waitFor();
  await expectAccessible(page, 'the page of an offer');
  await page.getByText('Read the loan contract', { exact: true }).click();
  await page.getByRole('heading', { name: /^1\. / }).first().waitFor();
});

test('nothing is signed without the agreement, and an offer that was replaced is not signed', async () => {
  const { page } = app;
  await page.getByRole('button', { name: 'Get K250' }).click();
  await page
    .getByText('Please read the contract and agree to it first')
    .or(page.getByRole('alert'))
    .first()
    .waitFor();
  await offer(kwacha(200), 1);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Get K250' }).click();
  await page.getByText('This offer is over, or another one has taken its place').first().waitFor();
  await page.getByText('K200.00 for 30 days').waitFor();
  expect(await page.getByRole('checkbox').isChecked()).toBe(false);
  // While a failure is shown, taps do nothing.
  await page.getByRole('alert').waitFor({ state: 'detached' });
});

test('a no is asked once more, and the offer can be kept', async () => {
  const { page } = app;
  await page.getByRole('button', { name: 'No, thank you' }).click();
  await page.getByText('Say no to this offer?').waitFor();
  await expectAccessible(page, 'the page of an offer, before a no');
  await page.getByRole('button', { name: 'Keep the offer' }).click();
});

test('the borrower signs, and the money of the offer comes', async () => {
  const { page } = app;
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Get K200' }).click();
  await page.getByText('Thank you. The money is on its way.').first().waitFor();
  await handset.messages.filter({ hasText: 'Your loan of K200.00 is approved.' }).waitFor();
  await handset.messages.filter({ hasText: 'K200.00 was sent to your mobile-money account.' }).waitFor();
  await page.getByText('K200', { exact: false }).first().waitFor();
  await page.goto(`${program.url}/counter-offer`);
  await page.getByText('There is no offer now').waitFor();
  await closeScreens(app);
});
