import { beforeAll, expect, test } from 'vitest';
import { addAccount, giveDetails } from '../../apps/server/src/demo/borrower-steps.ts';
import { drawnCard } from '../../apps/server/src/demo/drawn-card.ts';
import { recordRestore } from '../../apps/server/src/money/payment/restored-book.ts';
import { statement } from '../../apps/server/src/platform/database.ts';
import {
  applyFor,
  type Borrower,
  identityOf,
  must,
  repeatingCaller,
  signInBorrower,
  until,
} from '../support/borrower-story.ts';
import type { Screen } from '../support/browser.ts';
import { confirmWith, consoleUrl, expectAccessibleEverywhere } from '../support/console-screens.ts';
import { hireAndOpen } from '../support/hired-staff.ts';
import { openProgramAndBrowser } from '../support/program-and-browser.ts';
import { asStaffBeside } from '../support/staff-beside.ts';

/*
 * A payout that failed is sent again: elsewhere by two people, to its number by the one who is first. Payouts that are held
 * since a restore are released by two people.
 */

const opened = openProgramAndBrowser();

/** The simulated operators have no account for these numbers. */
const NO_ACCOUNT_AT_MTN = '0966666666';
const NO_ACCOUNT_AT_AIRTEL = '0976666666';
const OTHER_ACCOUNT = '0977000731';

let finance: Screen;
let head: Screen;
let elsewhere: Unpaid;
let again: Unpaid;

type Unpaid = { borrower: Borrower; loanId: number };

beforeAll(async () => {
  elsewhere = await unpaid(NO_ACCOUNT_AT_MTN, 7950, OTHER_ACCOUNT);
  again = await unpaid(NO_ACCOUNT_AT_AIRTEL, 7951);
  [finance, head] = await hireAndOpen(
    opened,
    { userName: 'misozi', name: 'Misozi Daka', role: 'finance' },
    { userName: 'grace', name: 'Grace Zulu', role: 'head_of_finance' },
  );
});

const endWaitStatement = statement<never>(
  'journey: the first day of the accounts is over',
  'update repay_account set payouts_from = null',
);

/** A borrower whose payout failed, with another account that may get money. */
async function unpaid(mobile: string, number: number, otherMobile?: string): Promise<Unpaid> {
  const borrower = await signInBorrower(opened.program, mobile);
  const caller = repeatingCaller(borrower.client);
  const front = await drawnCard({ firstName: 'Test', lastName: 'Borrower', idNumber: '' });
  await giveDetails(caller, {
    identity: identityOf(number),
    card: { front, back: front },
    monthlyIncome: 9000,
  });
  if (otherMobile !== undefined) {
    await addAccount(caller, borrower.handset, mobile, { mobile: otherMobile });
    await asStaffBeside(opened.program, ({ db }) => db.rows(endWaitStatement, {}));
  }
  const { orderId: loanId } = await applyFor(borrower, { amount: 300, termId: 2 });
  await untilLoanIs({ borrower, loanId }, 'payout_failed');
  return { borrower, loanId };
}

const untilLoanIs = ({ borrower, loanId }: Unpaid, wanted: string) =>
  until(`loan ${loanId} is ${wanted}`, async () => {
    const { status } = await must(borrower.client, 'queryLoanDetail', { params: { id: loanId } });
    return status === wanted;
  });

const dialogOf = ({ page }: Screen) => page.getByRole('dialog');
const changesIn = (screen: Screen) => dialogOf(screen).getByLabel('What changes');

async function openRetry({ page }: Screen, { loanId }: Unpaid): Promise<void> {
  await page.goto(`${consoleUrl(opened.program)}/loans/${loanId}`);
  await page.getByRole('button', { name: `Change loan ${loanId}` }).press('Enter');
  await page.getByRole('button', { name: 'Send the payout again' }).press('Enter');
}

/** The number of the request that the console says is filed. */
async function filedOn({ page }: Screen): Promise<string> {
  const said = await page.getByText(/Request \d+ is filed: a second person/).textContent();
  return /\d+/.exec(said!)![0];
}

