import { beforeAll, expect, test } from 'vitest';
import { findBorrowerByMobile } from '../../apps/server/src/people/borrower/queries.ts';
import { type Borrower, borrow, registerBorrowers, until } from '../support/borrower-story.ts';
import { closeScreens, type Screen } from '../support/browser.ts';
import {
  acceptWithPassword,
  consoleUrl,
  expectAccessibleEverywhere,
  openConsole,
} from '../support/console-screens.ts';
import { hireBeside } from '../support/hired-staff.ts';
import { openProgramAndBrowser } from '../support/program-and-browser.ts';
import { asStaffBeside } from '../support/staff-beside.ts';

/* Support corrects an identity and deletes an account for a borrower who calls. */

const opened = openProgramAndBrowser();

let support: Screen;
let caller: { borrower: Borrower; borrowerId: number };
let indebted: { borrower: Borrower; borrowerId: number };

beforeAll(async () => {
  const { program, browser } = opened;
  const [first, second] = await registerBorrowers(program, 2, { first: 7200 });
  await borrow(second!, { termId: 1, amount: 500 });
  const named = async (borrower: Borrower) => {
    const borrowerId = await asStaffBeside(program, ({ db, sealing }) =>
      findBorrowerByMobile(db, sealing, borrower.mobile),
    );
    return { borrower, borrowerId: borrowerId! };
  };
  caller = await named(first!);
  indebted = await named(second!);
  const [link] = await hireBeside(program, [{ userName: 'taonga', name: 'Taonga Mwale', role: 'support' }]);
  support = await openConsole(browser, link!);
  await acceptWithPassword(support.page, 'maize copper lake forty');
});

async function choose({ borrowerId }: typeof caller, action: string): Promise<void> {
  const { page } = support;
  await page.goto(`${consoleUrl(opened.program)}/borrowers/${borrowerId}`);
  await page.getByRole('button', { name: `Change borrower ${borrowerId}` }).press('Enter');
  await page.getByRole('button', { name: action }).press('Enter');
}

test('an identity is corrected field by field, and the borrower is told', async () => {
  const { page } = support;
  await choose(caller, 'Correct the identity');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('First names').fill('Mwanza');
  await dialog.getByLabel('Number of the card').fill('12');
  await dialog.getByLabel('What changes').getByText('Mwanza').waitFor();
  await dialog.getByLabel('Reason').fill('a wrong letter, seen on the card');
  await page.keyboard.press('Control+Enter');
  await dialog.getByRole('alert').waitFor();
  await expectAccessibleEverywhere(page, 'the correction of an identity');
  await dialog.getByLabel('Number of the card').fill('207200/10/1');
  await dialog.getByLabel('Reason').press('Control+Enter');
  await page.getByText(`The identity of borrower ${caller.borrowerId} is corrected.`).waitFor();
  await expectAccessibleEverywhere(page, 'the page of a borrower');
  await until('the borrower is told', async () => {
    const { messages } = await caller.borrower.handset.phone(caller.borrower.mobile);
    return messages.some(({ text }) => text.startsWith('We corrected your name'));
  });
});

test('an identity on which a loan rests is not corrected, and its account is not deleted', async () => {
  const { page } = support;
  const dialog = page.getByRole('dialog');
  await choose(indebted, 'Correct the identity');
  await dialog.getByLabel('Last name').fill('Tembo');
  await dialog.getByLabel('Reason').fill('asked by phone');
  await page.keyboard.press('Control+Enter');
  await dialog.getByText('A loan or an application rests on this identity.').waitFor();
  await choose(indebted, 'Delete the account');
  await expectAccessibleEverywhere(page, 'the deletion of an account');
  await dialog.getByLabel('Reason').fill('asked by phone');
  await page.keyboard.press('Control+Enter');
  await dialog.getByText('Your loan is still open.').waitFor();
});

test('a picture of the face is not asked for any more', async () => {
  const { page } = support;
  await choose(caller, 'Allow without a picture of the face');
  await page.getByRole('dialog').getByText('a person looks at it').waitFor();
  await page.keyboard.type('the camera is broken');
  await page.keyboard.press('Control+Enter');
  await page.getByText('can apply without a picture of the face.').waitFor();
});

test('payouts are held at once, and the page says who holds them and why', async () => {
  const { page } = support;
  await choose(indebted, 'Hold the payouts');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('What changes').getByText('wait; repayments go on').waitFor();
  await expectAccessibleEverywhere(page, 'the confirmation of a hold');
  await dialog.getByLabel('Reason').fill('the operator told of a new SIM');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('heading', { name: 'Payouts are held' }).waitFor();
  await page.getByText('the operator told of a new SIM').waitFor();
  await expectAccessibleEverywhere(page, 'a borrower whose payouts are held');
  await choose(indebted, 'Release the payouts');
  await dialog.getByLabel('Reason').fill('the borrower called');
  await page.keyboard.press('Control+Enter');
  await dialog.getByText('You hold these payouts yourself. Another person releases them.').waitFor();
  await page.keyboard.press('Escape');
});

test('an account without a loan is deleted, and its borrower is signed out', async () => {
  const { page } = support;
  await choose(caller, 'Delete the account');
  await page.keyboard.type('asked by phone');
  await page.keyboard.press('Control+Enter');
  await page.getByText('The account is deleted. Nothing is kept.').waitFor();
  await page.getByText('deleted', { exact: true }).waitFor();
  const { code } = await caller.borrower.client.call('getMyLoanInfo', {});
  expect(code).toBe(401);
});

test('the page went wrong nowhere', () => closeScreens(support));
