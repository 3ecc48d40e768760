import { beforeAll, expect, test } from 'vitest';
import type { Screen } from '../support/browser.ts';
import { consoleUrl, expectAccessibleEverywhere } from '../support/console-screens.ts';
import { hireAndOpen } from '../support/hired-staff.ts';
import { openProgramAndBrowser } from '../support/program-and-browser.ts';

/* What the lender watches: each report opens from its list, and each of its numbers leads to just as many rows. */

const opened = openProgramAndBrowser({ env: { SMS_PART_NGWEE: '35' } });

let head: Screen;
let finance: Screen;

beforeAll(async () => {
  [head, finance] = await hireAndOpen(
    opened,
    { userName: 'thandiwe', name: 'Thandiwe Mwale', role: 'head_of_credit' },
    { userName: 'misozi', name: 'Misozi Daka', role: 'finance' },
  );
});

const YEAR = 'The last 12 months';
const DAY_MS = 24 * 60 * 60 * 1000;
/** The year in which the last twelve months begin. */
const YEAR_BEFORE = new Date(Date.now() - 364 * DAY_MS).getUTCFullYear();
const REPORTS = [
  'Registrations',
  'Approvals',
  'Scorecard',
  'Work of people',
  'Operators',
  'Codes',
  'Cost of SMS',
] as const;

async function openReport({ page }: Screen, title: string): Promise<void> {
  await page.goto(`${consoleUrl(opened.program)}/insight`);
  await page.getByRole('link', { name: title, exact: true }).press('Enter');
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  await page.getByLabel('Days', { exact: true }).selectOption({ label: YEAR });
  // Until the answer comes, the page shows the days that it showed before.
  await page.getByText(`${YEAR_BEFORE} to `).waitFor();
}

const figureOf = ({ page }: Screen, title: string) =>
  page.getByRole('region', { name: title, exact: true }).getByRole('link');

/** How many rows the list has, over all of its pages. */
async function countRows({ page }: Screen): Promise<number> {
  await page.getByRole('link', { name: 'To the report' }).waitFor();
  const rows = page.locator('tbody tr');
  await rows.first().waitFor();
  let count = await rows.count();
  const next = page.getByRole('button', { name: 'Next page' });
  while ((await next.count()) > 0) {
    const first = await rows.first().textContent();
    await next.click();
    await expect.poll(() => rows.first().textContent()).not.toBe(first);
    count += await rows.count();
  }
  return count;
}

test.each(REPORTS)('the report "%s" can be read by every person, in light and dark', async (title) => {
  await openReport(head, title);
  await head.page.locator('main section').first().waitFor();
  await expectAccessibleEverywhere(head.page, `the report ${title}`);
});

test.each([
  ['Registrations', 'Registered'],
  ['Registrations', 'Repaid'],
  ['Approvals', 'Paid out'],
  ['Approvals', 'Ever more than 30 days late'],
  ['Cost of SMS', 'Notifications'],
] as const)('%s: "%s" leads to just as many rows, and back', async (title, name) => {
  await openReport(head, title);
  const { page } = head;
  const number = Number(await figureOf(head, name).textContent());
  await figureOf(head, name).press('Enter');
  await page.waitForURL(/from=\d{4}-\d\d-\d\d/);
  if (number === 0) await page.getByText('Nothing is counted here').waitFor();
  else expect(await countRows(head)).toBe(number);
  await page.getByRole('link', { name: 'To the report' }).click();
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  expect(Number(await figureOf(head, name).textContent())).toBe(number);
});

test('a copied address opens the same payments for another person, who may not see the work of people', async () => {
  await openReport(head, 'Operators');
  const { page } = head;
  await page.getByRole('button', { name: 'Payouts' }).click();
  const table = page.getByRole('table', { name: 'By operator' });
  const cell = table.getByRole('row', { name: /MTN/ }).getByRole('link').first();
  const number = Number(await cell.textContent());
  expect(number).toBeGreaterThan(0);
  await cell.click();
  await page.getByRole('heading', { level: 1, name: 'Payments: payments' }).waitFor();
  await finance.page.goto(page.url());
  expect(await countRows(finance)).toBe(number);
  await expectAccessibleEverywhere(finance.page, 'the rows behind a number');
  await finance.page.goto(`${consoleUrl(opened.program)}/insight`);
  await finance.page.getByRole('link', { name: 'Operators' }).waitFor();
  expect(await finance.page.getByRole('link', { name: 'Work of people' }).count()).toBe(0);
});

test('the figures of a chart can be had as a table', async () => {
  await openReport(head, 'Registrations');
  const { page } = head;
  const chart = page.getByRole('region', { name: 'How far they came' });
  await chart.getByRole('button', { name: 'As a table' }).press('Enter');
  await chart.getByRole('cell', { name: 'Profile complete' }).waitFor();
});
