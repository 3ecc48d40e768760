import { demoMobile } from '../support/borrower-screens.ts';
import { openScreen } from '../support/browser.ts';
import { openHandsetPage } from '../support/handset-page.ts';
import type { Tour } from './pictured-screens.ts';

const FRIEND = '0977654321';

/** A bill that another person pays through the link of a reminder. */
export async function pictureLink({ book, browser, program }: Tour): Promise<void> {
  book.chapter('A bill opened by its link');
  const borrower = await openHandsetPage(browser, program.simulatorUrl, demoMobile('overdue'));
  const friend = await openHandsetPage(browser, program.simulatorUrl, FRIEND);
  const reminder = borrower.messages.filter({ hasText: '/qp?code=' }).first();
  const [path] = /\/qp\?code=\S+/.exec((await reminder.textContent())!)!;

  const { page, context } = await openScreen(browser, program.url + path);
  await page.getByText('Repayment amount').waitFor();
  await book.take(page, 'link-bill');
  await page.getByRole('button', { name: 'Pay another amount' }).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await book.take(page, 'link-bill-messages');
  await page.getByLabel('Repayment amount').fill('150');
  await page.getByLabel('Number that pays').fill(FRIEND);
  await page.getByRole('button', { name: 'Pay K150.00' }).click();
  await friend.prompt.waitFor();
  await page.getByRole('timer').waitFor();
  await book.take(page, 'link-payment-waiting');
  await friend.answer('Refuse');
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  await book.take(page, 'link-payment-failed');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByLabel('Number that pays').fill(FRIEND);
  await page.getByRole('button', { name: /^Pay K/ }).click();
  await friend.prompt.waitFor();
  await friend.approve();
  await page.getByText('Thank you, your payment has arrived').waitFor();
  await book.take(page, 'link-payment-arrived');
  await page.goto(`${program.url}/qp?code=${'A'.repeat(22)}`);
  await page.getByText('This link is not valid any more', { exact: true }).waitFor();
  await page.getByRole('alert').waitFor({ state: 'hidden' });
  await book.take(page, 'link-not-valid');
  await page.route('**/quickRepay/info', (route) => route.abort());
  await page.reload();
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  await book.take(page, 'link-offline');
  await context.close();
  await borrower.screen.context.close();
  await friend.screen.context.close();
}
