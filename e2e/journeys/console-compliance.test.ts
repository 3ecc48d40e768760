import { beforeAll, expect, test } from 'vitest';
import { repayCode, repayCodeHashes } from '../../apps/server/src/book/loan/repay-link.ts';
import { openDatabase } from '../../apps/server/src/platform/database.ts';
import { type Borrower, borrow, must, registerBorrowers, until } from '../support/borrower-story.ts';
import type { Screen } from '../support/browser.ts';
import { confirmWith, consoleUrl, expectAccessibleEverywhere } from '../support/console-screens.ts';
import { hireAndOpen } from '../support/hired-staff.ts';
import { openProgramAndBrowser } from '../support/program-and-browser.ts';

/* Another number settles a loan at once. Two people of compliance make a report of it. */

const opened = openProgramAndBrowser();

const STRANGER = '0977654321';

let borrower: Borrower;
let orderId: number;
let monde: Screen;
let taonga: Screen;
let support: Screen;

async function query(text: string, values: unknown[] = []) {
  const db = openDatabase({ url: await opened.program.databaseUrl(), maxConnections: 1 });
  const { rows } = await db.pool.query(text, values);
  await db.close();
  return rows;
}

/** A stranger pays off the loan from their own phone, by the link of its bill. */
async function settleByStranger(): Promise<void> {
  const { sealing } = opened.program;
  const [{ borrower_id: borrowerId }] = await query(
    'select borrower_id::integer as borrower_id from loan where loan_id = $1',
    [orderId],
  );
  const code = repayCode(sealing, { borrowerId, loanId: orderId });
  await query(
    `insert into repay_link (code_hash, borrower_id, loan_id, expires_on) values ($1, $2, $3, '2099-01-01')`,
    [repayCodeHashes(sealing, code)[0], borrowerId, orderId],
  );
  const { plans, remaining } = await must(borrower.client, 'quickRepayInfo', { body: { code } });
  const body = { code, planId: plans[0]!.planId, payAmount: remaining, payMobile: STRANGER };
  await must(borrower.client, 'quickRepayRepayment', { body });
  const prompt = await borrower.handset.waitForPrompt(STRANGER);
  await borrower.handset.answer(STRANGER, prompt.id, 'approve');
  await until('the loan is settled', async () => {
    const { status } = await must(borrower.client, 'queryLoanDetail', { params: { id: orderId } });
    return status === 'settled';
  });
  // The rules look at a payment two minutes after it succeeded.
  await query(
    `update payment_attempt set finished_at = finished_at - interval '3 minutes'
     where loan_id = $1 and direction = 'collection' and state = 'succeeded'`,
    [orderId],
  );
  await query(`update alert_progress set looked_through_at = now() - interval '1 hour'`);
}

beforeAll(async () => {
  [borrower] = (await registerBorrowers(opened.program, 1, { first: 7300 })) as [Borrower];
  ({ orderId } = await borrow(borrower, { termId: 1, amount: 500 }));
  await settleByStranger();
  [monde, taonga, support] = await hireAndOpen(
    opened,
    { userName: 'monde', name: 'Monde Sitali', role: 'compliance' },
    { userName: 'taonga', name: 'Taonga Mwale', role: 'compliance' },
    { userName: 'chanda', name: 'Chanda Bwalya', role: 'support' },
  );
  await until('a rule has found the payment', async () => (await query('select from alert_case')).length > 0);
});

test('a loan that another number settled at once is a case, which one person decides by keyboard', async () => {
  const { page } = monde;
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('y');
  await page.getByRole('table', { name: 'Cases of alerts' }).getByText('Settled at once').waitFor();
  await expectAccessibleEverywhere(page, 'the cases of alerts');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByText(`Loan ${orderId} was settled 1 hour or less after its payout`).waitFor();
  const payments = page.getByRole('table', { name: 'Payments' });
  await payments.getByText('other A').waitFor();
  expect(await payments.textContent()).not.toContain(STRANGER);
  await expectAccessibleEverywhere(page, 'a case of alerts');
  await page.getByLabel('Who works on it').selectOption({ label: 'Taonga Mwale' });
  await page.getByRole('textbox', { name: 'Note' }).fill('The operator was asked whose number it is.');
  await page.getByRole('button', { name: 'Write the note' }).click();
  await page.getByText('The operator was asked whose number it is.', { exact: true }).waitFor();
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('s');
  await page.getByRole('dialog').getByText('a suspicion, formed today').waitFor();
  await expectAccessibleEverywhere(page, 'the decision on a case of alerts');
  await confirmWith(page, 'paid off within minutes by a stranger');
  await page.getByText(/the report is due on .*\. Do not tell the borrower\./).waitFor();
});

