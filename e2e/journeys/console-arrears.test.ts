import { addDays, type Day, day, formatDay } from '@thumba/lending/day';
import { formatKwacha, type Ngwee } from '@thumba/lending/money';
import { beforeAll, expect, test } from 'vitest';
import { statement } from '../../apps/server/src/platform/database.ts';
import { type Borrower, borrow, identityOf, registerBorrowers, repayAll } from '../support/borrower-story.ts';
import { closeScreens } from '../support/browser.ts';
import { consoleUrl, expectAccessibleEverywhere } from '../support/console-screens.ts';
import { type HandsetPage, openHandsetPage } from '../support/handset-page.ts';
import { hireAndOpen, type StaffScreen } from '../support/hired-staff.ts';
import { openProgramAndBrowser } from '../support/program-and-browser.ts';
import { asStaffBeside } from '../support/staff-beside.ts';

/* Collectors work on late loans: a promise is kept and another one broken, the policy refuses a contact, and no debt is
   named to another person. */

const opened = openProgramAndBrowser();

const FIRST = 7400;
const TERM_DAYS = 30;
/** Two reminders of the last seven days count then, and one more contact is allowed. */
const DAYS_LATE = 4;

type Debtor = { borrower: Borrower; loanId: number; lastName: string; birthDate: string };

let bwalya: StaffScreen;
let head: StaffScreen;
let phone: HandsetPage;
let kept: Debtor;
let broken: Debtor;
let unanswered: Debtor;
let strange: Debtor;

beforeAll(async () => {
  const { program, browser } = opened;
  const borrowers = await registerBorrowers(program, 4, { first: FIRST });
  const debtors = await Promise.all(
    borrowers.map(async (borrower, index) => {
      const { orderId: loanId } = await borrow(borrower, { amount: 1000 + index * 100, termId: 1 });
      const { lastName, birthDate } = identityOf(FIRST + index);
      return { borrower, loanId, lastName, birthDate };
    }),
  );
  [kept, broken, unanswered, strange] = debtors as [Debtor, Debtor, Debtor, Debtor];
  [bwalya, head] = await hireAndOpen(
    opened,
    { userName: 'bwalya', name: 'Bwalya Phiri', role: 'collector' },
    { userName: 'chanda', name: 'Chanda Mumba', role: 'head_of_operations' },
  );
  phone = await openHandsetPage(browser, program.simulatorUrl, kept.borrower.mobile);
  await phone.passDays(TERM_DAYS + DAYS_LATE);
});

const region = (name: string) => bwalya.page.getByRole('region', { name, exact: true });

async function openLoan({ loanId }: Debtor, { page } = bwalya): Promise<void> {
  await page.goto(`${consoleUrl(opened.program)}/arrears/${loanId}`);
  await page.getByRole('heading', { level: 1, name: `Late loan ${loanId}` }).waitFor();
}

async function beginCall({ borrower }: Debtor): Promise<void> {
  const { page } = bwalya;
  await page.getByRole('button', { name: /^Begin a call/ }).waitFor();
  await page.keyboard.press('c');
  await page.getByText(borrower.mobile, { exact: true }).waitFor();
}

async function checkPerson({ lastName, birthDate }: Pick<Debtor, 'lastName' | 'birthDate'>): Promise<void> {
  const { page } = bwalya;
  await page.getByLabel('Birth date').fill(birthDate);
  await page.getByLabel('Last name').fill(lastName);
  await page.getByRole('button', { name: 'Check the two facts' }).click();
}

async function endCall(outcome: string): Promise<void> {
  const { page } = bwalya;
  await page.getByLabel('How it ended').selectOption({ label: outcome });
  await page.getByRole('button', { name: /^End the call/ }).click();
  await page.getByRole('dialog').getByText(outcome).waitFor();
  await page.keyboard.press('Control+Enter');
  await page
    .getByText(/^The call about loan \d+ has its outcome\./)
    .first()
    .waitFor();
}

