import { beforeAll, expect, test } from 'vitest';
import { newStaffClient } from '../../apps/server/test/staff-client.ts';
import { closeScreens } from '../support/browser.ts';
import {
  addAuthenticator,
  consoleUrl,
  expectAccessibleEverywhere,
  signInWithPassword,
} from '../support/console-screens.ts';
import { hireAndOpen, type StaffScreen } from '../support/hired-staff.ts';
import { openProgramAndBrowser } from '../support/program-and-browser.ts';
import { waitingOrder } from '../support/staff-beside.ts';

/* What goes wrong while an underwriter works: two tabs, a server that leaves, a stranger who guesses. */

const opened = openProgramAndBrowser();

let natasha: StaffScreen;
let orderId: number;

beforeAll(async () => {
  orderId = await waitingOrder(opened.program);
  [natasha] = await hireAndOpen(opened, { userName: 'natasha', name: 'Natasha Zulu', role: 'underwriter' });
});

const address = () => `${consoleUrl(opened.program)}/applications/${orderId}`;

test('a server that leaves while a note is typed loses nothing of it', async () => {
  const { page, troubles } = natasha;
  await page.goto(address());
  await page.getByRole('button', { name: 'Decline' }).waitFor();
  await page.keyboard.press('d');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Why').selectOption('not_reached');
  await dialog.getByRole('textbox').fill('called on Monday and on Tuesday');
  await opened.program.kill();
  await page.keyboard.press('Control+Enter');
  await dialog.getByText(/no connection to the server/i).waitFor();
  expect(await dialog.getByRole('textbox').inputValue()).toBe('called on Monday and on Tuesday');
  await opened.program.startAgain();
  await page.getByText('There is no connection. What').waitFor({ state: 'detached' });
  expect(await dialog.getByRole('textbox').inputValue()).toBe('called on Monday and on Tuesday');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  // Of the time without the server the browser has its own complaints.
  troubles.splice(0);
});

test('a screen that does not arrive, as after an update, says so beside the menu, and comes with the console anew', async () => {
  const { page, troubles } = natasha;
  const screenFile = /\/console\/assets\/duplicates-page.*\.js/;
  await page.route(screenFile, (route) => route.fulfill({ status: 404 }));
  await page.goto(address());
  await page.getByRole('link', { name: 'Duplicates' }).click();
  await page.getByRole('alert').getByText('This page could not be shown.').waitFor();
  await page.getByRole('heading', { name: 'Duplicates', level: 1 }).waitFor();
  await expectAccessibleEverywhere(page, 'a screen that did not arrive');
  await page.getByRole('link', { name: 'Requests' }).click();
  await page.getByRole('heading', { name: 'Requests', level: 1 }).waitFor();
  await page.unroute(screenFile);
  await page.getByRole('link', { name: 'Duplicates' }).click();
  await page.getByRole('button', { name: 'Load the console again' }).click();
  await page.getByRole('heading', { name: 'Duplicates', level: 1 }).waitFor();
  await page.getByText('No borrower has something in common').waitFor();
  // The browser and React complain of the file.
  troubles.splice(0);
});

test('a part around the screens that does not arrive leaves no empty page', async () => {
  const { page, troubles } = natasha;
  const dialogFile = /\/console\/assets\/keys-dialog.*\.js/;
  await page.route(dialogFile, (route) => route.fulfill({ status: 404 }));
  await page.keyboard.press('?');
  await page.getByRole('alert').getByText('This page could not be shown.').waitFor();
  await page.unroute(dialogFile);
  await page.getByRole('button', { name: 'Load the console again' }).click();
  await page.getByRole('heading', { name: 'Duplicates', level: 1 }).waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  await page.keyboard.press('Escape');
  troubles.splice(0);
});

test('a passkey is added, signs in, and is refused once it was removed', async () => {
  const { page, troubles } = natasha;
  await addAuthenticator(natasha);
  await page.goto(`${consoleUrl(opened.program)}/account`);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
  await page.getByRole('dialog').getByText('Enter a name of the device').waitFor();
  await page.getByLabel('Name of the device').fill('branch laptop');
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
  await page.getByText('The passkey was added.').waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByRole('navigation', { name: 'Console' }).waitFor();
  await page.goto(`${consoleUrl(opened.program)}/account`);
  await page.getByRole('button', { name: 'Remove branch laptop' }).click();
  await page.getByRole('dialog').getByText('does not sign you in any more').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Remove branch laptop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove the passkey' }).click();
  await page.getByText('The passkey was removed.').waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByRole('alert').waitFor();
  expect(await page.getByRole('navigation', { name: 'Console' }).count()).toBe(0);
  // The browser complains of the refused sign-in too.
  troubles.splice(0);
});

test('a stranger who guesses the password stops at ten, and the person still signs in', async () => {
  const { page, password } = natasha;
  const stranger = newStaffClient(opened.program);
  const codes: number[] = [];
  for (let guess = 0; guess < 12; guess += 1) {
    const body = { userName: 'natasha', password: `guess number ${guess}` };
    codes.push((await stranger.call('staffPassword', { body })).code);
  }
  expect(codes).toEqual([...Array.from({ length: 10 }, () => 403), 429, 429]);
  await signInWithPassword(page, { userName: 'natasha', password, code: natasha.nextCode() });
  await page.getByRole('navigation', { name: 'Console' }).waitFor();
});

test('of two tabs of one person the one that is behind is told, and decides nothing', async () => {
  const { page, context } = natasha;
  await page.goto(address());
  await page.getByRole('button', { name: 'Decline' }).waitFor();
  const behind = await context.newPage();
  await behind.goto(address());
  await behind.getByRole('button', { name: /^Approve/ }).waitFor();
  await page.keyboard.press('d');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Why').selectOption('not_reached');
  await dialog.getByRole('textbox').fill('called twice');
  await page.keyboard.press('Control+Enter');
  await page.getByText(/is declined/).waitFor();
  await behind.keyboard.press('a');
  await behind.getByRole('dialog').getByRole('textbox').fill('payslip seen');
  await behind.keyboard.press('Control+Enter');
  await behind
    .getByText(/waits no longer|moved on|does not wait/)
    .first()
    .waitFor();
  await behind.close();
});

test('the page went wrong nowhere', () => closeScreens(natasha));
