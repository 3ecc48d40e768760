import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { lusakaDay } from '../../apps/server/src/platform/clock.ts';
import { borrow, registerBorrowers } from '../support/borrower-story.ts';
import { closeScreens, DESKTOP, expectNoFindings } from '../support/browser.ts';
import {
  confirmWith,
  consoleUrl,
  expectAccessibleEverywhere,
  filedRequest,
} from '../support/console-screens.ts';
import { hireAndOpen, type StaffScreen } from '../support/hired-staff.ts';
import { openProgramAndBrowser } from '../support/program-and-browser.ts';

/* Finance takes a list as a file, asks for one with names, and has a report made each day. */

const PHONE = { width: 360, height: 740 };
const today = lusakaDay(Date.now());

const opened = openProgramAndBrowser();

let mary: StaffScreen;
let grace: StaffScreen;
let mobile: string;
beforeAll(async () => {
  const [borrower] = await registerBorrowers(opened.program, 1, { first: 7480 });
  await borrow(borrower!, { amount: 800, termId: 2 });
  mobile = borrower!.mobile;
  [mary, grace] = await hireAndOpen(
    opened,
    { userName: 'mary', name: 'Mary Phiri', role: 'finance' },
    { userName: 'grace', name: 'Grace Zulu', role: 'head_of_finance' },
  );
});

const heading = ({ page }: StaffScreen, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

async function expectAccessible({ page }: StaffScreen, name: string): Promise<void> {
  await expectAccessibleEverywhere(page, name);
  await page.setViewportSize(PHONE);
  const width = await page.evaluate<number>('document.documentElement.scrollWidth');
  expect(width, `${name} on a phone`).toBeLessThanOrEqual(PHONE.width);
  await expectNoFindings(page, `${name}, on a phone`);
  await page.setViewportSize(DESKTOP);
}

async function downloaded(
  { page }: StaffScreen,
  press: () => Promise<void>,
): Promise<{ name: string; text: string }> {
  const waiting = page.waitForEvent('download');
  await press();
  const download = await waiting;
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}

test('a list is taken as a file from its menu, without names', async () => {
  const { page } = mary;
  await page.goto(`${consoleUrl(opened.program)}/insight/registered`);
  await page.getByRole('button', { name: 'Take this list as a file' }).click();
  await expectNoFindings(page, 'the menu of a list');
  const file = await downloaded(mary, () => page.getByRole('button', { name: 'Download as CSV' }).click());
  expect(file.name).toBe('registered-borrowers.csv');
  expect(file.text).toMatch(/^line,borrower,registered,channel,came to\r\nrow,/);
  expect(file.text).not.toContain(mobile);
  await page.getByRole('button', { name: 'Take this list as a file' }).click();
  const book = await downloaded(mary, () => page.getByRole('button', { name: 'Download as XLSX' }).click());
  expect(book.name).toBe('registered-borrowers.xlsx');
});

test('a file with names waits for a second person, and is downloaded once by who asked', async () => {
  const { page } = mary;
  await page.getByRole('button', { name: 'Take this list as a file' }).click();
  await page.getByRole('button', { name: 'Ask for a file with names' }).click();
  await confirmWith(page, 'a letter to all of them');
  await page.getByText(/^Request \d+ is filed/).waitFor();
  await grace.page.goto(`${consoleUrl(opened.program)}/requests`);
  await grace.page.getByRole('link', { name: /with names/ }).click();
  await grace.page.getByRole('button', { name: /^Approve/ }).click();
  await confirmWith(grace.page, 'seen the letter');
  await grace.page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.goto(grace.page.url());
  const file = await downloaded(mary, () => page.getByRole('button', { name: 'Download once' }).click());
  expect(file.text).toContain(mobile);
  await page.getByRole('button', { name: 'Download once' }).click();
  await page.getByText('This list was downloaded already. Ask again.').waitFor();
});

test('a report on a schedule begins by two people and ends by one', async () => {
  const { page } = mary;
  await page.goto(`${consoleUrl(opened.program)}/books/schedules`);
  await heading(mary, 'Schedules');
  await page.getByText('There is no schedule').waitFor();
  await expectAccessible(mary, 'schedules before the first one');
  await page.keyboard.press('n');
  await page.getByLabel('A file for each').selectOption('day');
  await page.getByLabel('First file is of the days with').fill(today);
  await expectNoFindings(page, 'the dialog of a schedule');
  await confirmWith(page, 'the auditors read it');
  await page.getByText(/^Request \d+ is filed/).waitFor();
  await grace.page.goto(`${consoleUrl(opened.program)}/requests`);
  await grace.page.getByRole('link', { name: /Return to the regulator, each day/ }).click();
  await grace.page.getByRole('button', { name: /^Approve/ }).click();
  await confirmWith(grace.page, 'they do');
  await grace.page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.reload();
  await page.getByRole('cell', { name: 'Return to the regulator', exact: true }).waitFor();
  await expectAccessible(mary, 'schedules');
  await page.getByRole('button', { name: /^End/ }).click();
  await confirmWith(page, 'not needed any more');
  await page.getByText('ended by Mary Phiri').waitFor();
});

test('the layout of the return says which accounts go into which line', async () => {
  const { page } = mary;
  await page.goto(`${consoleUrl(opened.program)}/books/return-layout`);
  await heading(mary, 'Layout of the return');
  await page.getByText('not compared with the form', { exact: true }).waitFor();
  await expectAccessible(mary, 'the layout of the return');
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'Another layout of the return' });
  const lines = dialog.getByLabel('Lines, as JSON');
  const asDelivered = await lines.inputValue();
  await lines.fill(asDelivered.slice(1));
  await dialog.getByText('This is no list in JSON.').waitFor();
  await expectAccessible(mary, 'another layout of the return');
  await lines.fill(asDelivered.replace(/"title": "[^"]*"/, '"title": "Money in hand"'));
  await dialog.getByLabel('Counts from').fill(today);
  await confirmWith(page, 'the form says it so');
  await grace.page.goto(`${consoleUrl(opened.program)}/requests/${await filedRequest(page)}`);
  await grace.page.getByText('Money in hand').waitFor();
  await grace.page.getByRole('button', { name: /^Approve/ }).click();
  await confirmWith(grace.page, 'compared line by line');
  await grace.page.getByText('Layout 2 counts from').waitFor();
  await page.reload();
  await page.getByRole('region', { name: 'Version 2' }).getByText('Money in hand').waitFor();
  await page.getByRole('link', { name: 'The return' }).click();
  await heading(mary, 'Return to the regulator');
  await page.getByText('all hold').waitFor();
  await expectAccessible(mary, 'the return to the regulator');
});

test('no screen failed on its way', async () => {
  await closeScreens(mary, grace);
});
