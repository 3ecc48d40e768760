import type { Page } from 'playwright-core';
import { choose, demoMobile, payButton } from '../support/borrower-screens.ts';
import { giveCredit } from './pictured-bills.ts';
import { signedIn, type Tour } from './pictured-screens.ts';

const sheet = (page: Page, title: string) => page.getByRole('dialog', { name: title, exact: true });

/** Everything a borrower can do with a loan besides paying the bill. */
export async function pictureWaysOut(tour: Tour): Promise<void> {
  const { book } = tour;
  book.chapter('Extension, early settlement, giving the money back');
  const early = await signedIn(tour, demoMobile('active'));
  await payButton(early.page).click();
  await sheet(early.page, 'Pay the bill')
    .getByRole('button', { name: /^Pay K/ })
    .waitFor();
  await book.take(early.page, 'pay-offers-settlement');
  await early.page.locator('label', { hasText: 'Half of the bill' }).click();
  await early.page.getByText('Paying a part saves no interest.').waitFor();
  await book.take(early.page, 'pay-half');
  await early.page.getByRole('button', { name: 'Close' }).click();
  await early.page.getByRole('link', { name: 'Bill details' }).click();
  await early.page.getByText('What happened').waitFor();
  await book.take(early.page, 'bill-early');
  await early.close();
  await pictureGivingBack(tour);

  const late = await signedIn(tour, demoMobile('overdue'));
  await late.page.getByRole('button', { name: 'Defer' }).click();
  await late.page.getByRole('button', { name: /^Repayment K/ }).waitFor();
  await book.take(late.page, 'extension');
  await late.page.getByRole('button', { name: /^Repayment K/ }).click();
  await late.handset.prompt.waitFor();
  await late.handset.approve();
  await late.page.getByText('Due date moved to').first().waitFor();
  await late.page.getByText('Left to pay').waitFor();
  await book.take(late.page, 'payment-extension');
  await late.page.getByRole('button', { name: 'OK' }).click();
  await late.page.getByRole('link', { name: 'Bill details' }).click();
  await late.page.getByText('What happened').waitFor();
  for (const payment of await late.page.locator('summary').all()) await payment.click();
  await book.take(late.page, 'bill-extended');
  await late.close();

  const settles = await signedIn(tour, demoMobile('due today'));
  await book.take(settles.page, 'home-due-today-ways-out');
  await settles.page.route('**/extensionDetail', (route) => route.abort());
  await settles.page.getByRole('button', { name: 'Defer' }).click();
  await settles.page.getByText('This did not load').waitFor();
  await book.take(settles.page, 'extension-failed');
  await settles.close();
}

/** A loan whose money arrived a moment ago can be given back. */
async function pictureGivingBack(tour: Tour): Promise<void> {
  const { book, program } = tour;
  const { page, handset, close } = await signedIn(tour, demoMobile('authenticated'));
  await page.goto(`${program.url}/borrow-plan?productId=1&amount=1000&termId=1`);
  await page.getByRole('checkbox', { name: /I agree to it/ }).check();
  await page.getByRole('button', { name: /^Get K/ }).click();
  await page.getByRole('heading', { name: /is in your \w+ account$/ }).waitFor();
  await page.goto(`${program.url}/home`);
  await page.getByRole('link', { name: 'Bill details' }).click();
  await page.getByText('What happened').waitFor();
  await page.getByRole('button', { name: /^Changed your mind/ }).click();
  await page.getByRole('button', { name: /^Give back K/ }).waitFor();
  await book.take(page, 'cancellation');
  await page.getByRole('button', { name: /^Give back K/ }).click();
  await handset.prompt.waitFor();
  await handset.approve();
  await page.getByText('Your loan is cancelled and has cost you nothing').waitFor();
  await book.take(page, 'payment-given-back');
  await page.getByRole('button', { name: 'OK' }).click();
  await page.getByText('You gave the money back in time').waitFor();
  await book.take(page, 'bill-cancelled');
  await page.goto(`${page.url().replace('billing-details', 'repayment-plan')}`);
  await page.getByText('There is no plan').waitFor();
  await book.take(page, 'plan-cancelled');
  await close();
}

/** Coupons, and a payout of wallet credit. */
export async function pictureCoupons(tour: Tour): Promise<void> {
  const { book, program } = tour;
  book.chapter('Coupons and wallet credit');
  const applicant = await signedIn(tour, demoMobile('authenticated'));
  await applicant.page.goto(`${program.url}/me`);
  await applicant.page.getByText('Coupons').waitFor();
  await book.take(applicant.page, 'me-with-coupons');
  await applicant.page.goto(`${program.url}/coupon`);
  await applicant.page.getByText('K10.00 off').waitFor();
  await book.take(applicant.page, 'coupons');
  for (const tab of ['Used', 'Expired']) {
    await choose(applicant.page, tab);
    await book.take(applicant.page, `coupons-${tab.toLowerCase()}-none`);
  }
  await applicant.page.goto(`${program.url}/borrow-plan?productId=1&amount=1000&termId=1`);
  await applicant.page.getByRole('button', { name: /^Coupon/ }).click();
  await sheet(applicant.page, 'Choose a coupon').getByRole('button', { name: 'Confirm' }).waitFor();
  await book.take(applicant.page, 'estimate-coupon-picker');
  await applicant.page.getByRole('button', { name: 'Confirm' }).click();
  await applicant.page.getByText('You repay with the coupon').waitFor();
  await book.take(applicant.page, 'estimate-with-coupon');
  await applicant.close();

  await giveCredit(tour, demoMobile('due today'));
  const payer = await signedIn(tour, demoMobile('due today'));
  await payButton(payer.page).click();
  await payer.page.getByRole('button', { name: /^Coupon/ }).waitFor();
  await book.take(payer.page, 'pay-with-a-coupon-to-choose');
  await payer.page.getByRole('button', { name: /^Coupon/ }).click();
  await sheet(payer.page, 'Choose a coupon').waitFor();
  await book.take(payer.page, 'pay-coupon-picker');
  await payer.page.getByRole('button', { name: 'Confirm' }).click();
  await payer.page.getByText(/taken off/).waitFor();
  await book.take(payer.page, 'pay-with-coupon');
  await payer.page.goto(`${program.url}/coupon`);
  await payer.page.getByText('Applied').waitFor();
  await book.take(payer.page, 'coupons-applied');
  await payer.page.goto(`${program.url}/me/wallet`);
  await payer.page.getByRole('button', { name: 'Send to my mobile money' }).click();
  await payer.page.getByRole('button', { name: /^Send K/ }).waitFor();
  await book.take(payer.page, 'wallet-payout');
  await payer.page.getByRole('button', { name: 'Send another amount' }).click();
  await payer.page.getByLabel('Amount').fill('500');
  await payer.page.getByRole('button', { name: 'Send K500.00' }).click();
  await book.take(payer.page, 'wallet-payout-too-much');
  await payer.page.getByLabel('Amount').fill('80');
  await payer.page.getByRole('button', { name: 'Send K80.00' }).click();
  await payer.page.getByText('K80.00 is on its way').waitFor();
  await book.take(payer.page, 'wallet-payout-on-its-way');
  await sheet(payer.page, 'Sent').waitFor();
  await book.take(payer.page, 'wallet-payout-sent');
  await payer.page.getByRole('button', { name: 'OK' }).click();
  await payer.page.getByText('Sent to your mobile money').waitFor();
  await book.take(payer.page, 'wallet-statement');
  await payer.close();
}
