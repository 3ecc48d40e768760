import { beforeAll, expect, test } from 'vitest';
import { type Borrower, borrow, registerBorrowers } from '../support/borrower-story.ts';
import { closeScreens, DESKTOP, expectNoFindings, PHONE, type Screen } from '../support/browser.ts';
import { consoleUrl, expectAccessibleEverywhere } from '../support/console-screens.ts';
import { hireAndOpen, type StaffScreen } from '../support/hired-staff.ts';
import { keyboardOf } from '../support/keyboard.ts';
import { openProgramAndBrowser } from '../support/program-and-browser.ts';

/* The long lists are sorted by their headers and lead back to their row, and the search box does what the page can. */

const opened = openProgramAndBrowser({ env: { DEMO_BORROWERS: 'false' } });

/** More than one page. */
const BORROWERS = 22;
const SMALL = 500;
const LARGE = 900;

let taonga: StaffScreen;
let kelvin: StaffScreen;
let small: number;
let large: number;

beforeAll(async () => {
  const borrowers = await registerBorrowers(opened.program, BORROWERS, { first: 7800 });
  const [one, other] = borrowers as [Borrower, Borrower];
  ({ orderId: large } = await borrow(one, { amount: LARGE, termId: 2 }));
  ({ orderId: small } = await borrow(other, { amount: SMALL, termId: 2 }));
  [taonga, kelvin] = await hireAndOpen(
    opened,
    { userName: 'taonga', name: 'Taonga Mwale', role: 'support' },
    { userName: 'kelvin', name: 'Kelvin Zulu', role: 'collector' },
  );
});

const heading = ({ page }: Screen, name: string) => page.getByRole('heading', { level: 1, name });
const header = ({ page }: Screen, name: string) => page.getByRole('columnheader', { name });
const firstCells = ({ page }: Screen) => page.locator('tbody td:first-child').allTextContents();
const focused = ({ page }: Screen) => page.locator(':focus');

async function expectAccessible(screen: Screen, name: string): Promise<void> {
  const { page } = screen;
  await expectAccessibleEverywhere(page, name);
  await page.setViewportSize(PHONE);
  const width = await page.evaluate<number>('document.documentElement.scrollWidth');
  expect(width, `${name} on a phone`).toBeLessThanOrEqual(PHONE.width);
  await expectNoFindings(page, `${name}, on a phone`);
  await page.setViewportSize(DESKTOP);
}

test('the list of loans opens by key, and its header sorts it by the amount in both directions', async () => {
  const { page } = taonga;
  await heading(taonga, 'Today').waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('q');
  await heading(taonga, 'Loans').waitFor();
  await expect.poll(() => firstCells(taonga)).toEqual([String(small), String(large)]);
  await keyboardOf(page).press(header(taonga, 'Amount').getByRole('button'));
  await expect.poll(() => firstCells(taonga)).toEqual([String(large), String(small)]);
  expect(await header(taonga, 'Amount').getAttribute('aria-sort')).toBe('descending');
  await page.keyboard.press('Enter');
  await expect.poll(() => firstCells(taonga)).toEqual([String(small), String(large)]);
  expect(await header(taonga, 'Amount').getAttribute('aria-sort')).toBe('ascending');
  expect(new URL(page.url()).search).toBe('?direction=asc&sort=amount');
  await expectAccessible(taonga, 'the list of loans');
});

test('a row opens by keyboard, and the way back leads to the row in the same order', async () => {
  const { page } = taonga;
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  expect(await focused(taonga).textContent()).toBe(String(large));
  await page.keyboard.press('Enter');
  await heading(taonga, `Loan ${large}`).waitFor();
  await page.goBack();
  await expect.poll(() => focused(taonga).textContent()).toBe(String(large));
  expect(await firstCells(taonga)).toEqual([String(small), String(large)]);
  await page.keyboard.press('k');
  expect(await focused(taonga).textContent()).toBe(String(small));
});

test('a list narrows by state, and what fits no loan says so', async () => {
  const { page } = taonga;
  await page.getByRole('button', { name: 'Late', exact: true }).click();
  await page.getByText('No loan is in this state').waitFor();
  await page.getByRole('button', { name: 'Running' }).click();
  await expect.poll(() => firstCells(taonga)).toHaveLength(2);
  await page.reload();
  await expect.poll(() => firstCells(taonga)).toHaveLength(2);
});

test('the list of loans narrows to a product, keeps it in its address, and has no order of amounts then', async () => {
  const { page } = taonga;
  const product = page.getByLabel('Product', { exact: true });
  await product.selectOption({ label: 'Steady loan' });
  await page.getByText('No loan of this product is in this state').waitFor();
  await expectAccessible(taonga, 'the list of loans without one of a product');
  await product.selectOption({ label: 'Quick loan' });
  await expect.poll(() => firstCells(taonga)).toHaveLength(2);
  expect(await header(taonga, 'Amount').getByRole('button').count()).toBe(0);
  await page.reload();
  await expect.poll(() => firstCells(taonga)).toHaveLength(2);
  expect(new URL(page.url()).searchParams.get('product')).toBe('1');
  await product.selectOption({ label: 'All products' });
  await header(taonga, 'Amount').getByRole('button').waitFor();
});

