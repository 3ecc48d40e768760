import { beforeAll, expect, test } from 'vitest';
import { openAndLogIn } from '../support/borrower-screens.ts';
import { overlaysLeft, type Screen } from '../support/browser.ts';
import {
  confirmWith,
  consoleUrl,
  expectAccessibleEverywhere,
  filedRequest,
} from '../support/console-screens.ts';
import { openMakerAndChecker, type StaffScreen } from '../support/hired-staff.ts';
import { openProgramAndBrowser } from '../support/program-and-browser.ts';

/* Two people change the words of a message in the console, and the next borrower reads them as an SMS. */

const opened = openProgramAndBrowser({ env: { SMS_PART_NGWEE: '25', DRAFT_LANGUAGES: 'ny' } });

const NEW_WORDS = 'Thank you for ticket {ticketNo}. You get an answer by {answerDueOn}.';

let thandiwe: StaffScreen;
let chanda: StaffScreen;
let requestId: string;

beforeAll(async () => {
  [thandiwe, chanda] = await openMakerAndChecker(opened, {
    maker: 'head_of_operations',
    checker: 'compliance',
  });
});

const open = ({ page }: Screen, at: string) => page.goto(`${consoleUrl(opened.program)}${at}`);

test('messages are listed by what they are about, and one is opened by keyboard', async () => {
  const { page } = thandiwe;
  await open(thandiwe, '/set-up/texts');
  await page.getByRole('heading', { level: 1, name: 'Messages' }).waitFor();
  await page.getByText('Your loan of K1,000.00 is approved.').waitFor();
  await expectAccessibleEverywhere(page, 'the list of messages');
  await page.getByRole('button', { name: 'Tickets', exact: true }).press('Enter');
  await page.getByRole('link', { name: 'Complaint received' }).press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Complaint received' }).waitFor();
  await page.getByText('1 SMS,').first().waitFor();
  await expectAccessibleEverywhere(page, 'the words of a message');
});

test('other words show their text, their length and what is wrong while they are typed', async () => {
  const { page } = thandiwe;
  await page.keyboard.press('w');
  const english = page.getByLabel('English');
  await english.fill('We have it, {name}!');
  await page.getByText('The message "complaint_received" has no figure {name}').waitFor();
  await english.fill('We have ticket {ticketNo}.');
  await page.getByText('It has to name {answerDueOn}, outside of brackets.').waitFor();
  await english.fill(`${NEW_WORDS} Zikomo ŵathu`);
  await page.getByText('UCS-2 because of ŵ').first().waitFor();
  await english.fill(NEW_WORDS);
  await page.getByText('Thank you for ticket 100001.').first().waitFor();
  await page.getByText('costs K0.25').first().waitFor();
  await expectAccessibleEverywhere(page, 'other words of a message');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('dialog').getByText('The borrower will read').waitFor();
  await expectAccessibleEverywhere(page, 'the confirmation of other words');
  await confirmWith(page, 'friendlier and shorter');
  requestId = await filedRequest(page);
  await page.getByText('waits for a second person').waitFor();
  expect(await page.getByRole('button', { name: 'Other words' }).count()).toBe(0);
});

test('a second person approves them, and the next borrower reads them as an SMS', async () => {
  const { page } = chanda;
  await open(chanda, `/requests/${requestId}`);
  await page.getByRole('button', { name: 'Approve' }).click();
  await confirmWith(page, 'reads well');
  await page.getByText('Borrowers read version 2 of this message from now on.').waitFor();
  const { app, handset } = await openAndLogIn(opened, '0968000051');
  await overlaysLeft(app.page);
  await app.page.goto(`${opened.program.url}/me/complaint`);
  await app.page.getByLabel('What is it about?').selectOption({ label: 'A payment or a payout' });
  await app.page.getByLabel('What happened?').fill('I paid twice.');
  await app.page.getByRole('contentinfo').getByRole('button', { name: 'Send the complaint' }).click();
  await handset.messages.filter({ hasText: /Thank you for ticket \d+\. You get an answer by/ }).waitFor();
  await open(chanda, '/set-up/texts/complaint_received');
  const versions = page.getByRole('table', { name: 'Versions' });
  await versions.getByRole('row').filter({ hasText: 'Thandiwe Mwale' }).getByText('Chanda Mumba').waitFor();
});

test('a notice is shown to a borrower once a second person approved it', async () => {
  const { page } = thandiwe;
  await open(thandiwe, '/set-up/notices');
  await page.getByText('Christmas Day').waitFor();
  await expectAccessibleEverywhere(page, 'the notices');
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'New notice, offer or holiday' });
  await dialog.getByLabel('Code, by which staff find it').fill('phone-line');
  await dialog.getByLabel('Title').fill('Phone line');
  await dialog.getByLabel('Text', { exact: true }).fill('Our phone line is closed on Friday.');
  await dialog.getByText('The borrower will read').waitFor();
  await expectAccessibleEverywhere(page, 'a new notice');
  await confirmWith(page, 'the line is repaired');
  await open(chanda, `/requests/${await filedRequest(page)}`);
  await chanda.page.getByRole('button', { name: 'Approve' }).click();
  await confirmWith(chanda.page, 'reads well');
  await chanda.page.getByText('Borrowers read version 1 of Phone line').waitFor();
  await page.reload();
  await page.getByRole('link', { name: 'Phone line' }).press('Enter');
  await page.getByRole('row').filter({ hasText: 'Thandiwe Mwale' }).getByText('Chanda Mumba').waitFor();
  await expectAccessibleEverywhere(page, 'a notice');
});
