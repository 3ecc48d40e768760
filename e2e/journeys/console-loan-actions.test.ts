import { day, formatDay } from '@thumba/lending/day';
import { beforeAll, expect, test } from 'vitest';
import { findBorrowerByMobile } from '../../apps/server/src/people/borrower/queries.ts';
import { statement } from '../../apps/server/src/platform/database.ts';
import { demoMobile } from '../support/borrower-screens.ts';
import type { Screen } from '../support/browser.ts';
import { confirmWith, consoleUrl, expectAccessibleEverywhere } from '../support/console-screens.ts';
import { type HandsetPage, openHandsetPage } from '../support/handset-page.ts';
import { hireAndOpen } from '../support/hired-staff.ts';
import { openProgramAndBrowser } from '../support/program-and-browser.ts';
import { asStaffBeside } from '../support/staff-beside.ts';

/* What staff do with a late loan: each is shown first, needs a second person or the PIN of the borrower, and is done as shown. */

const opened = openProgramAndBrowser({ env: { WAIVER_ALONE_KWACHA: '5' } });

let collector: Screen;
let finance: Screen;
let head: Screen;
let late: Debtor;
let due: Debtor;

type Debtor = { loanId: number; phone: HandsetPage };

beforeAll(async () => {
  [collector, finance, head] = await hireAndOpen(
    opened,
    { userName: 'kondwani', name: 'Kondwani Sakala', role: 'collector' },
    { userName: 'misozi', name: 'Misozi Daka', role: 'finance' },
    { userName: 'grace', name: 'Grace Zulu', role: 'head_of_finance' },
  );
  late = await debtorOf('overdue');
  due = await debtorOf('due today');
});

const loanStatement = statement<{ loan_id: number }, { borrowerId: number }>(
  'journey: the loan of a borrower',
  'select loan_id from loan where borrower_id = $borrowerId order by loan_id desc limit 1',
);

async function debtorOf(state: string): Promise<Debtor> {
  const mobile = demoMobile(state);
  const loanId = await asStaffBeside(opened.program, async ({ db, sealing }) => {
    const borrowerId = await findBorrowerByMobile(db, sealing, mobile);
    return (await db.row(loanStatement, { borrowerId: borrowerId! }))!.loan_id;
  });
  const phone = await openHandsetPage(opened.browser, opened.program.simulatorUrl, mobile);
  return { loanId, phone };
}

const dialogOf = ({ page }: Screen) => page.getByRole('dialog');
const changesIn = (screen: Screen) => dialogOf(screen).getByLabel('What changes');
/** "Left to repay" on the page of a loan. */
const leftOn = ({ page }: Screen) =>
  page.getByRole('region', { name: 'Left to repay' }).getByRole('paragraph').first();

/** Opens the page of a loan and chooses from its menu, by keyboard. */
async function choose({ page }: Screen, { loanId }: Debtor, action: string): Promise<void> {
  await page.goto(`${consoleUrl(opened.program)}/loans/${loanId}`);
  await page.getByRole('button', { name: `Change loan ${loanId}` }).press('Enter');
  await page.getByRole('button', { name: action }).press('Enter');
}

/** The number of the request that the console says is filed. */
async function filedOn({ page }: Screen): Promise<string> {
  const said = await page.getByText(/Request \d+ is filed: a second person decides on it\./).textContent();
  return /\d+/.exec(said!)![0];
}

/** The second person sees what the first one saw, and approves it. */
async function approve(requestId: string, effect: string): Promise<void> {
  const { page } = head;
  await page.goto(`${consoleUrl(opened.program)}/requests/${requestId}`);
  await page.getByLabel('What changes').getByText(effect).waitFor();
  await page.getByRole('button', { name: /^Approve/ }).click();
  await confirmWith(page, 'agreed with the collector');
  await page.getByText('done', { exact: true }).first().waitFor();
}

test('a small waiver is shown and done by one person, and the borrower reads what was shown', async () => {
  await choose(collector, late, 'Waive a charge');
  const { page } = collector;
  await page.keyboard.press('Control+Enter');
  await dialogOf(collector).getByText('Write an amount, like 10.86').waitFor();
  await dialogOf(collector).getByLabel('Amount in kwacha').fill('100');
  await dialogOf(collector).getByText('Only K11.50 of this is owed.').waitFor();
  await dialogOf(collector).getByLabel('Amount in kwacha').fill('5');
  await changesIn(collector).getByText('before: K1,161.50').waitFor();
  await changesIn(collector).getByText('after: K1,156.50').waitFor();
  await changesIn(collector).getByText('Ledger: penalty income to penalty receivable').waitFor();
  await dialogOf(collector).getByText('You can do this alone.').waitFor();
  await expectAccessibleEverywhere(page, 'a waiver');
  const message = await dialogOf(collector).getByRole('blockquote').textContent();
  await confirmWith(page, 'agreed on the phone');
  await page.getByText('K5.00 of the penalty of plan 1').waitFor();
  await expect.poll(() => leftOn(collector).textContent()).toBe('K1,156.50');
  await late.phone.messages.filter({ hasText: message! }).waitFor();
});

test('a waiver above the limit is asked for, and a second person approves it', async () => {
  await choose(collector, late, 'Waive a charge');
  const { page } = collector;
  await dialogOf(collector).getByLabel('Amount in kwacha').fill('6.50');
  await changesIn(collector).getByText('after: K1,150.00').waitFor();
  await dialogOf(collector)
    .getByText('A second person approves it: Head of operations or Head of finance.')
    .waitFor();
  await confirmWith(page, 'agreed on the phone');
  await approve(await filedOn(collector), 'after: K1,150.00');
  await page.reload();
  await expect.poll(() => leftOn(collector).textContent()).toBe('K1,150.00');
});

