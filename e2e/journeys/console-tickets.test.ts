import { beforeAll, expect, test } from 'vitest';
import { logInOnPanel, openAndLogIn } from '../support/borrower-screens.ts';
import { closeScreens, overlaysLeft, type Screen, withoutNetwork } from '../support/browser.ts';
import {
  confirmWith,
  consoleUrl,
  expectAccessibleEverywhere,
  signInWithPassword,
} from '../support/console-screens.ts';
import { type HandsetPage, openHandsetPage } from '../support/handset-page.ts';
import { hireAndOpen, type StaffScreen } from '../support/hired-staff.ts';
import { openProgramAndBrowser } from '../support/program-and-browser.ts';

/* A complaint made in the app is answered in the console, and an account moves to another number by two people. */

const opened = openProgramAndBrowser();

const OLD = '0968000011';
const NEW = '0968000012';
const REFUSED = '0968000013';
const ANSWER = 'We found the second payment.\nIt is in your wallet now.';

let thandiwe: StaffScreen;
let chanda: StaffScreen;
let app: Screen;
let phone: HandsetPage;
let ticketNo: string;

beforeAll(async () => {
  ({ app, handset: phone } = await openAndLogIn(opened, OLD));
  [thandiwe, chanda] = await hireAndOpen(
    opened,
    { userName: 'thandiwe', name: 'Thandiwe Mwale', role: 'support' },
    { userName: 'chanda', name: 'Chanda Mumba', role: 'head_of_operations' },
  );
});

const numberOf = ({ page }: Screen) => new URL(page.url()).pathname.split('/').at(-1)!;
const footer = ({ page }: Screen, name: string) =>
  page.getByRole('contentinfo').getByRole('button', { name });

async function complain(text: string): Promise<void> {
  const { page } = app;
  await overlaysLeft(page);
  await page.goto(`${opened.program.url}/me/complaint`);
  await page.getByLabel('What is it about?').selectOption({ label: 'A payment or a payout' });
  await page.getByLabel('What happened?').fill(text);
  await footer(app, 'Send the complaint').click();
  await page.getByRole('link', { name: 'See the ticket' }).click();
  await page.getByText(text).waitFor();
  ticketNo = numberOf(app);
}

/** Opens the ticket from the list, by keyboard alone. */
async function openTicket({ page }: Screen): Promise<void> {
  await page.keyboard.press('g');
  await page.keyboard.press('k');
  await page.getByRole('link', { name: ticketNo, exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: `Ticket ${ticketNo}` }).waitFor();
}

const answerField = ({ page }: Screen) => page.getByLabel('Answer, which the borrower reads in the app');

/** The key works while the title has the focus. */
async function confirm({ page }: Screen, name: string): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name }).waitFor();
  await page.keyboard.press('Control+Enter');
}

test('a complaint stands in the list with its clock, and is looked at by keyboard', async () => {
  await complain('I paid twice and the app shows one payment.');
  const { page } = thandiwe;
  await page.goto(`${consoleUrl(opened.program)}/tickets`);
  await page.getByRole('row').filter({ hasText: ticketNo }).getByText('waits').waitFor();
  await expectAccessibleEverywhere(page, 'the list of tickets');
  await openTicket(thandiwe);
  await page.getByText('I paid twice and the app shows one payment.').waitFor();
  await page.getByText('There is still time to answer.').waitFor();
  await expectAccessibleEverywhere(page, 'a complaint');
  await page.keyboard.press('l');
  await page.getByRole('dialog').getByText('after: Being looked at').waitFor();
  await confirm(thandiwe, 'Show as being looked at');
  await page.getByText(`The borrower sees that a person looks at ticket ${ticketNo}.`).waitFor();
  await app.page.reload();
  await app.page.getByText('Being looked at').waitFor();
});

test('a ticket opens from the page of its borrower, by keyboard', async () => {
  const { page } = thandiwe;
  await page.getByRole('link', { name: /^Borrower \d+$/ }).press('Enter');
  await page.getByRole('heading', { level: 1, name: /^Borrower/ }).waitFor();
  await page.getByRole('button', { name: /^Tickets/ }).press('Enter');
  await page.getByRole('link', { name: ticketNo, exact: true }).press('Enter');
  await page.getByRole('heading', { level: 1, name: `Ticket ${ticketNo}` }).waitFor();
  await page.getByText('being looked at').first().waitFor();
});

