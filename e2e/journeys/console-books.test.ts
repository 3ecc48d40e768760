import { beforeAll, expect, test } from 'vitest';
import { lusakaDay } from '../../apps/server/src/platform/clock.ts';
import { borrow, registerBorrowers } from '../support/borrower-story.ts';
import { closeScreens, DESKTOP, expectNoFindings } from '../support/browser.ts';
import { confirmWith, consoleUrl, expectAccessibleEverywhere } from '../support/console-screens.ts';
import { hireAndOpen, type StaffScreen } from '../support/hired-staff.ts';
import { openProgramAndBrowser } from '../support/program-and-browser.ts';

/* Finance reads the trial balance, goes from a balance to a loan, and two people post a journal. */

const PHONE = { width: 360, height: 740 };
const today = lusakaDay(Date.now());

const opened = openProgramAndBrowser();

let mary: StaffScreen;
let grace: StaffScreen;
let loanId: number;
beforeAll(async () => {
  const [borrower] = await registerBorrowers(opened.program, 1, { first: 7460 });
  ({ orderId: loanId } = await borrow(borrower!, { amount: 900, termId: 2 }));
  [mary, grace] = await hireAndOpen(
    opened,
    { userName: 'mary', name: 'Mary Phiri', role: 'finance' },
    { userName: 'grace', name: 'Grace Zulu', role: 'head_of_finance' },
  );
});

const heading = ({ page }: StaffScreen, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

async function openBooks(screen: StaffScreen): Promise<void> {
  await screen.page.keyboard.press('g');
  await screen.page.keyboard.press('z');
  await heading(screen, 'Books');
}

/** axe on a desk, a tablet and a phone, and nothing but a table scrolls to the side. */
async function expectAccessible({ page }: StaffScreen, name: string): Promise<void> {
  await expectAccessibleEverywhere(page, name);
  await page.setViewportSize(PHONE);
  const width = await page.evaluate<number>('document.documentElement.scrollWidth');
  expect(width, `${name} on a phone`).toBeLessThanOrEqual(PHONE.width);
  await expectNoFindings(page, `${name}, on a phone`);
  await page.setViewportSize(DESKTOP);
}

test('a balance leads to its days, to the rows of a day, to an entry and to the loan', async () => {
  const { page } = mary;
  await openBooks(mary);
  await expectAccessible(mary, 'the books');
  await page.getByRole('link', { name: 'Trial balance' }).click();
  await heading(mary, 'Trial balance');
  await page.getByText('all hold').waitFor();
  await expectAccessible(mary, 'the trial balance');
  await page.getByRole('link', { name: '1200', exact: true }).click();
  await heading(mary, 'Account 1200');
  await page.getByRole('row').filter({ hasText: 'K900.00' }).first().waitFor();
  await expectAccessible(mary, 'the days of an account');
  const days = page.getByRole('table', { name: 'Days of account 1200' });
  await days.getByRole('row').filter({ hasText: 'K900.00' }).getByRole('link').first().click();
  await page.getByRole('columnheader', { name: 'Other account' }).waitFor();
  await expectAccessible(mary, 'the rows of a day');
  await page
    .getByRole('row')
    .filter({ hasText: String(loanId) })
    .getByRole('link')
    .first()
    .click();
  await page.getByRole('table', { name: 'Rows of the entry' }).waitFor();
  await expectAccessible(mary, 'an entry');
  await page
    .getByRole('link', { name: String(loanId), exact: true })
    .first()
    .click();
  await heading(mary, `Loan ${loanId}`);
});

test('a report keeps its days in the address, and is downloaded as a file', async () => {
  const { page } = mary;
  await page.goto(`${consoleUrl(opened.program)}/books/reports/balance-sheet`);
  await heading(mary, 'Balance sheet');
  await page.getByLabel('As of the end of').fill('2020-01-01');
  await page.getByText(/^Nothing was booked yet by 1 January/).waitFor();
  expect(page.url()).toContain('on=2020-01-01');
  await expectAccessible(mary, 'a report of days before the book');
  await page.getByLabel('As of the end of').fill('');
  await page.getByText('all hold').waitFor();
  // A key is a command only outside a field.
  await page.getByLabel('As of the end of').blur();
  const [csv] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('c')]);
  expect(csv.suggestedFilename()).toBe(`balance-sheet-${today.slice(0, 7)}-01-${today}.csv`);
  const [xlsx] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'XLSX' }).click(),
  ]);
  expect(xlsx.suggestedFilename()).toMatch(/\.xlsx$/);
});

