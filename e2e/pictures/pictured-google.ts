import { loginPanel } from '../support/borrower-screens.ts';
import { openApp, type Tour } from './pictured-screens.ts';

/** Signing in with Google for the first time. */
export async function pictureGoogle(tour: Tour): Promise<void> {
  const { book } = tour;
  book.chapter('Google');
  const page = await openApp(tour);
  await page.getByRole('button', { name: 'Log in' }).click();
  const google = loginPanel(page).getByRole('button', { name: 'Continue with Google' });
  await google.click();
  await book.take(page, 'login-google-without-agreement');
  await loginPanel(page).getByRole('checkbox').check();
  await book.take(page, 'login-google');
  const [window] = await Promise.all([page.waitForEvent('popup'), google.click()]);
  await window.getByRole('heading', { name: 'Choose an account' }).waitFor();
  await book.take(window, 'google-window');
  await window.getByRole('button', { name: /Mutinta Zulu/ }).click();
  const panel = page.getByRole('dialog', { name: 'Bind phone number' });
  await panel.waitFor();
  await book.take(page, 'bind-phone');
  await panel.getByRole('button', { name: 'Binding' }).click();
  await panel.getByText('Please enter your phone number').waitFor();
  await book.take(page, 'bind-phone-with-errors');
  await page.context().close();
}
