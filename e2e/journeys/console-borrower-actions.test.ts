import { beforeAll, expect, test } from 'vitest';
import { findBorrowerByMobile } from '../../apps/server/src/people/borrower/queries.ts';
import { statement } from '../../apps/server/src/platform/database.ts';
import { demoMobile, openAndLogIn } from '../support/borrower-screens.ts';
import { type Borrower, borrow, registerBorrowers, until } from '../support/borrower-story.ts';
import { closeScreens, expectAccessible, type Screen } from '../support/browser.ts';
import { confirmWith, consoleUrl, expectAccessibleEverywhere } from '../support/console-screens.ts';
import { hireAndOpen } from '../support/hired-staff.ts';
import { openProgramAndBrowser } from '../support/program-and-browser.ts';
import { asStaffBeside } from '../support/staff-beside.ts';

/* Support corrects an identity and deletes an account for a borrower who calls. */

const opened = openProgramAndBrowser();

let support: Screen;
let caller: { borrower: Borrower; borrowerId: number };
let indebted: { borrower: Borrower; borrowerId: number };

beforeAll(async () => {
  const { program } = opened;
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
  [support] = await hireAndOpen(opened, { userName: 'taonga', name: 'Taonga Mwale', role: 'support' });
});

async function choose({ borrowerId }: typeof caller, action: string): Promise<void> {
  const { page } = support;
  await page.goto(`${consoleUrl(opened.program)}/borrowers/${borrowerId}`);
  await page.getByRole('button', { name: `Change borrower ${borrowerId}` }).press('Enter');
  await page.getByRole('button', { name: action }).press('Enter');
}

/** How often the audit has that the identity was shown in full. */
async function looksInFull({ borrowerId }: typeof caller): Promise<number> {
  return asStaffBeside(opened.program, async ({ db }) => {
    const rows = await db.rows(looksStatement, { borrowerId });
    return rows.length;
  });
}

const looksStatement = statement<{ entry_id: number }, { borrowerId: number }>(
  'journey: looks at an identity in full',
  `select entry_id from staff_audit where call = 'unmaskBorrower' and outcome = 'shown' and borrower_id = $borrowerId`,
);

test('an identity is corrected field by field, and the borrower is told', async () => {
  const { page } = support;
  await choose(caller, 'Correct the identity');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('First names').fill('Mwanza');
  await dialog.getByLabel('Number of the card').fill('12');
  await dialog.getByLabel('What changes').getByText('Mwanza').waitFor();
  await confirmWith(page, 'a wrong letter, seen on the card');
  await dialog.getByRole('alert').waitFor();
  await expectAccessibleEverywhere(page, 'the correction of an identity');
  await dialog.getByLabel('Number of the card').fill('207299/10/1');
  await dialog.getByLabel('Birth date').fill('1990-06-16');
  await dialog.getByLabel('Reason').press('Control+Enter');
  await page.getByText(`The identity of borrower ${caller.borrowerId} is corrected.`).waitFor();
  await expectAccessibleEverywhere(page, 'the page of a borrower');
  expect(await looksInFull(caller)).toBe(1);
  await until('the borrower is told', async () => {
    const { messages } = await caller.borrower.handset.phone(caller.borrower.mobile);
    return messages.some(({ text }) => text.startsWith('We corrected your name'));
  });
  await page.getByRole('button', { name: /^Show in full/ }).click();
  await page.getByText(/^Mwanza Banda/).waitFor();
  await page.getByText('207299/10/1').waitFor();
  await page.getByText('1990-06-16').waitFor();
});

test('an identity on which a loan rests is not corrected, and its account is not deleted', async () => {
  const { page } = support;
  const dialog = page.getByRole('dialog');
  await choose(indebted, 'Correct the identity');
  await dialog.getByLabel('Last name').fill('Tembo');
  await confirmWith(page, 'asked by phone');
  await dialog.getByText('A loan or an application rests on this identity.').waitFor();
  await choose(indebted, 'Delete the account');
  await expectAccessibleEverywhere(page, 'the deletion of an account');
  await confirmWith(page, 'asked by phone');
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
  await confirmWith(page, 'the operator told of a new SIM');
  await page.getByRole('heading', { name: 'Payouts are held' }).waitFor();
  await page.getByText('the operator told of a new SIM').waitFor();
  await expectAccessibleEverywhere(page, 'a borrower whose payouts are held');
  await page.getByRole('button', { name: /^Change borrower/ }).press('Enter');
  const offered = await page.locator(':popover-open').getByRole('button').allTextContents();
  expect(offered).toContain('Release the payouts');
  expect(offered).not.toContain('Hold the payouts');
  await choose(indebted, 'Release the payouts');
  await confirmWith(page, 'the borrower called');
  await dialog.getByText('You hold these payouts yourself. Another person releases them.').waitFor();
  await page.keyboard.press('Escape');
});

test('a coupon is asked for, with what it is worth in sight', async () => {
  const { page } = support;
  await choose(indebted, 'Ask for a coupon');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Offer').selectOption('wheel-5');
  await dialog.getByLabel('What changes').getByText('Lucky K5: K5.00 off').waitFor();
  await expectAccessibleEverywhere(page, 'the question for a coupon');
  await confirmWith(page, 'the app was away on the due day');
  const filed = await page.getByText('is filed: a second person decides on the coupon.').textContent();
  await page.goto(`${consoleUrl(opened.program)}/requests/${/\d+/.exec(filed!)![0]}`);
  await page.getByLabel('What changes').getByText('Lucky K5: K5.00 off').waitFor();
  await page.getByText('the app was away on the due day').waitFor();
});

test('a block is read by the borrower on home and in the messages of the app', async () => {
  const { program } = opened;
  const mobile = demoMobile('settled');
  const blocked = await asStaffBeside(program, ({ db, sealing }) =>
    findBorrowerByMobile(db, sealing, mobile),
  );
  const { app } = await openAndLogIn(opened, mobile);
  const { page } = support;
  await page.goto(`${consoleUrl(program)}/borrowers/${blocked}`);
  await page.getByRole('button', { name: `Change borrower ${blocked}` }).press('Enter');
  await page.getByRole('button', { name: 'Block for new loans' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Why').selectOption('asked');
  const told = (await dialog.getByRole('blockquote').textContent())!;
  await confirmWith(page, 'asked for it by phone');
  await page.getByText(/is blocked for new loans\./).waitFor();
  await app.page.reload();
  await app.page.getByRole('heading', { name: 'You cannot borrow at the moment' }).waitFor();
  await expectAccessible(app.page, 'home of a blocked borrower');
  await app.page.getByRole('link', { name: 'Read my messages' }).click();
  await app.page.getByText(told).waitFor();
  await closeScreens(app);
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
