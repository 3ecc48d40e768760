import { beforeAll, expect, test } from 'vitest';
import { type Borrower, borrow, must, registerBorrowers, until } from '../support/borrower-story.ts';
import { closeScreens, DESKTOP, expectNoFindings, type Screen } from '../support/browser.ts';
import { consoleUrl, expectAccessibleEverywhere } from '../support/console-screens.ts';
import { hireAndOpen, type StaffScreen } from '../support/hired-staff.ts';
import { openProgramAndBrowser } from '../support/program-and-browser.ts';

/* Support opens a loan from the search box, reads each part of its page by keyboard, and draws a receipt. */

const PHONE = { width: 360, height: 740 };

const opened = openProgramAndBrowser();

let taonga: StaffScreen;
let kelvin: StaffScreen;
let borrower: Borrower;
let loanId: number;

beforeAll(async () => {
  [borrower] = (await registerBorrowers(opened.program, 1, { first: 7400 })) as [Borrower];
  ({ orderId: loanId } = await borrow(borrower, { amount: 800, termId: 2 }));
  await payPart(150);
  [taonga, kelvin] = await hireAndOpen(
    opened,
    { userName: 'taonga', name: 'Taonga Mwale', role: 'support' },
    { userName: 'kelvin', name: 'Kelvin Zulu', role: 'collector' },
  );
});

async function payPart(payAmount: number): Promise<void> {
  const { client, handset, mobile } = borrower;
  const { repayPlanList } = await must(client, 'getRepayDetailV2', { params: { id: loanId } });
  const body = { bizType: 1 as const, planId: repayPlanList[0]!.planId, payAmount };
  const { paymentId } = await must(client, 'submitRepayApplyV2', { body });
  const prompt = await handset.waitForPrompt(mobile);
  await handset.answer(mobile, prompt.id, 'approve');
  await until('the payment arrives', async () => {
    const { status } = await must(client, 'getPayment', { params: { paymentId } });
    return status === 'succeeded';
  });
}

/** axe on a desk, a tablet and a phone, and nothing but a table scrolls to the side. */
async function expectAccessible({ page }: Screen, name: string): Promise<void> {
  await expectAccessibleEverywhere(page, name);
  await page.setViewportSize(PHONE);
  const width = await page.evaluate<number>('document.documentElement.scrollWidth');
  expect(width, `${name} on a phone`).toBeLessThanOrEqual(PHONE.width);
  await expectNoFindings(page, `${name}, on a phone`);
  await page.setViewportSize(DESKTOP);
}

const heading = ({ page }: Screen, name: string) => page.getByRole('heading', { level: 1, name });

/** Opens a part of the page by its key, once its answer is there. */
async function openPart({ page }: Screen, key: string, name: string): Promise<void> {
  await page.keyboard.press(key);
  await page.getByRole('button', { name, pressed: true }).waitFor();
  await expect.poll(() => page.getByRole('status', { name: 'Loading' }).count()).toBe(0);
  expect(await page.getByRole('alert').count()).toBe(0);
}

test('the number of a loan leads from the search box to its page, with what is left in the largest type', async () => {
  const { page } = taonga;
  await heading(taonga, 'Today').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type(String(loanId));
  await page.getByRole('option', { name: /found by loan/ }).waitFor();
  await page.keyboard.press('Enter');
  await heading(taonga, `Loan ${loanId}`).waitFor();
  const { remaining } = (await must(borrower.client, 'getMyLoanInfo', {})).order!;
  const left = page.getByRole('region', { name: 'Left to repay' });
  expect(await left.locator('p').first().textContent()).toBe(`K${remaining.toFixed(2)}`);
  expect(await page.getByRole('main').textContent()).not.toContain('Mwansa');
  await expectAccessible(taonga, 'the page of a loan');
});

test('the ledger, the history and the papers open by key, and a copied address opens the same part', async () => {
  const { page } = taonga;
  await openPart(taonga, '2', 'Ledger');
  await page.getByText('Payment of K150.00').first().waitFor();
  await expectAccessible(taonga, 'the ledger of a loan');
  await openPart(taonga, '3', 'History');
  await page.getByText('Applied for K800.00').waitFor();
  await expectAccessible(taonga, 'the history of a loan');
  await openPart(taonga, '4', 'Papers');
  await page.getByRole('row', { name: /^Loan contract/ }).waitFor();
  await expectAccessible(taonga, 'the papers of a loan');
  await page.reload();
  await page.getByRole('button', { name: 'Papers', pressed: true }).waitFor();
});

test('a receipt is drawn as PDF, and the focus goes to the link that opens it', async () => {
  const { page } = taonga;
  const answered = page.waitForResponse(/\/papers$/);
  await page.getByRole('button', { name: /^Draw the PDF of Receipt/ }).click();
  const { data } = (await (await answered).json()) as { data: { base64: string } };
  expect(Buffer.from(data.base64, 'base64').subarray(0, 5).toString()).toBe('%PDF-');
  const link = page.getByRole('link', { name: /^Open thumba-receipt-.*\.pdf$/ });
  await link.waitFor();
  await expect.poll(() => page.locator(':focus').textContent()).toMatch(/^Open thumba-receipt/);
  expect(await link.getAttribute('href')).toMatch(/^blob:/);
});

test('a collector reads the loan, draws no paper, and opens no page of its borrower', async () => {
  const { page } = kelvin;
  await page.goto(`${consoleUrl(opened.program)}/loans/${loanId}?tab=papers`);
  await page.getByText('Your roles draw no papers.').waitFor();
  expect(await page.getByRole('button', { name: /^Draw the PDF/ }).count()).toBe(0);
  await openPart(kelvin, '1', 'Overview');
  await page.getByText(/^borrower \d+, /).waitFor();
  expect(await page.getByRole('link', { name: /^borrower \d+$/ }).count()).toBe(0);
  await page.goto(`${consoleUrl(opened.program)}/tickets`);
  await heading(kelvin, 'Tickets').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type(borrower.mobile);
  await page.getByRole('option', { name: /found by mobile number/ }).waitFor();
  await expectAccessible(kelvin, 'a borrower that a collector finds');
  await page.keyboard.press('Enter');
  await heading(kelvin, `Loan ${loanId}`).waitFor();
});

test('support opens the page of the borrower from the loan, and the loan from there', async () => {
  const { page } = taonga;
  await openPart(taonga, '1', 'Overview');
  await page.getByRole('link', { name: /^borrower \d+$/ }).click();
  await page.getByRole('button', { name: /^Loans/ }).click();
  await page.getByRole('link', { name: String(loanId), exact: true }).click();
  await heading(taonga, `Loan ${loanId}`).waitFor();
});

test('a loan that does not exist is said', async () => {
  const { page } = kelvin;
  await page.goto(`${consoleUrl(opened.program)}/loans/999999`);
  await page.getByRole('alert').waitFor();
});

test('the page went wrong nowhere', () => closeScreens(taonga, kelvin));
