import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { type Borrower, borrow, must, registerBorrowers } from '../support/borrower-story.ts';
import { confirmWith, consoleUrl, expectAccessibleEverywhere } from '../support/console-screens.ts';
import { hireAndOpen, type StaffScreen } from '../support/hired-staff.ts';
import { openProgramAndBrowser } from '../support/program-and-browser.ts';

/* The head of credit drafts other rules, sees what they would have decided, and two people change them. */

// Without the people of the demo, the applications are those of this story.
const opened = openProgramAndBrowser({ env: { DEMO_BORROWERS: 'false' } });
const NARROW = { width: 360, height: 800 };
const APPROVE_INCOME = 'For a person below, monthly income in kwacha';

let mwila: StaffScreen;
let misozi: StaffScreen;
let later: Borrower;

beforeAll(async () => {
  const { program } = opened;
  const [first, second, third] = await registerBorrowers(program, 3, { first: 7700 });
  later = third!;
  for (const borrower of [first!, second!]) await borrow(borrower, { amount: 1000, termId: 2 });
  [mwila, misozi] = await hireAndOpen(
    opened,
    { userName: 'mwila', name: 'Mwila Zimba', role: 'head_of_credit' },
    { userName: 'misozi', name: 'Misozi Zulu', role: 'head_of_finance' },
  );
});

const openDecisions = async ({ page }: StaffScreen) => {
  await page.goto(`${consoleUrl(opened.program)}/set-up/decisions`);
  await page.getByRole('heading', { level: 2, name: 'Decision rules', exact: true }).waitFor();
};

const askForRules = (page: Page) =>
  page.getByRole('button', { name: /^Ask a second person\s+for the decision rules$/ });

async function expectNarrow(page: Page, name: string): Promise<void> {
  const before = page.viewportSize()!;
  await page.setViewportSize(NARROW);
  expect(await page.evaluate<number>('document.documentElement.scrollWidth'), name).toBe(NARROW.width);
  await page.setViewportSize(before);
}

test('a draft that breaks a rule says so at its field, and cannot be asked for', async () => {
  const { page } = mwila;
  await openDecisions(mwila);
  await page.getByText('version 1 counts since').first().waitFor();
  await page.getByLabel(APPROVE_INCOME).fill('500');
  await page.getByText('it must not be below “Declined below, monthly income”.').waitFor();
  expect(await page.getByRole('button', { name: /^Ask a second person/ }).count()).toBe(0);
  await page.getByLabel('Age, band 1: from years').fill('90');
  await page.getByText('Age: the bands must go from low to high.').waitFor();
  await expectAccessibleEverywhere(page, 'drafts with problems');
  await expectNarrow(page, 'drafts with problems');
  await page.getByLabel('Age, band 1: from years').fill('25');
});

test('a draft is tried over past applications by keyboard, and each number leads to them', async () => {
  const { page } = mwila;
  await page.getByLabel(APPROVE_INCOME).fill('10000');
  await askForRules(page).waitFor();
  await page.getByLabel('Applied until').focus();
  await page.keyboard.press('Control+Enter');
  await page.getByText('100.0 %').first().waitFor();
  const moved = page.getByRole('table', { name: 'What the draft changes' });
  await moved.getByRole('row', { name: /^Approved 2 100\.0 % 0 2 0/ }).waitFor();
  await page.getByText('0 that their own version decides otherwise today. It must be 0.').waitFor();
  // The head of the page stays in sight, and must not cover half a button while the page is examined.
  await page.evaluate('window.scrollTo(0, 0)');
  await expectAccessibleEverywhere(page, 'what a draft would have decided');
  await expectNarrow(page, 'what a draft would have decided');
  await moved.getByRole('link', { name: '2' }).nth(1).click();
  const list = page.getByRole('table', { name: 'Applications' });
  await expect.poll(() => list.getByRole('link').count()).toBe(2);
  expect(new URL(page.url()).search).toBe('?was=approve&would=refer');
  await expectAccessibleEverywhere(page, 'the applications behind a number');
  await expectNarrow(page, 'the applications behind a number');
});

test('the draft opens again with its numbers, and a second person approves it', async () => {
  const { page } = mwila;
  await page.getByRole('link', { name: 'Its numbers' }).click();
  await page.getByRole('heading', { level: 1, name: /^What-if \d+$/ }).waitFor();
  await page.getByRole('link', { name: 'Open its draft' }).click();
  await expect.poll(() => page.getByLabel(APPROVE_INCOME).inputValue()).toBe('10000');
  await askForRules(page).click();
  await page.getByRole('dialog').getByText('For a person below, monthly income', { exact: true }).waitFor();
  await expectAccessibleEverywhere(page, 'asking for other rules');
  await confirmWith(page, 'too many loans ended badly');
  const toast = await page.getByText(/Request \d+ is filed/).textContent();
  const requestId = /\d+/.exec(toast!)![0];
  await page.getByText('asked for by you').waitFor();
  await misozi.page.goto(`${consoleUrl(opened.program)}/set-up/what-ifs`);
  await misozi.page.getByRole('cell', { name: 'Mwila Zimba' }).waitFor();
  await expectAccessibleEverywhere(misozi.page, 'the what-ifs');
  await misozi.page.goto(`${consoleUrl(opened.program)}/requests/${requestId}`);
  await misozi.page.getByText('For a person below, monthly income', { exact: true }).waitFor();
  await misozi.page.getByText('after: K10,000.00').waitFor();
  await misozi.page.keyboard.press('a');
  await confirmWith(misozi.page, 'the numbers are convincing');
  await misozi.page.getByText('Saved version 2 of the rules.').waitFor();
  await openDecisions(mwila);
  await page.getByText('version 2 counts since').waitFor();
  const versions = page.getByRole('table', { name: 'Versions of the decision rules' });
  await versions.getByText('Mwila Zimba, checked by Misozi Zulu').waitFor();
  const applied = await must(later.client, 'productTrial', {
    body: { productId: 1, amount: 1000, termId: 2 },
  });
  const { userStatus } = await must(later.client, 'appManualGetLoan', {
    body: { productId: 1, amount: 1000, termId: 2, contractVersion: applied.contractVersion, agreed: true },
  });
  expect(userStatus).toBe(2);
});