test('a payment is collected by a prompt, and taken back by its cause with a second person', async () => {
  const { page } = collector;
  await choose(collector, late, 'Send a PIN prompt for a payment');
  await dialogOf(collector).getByLabel('Amount in kwacha').fill('150');
  await changesIn(collector).getByText('The prompt asks for').waitFor();
  await changesIn(collector).getByText('after: K1,000.00').waitFor();
  await expectAccessibleEverywhere(page, 'a prompt for a payment');
  await dialogOf(collector)
    .getByRole('button', { name: /^Send the prompt/ })
    .click();
  await page.getByText('The prompt is on its way.').waitFor();
  await late.phone.approve();
  await late.phone.messages.filter({ hasText: 'We received K150.00' }).waitFor();

  await choose(collector, late, 'Take back a posting');
  await dialogOf(collector).getByLabel('Cause').waitFor();
  await page.keyboard.press('Control+Enter');
  await dialogOf(collector).getByLabel('Cause').and(page.locator('[aria-invalid=true]')).waitFor();
  await dialogOf(collector)
    .getByLabel('Cause')
    .selectOption({ label: 'Something that the payer or the operator did' });
  await changesIn(collector).getByText('after: K1,150.00').waitFor();
  await dialogOf(collector).getByText('The days late count as if it had never been posted.').waitFor();
  await expectAccessibleEverywhere(page, 'a reversal');
  await confirmWith(page, 'the payer claimed it back');
  await approve(await filedOn(collector), 'after: K1,150.00');
  await page.reload();
  await expect.poll(() => leftOn(collector).textContent()).toBe('K1,150.00');
});

test('what was shown is not done to a loan that changed since, and the person is told', async () => {
  const { page } = collector;
  await choose(collector, late, 'Agree new dates');
  await dialogOf(collector).getByLabel('New date of plan 1').fill(inDays(40));
  await changesIn(collector).getByText('Due dates').waitFor();
  await expectAccessibleEverywhere(page, 'new dates');
  await choose(finance, late, 'Ask for a write-off');
  await changesIn(finance).getByText('after: written off').waitFor();
  await expectAccessibleEverywhere(finance.page, 'a write-off');
  await confirmWith(finance.page, 'moved abroad');
  await approve(await filedOn(finance), 'after: written off');
  await confirmWith(page, 'lost the job');
  await dialogOf(collector).getByRole('alert').waitFor();
  await page.keyboard.press('Escape');
});

test('a loan that was written off is recovered by a prompt', async () => {
  await choose(collector, late, 'Recover money by a PIN prompt');
  const { page } = collector;
  await dialogOf(collector).getByLabel('Amount in kwacha').fill('200');
  await changesIn(collector).getByText('Ledger: float mtn collection to recovery income').waitFor();
  await changesIn(collector).getByText('after: K950.00').waitFor();
  await dialogOf(collector)
    .getByRole('button', { name: /^Send the prompt/ })
    .click();
  await page.getByText('The prompt is on its way.').waitFor();
  await late.phone.approve();
  await late.phone.messages.filter({ hasText: 'We received K200.00' }).waitFor();
  await page.reload();
  await expect.poll(() => leftOn(collector).textContent()).toBe('K950.00');
});

test('a loan is extended by a prompt, and its date moves once the PIN is entered', async () => {
  await choose(collector, due, 'Extend by a PIN prompt');
  const { page } = collector;
  await changesIn(collector).getByText('Due dates').waitFor();
  const message = await dialogOf(collector).getByRole('blockquote').textContent();
  await expectAccessibleEverywhere(page, 'an extension');
  await page.keyboard.press('Control+Enter');
  await page.getByText('The prompt is on its way.').waitFor();
  await due.phone.approve();
  await due.phone.messages.filter({ hasText: message! }).waitFor();
  await page.reload();
  await page.getByText(/, first \d/).waitFor();
});

test('new dates are asked for by one person, and move as shown once a second person approves them', async () => {
  const { page } = collector;
  const date = inDays(60);
  await choose(collector, due, 'Agree new dates');
  await dialogOf(collector).getByLabel('New date of plan 1').fill(date);
  const effect = `after: ${formatDay(day(date))}`;
  await changesIn(collector).getByText(effect).waitFor();
  await dialogOf(collector)
    .getByText('A second person approves it: Head of operations or Head of finance.')
    .waitFor();
  const message = await dialogOf(collector).getByRole('blockquote').textContent();
  await confirmWith(page, 'lost the job, and begins another one');
  const requestId = await filedOn(collector);
  await page.goto(`${consoleUrl(opened.program)}/requests/${requestId}`);
  await page.getByLabel('What changes').getByText(effect).waitFor();
  // The person who asked for it cannot approve it.
  expect(await page.getByRole('button', { name: /^Approve/ }).count()).toBe(0);
  await approve(requestId, effect);
  await due.phone.messages.filter({ hasText: message! }).waitFor();
  await page.goto(`${consoleUrl(opened.program)}/loans/${due.loanId}`);
  await page.getByRole('term').filter({ hasText: 'Hardship plan' }).waitFor();
  await page
    .getByText(`${formatDay(day(date))} ${date.slice(0, 4)}`)
    .first()
    .waitFor();
});

function inDays(count: number): string {
  return new Date(Date.now() + count * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
}
