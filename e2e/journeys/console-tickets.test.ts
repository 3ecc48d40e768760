import { beforeAll, expect, test } from 'vitest';
import { logIn, logInOnPanel } from '../support/borrower-screens.ts';
import { closeScreens, openScreen, overlaysLeft, type Screen, withoutNetwork } from '../support/browser.ts';
import {
  acceptWithPassword,
  consoleUrl,
  expectAccessibleEverywhere,
  openConsole,
} from '../support/console-screens.ts';
import { type HandsetPage, openHandsetPage } from '../support/handset-page.ts';
import { hireBeside } from '../support/hired-staff.ts';
import { openProgramAndBrowser } from '../support/program-and-browser.ts';

/* A complaint made in the app is answered in the console, and an account moves to another number by two people. */

const opened = openProgramAndBrowser();

const PASSWORD = 'maize copper lake forty';
const OLD = '0968000011';
const NEW = '0968000012';
const ANSWER = 'We found the second payment.\nIt is in your wallet now.';

let thandiwe: Screen;
let chanda: Screen;
let app: Screen;
let phone: HandsetPage;
let ticketNo: string;

beforeAll(async () => {
  const { program, browser } = opened;
  phone = await openHandsetPage(browser, program.simulatorUrl, OLD);
  app = await openScreen(browser, program.url);
  await logIn(app.page, phone, OLD);
  const [support, head] = await hireBeside(program, [
    { userName: 'thandiwe', name: 'Thandiwe Mwale', role: 'support' },
    { userName: 'chanda', name: 'Chanda Mumba', role: 'head_of_operations' },
  ]);
  thandiwe = await openConsole(browser, support!);
  await acceptWithPassword(thandiwe.page, PASSWORD);
  chanda = await openConsole(browser, head!);
  await acceptWithPassword(chanda.page, PASSWORD);
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

/** The third stop of the Tab key in a confirmation: after Close and Cancel. */
async function confirm({ page }: Screen, name: string): Promise<void> {
  const button = page.getByRole('dialog').getByRole('button', { name });
  await button.waitFor();
  for (let stop = 0; stop < 3; stop += 1) await page.keyboard.press('Tab');
  await expect.poll(() => page.locator(':focus').textContent()).toBe(name);
  await page.keyboard.press('Enter');
}

test('a complaint stands in the list with its clock, and is looked at by keyboard', async () => {
  await complain('I paid twice and the app shows one payment.');
  const { page } = thandiwe;
  await page.goto(`${consoleUrl(opened.program)}/tickets`);
  await page.getByRole('row').filter({ hasText: ticketNo }).getByText('waits').waitFor();
  await expectAccessibleEverywhere(page, 'the list of tickets');
  await openTicket(thandiwe);
  await page.getByText('I paid twice and the app shows one payment.').waitFor();
  await page.getByText('The answer is in time.').waitFor();
  await expectAccessibleEverywhere(page, 'a complaint');
  await page.keyboard.press('l');
  await page.getByRole('dialog').getByText('Being looked at').waitFor();
  await confirm(thandiwe, 'I look at it');
  await page.getByText(`The borrower sees that a person looks at ticket ${ticketNo}.`).waitFor();
  await app.page.reload();
  await app.page.getByText('Being looked at').waitFor();
});

test('an answer is kept through a failure, shown before it is sent, and the borrower reads it', async () => {
  const { page } = thandiwe;
  await page.keyboard.press('a');
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
  const field = page.getByLabel('Answer, which the borrower reads in the app');
  expect(await field.inputValue()).toBe(ANSWER);
  await field.focus();
  await page.keyboard.press('Control+Enter');
  await confirm(thandiwe, 'Send the answer');
  await page.getByText(`Ticket ${ticketNo} is answered. The borrower is told by SMS.`).waitFor();
  await phone.messages.filter({ hasText: `We answered your complaint, ticket ${ticketNo}.` }).waitFor();
  await app.page.reload();
  await app.page.getByText('It is in your wallet now.').waitFor();
});

test('of two people the second is told that a complaint was answered, and keeps what was typed', async () => {
  await complain('The app says that I owe for a loan that is over.');
  await openTicket(thandiwe);
  await openTicket(chanda);
  await chanda.page.getByLabel('Answer, which the borrower reads in the app').fill('My own answer.');
  await thandiwe.page.getByLabel('Answer, which the borrower reads in the app').fill('The loan is over.');
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
});

test('support asks for another number, a second person approves, and the borrower logs in with it', async () => {
  const { program, browser } = opened;
  const { page } = app;
  const newest = await openHandsetPage(browser, program.simulatorUrl, NEW);
  await overlaysLeft(page);
  await page.goto(`${program.url}/me/number`);
  await page.getByLabel('New mobile number').fill(NEW);
  await page.getByRole('button', { name: 'Obtain' }).first().click();
  await page.getByLabel('Code sent to the new number').fill(await newest.readCode());
  await page.getByRole('button', { name: 'I cannot get SMS on the old number' }).click();
  await footer(app, 'Ask for the change').click();
  await page.getByRole('link', { name: 'My tickets' }).click();
  await page.getByRole('link', { name: /Change of number.*Open/ }).click();
  await page.getByText('096 **** 012').waitFor();
  ticketNo = numberOf(app);

  await openTicket(thandiwe);
  await thandiwe.page.getByText('The borrower has proved the new number by a code.').waitFor();
  await expectAccessibleEverywhere(thandiwe.page, 'a change of number');
  await thandiwe.page.keyboard.press('m');
  const asking = thandiwe.page.getByRole('dialog', { name: `Ask for the move of ticket ${ticketNo}` });
  await asking.getByText('Nothing changes before a second person approves it').waitFor();
  await expectAccessibleEverywhere(thandiwe.page, 'the confirmation of a move');
  await thandiwe.page.keyboard.type('called both numbers');
  await thandiwe.page.keyboard.press('Control+Enter');
  const told = thandiwe.page.getByText(/^Request \d+ waits for a second person\./);
  const requestId = /\d+/.exec((await told.textContent())!)![0];

  await chanda.page.goto(`${consoleUrl(program)}/requests/${requestId}`);
  await chanda.page.getByRole('button', { name: 'Approve' }).click();
  const approving = chanda.page.getByRole('dialog');
  await approving.getByLabel('Reason, kept with the change').fill('the voice is right');
  await chanda.page.keyboard.press('Control+Enter');
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