test('a journal is typed, balances before the eyes of its writer, and is posted by a second person', async () => {
  const { page } = mary;
  await openBooks(mary);
  await page.getByRole('link', { name: 'Journals' }).first().click();
  await heading(mary, 'Journals');
  await page.getByText('No journal waits for a second person').waitFor();
  await expectAccessible(mary, 'no journal');
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'Propose a journal' });
  await page.keyboard.press('Control+Enter');
  await dialog.getByText('A journal has two lines or more.').waitFor();
  await dialog.getByLabel('Account of line 1').selectOption({ label: await bankLabel() });
  await dialog.getByLabel('Debit 1').fill('1,500.50');
  await dialog.getByText('K1,500.50 apart').waitFor();
  await expectAccessible(mary, 'a journal that does not balance');
  await dialog.getByLabel('Account of line 2').selectOption({ label: await capitalLabel() });
  await dialog.getByLabel('Credit 2').fill('1500.5');
  await dialog.getByText('the same').waitFor();
  await confirmWith(page, 'paid in by the owners');
  await page.getByText(/^Proposal \d+ is kept and posts nothing yet/).waitFor();
  await page.getByRole('row').filter({ hasText: 'K1,500.50' }).getByRole('link').click();
  await page.getByText('You proposed it. Another person posts it: Head of finance.').waitFor();
  await expectAccessible(mary, 'a proposed journal');
  expect(await page.getByRole('button', { name: /^Post/ }).count()).toBe(0);
  await grace.page.goto(page.url());
  await grace.page.getByRole('button', { name: /^Post/ }).click();
  await expectAccessible(grace, 'the posting of a journal');
  await grace.page.keyboard.press('Control+Enter');
  await grace.page.getByText(/^Journal \d+ is posted\./).waitFor();
  await grace.page.getByRole('link', { name: /^Journal \d+$/ }).click();
  await grace.page.getByRole('button', { name: 'Reverse' }).waitFor();
  await expectAccessible(grace, 'a posted journal');
});

const labelOf = async (text: string) =>
  (await mary.page.getByLabel('Account of line 1').getByRole('option').allTextContents()).find((label) =>
    label.endsWith(text),
  )!;
const bankLabel = () => labelOf(' Bank');
const capitalLabel = () => labelOf(' Share capital');

test('periods, runs, the export and the mapping say where they stand', async () => {
  const { page } = mary;
  await openBooks(mary);
  await page.getByRole('link', { name: 'Periods' }).click();
  await heading(mary, 'Periods');
  await page.getByText('No period was closed yet').waitFor();
  await expectAccessible(mary, 'the periods');
  await openBooks(mary);
  await page.getByRole('link', { name: 'Runs' }).click();
  await heading(mary, 'Runs');
  await page.getByText('No month was run yet').waitFor();
  await page.getByText('can be run').waitFor();
  await page.getByRole('button', { name: 'Show the expected losses first' }).click();
  const losses = page.getByRole('table', { name: 'Expected losses before the run' });
  await losses.getByRole('row').nth(1).waitFor();
  await expectAccessible(mary, 'the runs');
  await openBooks(mary);
  await page.getByRole('link', { name: 'Export' }).click();
  await heading(mary, 'Export');
  await page
    .getByText(`THUMBA-${today.slice(0, 7)}`)
    .first()
    .waitFor();
  await page.getByText('all hold').waitFor();
  await expectAccessible(mary, 'the export');
  const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('c')]);
  expect(file.suggestedFilename()).toBe(`ledger-generic-${today.slice(0, 7)}-01-${today}.csv`);
  await page.getByRole('link', { name: 'Mapping' }).click();
  await heading(mary, 'Mapping');
  await page.getByRole('button', { name: 'Change' }).waitFor();
  await page.keyboard.press('e');
  await page.getByLabel('Account there, of 1000').fill('090');
  await expectAccessible(mary, 'the mapping while it is changed');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Version 1 of the mapping is saved.').waitFor();
  await page.getByRole('row').filter({ hasText: '1000 Bank' }).getByText('090').waitFor();
});

test('no screen failed on its way', async () => {
  await closeScreens(mary, grace);
});