/** The second person sees what the first one saw, and approves it. */
async function approve(requestId: string, effect: string): Promise<void> {
  const { page } = head;
  await page.goto(`${consoleUrl(opened.program)}/requests/${requestId}`);
  await page.getByLabel('What changes').getByText(effect).first().waitFor();
  await page.getByRole('button', { name: /^Approve/ }).click();
  await confirmWith(page, 'the borrower was called');
  await page.getByText('done', { exact: true }).first().waitFor();
}

test('a failed payout is sent to another account of the borrower by two people', async () => {
  const { page } = finance;
  const { handset } = elsewhere.borrower;
  const { balance: before } = await handset.phone(OTHER_ACCOUNT);
  await openRetry(finance, elsewhere);
  await dialogOf(finance).getByText('You can do this alone.').waitFor();
  await dialogOf(finance)
    .getByLabel('Number that gets the money')
    .selectOption({ label: 'Account: 097 **** 731, Airtel' });
  await changesIn(finance).getByText('after: paying out').waitFor();
  await changesIn(finance).getByText('after: Airtel · 097 **** 731').waitFor();
  await changesIn(finance).getByText('Ledger: principal receivable to float airtel payout').waitFor();
  await expectAccessibleEverywhere(page, 'a payout that is sent again');
  await confirmWith(page, 'the number has no account');
  await approve(await filedOn(finance), 'after: Airtel · 097 **** 731');
  await untilLoanIs(elsewhere, 'active');
  expect((await handset.phone(OTHER_ACCOUNT)).balance).toBeGreaterThan(before);
});

test('two people send one payout to its number: the first one does, the other one is told', async () => {
  for (const screen of [finance, head]) {
    await openRetry(screen, again);
    await changesIn(screen).getByText('after: paying out').waitFor();
  }
  await confirmWith(finance.page, 'the operator was down');
  await finance.page.getByText(`The payout of order ${again.loanId} is sent again.`).waitFor();
  await confirmWith(head.page, 'the operator was down');
  await dialogOf(head)
    .getByText(/something else by now|Only a payout that failed is sent again/)
    .waitFor();
  await head.page.keyboard.press('Escape');
  await finance.page.goto(`${consoleUrl(opened.program)}/loans/${again.loanId}`);
  await finance.page.getByRole('button', { name: `Change loan ${again.loanId}` }).waitFor();
  await finance.page.keyboard.press('3');
  await finance.page.getByText('Payout sent again to the same number: the operator was down').waitFor();
});

const HELD_MINUTES = 30;

test('payouts that are held since a restore are shown with what is missing, and two people release them', async () => {
  const { page } = finance;
  const now = new Date();
  const data = { backupId: 'of the journey', dataUntil: new Date(now.getTime() - HELD_MINUTES * 60_000) };
  await asStaffBeside(opened.program, ({ db }) =>
    db.inTransaction((owner) => recordRestore(owner, { ...data, historyId: 'of the journey' }, now)),
  );
  await page.goto(`${consoleUrl(opened.program)}/float`);
  const card = page.getByRole('region', { name: 'Payouts held after a restore' });
  await card.getByText('Airtel').waitFor();
  await expectAccessibleEverywhere(page, 'payouts that are held');
  await card.getByRole('button', { name: 'Release without statements' }).press('Enter');
  await changesIn(finance).getByText('before: held').waitFor();
  await dialogOf(finance).getByText('would be made again').waitFor();
  await expectAccessibleEverywhere(page, 'a release of payouts');
  await confirmWith(page, 'both operators were called');
  const requestId = await filedOn(finance);
  await card.getByRole('link', { name: `asked for in request ${requestId}` }).waitFor();
  await card.getByRole('button').waitFor({ state: 'detached' });
  await approve(requestId, 'before: held');
  await page.reload();
  await page.getByRole('region', { name: 'Wallets' }).waitFor();
  await card.waitFor({ state: 'detached' });
});
