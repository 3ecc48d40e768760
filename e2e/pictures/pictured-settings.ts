import { demoMobile, enterSecondCode } from '../support/borrower-screens.ts';
import { signedIn, type Tour } from './pictured-screens.ts';

/** Consents, the copy of the data, and the deletion of the account. */
export async function pictureSettings(tour: Tour): Promise<void> {
  const { book, program } = tour;
  book.chapter('Settings');
  const settled = await signedIn(tour, demoMobile('settled'));
  const { page, handset } = settled;
  await page.goto(`${program.url}/set`);
  await page.getByRole('switch', { name: 'Offers and prizes' }).waitFor();
  await book.take(page, 'settings');
  await page.getByRole('switch', { name: 'Offers and prizes' }).check();
  await page
    .getByText(/^Allowed on/)
    .nth(1)
    .waitFor();
  await page.getByRole('switch', { name: 'Offers and prizes' }).uncheck();
  await page.getByText(/^Not allowed since/).waitFor();
  await page.getByRole('button', { name: 'Check for update' }).click();
  await page.getByText('You have the newest version').waitFor();
  await page.getByRole('button', { name: 'Download as PDF' }).click();
  await enterSecondCode(page, handset, 'Download your data');
  await page.getByText('Look in your downloads.').waitFor();
  await page.locator('[popover]').waitFor({ state: 'hidden' });
  await book.take(page, 'settings-used');

  const other = await signedIn(tour, demoMobile('settled'), { isConfirmed: false });
  await book.take(other.page, 'home-new-phone');
  await other.page.goto(`${program.url}/me`);
  await other.page.getByText('Your limit').waitFor();
  await book.take(other.page, 'me-new-phone');
  await other.page.goto(`${program.url}/authentication/base`);
  const confirm = other.page.getByRole('button', { name: 'Confirm this phone' });
  await confirm.waitFor();
  await book.take(other.page, 'form-new-phone');
  await confirm.click();
  const sheet = other.page.getByRole('dialog', { name: 'Confirm this phone' });
  await sheet.getByText('we sent six digits').waitFor();
  await book.take(other.page, 'new-phone-confirmed-by-code');
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await book.take(other.page, 'new-phone-without-code');
  await page.reload();
  await page.getByText('Not confirmed').waitFor();
  await book.take(page, 'sign-ins');
  await page.getByRole('button', { name: 'End all others' }).click();
  await book.take(page, 'sign-ins-end');
  await page.getByRole('button', { name: 'Keep it' }).click();
  await other.close();

  const openDeletion = () => page.getByRole('button', { name: /^Delete my account/ }).click();
  const panel = page.getByRole('dialog', { name: 'Delete my account' });
  await openDeletion();
  await panel.getByText(/^Kept until/).waitFor();
  await book.take(page, 'account-deletion');
  await panel.getByRole('button', { name: 'Delete my account' }).click();
  await panel.getByRole('button', { name: 'Delete my account' }).scrollIntoViewIfNeeded();
  await book.take(page, 'account-deletion-with-errors');
  await settled.close();

  const debtor = await signedIn(tour, demoMobile('overdue'));
  await debtor.page.goto(`${program.url}/set`);
  await debtor.page.getByRole('button', { name: /^Delete my account/ }).click();
  await debtor.page.getByText(/is still open/).waitFor();
  await book.take(debtor.page, 'account-deletion-refused');
  await debtor.close();

  const newcomer = await signedIn(tour, demoMobile('new'));
  await newcomer.page.goto(`${program.url}/set`);
  await newcomer.page.getByRole('button', { name: /^Delete my account/ }).click();
  await newcomer.page.getByText(/you never applied/).waitFor();
  await book.take(newcomer.page, 'account-deletion-of-a-newcomer');
  await newcomer.close();
}
