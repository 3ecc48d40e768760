import { beforeAll, expect, test } from 'vitest';
import { borrow, registerBorrowers } from '../support/borrower-story.ts';
import { closeScreens, DESKTOP } from '../support/browser.ts';
import { consoleUrl, expectAccessibleEverywhere } from '../support/console-screens.ts';
import { openHandsetPage } from '../support/handset-page.ts';
import { hireAndOpen, type StaffScreen } from '../support/hired-staff.ts';
import { openProgramAndBrowser } from '../support/program-and-browser.ts';

/* The reports of the book, on three loans without a payment: each opens from the first page of insight, is readable for
   everybody, and its numbers lead to their rows. */

const opened = openProgramAndBrowser();

const FIRST = 7700;
const DAYS = 70;
const PHONE = { width: 360, height: 780 };

let head: StaffScreen;
beforeAll(async () => {
  const { program, browser } = opened;
  const borrowers = await registerBorrowers(program, 3, { first: FIRST });
  for (const [index, borrower] of borrowers.entries())
    await borrow(borrower, { amount: 1000 + index * 100, termId: 1 });
  const phone = await openHandsetPage(browser, program.simulatorUrl, borrowers[0]!.mobile);
  await phone.passDays(DAYS);
  [head] = await hireAndOpen(opened, {
    userName: 'luyando',
    name: 'Luyando Sakala',
    role: 'head_of_credit',
  });
});

const heading = (name: string | RegExp) => head.page.getByRole('heading', { level: 1, name }).waitFor();

const REPORTS = [
  ['Loan book', 'How late the book is'],
  ['Disbursed and repaid', 'Disbursed and repaid over time'],
  ['Vintages', 'Loans ever more than 30 days late'],
  ['Roll rates', 'Loans that became later'],
  ['Collections effect', 'Contacted, promised and paid'],
  ['Income and cost', 'Income and cost over time'],
  ['Allowance', 'Allowance over time'],
] as const;

test.each(REPORTS)('%s opens by keyboard, and its chart is a table too', async (title, chart) => {
  const { page } = head;
  await page.goto(`${consoleUrl(opened.program)}/today`);
  await heading('Today');
  await page.keyboard.press('g');
  await page.keyboard.press('h');
  await heading('Insight');
  await page.getByRole('link', { name: title, exact: true }).focus();
  await page.keyboard.press('Enter');
  await heading(title);
  const card = page.getByRole('region', { name: chart });
  await card.getByRole('img', { name: new RegExp(`^${chart}`) }).waitFor();
  await expectAccessibleEverywhere(page, title);
  await page.setViewportSize(PHONE);
  const width = await page.evaluate<number>('document.documentElement.scrollWidth');
  expect(width).toBe(PHONE.width);
  await page.setViewportSize(DESKTOP);
  await card.getByRole('button', { name: 'As a table' }).click();
  await card.getByRole('table', { name: chart }).waitFor();
  await card.getByRole('button', { name: 'As a chart' }).waitFor();
});

test('the first page of insight is readable for everybody', async () => {
  const { page } = head;
  await page.goto(`${consoleUrl(opened.program)}/insight`);
  await heading('Insight');
  await expectAccessibleEverywhere(page, 'insight');
});

test('a number leads to its loans, which come to the same, and to a loan', async () => {
  const { page } = head;
  await page.goto(`${consoleUrl(opened.program)}/insight/loan-book`);
  const out = page.getByRole('region', { name: 'Out, principal' });
  const link = out.getByRole('link', { name: /^K/ });
  const amount = await link.textContent();
  await link.click();
  await heading('Loans that are out');
  await page.getByText(`in all, ${amount}`).waitFor();
  await expectAccessibleEverywhere(page, 'loans behind a number');
  await page.getByRole('table', { name: 'Loans that are out' }).getByRole('link').first().click();
  await heading(/^Loan \d+/);
});

test('a copied address opens the same days, product and comparison', async () => {
  const { page } = head;
  await page.goto(`${consoleUrl(opened.program)}/insight/income-and-cost`);
  await page.getByLabel('Days').selectOption({ label: 'The last 12 months' });
  await page.getByLabel('Compare with').selectOption({ label: 'The days before' });
  await page.getByRole('cell', { name: /Interest income$/ }).waitFor();
  const address = page.url();
  expect(new URL(address).search).toBe('?period=year&compare=before');
  const copied = await head.context.newPage();
  await copied.goto(address);
  await copied.getByRole('cell', { name: /Interest income$/ }).waitFor();
  expect(await copied.getByLabel('Days').inputValue()).toBe('year');
  expect(await copied.getByLabel('Compare with').inputValue()).toBe('before');
  await copied.close();
  const row = page.getByRole('row', { name: /Interest income/ });
  const amount = await row.getByRole('link').first().textContent();
  await row.getByRole('link').first().click();
  await heading('Interest income');
  await page.getByText(`in total ${amount}`).waitFor();
  await expectAccessibleEverywhere(page, 'ledger rows');
});

test('days of one’s own are chosen, and wrong ones are refused with a sentence', async () => {
  const { page } = head;
  await page.goto(`${consoleUrl(opened.program)}/insight/flows`);
  await page.getByLabel('Days').selectOption({ label: 'From one day to another' });
  await page.getByLabel('From').waitFor();
  await page.goto(`${consoleUrl(opened.program)}/insight/flows?period=days&from=2026-02-01&to=2026-01-01`);
  await page.getByText('The first day is after the last one.').waitFor();
  await expectAccessibleEverywhere(page, 'refused days');
});

test('no page of the journey complained', () => closeScreens(head));
