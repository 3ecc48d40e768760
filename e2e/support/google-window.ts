import type { Page } from 'playwright-core';
import { loginPanel } from './borrower-screens.ts';

/* Signing in with Google, up to the panel that links a number. */

export const bindPanel = (page: Page) => page.getByRole('dialog', { name: 'Bind phone number' });
export const googleButton = (page: Page) =>
  loginPanel(page).getByRole('button', { name: 'Continue with Google' });

/** Opens the window that asks for an account, by a tap or a key. */
export async function googleWindow(page: Page, act: () => Promise<void>): Promise<Page> {
  const [window] = await Promise.all([page.waitForEvent('popup'), act()]);
  await window.getByRole('heading', { name: 'Choose an account' }).waitFor();
  return window;
}

/**
 * Does the tap or presses the key that closes the window, and waits until it is closed. The browser
 * confirms a tap or a key only after it; the confirmation fails if the window has closed by then.
 */
export async function closesWindow(window: Page, act: () => Promise<void>): Promise<void> {
  const closed = window.waitForEvent('close');
  await act().catch((failure: Error) => {
    if (!failure.message.includes('has been closed')) throw failure;
  });
  await closed;
}

async function typeAccount(window: Page, email: string): Promise<void> {
  await window.getByLabel('Or use another account').fill(email);
  await closesWindow(window, () => window.getByRole('button', { name: 'Next' }).click());
}

export async function continueWithGoogle(page: Page, email: string): Promise<void> {
  await loginPanel(page).getByRole('checkbox').check();
  await typeAccount(await googleWindow(page, () => googleButton(page).click()), email);
}
