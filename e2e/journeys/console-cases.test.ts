import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { applyFor, type Borrower, must, registerBorrowers, until } from '../support/borrower-story.ts';
import { closeScreens, type Screen } from '../support/browser.ts';
import { confirmWith, consoleUrl, expectAccessibleEverywhere } from '../support/console-screens.ts';
import { hireAndOpen } from '../support/hired-staff.ts';
import { openProgramAndBrowser } from '../support/program-and-browser.ts';
import { runBeside } from '../support/terminal.ts';

/* Compliance compares two borrowers with a person of a list. */

const opened = openProgramAndBrowser();

let monde: Screen;
let natasha: Screen;
let support: Screen;
let luyando: Screen;
let applicants: { borrower: Borrower; orderId: number }[];

async function importList(): Promise<void> {
  const file = path.join(os.tmpdir(), `list-${randomUUID()}.csv`);
  await writeFile(file, 'reference,name,birth_date\nP1,Mwansa Banda,1990-06-15\n');
  const imported = await runBeside(opened.program, 'staff', 'screening', 'import', 'pep', file);
  if (imported.status !== 0) throw new Error(imported.complained);
}

beforeAll(async () => {
  const borrowers = await registerBorrowers(opened.program, 2, { first: 7100 });
  await importList();
  applicants = [];
  for (const borrower of borrowers) {
    applicants.push({ borrower, ...(await applyFor(borrower, { termId: 1, amount: 500 })) });
  }
  [monde, natasha, support, luyando] = await hireAndOpen(
    opened,
    { userName: 'monde', name: 'Monde Sitali', role: 'compliance' },
    { userName: 'natasha', name: 'Natasha Zulu', role: 'underwriter' },
    { userName: 'taonga', name: 'Taonga Mwale', role: 'support' },
    { userName: 'luyando', name: 'Luyando Mumba', role: 'head_of_credit' },
  );
});

const statusOf = async ({ borrower, orderId }: (typeof applicants)[number]) =>
  (await must(borrower.client, 'queryLoanDetail', { params: { id: orderId } })).status;

/** An underwriter approves an application. Answers what the page says. */
async function approve(orderId: number): Promise<void> {
  const { page } = natasha;
  await page.goto(`${consoleUrl(opened.program)}/applications/${orderId}`);
  await page.getByRole('button', { name: /^Approve/ }).waitFor();
  await page.keyboard.press('a');
  await confirmWith(page, 'payslip seen');
}

/** The case of an applicant, which the list shows first or second. */
async function openCaseOf({ orderId }: (typeof applicants)[number]): Promise<void> {
  const { page } = monde;
  for (const nth of [0, 1]) {
    await page.goto(`${consoleUrl(opened.program)}/cases`);
    await page.getByRole('table', { name: 'Cases' }).getByRole('link').nth(nth).click();
    await page.getByText('Is it the same person?').waitFor();
    if ((await page.getByText(`application ${orderId}`).count()) > 0) return;
  }
  throw new Error(`no case has application ${orderId}`);
}

test('an application waits for compliance, and the underwriter reads no more than that', async () => {
  const [first] = applicants;
  const { page } = natasha;
  await page.goto(`${consoleUrl(opened.program)}/applications/${first!.orderId}`);
  await page.getByText('Compliance has to look at this borrower').first().waitFor();
  expect(await page.getByRole('main').textContent()).not.toMatch(/P1|exposed|pep/i);
  expect(await page.getByRole('navigation', { name: 'Console' }).textContent()).not.toContain('Cases');
});

test('a hit is compared and cleared by keyboard alone, and the loan goes out', async () => {
  const [first] = applicants;
  const { page } = monde;
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
  await page.getByText('Hits on lists').waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('c');
  await page.getByRole('table', { name: 'Cases' }).getByText('Mwansa Banda').first().waitFor();
  await expectAccessibleEverywhere(page, 'the cases');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByText('Is it the same person?').waitFor();
  await openCaseOf(first!);
  await expectAccessibleEverywhere(page, 'a case');
  await page.keyboard.press('c');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('is another person').waitFor();
  await expectAccessibleEverywhere(page, 'the confirmation of a case');
  await page.keyboard.type('the card is that of another district');
  await page.keyboard.press('Control+Enter');
  await page.getByText(/Case \d+ is cleared: the borrower is another person\./).waitFor();
  await approve(first!.orderId);
  await natasha.page.getByText(`Application ${first!.orderId} is approved`).waitFor();
  await until('the money has come', async () => (await statusOf(first!)) === 'active');
});