test('an answer is kept through a failure, shown before it is sent, and the borrower reads it', async () => {
  const { page } = thandiwe;
  await page.keyboard.press('a');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Please write an answer.').waitFor();
  await page.keyboard.type(ANSWER);
  await page.keyboard.press('Control+Enter');
  const dialog = page.getByRole('dialog', { name: `Answer ticket ${ticketNo}` });
  await dialog.getByText('It is in your wallet now.').waitFor();
  await expectAccessibleEverywhere(page, 'the confirmation of an answer');
  await withoutNetwork(thandiwe, async () => {
    await confirm(thandiwe, 'Send the answer');
    await dialog.getByRole('alert').waitFor();
    await page.keyboard.press('Escape');
  });
  const field = answerField(thandiwe);
  expect(await field.inputValue()).toBe(ANSWER);
  await field.focus();
  await page.keyboard.press('Control+Enter');
  await confirm(thandiwe, 'Send the answer');
  await page.getByText(`Ticket ${ticketNo} is answered. The borrower is told by SMS.`).waitFor();
  await page.getByText('answered', { exact: true }).waitFor();
  expect(await page.getByText('You typed this, and it was not sent:').count()).toBe(0);
  await phone.messages.filter({ hasText: `We answered your complaint, ticket ${ticketNo}.` }).waitFor();
  await app.page.reload();
  await app.page.getByText('It is in your wallet now.').waitFor();
});

test('of two people the second is told that a complaint was answered, and keeps what was typed', async () => {
  await complain('The app says that I owe for a loan that is over.');
  await openTicket(thandiwe);
  await openTicket(chanda);
  await answerField(chanda).fill('My own answer.');
  await answerField(thandiwe).fill('The loan is over.');
  await thandiwe.page.keyboard.press('Control+Enter');
  await confirm(thandiwe, 'Send the answer');
  await thandiwe.page.getByText(`Ticket ${ticketNo} is answered.`).waitFor();
  await chanda.page.keyboard.press('Control+Enter');
  await confirm(chanda, 'Send the answer');
  await chanda.page.getByRole('dialog').getByText('This complaint was answered in the meantime.').waitFor();
  await chanda.page.keyboard.press('Escape');
  await chanda.page.getByText('The loan is over.').waitFor();
  await chanda.page.getByText('You typed this, and it was not sent:').waitFor();
  await chanda.page.getByText('My own answer.').waitFor();
  await chanda.page.getByRole('button', { name: 'Remove this text' }).click();
  await chanda.page.getByText('My own answer.').waitFor({ state: 'detached' });
});

/** Leaves the ticket for its list. */
async function leaveTicket({ page }: Screen): Promise<void> {
  await page.getByRole('link', { name: 'All tickets' }).click();
  await page.getByRole('heading', { level: 1, name: 'Tickets', exact: true }).waitFor();
}

/** Whether the browser asks before it loads the page anew. If it asks, the page stays. */
async function asksBeforeReload({ page }: Screen): Promise<boolean> {
  const asked = page.waitForEvent('dialog').then(async (dialog) => {
    await dialog.dismiss();
    return dialog.type() === 'beforeunload';
  });
  const loaded = page.waitForEvent('load').then(() => false);
  await page.evaluate('location.reload()');
  return Promise.race([asked, loaded]);
}

test('an answer that was begun is there again after other pages, and the browser asks before it goes', async () => {
  const { page } = thandiwe;
  await complain('My coupon was not counted.');
  await openTicket(thandiwe);
  await answerField(thandiwe).fill('We looked at the coupon.');
  await leaveTicket(thandiwe);
  expect(await asksBeforeReload(thandiwe)).toBe(true);
  await page.goBack();
  await expect.poll(() => answerField(thandiwe).inputValue()).toBe('We looked at the coupon.');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('/');
  await page.keyboard.type(ticketNo);
  await page.getByRole('option', { name: /found by ticket/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: ticketNo, exact: true }).click();
  await expect.poll(() => answerField(thandiwe).inputValue()).toBe('We looked at the coupon.');
  await answerField(thandiwe).press('Control+Enter');
  await confirm(thandiwe, 'Send the answer');
  await page.getByText(`Ticket ${ticketNo} is answered. The borrower is told by SMS.`).waitFor();
  await page.getByText('answered', { exact: true }).waitFor();
  expect(await asksBeforeReload(thandiwe)).toBe(false);
});

test('an answer that was begun is gone after a sign-out', async () => {
  const { page, password } = chanda;
  await complain('The SMS came to another number.');
  await openTicket(chanda);
  await answerField(chanda).fill('The number of Banda is 0968000011.');
  await leaveTicket(chanda);
  // The browser asks only while the page still has a text.
  const questions: string[] = [];
  page.once('dialog', async (dialog) => {
    questions.push(dialog.type());
    await dialog.accept();
  });
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  await signInWithPassword(page, { userName: 'chanda', password, code: chanda.nextCode() });
  await page.getByRole('navigation', { name: 'Console' }).waitFor();
  expect(questions).toEqual([]);
  await openTicket(chanda);
  expect(await answerField(chanda).inputValue()).toBe('');
});