/** The business day of the program, as the list says it. */
async function promise(debtor: Debtor, { amount, inDays }: { amount: number; inDays: number }): Promise<Day> {
  const { page } = bwalya;
  await openLoan(debtor);
  await beginCall(debtor);
  await checkPerson(debtor);
  await page.getByText('Both facts are right. The loan may be named.').waitFor();
  await page.getByLabel('How it ended').selectOption({ label: 'Promised to pay' });
  const field = page.getByLabel('Promised by');
  const latest = day((await field.getAttribute('max'))!);
  const dueOn = addDays(latest, inDays - 14);
  await page.getByLabel('Promised amount in kwacha').fill(String(amount));
  await field.fill(dueOn);
  await endCall('Promised to pay');
  await region('Promises to pay').getByText('waits for its day').waitFor();
  return dueOn;
}

/** What all late loans owe, over loans and their bills. */
async function sumBySql() {
  const [sums] = await asStaffBeside(opened.program, ({ db }) => db.rows(sumStatement, {}));
  return sums!;
}

const sumStatement = statement<{ loans: number; owed: Ngwee }>(
  'journey: what late loans owe',
  `select count(distinct l.loan_id)::integer as loans, sum(n.principal_ngwee + n.interest_ngwee + n.fee_ngwee
     + n.penalty_ngwee - n.principal_paid_ngwee - n.interest_paid_ngwee - n.fee_paid_ngwee - n.penalty_paid_ngwee)::bigint as owed
   from loan l join instalment n using (borrower_id, loan_id) where l.state = 'overdue'`,
);

test('late loans are listed with their sums, and a collector takes the next one by keyboard', async () => {
  const { page } = bwalya;
  await page.keyboard.press('g');
  await page.keyboard.press('o');
  await page.getByRole('heading', { level: 1, name: 'Late loans', exact: true }).waitFor();
  const rows = page.getByRole('table', { name: 'Late loans' }).getByRole('row');
  // The demo has late loans of its own.
  const { loans, owed } = await sumBySql();
  await expect.poll(() => rows.count()).toBe(loans + 1);
  const sums = page.getByRole('table', { name: 'Sums by days late' });
  const all = await sums.getByRole('row', { name: /^All/ }).getByRole('cell').allTextContents();
  expect(all).toEqual(['All', String(loans), expect.any(String), formatKwacha(owed)]);
  await expectAccessibleEverywhere(page, 'the list of late loans');
  await page.keyboard.press('n');
  // The one that owes most.
  await page.getByRole('heading', { level: 1, name: `Late loan ${strange.loanId}` }).waitFor();
  await region('The loan').getByText('Bwalya Phiri').waitFor();
  await page.getByRole('link', { name: 'All late loans' }).click();
  await page.getByRole('button', { name: 'Yours' }).click();
  await expect.poll(() => rows.count()).toBe(2);
  await page.reload();
  await expect.poll(() => rows.count()).toBe(2);
});

test('a promise is written down once the right person was checked, holds calls back until its day, and a second person who had the loan open is told', async () => {
  const { page } = bwalya;
  await openLoan(kept, head);
  await head.page.getByRole('button', { name: /^Begin a call/ }).waitFor();
  const dueOn = await promise(kept, { amount: 500, inDays: 3 });
  // The window of the second person was not opened again, so it may still offer the call.
  await head.page.keyboard.press('c');
  await head.page
    .getByText(`The borrower promised to pay by ${formatDay(dueOn)}.`)
    .first()
    .waitFor();
  await page.getByText(`The borrower promised to pay by ${formatDay(dueOn)}.`).waitFor();
  expect(await page.getByRole('button', { name: /^Begin a call/ }).count()).toBe(0);
  await expectAccessibleEverywhere(page, 'a late loan with a promise');
  await promise(broken, { amount: 300, inDays: 1 });
});