test('a confirmed hit freezes money, the application cannot be approved, and the borrower is told nothing of the hit', async () => {
  const second = applicants[1]!;
  const { page } = monde;
  await openCaseOf(second);
  await page.keyboard.press('s');
  await page.getByRole('dialog').getByText('frozen; repayments go on').waitFor();
  await page.keyboard.type('the same passport number');
  await page.keyboard.press('Control+Enter');
  await page.getByText(/is confirmed: money that goes out is frozen/).waitFor();
  await approve(second.orderId);
  await natasha.page.getByText('Compliance has to release it first.').waitFor();
  const home = JSON.stringify(await must(second.borrower.client, 'getMyLoanInfo', {}));
  expect(home).not.toMatch(/compliance|exposed|freeze|frozen|pep\b/i);
  expect(await statusOf(second)).toBe('applied');
  await page.getByRole('button', { name: 'Confirmed', exact: true }).click();
  await page.getByRole('table', { name: 'Cases' }).getByRole('link').first().click();
  await page.getByText('Monde Sitali: confirmed it').waitFor();
  await page.getByRole('button', { name: 'Release' }).waitFor();
});

test('support sees no case, and the address of one opens nothing', async () => {
  const { page } = support;
  expect(await page.getByRole('navigation', { name: 'Console' }).textContent()).not.toContain('Cases');
  await page.goto(`${consoleUrl(opened.program)}/cases`);
  await page.getByRole('navigation', { name: 'Console' }).waitFor();
  expect(await page.getByRole('table', { name: 'Cases' }).count()).toBe(0);
});

test('another limit is asked for by one person and approved by another, and the borrower has it', async () => {
  const { borrower, orderId } = applicants[1]!;
  const { page } = natasha;
  const limitOf = async () => (await must(borrower.client, 'getMyLoanInfo', {})).creditLimit;
  const before = await limitOf();
  await page.goto(`${consoleUrl(opened.program)}/applications/${orderId}`);
  await page.getByRole('button', { name: 'Ask for another limit' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('New limit').selectOption({ label: 'K4,000.00, step 3' });
  await dialog.getByText('0 of 3').first().waitFor();
  await expectAccessibleEverywhere(page, 'the request for another limit');
  await confirmWith(page, 'a salary of K20,000, seen on the payslip');
  const filed = await page.getByText(/Request \d+ is filed/).textContent();
  const requestId = /Request (\d+)/.exec(filed!)![1];
  expect(await limitOf()).toBe(before);
  await luyando.page.goto(`${consoleUrl(opened.program)}/requests/${requestId}`);
  await luyando.page.getByText('K4,000.00').first().waitFor();
  await luyando.page.getByRole('link', { name: /^Borrower \d+$/ }).waitFor();
  await luyando.page.keyboard.press('a');
  await confirmWith(luyando.page, 'seen the payslip');
  await until('the borrower has the limit', async () => (await limitOf()) === 4000);
});

test('a number and a person are put on the blocked list and taken off again', async () => {
  const { page } = monde;
  await page.keyboard.press('g');
  await page.keyboard.press('b');
  await page.getByText('The list is empty').waitFor();
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Mobile number').fill('12');
  await page.keyboard.press('Control+Enter');
  // Both faults are told at once, and the focus is at the first.
  await dialog.getByText('Write ten digits, as in 0977123456').waitFor();
  await dialog.getByText('Please give a reason of 3 to 200 characters.').waitFor();
  await expect.poll(() => page.locator(':focus').inputValue()).toBe('12');
  await dialog.getByLabel(/^Reason/).fill('three cards of other people');
  await dialog.getByLabel('What to block').focus();
  await page.keyboard.press('Control+Enter');
  await dialog.getByRole('alert').waitFor();
  await expectAccessibleEverywhere(page, 'an entry of the blocked list with a wrong number');
  await dialog.getByLabel('Mobile number').fill('0977000123');
  await page.keyboard.press('Enter');
  await page.getByText('0977000123 is on the blocked list from now on.').waitFor();
  const ofNumber = page.getByRole('row').filter({ hasText: '0977000123' });
  await ofNumber.getByRole('cell', { name: 'three cards of other people' }).waitFor();
  await page.keyboard.press('n');
  await dialog.getByLabel('What to block').selectOption('person');
  await dialog.getByLabel('Name').fill('Chanda Tembo');
  await dialog.getByLabel('Birth date').fill('1984-02-29');
  await confirmWith(page, 'sold the cards of other people');
  await page.getByRole('cell', { name: 'Chanda Tembo, born 29 February 1984', exact: true }).waitFor();
  await expectAccessibleEverywhere(page, 'the blocked list');
  await page.getByRole('button', { name: /^Take off .*Chanda Tembo/ }).click();
  await confirmWith(page, 'it was another person');
  await page.getByText('Chanda Tembo, born 29 February 1984 is off the blocked list.').waitFor();
  await page.getByRole('button', { name: /^Take off .*0977000123/ }).click();
  await confirmWith(page, 'the number has a new owner');
  await page.getByText('0977000123 is off the blocked list.').waitFor();
  await page.getByText('The list is empty').waitFor();
  await page.goto(`${consoleUrl(opened.program)}/holders`);
  await page.getByText('No payout waits because of a name').waitFor();
  await expectAccessibleEverywhere(page, 'accounts in another name');
});

test('the page went wrong nowhere', () => closeScreens(monde, natasha, support, luyando));