test('the end of a session leaves the answer on the screen, and none on another page', async () => {
  const { page, context, password } = thandiwe;
  const left = ticketNo;
  await openTicket(thandiwe);
  await answerField(thandiwe).fill('Typed and left.');
  await leaveTicket(thandiwe);
  await complain('The app closes by itself.');
  await openTicket(thandiwe);
  await answerField(thandiwe).fill('Typed and on the screen.');
  await context.clearCookies();
  await answerField(thandiwe).press('Control+Enter');
  await confirm(thandiwe, 'Send the answer');
  const asked = page.getByRole('dialog', { name: 'Your session has ended' });
  await asked.waitFor();
  await signInWithPassword(page, { password, code: thandiwe.nextCode() });
  await asked.waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  expect(await answerField(thandiwe).inputValue()).toBe('Typed and on the screen.');
  await leaveTicket(thandiwe);
  await page.getByRole('link', { name: left, exact: true }).click();
  await page.getByRole('heading', { level: 1, name: `Ticket ${left}` }).waitFor();
  expect(await answerField(thandiwe).inputValue()).toBe('');
});

/** The borrower, who has lost the old phone, asks for another number and looks at the ticket. */
async function askForNumber(mobile: string): Promise<HandsetPage> {
  const { program, browser } = opened;
  const { page } = app;
  const newest = await openHandsetPage(browser, program.simulatorUrl, mobile);
  await overlaysLeft(page);
  await page.goto(`${program.url}/me/number`);
  await page.getByLabel('New mobile number').fill(mobile);
  await page.getByRole('button', { name: 'Obtain' }).first().click();
  await page.getByLabel('Code sent to the new number').fill(await newest.readCode());
  await page.getByRole('button', { name: 'I cannot get SMS on the old number' }).click();
  await footer(app, 'Ask for the change').click();
  await page.getByRole('link', { name: 'My tickets' }).click();
  await page.getByRole('link', { name: /Change of number.*Open/ }).click();
  await page.getByText(`096 **** ${mobile.slice(7)}`).waitFor();
  ticketNo = numberOf(app);
  return newest;
}

test('support declines another number, and the borrower reads why', async () => {
  const { page } = thandiwe;
  const newest = await askForNumber(REFUSED);
  await openTicket(thandiwe);
  await page.getByText('The borrower has proved the new number by a code.').waitFor();
  await page.keyboard.press('d');
  const declining = page.getByRole('dialog', { name: `Decline ticket ${ticketNo}` });
  await declining.getByText('We could not move your Thumba account to another number').waitFor();
  await expectAccessibleEverywhere(page, 'the confirmation of a declined number');
  await confirmWith(page, 'Please bring your NRC');
  await page.getByText(`Ticket ${ticketNo} is declined. The borrower is told by SMS.`).waitFor();
  await page.getByText('Please bring your NRC').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Ask for the move' }).count()).toBe(0);
  await phone.messages
    .filter({ hasText: `We could not move your Thumba account to another number, ticket ${ticketNo}.` })
    .waitFor();
  await app.page.reload();
  await app.page.getByText('Please bring your NRC').waitFor();
  await closeScreens(newest.screen);
});

test('support asks for another number, a second person approves, and the borrower logs in with it', async () => {
  const { program } = opened;
  const { page } = app;
  const newest = await askForNumber(NEW);
  await openTicket(thandiwe);
  await thandiwe.page.getByText('The borrower has proved the new number by a code.').waitFor();
  await expectAccessibleEverywhere(thandiwe.page, 'a change of number');
  await thandiwe.page.keyboard.press('m');
  const asking = thandiwe.page.getByRole('dialog', { name: `Ask for the move of ticket ${ticketNo}` });
  await asking.getByText('Nothing changes before a second person approves it').waitFor();
  const [moved] = await asking.getByLabel('What changes').locator('dd').allTextContents();
  expect(moved).toBe(`before: ${OLD}after: ${NEW}`);
  await expectAccessibleEverywhere(thandiwe.page, 'the confirmation of a move');
  await thandiwe.page.keyboard.type('called both numbers');
  await thandiwe.page.keyboard.press('Control+Enter');
  const told = thandiwe.page.getByText(/^Request \d+ waits for a second person\./);
  const requestId = /\d+/.exec((await told.textContent())!)![0];
  await thandiwe.page.getByRole('link', { name: `Request ${requestId}` }).waitFor();
  await thandiwe.page.getByText('waits for a second person', { exact: true }).waitFor();
  expect(await thandiwe.page.getByRole('button', { name: 'Ask for the move' }).count()).toBe(0);
  await expectAccessibleEverywhere(thandiwe.page, 'a change of number that waits for a second person');

  await openTicket(chanda);
  await chanda.page.getByRole('link', { name: `Request ${requestId}` }).click();
  await chanda.page.getByRole('button', { name: 'Approve' }).click();
  const approving = chanda.page.getByRole('dialog');
  await confirmWith(chanda.page, 'the voice is right');
  await approving.waitFor({ state: 'detached' });
  await chanda.page.getByText('done', { exact: true }).first().waitFor();

  await page.goto(`${program.url}/me`);
  await logInOnPanel(page, newest, NEW);
  await page.getByText('096 **** 012').waitFor();
  await page.goto(`${program.url}/me/tickets/${ticketNo}`);
  await page.getByText('called both numbers').waitFor();
  await closeScreens(newest.screen);
});

test('the page went wrong nowhere', () => closeScreens(app, phone.screen, thandiwe, chanda));
