import { expect, test } from 'vitest';
import { demoMobile, openAndLogIn } from '../support/borrower-screens.ts';
import { closeScreens, expectAccessible } from '../support/browser.ts';
import { openProgramAndBrowser } from '../support/program-and-browser.ts';

const opened = openProgramAndBrowser();

test('who pays the whole loan and closes the popup before the PIN reads on home that the loan is over', async () => {
  const mobile = demoMobile('active');
  const { app, handset } = await openAndLogIn(opened, mobile);
  const { page } = app;
  await page.getByRole('button', { name: /^Pay off now: K1,130/ }).click();
  await page.getByRole('button', { name: /^Pay K1,130/ }).click();
  await page
    .getByRole('dialog', { name: 'Submit Success' })
    .getByRole('button', { name: 'OK', exact: true })
    .click();
  await handset.prompt.waitFor();
  await handset.approve();

  const over = page.locator('section').filter({ hasText: 'Your loan is paid off' });
  await over.getByText('You paid K1,130.00 in all. Nothing is left to pay.').waitFor();
  await over.getByRole('link', { name: 'Bill details' }).waitFor();
  await expectAccessible(page, 'home after the loan');
  await over.getByRole('button', { name: 'Paid-up letter (PDF)' }).click();
  await over
    .getByText(/Download/)
    .first()
    .waitFor();
  await over.getByRole('button', { name: 'OK', exact: true }).click();
  await over.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Get K/ }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: /^Get K/ }).waitFor();
  expect(await over.count()).toBe(0);
  await closeScreens(app, handset.screen);
});