test('the report is written by one person, approved by another, and written as a file', async () => {
  const { page } = monde;
  await page.getByRole('button', { name: 'Write the report' }).click();
  await page
    .getByLabel('What is suspicious, and why')
    .fill('A stranger paid off the loan within minutes.\nThe borrower does not know the number.');
  await page.getByLabel('What the lender did').fill('The payments were looked at. Nothing was stopped.');
  await expectAccessibleEverywhere(page, 'the draft of a report');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Another person of compliance approves it.', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0);
  const address = page.url();
  const second = taonga.page;
  await second.goto(`${consoleUrl(opened.program)}/alerts?group=suspicion`);
  await second.getByRole('table', { name: 'Cases of alerts' }).getByText('in time').waitFor();
  await second.goto(address);
  await second.getByRole('button', { name: 'Approve', exact: true }).click();
  await confirmWith(second, 'read it twice');
  await second.getByText(/Report \d+ is approved\. Hand it in/).waitFor();
  await second.getByRole('button', { name: /^Write report \d+ as a file$/ }).click();
  await second.getByRole('dialog').getByLabel('Format').selectOption('pdf');
  await second.keyboard.press('Control+Enter');
  await second.getByRole('link', { name: /^Save suspicion-report-\d+-\d+\.pdf$/ }).waitFor();
  await second.getByText(/Taonga Mwale: written as PDF/).waitFor();
  await expectAccessibleEverywhere(second, 'a case with an approved report');
});

test('a rule is changed by two people', async () => {
  const { page } = monde;
  await page.goto(`${consoleUrl(opened.program)}/alerts/rules`);
  await page.getByRole('button', { name: 'Change the rule: Many payers for one loan' }).waitFor();
  await expectAccessibleEverywhere(page, 'the rules of alerts');
  await page.getByRole('button', { name: 'Change the rule: Many payers for one loan' }).click();
  await page.getByRole('dialog').getByLabel('Different numbers').fill('1');
  await confirmWith(page, 'families share a loan here');
  await page.getByText('Different numbers: a whole number from 2 to 50.').waitFor();
  await page.getByRole('dialog').getByLabel('Different numbers').fill('5');
  await expectAccessibleEverywhere(page, 'the change of a rule of alerts');
  await page.keyboard.press('Control+Enter');
  const filed = await page.getByText(/Request \d+ waits for a second person of compliance/).textContent();
  const requestId = /Request (\d+)/.exec(filed!)![1];
  const second = taonga.page;
  await second.goto(`${consoleUrl(opened.program)}/requests/${requestId}`);
  await second.getByRole('button', { name: /^Approve/ }).click();
  await confirmWith(second, 'agreed in the meeting');
  await second
    .getByText(/Saved: Rule of alerts/)
    .first()
    .waitFor();
  await page.reload();
  await page.getByText(/approved by Taonga Mwale/).waitFor();
});

test('support sees no alert, also on the page of the borrower', async () => {
  const { page } = support;
  expect(await page.getByRole('navigation', { name: 'Console' }).textContent()).not.toContain('Alerts');
  const [{ borrower_id: borrowerId }] = await query('select borrower_id from loan where loan_id = $1', [
    orderId,
  ]);
  await page.goto(`${consoleUrl(opened.program)}/borrowers/${borrowerId}`);
  await page.getByRole('heading', { level: 1, name: `Borrower ${borrowerId}` }).waitFor();
  expect(await page.getByRole('main').textContent()).not.toMatch(/alert|suspic|compliance/i);
  await page.goto(`${consoleUrl(opened.program)}/alerts`);
  await page.getByRole('navigation', { name: 'Console' }).waitFor();
  expect(await page.getByRole('table', { name: 'Cases of alerts' }).count()).toBe(0);
});
