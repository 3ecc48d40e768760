import { beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../apps/server/src/platform/database.ts';
import { applyFor, type Borrower, must, registerBorrowers, until } from '../support/borrower-story.ts';
import { closeScreens, type Screen } from '../support/browser.ts';
import {
  confirmWith,
  consoleUrl,
  expectAccessibleEverywhere,
  signInWithPassword,
} from '../support/console-screens.ts';
import { hireAndOpen, type StaffScreen } from '../support/hired-staff.ts';
import { openProgramAndBrowser } from '../support/program-and-browser.ts';

/* Support finds a caller, opens their page, blocks the account, and asks to unblock it. */

const opened = openProgramAndBrowser();

let taonga: StaffScreen;
let head: StaffScreen;
let caller: Borrower;
let other: Borrower;

beforeAll(async () => {
  [caller, other] = (await registerBorrowers(opened.program, 2, { first: 7300 })) as [Borrower, Borrower];
  [taonga, head] = await hireAndOpen(
    opened,
    { userName: 'taonga', name: 'Taonga Mwale', role: 'support' },
    { userName: 'chanda', name: 'Chanda Bwalya', role: 'head_of_operations' },
  );
});

const heading = ({ page }: Screen, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

/** How often the audit has each look at the caller. */
async function looksInAudit(): Promise<Record<string, number>> {
  const db = openDatabase({ url: await opened.program.databaseUrl(), maxConnections: 1 });
  const { rows } = await db.pool.query(
    `select call, count(*)::integer as looks from staff_audit where borrower_id is not null and outcome = 'shown'
     group by call order by call`,
  );
  await db.close();
  return Object.fromEntries(rows.map(({ call, looks }) => [call, looks]));
}

async function openBorrower(mobile: string): Promise<void> {
  const { page } = taonga;
  await page.keyboard.press('/');
  await page.keyboard.type(mobile);
  await page.getByRole('option', { name: /found by mobile number/ }).waitFor();
  await page.keyboard.press('Enter');
  await heading(taonga, /^Borrower \d+$/).waitFor();
}

test('one letter is told to be too little, and what finds no borrower is said', async () => {
  const { page } = taonga;
  await heading(taonga, 'Today').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('z');
  await page.getByText(/^Type at least/).waitFor();
  await page.keyboard.type('zzzz');
  await page.getByText('No borrower has this name or number.').waitFor();
  await expectAccessibleEverywhere(page, 'the search box');
  await page.keyboard.press('Escape');
});

test('a caller is found by the phone, and their page opens by keyboard with every part', async () => {
  const { page } = taonga;
  await openBorrower(caller.mobile);
  await page.getByRole('region', { name: 'Who' }).waitFor();
  expect(page.url()).not.toContain(caller.mobile);
  expect(await page.getByRole('main').textContent()).not.toContain('Mwansa');
  await expectAccessibleEverywhere(page, 'the page of a borrower');
  const parts = [
    'Overview',
    'Loans',
    'Payments',
    'Wallet',
    'Messages',
    'Events',
    'Tickets',
    'Devices',
    'Notes',
  ];
  for (const [index, part] of parts.entries()) {
    await page.keyboard.press(String(index + 1));
    await page.getByRole('button', { name: new RegExp(`^${part}`), pressed: true }).waitFor();
    await expect.poll(() => page.getByRole('status', { name: 'Loading' }).count()).toBe(0);
    expect(await page.getByRole('alert').count()).toBe(0);
    await expectAccessibleEverywhere(page, `the ${part} of a borrower`);
  }
  await page.keyboard.press('1');
  // One opening of the page, and one of each of its other parts.
  const looks = await looksInAudit();
  expect(Object.keys(looks)).toHaveLength(9);
  expect(new Set(Object.values(looks))).toEqual(new Set([1]));
  await page.getByRole('button', { name: /^Show in full/ }).click();
  await page.getByText(/^Mwansa Banda/).waitFor();
});

test('a block shows what the borrower will read, and another person approves the unblocking', async () => {
  const { page } = taonga;
  await page.getByRole('button', { name: /^Change borrower/ }).click();
  await page.getByRole('button', { name: 'Block for new loans' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Why').selectOption('phone_lost');
  const told = await dialog.getByRole('blockquote').textContent();
  await expectAccessibleEverywhere(page, 'the confirmation of a block');
  await confirmWith(page, 'called from another phone');
  await page.getByText(/is blocked for new loans\./).waitFor();
  await page.getByRole('region', { name: 'Blocked for new loans' }).waitFor();
  const { items } = await must(caller.client, 'listMessages', { query: {} });
  expect(items[0]!.text).toBe(told);
  expect((await must(caller.client, 'getMyLoanInfo', {})).userStatus).toBe(7);

  await page.getByRole('button', { name: /^Change borrower/ }).click();
  await page.getByRole('button', { name: 'Ask to unblock' }).click();
  await confirmWith(page, 'came with the card');
  const filed = await page.getByText(/Request \d+ is filed/).textContent();
  const requestId = /Request (\d+)/.exec(filed!)![1];
  await head.page.goto(`${consoleUrl(opened.program)}/requests/${requestId}`);
  await head.page.getByText('You may answer it.').waitFor();
  await head.page.keyboard.press('a');
  await confirmWith(head.page, 'seen the card');
  await until('the borrower can apply again', async () => {
    const { userStatus } = await must(caller.client, 'getMyLoanInfo', {});
    return userStatus !== 7;
  });
  await applyFor(caller, { termId: 1, amount: 500 });
});

test('a session that ends while a note is typed loses nothing of it', async () => {
  const { page, context, password } = taonga;
  await page.keyboard.press('9');
  const note = page.getByRole('textbox', { name: /^Note/ });
  await note.fill('calls back on Friday');
  await context.clearCookies();
  await page.getByRole('button', { name: 'Write the note' }).click();
  const asked = page.getByRole('dialog', { name: 'Your session has ended' });
  await asked.waitFor();
  await signInWithPassword(page, { password, code: taonga.nextCode() });
  await asked.waitFor({ state: 'detached' });
  expect(await note.inputValue()).toBe('calls back on Friday');
  await page.getByRole('button', { name: 'Write the note' }).click();
  await page.getByText('The note is written.').waitFor();
  await page.getByRole('cell', { name: 'calls back on Friday' }).waitFor();
  await expect.poll(() => note.inputValue()).toBe('');
});

test('an account that is deleted while its page is open is told in one sentence', async () => {
  const { page, troubles } = taonga;
  await openBorrower(other.mobile);
  await page.getByRole('region', { name: 'Who' }).waitFor();
  await must(other.client, 'sendDeletionCode', { body: {} });
  const captcha = await other.handset.waitForCode(other.mobile);
  await must(other.client, 'deleteAccount', { body: { captcha } });
  await page.keyboard.press('2');
  await page.getByText(/^This account was deleted\./).waitFor();
  expect(await page.getByRole('button', { name: /^Change borrower/ }).count()).toBe(0);
  await page.goto(`${consoleUrl(opened.program)}/borrowers/999999`);
  await page.getByRole('alert').waitFor();
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  troubles.splice(0);
});

test('the page went wrong nowhere', () => closeScreens(taonga, head));