test('the third call of a day is refused by the policy', async () => {
  const { page } = bwalya;
  await openLoan(unanswered);
  for (let calls = 1; calls <= 2; calls += 1) {
    await beginCall(unanswered);
    await endCall('Not answered');
    await region('Contact').getByText(`${calls} of 2`).waitFor();
  }
  await page.getByText('The borrower was called 2 times today. That is the most in a day.').first().waitFor();
  expect(await page.getByRole('button', { name: /^Begin a call/ }).count()).toBe(0);
  await page.keyboard.press('m');
  await page.getByRole('dialog').getByText('Please call us about your bill').waitFor();
  await page.keyboard.press('Control+Enter');
  await page
    .getByRole('dialog')
    .getByRole('alert')
    .getByText(/called 2 times today/)
    .waitFor();
  await page.keyboard.press('Escape');
});

test('to another person no debt is named: the outcomes about a debt are not offered', async () => {
  const { page } = bwalya;
  await openLoan(strange);
  await beginCall(strange);
  await expectAccessibleEverywhere(page, 'a call');
  for (let tries = 2; tries >= 0; tries -= 1) {
    await checkPerson({ lastName: 'Tembo', birthDate: '1980-01-01' });
    if (tries > 0) await page.getByText(tries === 1 ? /1 try is left/ : /2 tries are left/).waitFor();
  }
  await page.getByText('The facts were wrong three times.').waitFor();
  const outcomes = await page.getByLabel('How it ended').getByRole('option').allTextContents();
  expect(outcomes).not.toContain('Promised to pay');
  expect(outcomes).not.toContain('Talked about the loan');
  await endCall('Another person answered');
  await region('Calls').getByText('Another person answered').waitFor();
});

test('another person of staff is told who calls now', async () => {
  await phone.passDays(1);
  await openLoan(unanswered);
  await beginCall(unanswered);
  await openLoan(unanswered, head);
  await head.page.getByText(/^Bwalya Phiri began a call with this borrower/).waitFor();
  await endCall('Not answered');
});

test('a promise is kept by the payment, and another one is broken by itself', async () => {
  await openLoan(broken);
  await region('Promises to pay').getByText('waits for its day').waitFor();
  await repayAll(kept.borrower, kept.loanId, {
    parts: 1,
    atPrompt: () => ({ afterMs: 0, action: 'approve' }),
  });
  await phone.passDays(1);
  await bwalya.page.reload();
  await region('Promises to pay').getByText('broken', { exact: true }).waitFor();
  await openLoan(kept);
  await region('Promises to pay').getByText('kept', { exact: true }).waitFor();
  await bwalya.page.getByText('Nothing: not late any more').first().waitFor();
});

test('contact with a vulnerable borrower is stopped, and another person lets it go on', async () => {
  const { page } = bwalya;
  await openLoan(broken);
  const choose = async (by: StaffScreen, text: string) => {
    await by.page.getByRole('button', { name: 'More for this loan' }).press('Enter');
    await by.page.getByRole('button', { name: text }).press('Enter');
  };
  const giveReason = async (by: StaffScreen, reason: string) => {
    await by.page
      .getByRole('dialog')
      .getByLabel(/^Reason/)
      .fill(reason);
    await by.page.keyboard.press('Control+Enter');
  };
  await choose(bwalya, 'Stop contact');
  await page.getByRole('dialog').getByLabel('Why').selectOption({ label: 'The borrower is vulnerable' });
  await expectAccessibleEverywhere(page, 'the stop of contact');
  await giveReason(bwalya, 'ill in hospital');
  await page.getByText('Contact is stopped: the borrower is vulnerable.').waitFor();
  await choose(bwalya, 'Let contact go on');
  await giveReason(bwalya, 'well again');
  await page.getByRole('dialog').getByText('You stopped contact yourself.', { exact: false }).waitFor();
  await page.keyboard.press('Escape');
  await openLoan(broken, head);
  await choose(head, 'Let contact go on');
  await giveReason(head, 'the borrower called us');
  await head.page.getByText('This stop of contact has ended.').waitFor();
});

test('no screen had an unexpected error', async () => {
  await closeScreens(bwalya, head, phone.screen);
});
