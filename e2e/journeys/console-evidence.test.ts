import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { demoMobile, openAndLogIn } from '../support/borrower-screens.ts';
import { applyFor, type Borrower, must, registerBorrowers, until } from '../support/borrower-story.ts';
import { closeScreens, type Screen } from '../support/browser.ts';
import { confirmWith, consoleUrl, expectAccessibleEverywhere } from '../support/console-screens.ts';
import type { HandsetPage } from '../support/handset-page.ts';
import { hireAndOpen } from '../support/hired-staff.ts';
import { openProgramAndBrowser } from '../support/program-and-browser.ts';
import { waitingOrder } from '../support/staff-beside.ts';

/* An underwriter asks for evidence and decides by it, and asks a second person for an approval against the rules. */

const opened = openProgramAndBrowser();

let natasha: Screen;
let mapalo: Screen;
let app: Screen;
let handset: HandsetPage;
let orderId: number;
let declined: { borrower: Borrower; orderId: number };

beforeAll(async () => {
  const { program } = opened;
  orderId = await waitingOrder(program);
  const [borrower] = (await registerBorrowers(program, 1, { first: 7300, monthlyIncome: 500 })) as [Borrower];
  declined = { borrower, ...(await applyFor(borrower, { termId: 1, amount: 100 })) };
  await must(borrower.client, 'anotherLook', { body: { orderId: declined.orderId } });
  [natasha, mapalo] = await hireAndOpen(
    opened,
    { userName: 'natasha', name: 'Natasha Zulu', role: 'underwriter' },
    { userName: 'mapalo', name: 'Mapalo Daka', role: 'head_of_credit' },
  );
  ({ app, handset } = await openAndLogIn(opened, demoMobile('under review')));
});

const applicationOf = (order: number) => `${consoleUrl(opened.program)}/applications/${order}`;

test('evidence is asked for by keyboard alone, with what the borrower reads in sight', async () => {
  const { page } = natasha;
  await page.goto(applicationOf(orderId));
  await page.getByRole('button', { name: 'Ask for evidence' }).waitFor();
  await page.keyboard.press('e');
  const dialog = page.getByRole('dialog', { name: `Ask for evidence: application ${orderId}` });
  await dialog.getByText('Please send pictures of your last payslip').waitFor();
  await dialog.getByLabel('What the borrower shows').selectOption('mobile_money_statement');
  await dialog.getByText('mobile-money statement').last().waitFor();
  await expectAccessibleEverywhere(page, 'the question for evidence');
  await confirmWith(page, 'the income is not clear');
  await handset.messages.filter({ hasText: 'statement' }).first().waitFor();
  await page.goto(applicationOf(orderId));
  await page.getByText('It waits for the borrower, and comes back to the queue by itself.').waitFor();
});

test('an application that waits for its borrower opens from the borrower, by the page of its loan', async () => {
  const { page } = natasha;
  await page
    .getByRole('link', { name: /^borrower \d+$/ })
    .first()
    .click();
  await page.getByRole('button', { name: /^Loans/ }).click();
  await page.getByRole('link', { name: String(orderId), exact: true }).click();
  await page.getByRole('link', { name: 'the application' }).click();
  await page.getByText('It waits for the borrower, and comes back to the queue by itself.').waitFor();
});

test('the borrower sends it, and the underwriter sees the picture and approves', async () => {
  const paper = { create: { width: 600, height: 900, channels: 3 as const, background: '#f4f1e8' } };
  const statement = {
    name: 'statement.png',
    mimeType: 'image/png',
    buffer: await sharp(paper).png().toBuffer(),
  };
  const borrower = app.page;
  await borrower.reload();
  await borrower.getByRole('link', { name: 'Send pictures' }).click();
  const first = borrower.getByRole('group', { name: 'Picture 1' });
  await first.locator('input[type=file]').last().setInputFiles(statement);
  await first.getByText('Received').waitFor();
  await borrower.getByRole('button', { name: 'Send to Thumba' }).click();
  await borrower.getByText('We have your pictures.').first().waitFor();

  const { page } = natasha;
  await page.goto(applicationOf(orderId));
  await page.getByText(/^Mobile-money statement, asked for .*: given$/).waitFor();
  await page.getByRole('img', { name: 'Mobile-money statement 1' }).waitFor();
  await expectAccessibleEverywhere(page, 'an application with evidence');
  await page.keyboard.press('a');
  await confirmWith(page, 'the statement shows the income');
  await handset.messages.filter({ hasText: 'was sent to your mobile-money account.' }).waitFor();
});

test('an approval against the rules is asked for by one person, and is nothing before another approves', async () => {
  const { page } = natasha;
  await page.goto(applicationOf(declined.orderId));
  await page.getByText(/^The rules decline it: /).waitFor();
  await page.keyboard.press('a');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Nothing is sent before a second person approves it: Head of credit.').waitFor();
  await expectAccessibleEverywhere(page, 'the question for an override');
  await confirmWith(page, 'the employer confirmed a rise');
  await page.getByText(`A second person is asked to approve application ${declined.orderId}.`).waitFor();
  await page.goto(applicationOf(declined.orderId));
  await page.getByText('A second person is asked to approve it. It waits for them.').waitFor();
  const { userStatus } = await must(declined.borrower.client, 'getMyLoanInfo', {});
  expect(userStatus).toBe(2);
});

test('the second person sees the rule, how often this person asked, and sends the money', async () => {
  const { page } = mapalo;
  await page.getByRole('link', { name: /^Requests/ }).click();
  await page.getByRole('link', { name: new RegExp(String(declined.orderId)) }).click();
  const effect = page.getByLabel('What changes');
  await effect.getByText('Asked for by this person in the last 30 days').waitFor();
  await effect.getByText('The income is below what may be lent to').waitFor();
  await expectAccessibleEverywhere(page, 'a request for an override');
  await page.keyboard.press('a');
  await confirmWith(page, 'the letter of the employer is real');
  await until('the money arrives', async () => {
    const { messages } = await declined.borrower.handset.phone(declined.borrower.mobile);
    return messages.some(({ text }) => text.includes('was sent to your mobile-money account.'));
  });
});

test('the pages went wrong nowhere', () => closeScreens(natasha, mapalo, app));
