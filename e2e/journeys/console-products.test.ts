import { beforeAll, expect, test } from 'vitest';
import { choose, figure } from '../support/borrower-screens.ts';
import type { Screen } from '../support/browser.ts';
import { openScreen, withoutNetwork } from '../support/browser.ts';
import { confirmWith, consoleUrl, expectAccessibleEverywhere } from '../support/console-screens.ts';
import { hireAndOpen, type StaffScreen } from '../support/hired-staff.ts';
import { openProgramAndBrowser } from '../support/program-and-browser.ts';

/* The price of a product is changed by two people, beside the estimate that a borrower would see, and the borrower sees it. */

const opened = openProgramAndBrowser();

let luyando: StaffScreen;
let natasha: StaffScreen;
let app: Screen;

beforeAll(async () => {
  app = await openScreen(opened.browser, opened.program.url);
  [luyando, natasha] = await hireAndOpen(
    opened,
    { userName: 'luyando', name: 'Luyando Zulu', role: 'head_of_credit' },
    { userName: 'natasha', name: 'Natasha Banda', role: 'head_of_credit' },
  );
});

const estimateOf = ({ page }: Screen) => page.getByRole('region', { name: 'What a borrower would see' });
const changeOf = ({ page }: Screen) => page.getByRole('region', { name: 'What changes', exact: true });

async function openProduct({ page }: Screen, name: string): Promise<void> {
  // Keys of the console do nothing in a field.
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('g');
  await page.keyboard.press('v');
  await page.getByRole('heading', { level: 1, name: 'Set-up' }).waitFor();
  await page.getByRole('link', { name }).press('Enter');
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

test('the set-up lists each part of the offer with the version that counts', async () => {
  const { page } = luyando;
  await page.goto(`${consoleUrl(opened.program)}/set-up`);
  await page.getByRole('row').filter({ hasText: 'Product 1, Quick loan' }).waitFor();
  await page.getByText('policy in force: microfinance').waitFor();
  await expectAccessibleEverywhere(page, 'the set-up');
});

test('a price that is typed changes the estimate of the borrower beside it, and names a rule that it breaks', async () => {
  const { page } = luyando;
  await openProduct(luyando, 'Product 1, Quick loan');
  await estimateOf(luyando).getByText('K1,150.00', { exact: true }).first().waitFor();
  await changeOf(luyando).getByText('Nothing is different from what counts.').waitFor();
  await page.getByLabel('Service fee in percent').fill('30');
  await changeOf(luyando)
    .getByText(/max_apr: the APR would be above the 350% of the microfinance policy\./)
    .waitFor();
  expect(await changeOf(luyando).getByRole('button', { name: 'Ask a second person' }).count()).toBe(0);
  await expectAccessibleEverywhere(page, 'a product with a broken rule');
  await page.getByLabel('Service fee in percent').fill('2');
  await estimateOf(luyando).getByText('after: K1,140.00').waitFor();
  await estimateOf(luyando).getByText('before: K1,150.00').waitFor();
  await changeOf(luyando).getByText('after: 2%').waitFor();
  await changeOf(luyando)
    .getByText(/keep their terms and their price\.$/)
    .waitFor();
  await expectAccessibleEverywhere(page, 'a product with another price');
});

test('it is asked for by keyboard, also after a failure, and approved by the other person', async () => {
  const { page } = luyando;
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('s');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('after: 2%').waitFor();
  await expectAccessibleEverywhere(page, 'the request for another price');
  await withoutNetwork(luyando, async () => {
    await confirmWith(page, 'agreed by the board');
    await dialog.getByRole('alert').waitFor();
  });
  await page.keyboard.press('Control+Enter');
  await page.getByText('asked for by you').waitFor();
  const { page: other } = natasha;
  await openProduct(natasha, 'Product 1, Quick loan');
  await other.getByRole('link', { name: /^Request \d+$/ }).press('Enter');
  await other.getByText('Service fee', { exact: true }).waitFor();
  await other.keyboard.press('a');
  await confirmWith(other, 'seen the minutes');
  await other.getByText('Saved version 2 of product 1, Quick loan.').first().waitFor();
});

test('the borrower sees the new price, and the history who made and who checked it', async () => {
  const { page } = app;
  await page.goto(`${opened.program.url}/home`);
  await choose(page, '30 days');
  expect(await figure(page, /^You repay/)).toBe('K1,140.00');
  const { page: staff } = luyando;
  await staff.reload();
  const row = staff.getByRole('row').filter({ hasText: 'Luyando Zulu, checked by Natasha Banda' });
  await row.getByText('Service fee: 3% → 2%').waitFor();
});

test('a version for a later day is planned, and withdrawn by two people', async () => {
  const { page } = luyando;
  await page.getByLabel('Least repayment in kwacha').fill('30');
  await page.getByLabel('It counts').selectOption({ label: 'from a day' });
  await page.getByLabel('First business day').fill('2099-12-01');
  await changeOf(luyando).getByText('1 December 2099').waitFor();
  await changeOf(luyando).getByRole('button', { name: 'Ask a second person' }).press('Enter');
  await confirmWith(page, 'agreed by the board');
  const { page: other } = natasha;
  const approve = async (sentence: string) => {
    await other.goto(page.url());
    await other.getByRole('link', { name: /^Request \d+$/ }).press('Enter');
    await other.getByRole('button', { name: /^Approve/ }).waitFor();
    await other.keyboard.press('a');
    await confirmWith(other, 'seen the minutes');
    await other.getByText(sentence).first().waitFor();
  };
  await page.getByRole('link', { name: /^Request \d+$/ }).waitFor();
  await approve('Saved version 3 of product 1, Quick loan. It counts from 1 December 2099.');
  await page.reload();
  await page.getByRole('heading', { name: 'Version 3 is planned' }).waitFor();
  await expectAccessibleEverywhere(page, 'a product with a planned version');
  await page.getByRole('button', { name: 'Withdraw it' }).press('Enter');
  await page.getByRole('dialog').getByText('before: K30.00').waitFor();
  await confirmWith(page, 'the board changed its mind');
  await page.getByRole('link', { name: /^Request \d+$/ }).waitFor();
  await approve('Version 3 is withdrawn. What counts today stays.');
});

test('the rules and the scorecard lead to the page where they are tried', async () => {
  const { page } = luyando;
  await page.goto(`${consoleUrl(opened.program)}/set-up/offer/rules/rules`);
  await page.getByRole('heading', { level: 1, name: 'Rules and scorecard' }).waitFor();
  await page.getByRole('link', { name: 'Set-up' }).last().press('Enter');
  await page.getByRole('link', { name: 'Scorecard', exact: true }).press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Rules and scorecard' }).waitFor();
});

test('policies and the ladder have the same page', async () => {
  const { page } = luyando;
  await openProduct(luyando, 'Policy microfinance');
  await page.getByLabel('Highest APR in percent').fill('');
  await page.getByLabel('Highest effective annual rate in percent').fill('');
  await changeOf(luyando)
    .getByText(/^Highest APR: a policy needs a limit on what a loan costs in a year: “Highest APR”, /)
    .waitFor();
  await expectAccessibleEverywhere(page, 'a policy');
  await openProduct(luyando, 'Limit ladder');
  await page.getByLabel('Limits in kwacha').fill('2000, 1000');
  await changeOf(luyando).getByText('Limits: step 2 is not higher than the one before it.').waitFor();
  await expectAccessibleEverywhere(page, 'the ladder');
});
