import { beforeAll, expect, test } from 'vitest';
import type { Screen } from '../support/browser.ts';
import { withoutNetwork } from '../support/browser.ts';
import { confirmWith, consoleUrl, expectAccessibleEverywhere } from '../support/console-screens.ts';
import { hireAndOpen, type StaffScreen } from '../support/hired-staff.ts';
import { openProgramAndBrowser } from '../support/program-and-browser.ts';

/* The price of a product is changed by two people, beside the estimate that a borrower would see. */

const opened = openProgramAndBrowser();

let luyando: StaffScreen;
let natasha: StaffScreen;

beforeAll(async () => {
  [luyando, natasha] = await hireAndOpen(
    opened,
    { userName: 'luyando', name: 'Luyando Zulu', role: 'head_of_credit' },
    { userName: 'natasha', name: 'Natasha Banda', role: 'head_of_credit' },
  );
});

const estimateOf = ({ page }: Screen) => page.getByRole('region', { name: 'What a borrower would see' });
const changeOf = ({ page }: Screen) => page.getByRole('region', { name: 'What changes', exact: true });

async function openProduct({ page }: Screen, name: string): Promise<void> {
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
  await other.getByText('serviceFeeRate').waitFor();
  await other.keyboard.press('a');
  await confirmWith(other, 'seen the minutes');
  await other.getByText('Saved version 2 of product 1, Quick loan.').first().waitFor();
});
