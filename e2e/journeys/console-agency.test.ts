import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { findBorrowerByMobile } from '../../apps/server/src/people/borrower/queries.ts';
import { statement } from '../../apps/server/src/platform/database.ts';
import { demoMobile } from '../support/borrower-screens.ts';
import { closeScreens } from '../support/browser.ts';
import { confirmWith, consoleUrl, expectAccessibleEverywhere } from '../support/console-screens.ts';
import { type HandsetPage, openHandsetPage } from '../support/handset-page.ts';
import { hireAndOpen, type StaffScreen } from '../support/hired-staff.ts';
import { openProgramAndBrowser } from '../support/program-and-browser.ts';
import { asStaffBeside } from '../support/staff-beside.ts';

/* A late loan goes to an agency by two people, the file names it, and one person takes it back. */

const AGENCY = 'Collect Fair Ltd';
const opened = openProgramAndBrowser({ env: { COLLECTION_AGENCIES: AGENCY } });
const DAYS = 91;

let bwalya: StaffScreen;
let head: StaffScreen;
let phone: HandsetPage;
let loanId: number;

const loanStatement = statement<{ loan_id: number }, { borrowerId: number }>(
  'journey: the loan of a borrower',
  'select loan_id from loan where borrower_id = $borrowerId order by loan_id desc limit 1',
);
const owedStatement = statement<{ owed: string }, { loanId: number }>(
  'journey: what a loan owes',
  `select to_char(sum(principal_ngwee + interest_ngwee + fee_ngwee + penalty_ngwee - principal_paid_ngwee
     - interest_paid_ngwee - fee_paid_ngwee - penalty_paid_ngwee) / 100.0, 'FM999990.00') as owed
   from instalment where loan_id = $loanId`,
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
  phone = await openHandsetPage(browser, program.simulatorUrl, mobile);
  await phone.passDays(DAYS);
});

const region = (name: string, by = bwalya) => by.page.getByRole('region', { name, exact: true });

async function choose({ page }: StaffScreen, action: string): Promise<void> {
  await page.goto(`${consoleUrl(opened.program)}/arrears/${loanId}`);
  await page.getByRole('button', { name: 'More for this loan' }).press('Enter');
  await page.getByRole('button', { name: action }).press('Enter');
}

/** Makes and saves the file for the agency. Answers its lines. */
async function savedFile(): Promise<string[]> {
  const { page } = head;
  await page.goto(`${consoleUrl(opened.program)}/agencies`);
  await page.getByRole('button', { name: `Make the file for ${AGENCY}` }).press('Enter');
  await page.getByRole('dialog').getByLabel('What changes').getByText('Loans to collect').waitFor();
  await expectAccessibleEverywhere(page, 'the file for an agency');
  await page.keyboard.press('Control+Enter');
  const link = page.getByRole('link', { name: /^Save loans-/ });
  await link.waitFor();
  const arriving = page.waitForEvent('download');
  await link.press('Enter');
  const text = await readFile(await (await arriving).path(), 'utf8');
  return text.trimEnd().split('\r\n');
}

test('a collector asks for the hand-over, and another person approves it as it was shown', async () => {
  const { page } = bwalya;
  await choose(bwalya, 'Hand it to an agency');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('What changes').getByText(`after: ${AGENCY}`).waitFor();
  await dialog.getByText('A second person approves it: Head of operations.').waitFor();
  await expectAccessibleEverywhere(page, 'the hand-over to an agency');
  await confirmWith(page, 'three promises were broken');
  const said = await page.getByText(/Request \d+ is filed/).textContent();
  await head.page.goto(`${consoleUrl(opened.program)}/requests/${/\d+/.exec(said!)![0]}`);
  await head.page.getByLabel('What changes').getByText(`after: ${AGENCY}`).waitFor();
  await head.page.getByRole('button', { name: /^Approve/ }).click();
  await confirmWith(head.page, 'agreed with the collector');
  await head.page.getByText('done', { exact: true }).first().waitFor();
});

test('our people do not call while the agency has the loan, and its file has what a call needs', async () => {
  const { page } = bwalya;
  await page.goto(`${consoleUrl(opened.program)}/arrears/${loanId}`);
  await page.getByText('An agency collects this loan.', { exact: false }).waitFor();
  expect(await page.getByRole('button', { name: /^Begin a call/ }).count()).toBe(0);
  await region('The loan').getByText('not yet: no file was made since').waitFor();
  const [{ owed }] = (await asStaffBeside(opened.program, ({ db }) =>
    db.rows(owedStatement, { loanId }),
  )) as [{ owed: string }];
  const [header, ...lines] = await savedFile();
  expect(header).toBe('action,loan,name,number,language,late_since,days_late,owed_kwacha');
  expect(lines.length).toBe(1);
  expect(lines[0]).toMatch(new RegExp(`^collect,${loanId},[^,]+,${demoMobile('overdue')},en,.*,${owed}$`));
  await expectAccessibleEverywhere(head.page, 'the agencies');
});

test('one person takes the loan back, and the next file tells the agency to leave it', async () => {
  const { page } = bwalya;
  await choose(bwalya, 'Take it back from the agency');
  await page.getByRole('dialog').getByText('says that the loan is to be left', { exact: false }).waitFor();
  await confirmWith(page, 'the borrower pays us again');
  await page.getByText(`Loan ${loanId} is back.`, { exact: false }).waitFor();
  await expect.poll(() => page.getByText('An agency collects this loan.', { exact: false }).count()).toBe(0);
  await page.getByRole('link', { name: 'Offer new dates' }).click();
  await page.getByRole('dialog', { name: `New dates for loan ${loanId}` }).waitFor();
  expect((await savedFile()).slice(1)).toEqual([`stop,${loanId},,,,,,`]);
});

test('no screen had an unexpected error', async () => {
  await closeScreens(bwalya, head, phone.screen);
});
