import { beforeAll, expect, test } from 'vitest';
import { findBorrowerByMobile } from '../../apps/server/src/people/borrower/queries.ts';
import { statement } from '../../apps/server/src/platform/database.ts';
import { demoMobile } from '../support/borrower-screens.ts';
import { openScreen } from '../support/browser.ts';
import { confirmWith, consoleUrl, expectAccessibleEverywhere } from '../support/console-screens.ts';
import { openHandsetPage } from '../support/handset-page.ts';
import { hireAndOpen, type StaffScreen } from '../support/hired-staff.ts';
import { openProgramAndBrowser } from '../support/program-and-browser.ts';
import { asStaffBeside } from '../support/staff-beside.ts';

/* A borrower is warned, the listing is disputed by phone, another person decides, and the file of a month is made,
   sent and read. */

const opened = openProgramAndBrowser({
  env: { BUREAU_SIMULATED: 'true', BUREAU_LIST_FROM_DAYS_LATE: '30', BUREAU_WARN_DAYS: '10' },
});
const DAYS = 35;

let bwalya: StaffScreen;
let head: StaffScreen;
let loanId: number;

const loanStatement = statement<{ loan_id: number }, { borrowerId: number }>(
  'journey: the loan of a borrower',
  'select loan_id from loan where borrower_id = $borrowerId order by loan_id desc limit 1',
);

beforeAll(async () => {
  const { program, browser } = opened;
  const mobile = demoMobile('overdue');
  loanId = await asStaffBeside(program, async ({ db, sealing }) => {
    const borrowerId = await findBorrowerByMobile(db, sealing, mobile);
    return (await db.row(loanStatement, { borrowerId: borrowerId! }))!.loan_id;
  });
  [bwalya, head] = await hireAndOpen(
    opened,
    { userName: 'bwalya', name: 'Bwalya Phiri', role: 'collector' },
    { userName: 'chanda', name: 'Chanda Mumba', role: 'head_of_operations' },
  );
  const phone = await openHandsetPage(browser, program.simulatorUrl, mobile);
  await phone.passDays(DAYS);
});

async function open({ page }: StaffScreen, tab: string): Promise<void> {
  await page.goto(`${consoleUrl(opened.program)}/bureau`);
  await page.getByRole('button', { name: new RegExp(`^${tab}`) }).click();
}

const rowOf = ({ page }: StaffScreen) =>
  page.getByRole('table', { name: 'Negative listings' }).getByRole('row', { name: String(loanId) });

test('a listing is disputed by phone, and another person decides', async () => {
  await open(bwalya, 'Warned');
  await rowOf(bwalya).waitFor();
  await expectAccessibleEverywhere(bwalya.page, 'the credit bureau');
  await rowOf(bwalya)
    .getByRole('button', { name: `Loan ${loanId}` })
    .press('Enter');
  await bwalya.page.getByRole('button', { name: 'The borrower disputes it' }).press('Enter');
  await confirmWith(bwalya.page, 'says that it was paid in cash');
  await bwalya.page.getByText(`The listing of loan ${loanId} is frozen.`).waitFor();
  await open(head, 'Disputed');
  await rowOf(head).getByText('says that it was paid in cash').waitFor();
  await rowOf(head)
    .getByRole('button', { name: `Loan ${loanId}` })
    .press('Enter');
  await head.page.getByRole('button', { name: 'The borrower is right' }).press('Enter');
  await confirmWith(head.page, 'the receipt was found');
  await head.page.getByText(`The listing of loan ${loanId} ended.`).waitFor();
});

test('the file of a month is made, sent and read', async () => {
  const { page } = head;
  await page.goto(`${consoleUrl(opened.program)}/bureau`);
  await page.getByRole('button', { name: /^Make the file/ }).press('Enter');
  await expectAccessibleEverywhere(page, 'the file for a credit bureau');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('button', { name: /^Send/ }).press('Enter');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('button', { name: /^Read the answer/ }).press('Enter');
  await page.keyboard.press('Control+Enter');
  await page.getByText('took every record', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: /^Make the file/ }).count()).toBe(0);
});

test('the privacy policy that borrowers read names the bureau', async () => {
  const { page } = await openScreen(opened.browser, `${opened.program.url}/agreement/privacy`);
  await page.getByText('A credit bureau, Demo Credit Bureau:').waitFor();
  await page.close();
});
