import type { Locator, Page } from 'playwright-core';
import { createBorrowerClient } from '../../apps/server/src/demo/borrower-client.ts';
import { giveDetails } from '../../apps/server/src/demo/borrower-steps.ts';
import { drawnCard } from '../../apps/server/src/demo/drawn-card.ts';
import { choose, loginPanel, payButton } from './borrower-screens.ts';
import { identityOf } from './borrower-story.ts';
import { overlaysLeft } from './browser.ts';
import type { HandsetPage } from './handset-page.ts';
import type { Program } from './program.ts';

/* The steps of a borrower in the Android wrapper, from the login to the last payment. */

export async function openPanel(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Log in' }).click();
  await loginPanel(page).getByRole('checkbox', { name: 'I have read' }).check();
}

/** Asks for a code on the open panel. */
export async function askForCode(page: Page, mobile: string): Promise<void> {
  const panel = page.getByRole('dialog').last();
  await panel.getByLabel('Mobile number').fill(mobile);
  await panel.getByRole('button', { name: 'Obtain' }).click();
}

/** Fills in number and code on the open panel, which sends them by itself. */
export async function proveNumber(page: Page, handset: HandsetPage, mobile: string): Promise<void> {
  await askForCode(page, mobile);
  const panel = page.getByRole('dialog').last();
  await panel.getByLabel('Verification code').fill(await handset.readCode());
  await page.getByRole('heading', { name: 'Finish your details' }).waitFor();
}

/** Fills in the forms by calls; another journey fills them in on the screens. */
export async function fillDetails(program: Program, page: Page, number: number): Promise<void> {
  const token = await page.evaluate<string>(`JSON.parse(localStorage.getItem('session')).state.token`);
  const image = await drawnCard({ firstName: 'Test', lastName: 'Borrower', idNumber: '' });
  const client = createBorrowerClient(program.url, Date.now);
  client.setToken(token);
  await giveDetails(client, {
    identity: identityOf(number),
    card: { front: image, back: image },
    monthlyIncome: 9000,
  });
  await page.reload();
  await page.getByRole('heading', { name: 'Your limit' }).waitFor();
}

export async function openEstimate(page: Page): Promise<void> {
  await choose(page, '30 days');
  await page.getByRole('button', { name: 'Get K1,000' }).click();
  await page.getByRole('heading', { name: 'Estimated bill' }).waitFor();
}

export async function allow(page: Page, ...kinds: string[]): Promise<void> {
  await page.getByRole('button', { name: 'Choose what to allow' }).click();
  const sheet = page.getByRole('dialog', { name: 'What you allow' });
  for (const kind of kinds) {
    const choice = sheet.getByRole('switch', { name: kind });
    await choice.click();
    await sheet
      .getByText(/^Allowed on/)
      .nth(kinds.indexOf(kind))
      .waitFor();
  }
  await sheet.getByRole('button', { name: 'Done' }).click();
  await sheet.waitFor({ state: 'hidden' });
}

export async function apply(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: /I agree to it/ }).check();
  await page.getByRole('button', { name: 'Get K1,000' }).click();
  await page.getByText('K1,150.00', { exact: true }).waitFor();
}

export async function repay(
  page: Page,
  handset: HandsetPage,
  whenPaid?: (paid: Locator) => Promise<unknown>,
): Promise<void> {
  await payButton(page).click();
  await page.getByRole('button', { name: 'Pay K1,030.00' }).click();
  await handset.prompt.waitFor();
  await handset.approve();
  const paid = page.getByRole('dialog', { name: 'Paid', exact: true });
  await paid.getByText('This bill is paid off. Nothing is left to pay.').waitFor();
  await whenPaid?.(paid);
  await paid.getByRole('button', { name: 'OK' }).click();
  await paid.waitFor({ state: 'hidden' });
  await page.getByRole('heading', { name: 'Your limit' }).waitFor();
  await overlaysLeft(page);
}