test('a list narrows to the days of payout, and keeps them in its address', async () => {
  const { page } = taonga;
  await page.getByLabel('Paid out from', { exact: true }).fill('2098-01-01');
  await page.getByText('No loan of these days is in this state').waitFor();
  await expectAccessible(taonga, 'the list of loans without one of these days');
  await page.getByLabel('Paid out from', { exact: true }).fill('2001-01-01');
  await page.getByLabel('Paid out through', { exact: true }).fill('2098-01-01');
  await expect.poll(() => firstCells(taonga)).toHaveLength(2);
  expect(await header(taonga, 'Paid out').getAttribute('aria-sort')).toBe('ascending');
  expect(await header(taonga, 'Amount').getByRole('button').count()).toBe(0);
  await page.reload();
  await expect.poll(() => firstCells(taonga)).toHaveLength(2);
  const { searchParams } = new URL(page.url());
  expect([searchParams.get('from'), searchParams.get('to')]).toEqual(['2001-01-01', '2098-01-01']);
  await page.getByLabel('Paid out through', { exact: true }).fill('2001-01-01');
  await page.getByText('No loan of these days is in this state').waitFor();
  await page.getByLabel('Paid out through', { exact: true }).blur();
});

test('the list of borrowers is masked, and goes to its second page and back by key', async () => {
  const { page } = taonga;
  await page.keyboard.press('g');
  await page.keyboard.press('x');
  await heading(taonga, 'Borrowers').waitFor();
  await expect.poll(() => firstCells(taonga)).toHaveLength(20);
  const first = await firstCells(taonga);
  expect(await page.getByRole('main').textContent()).not.toContain('Mwansa');
  await page.keyboard.press(']');
  await expect.poll(() => firstCells(taonga)).toHaveLength(2);
  expect(first).not.toContain((await firstCells(taonga))[0]);
  await page.reload();
  await expect.poll(() => firstCells(taonga)).toHaveLength(2);
  await page.keyboard.press('[');
  await expect.poll(() => firstCells(taonga)).toEqual(first);
  await expectAccessible(taonga, 'the list of borrowers');
});

test('the search box finds pages by their words, and shows the one that was used last first', async () => {
  const { page } = taonga;
  await page.keyboard.press('Control+k');
  await page.keyboard.type('loa');
  const loans = page.getByRole('dialog').getByRole('option', { name: /^Loans/ });
  await loans.waitFor();
  expect(await loans.getAttribute('aria-selected')).toBe('true');
  await page.keyboard.press('Enter');
  await heading(taonga, 'Loans').waitFor();
  await page.keyboard.press('Control+k');
  await expect
    .poll(() => page.getByRole('dialog').getByRole('option').first().textContent())
    .toMatch(/^Loans/);
  await page.keyboard.press('ArrowDown');
  expect(await page.getByRole('dialog').getByRole('option').nth(1).getAttribute('aria-selected')).toBe(
    'true',
  );
  await expectAccessible(taonga, 'the search box');
  await page.keyboard.press('Escape');
});

test('what the page can do is found and done, and is not there for a person who may not do it', async () => {
  const { page } = kelvin;
  await page.goto(`${consoleUrl(opened.program)}/loans/${large}`);
  await page.getByRole('button', { name: `Change loan ${large}` }).waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('new dates');
  await page
    .getByRole('dialog')
    .getByRole('option', { name: /^Agree new dates/ })
    .waitFor();
  await page.keyboard.press('Enter');
  await page
    .getByRole('dialog')
    .getByText(/new dates/i)
    .first()
    .waitFor();
  expect(await page.getByRole('combobox', { name: /an action/ }).count()).toBe(0);
  await page.keyboard.press('Escape');

  await taonga.page.goto(`${consoleUrl(opened.program)}/loans/${large}`);
  await heading(taonga, `Loan ${large}`).waitFor();
  await taonga.page.getByRole('button', { name: 'Ledger' }).waitFor();
  await taonga.page.keyboard.press('Control+k');
  await taonga.page.keyboard.type('new dates');
  await taonga.page.getByText('No borrower has this name or number.').waitFor();
  expect(await taonga.page.getByRole('dialog').getByRole('option').count()).toBe(0);
  await taonga.page.keyboard.press('Escape');
  await taonga.page.keyboard.press('Control+k');
  await taonga.page.keyboard.type('ledger');
  await taonga.page
    .getByRole('dialog')
    .getByRole('option', { name: /^Ledger/ })
    .waitFor();
  await taonga.page.keyboard.press('Enter');
  await taonga.page.getByRole('button', { name: 'Ledger', pressed: true }).waitFor();
});

test('the page went wrong nowhere', () => closeScreens(taonga, kelvin));
