import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  choose,
  fillContacts,
  fillIdentity,
  fillPersonalInformation,
  logIn,
  loginPanel,
} from '../support/borrower-screens.ts';
import {
  closeScreens,
  expectAccessible,
  launchBrowser,
  openScreen,
  overlaysLeft,
  type Screen,
} from '../support/browser.ts';
import { type HandsetPage, openHandsetPage } from '../support/handset-page.ts';
import { type Program, startProgram } from '../support/program.ts';

/* How the forms are filled in, key by key, as the keyboard of a phone does it. */

const MOBILE = '0968000011';

let program: Program;
let browser: Browser;
let handset: HandsetPage;
let app: Screen;

beforeAll(async () => {
  program = await startProgram({ env: { DEMO_BORROWERS: 'false' } });
  browser = await launchBrowser();
  handset = await openHandsetPage(browser, program.simulatorUrl, MOBILE);
  app = await openScreen(browser, program.url);
});
afterAll(async () => {
  await browser?.close();
  await program?.stop();
});

/** Types into a field that holds the focus, key by key, and says what the field holds then. */
async function typed(page: Page, field: Locator, text: string): Promise<string> {
  await field.click();
  await page.keyboard.press('End');
  await page.keyboard.type(text, { delay: 15 });
  return field.inputValue();
}

/** Sends the form with nothing in it, so that its fields say what is wrong. */
async function submitEmpty(scope: Page | Locator, button: string): Promise<void> {
  await scope.getByRole('button', { name: button, exact: true }).click();
  await scope.getByRole('alert').first().waitFor();
}

test('after a failed login every character stays in its field', async () => {
  const { page } = app;
  await page.getByRole('button', { name: 'Log in' }).click();
  const panel = loginPanel(page);
  await submitEmpty(panel, 'Log In');
  expect(await typed(page, panel.getByLabel('Mobile number'), '0968000011')).toBe('0968 000 011');
  await submitEmpty(panel, 'Log In');
  expect(await typed(page, panel.getByLabel('Verification code'), '1234')).toBe('1234');
  await panel.getByRole('button', { name: 'Back' }).click();
  await panel.waitFor({ state: 'hidden' });
  await overlaysLeft(page);
  await logIn(page, handset, MOBILE);
});

test('after a failed identity form every character stays in its field', async () => {
  const { page } = app;
  await page.getByText('Step 1 of 4. All steps').waitFor();
  await expect.poll(() => page.locator('ol').getByRole('listitem').count()).toBe(4);
  await page.getByText('4 short questions (optional)').waitFor();
  await page.getByRole('link', { name: 'Start' }).click();
  await page.getByText('Step 1 of 4', { exact: true }).waitFor();
  // What the later steps ask for is said before the first is filled in.
  await page.getByText(/^The names and mobile numbers of two people/).waitFor();
  await submitEmpty(page, 'Confirm');
  await expect.poll(() => page.locator(':focus').textContent()).toBe('Take a picture');
  expect(await typed(page, page.getByLabel('NRC number'), '123456101')).toBe('123456/10/1');
  expect(await typed(page, page.getByLabel('First name'), 'Chanda')).toBe('Chanda');
  expect(await typed(page, page.getByLabel('Last name'), 'Mwale')).toBe('Mwale');
  await page.goto(`${program.url}/home`);
  await page.getByText('This phone keeps what you typed until you close Thumba.').waitFor();
  await page.getByRole('link', { name: 'Continue' }).click();
  await expect.poll(() => page.getByLabel('First name').inputValue()).toBe('Chanda');
});

test('a date is typed in one go, corrected with the backspace key, or pasted as a whole', async () => {
  const { page } = app;
  const born = page.getByRole('group', { name: 'Date of birth' });
  const date = async () =>
    Promise.all(['Day', 'Month', 'Year'].map((part) => born.getByLabel(part).inputValue()));
  const clear = async () => {
    for (const part of ['Day', 'Month', 'Year']) await born.getByLabel(part).fill('');
  };
  await born.getByRole('textbox', { name: 'Day, Date of birth' }).click();
  await page.keyboard.type('17041992', { delay: 15 });
  expect(await date()).toEqual(['17', '04', '1992']);
  for (let digits = 0; digits < 6; digits += 1) await page.keyboard.press('Backspace', { delay: 15 });
  expect(await date()).toEqual(['17', '', '']);
  await page.keyboard.type('3/1985', { delay: 15 });
  expect(await date()).toEqual(['17', '3', '1985']);

  // A day that is corrected moves nothing.
  await born.getByLabel('Day').fill('18');
  await expect.poll(() => page.locator(':focus').getAttribute('autocomplete')).toBe('bday-day');

  for (const pasted of ['17/04/1992', '1992-04-17', '17041992']) {
    await clear();
    await born.getByLabel('Day').focus();
    await page.keyboard.insertText(pasted);
    expect(await date()).toEqual(['17', '04', '1992']);
    await expect.poll(() => page.locator(':focus').getAttribute('autocomplete')).toBe('bday-year');
  }
  await clear();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('Please enter your date of birth').waitFor();
  await expect.poll(() => born.getByLabel('Day').getAttribute('aria-invalid')).toBe('true');
});

/** What the Enter key of the phone's keyboard shows, and where the focus is after it was pressed. */
async function enter(page: Page): Promise<[string | null, string | null]> {
  const hint = await page.locator(':focus').getAttribute('enterkeyhint');
  await page.keyboard.press('Enter');
  const focused = page.locator(':focus');
  const label = (await focused.getAttribute('aria-label')) ?? (await focused.getAttribute('name'));
  return [hint, label];
}

test('the Enter key leads from field to field of the identity, and from the last one sends it', async () => {
  const { page } = app;
  await page.getByLabel('NRC number').focus();
  expect(await enter(page)).toEqual(['next', 'firstName']);
  expect(await enter(page)).toEqual(['next', 'lastName']);
  expect(await enter(page)).toEqual(['next', 'Day, Date of birth']);
  await page.keyboard.type('17041992', { delay: 15 });
  expect((await enter(page))[0]).toBe('next');
  const chips = page.getByRole('group', { name: 'Gender' }).getByRole('radio');
  await expect.poll(() => chips.first().and(page.locator(':focus')).count()).toBe(1);
  await choose(page, 'Female');
  await page.getByLabel('Year').focus();
  expect((await enter(page))[0]).toBe('go');
  await page.getByText('Please take a picture of the front').waitFor();
  await fillIdentity(page, { firstName: 'Chanda', lastName: 'Mwale', idNumber: '123456101' });
  await page.getByRole('button', { name: 'Confirm' }).click();
});

test('after failed personal information every character stays in its field', async () => {
  const { page } = app;
  await page.getByRole('heading', { name: 'Personal information' }).waitFor();
  await page.getByText('Step 2 of 4', { exact: true }).waitFor();
  await submitEmpty(page, 'Save and continue');
  await expect.poll(() => page.locator(':focus').getAttribute('name')).toBe('maritalStatus');
  expect(await typed(page, page.getByLabel('Monthly income'), '3500')).toBe('3500');
  expect(await typed(page, page.getByLabel('Address'), '12 Cairo Road')).toBe('12 Cairo Road');
});

test('the pay day is asked only of borrowers who have one', async () => {
  const { page } = app;
  const payDay = page.getByLabel('Pay day');
  const employer = page.getByLabel('Employer or business');
  const isAsked = async () => [await payDay.count(), await employer.count()];
  const employment = page.getByLabel('Employment');
  expect(await isAsked()).toEqual([0, 0]);
  await employment.selectOption({ label: 'Retired' });
  expect(await isAsked()).toEqual([1, 0]);
  await employment.selectOption({ label: 'Employed by a company' });
  expect(await isAsked()).toEqual([1, 1]);
  await page.getByText('Type a number. If you are paid on the last day of the month, type 31.').waitFor();
  expect(await typed(page, payDay, 'last')).toBe('');
  await submitEmpty(page, 'Save and continue');
  await page.getByText('Please enter a number', { exact: true }).waitFor();
  expect(await typed(page, payDay, '28')).toBe('28');
  await employment.selectOption({ label: 'Farming or fishing' });
  expect(await isAsked()).toEqual([0, 0]);
});

test('the districts come in one request, and are kept on the phone', async () => {
  const { page, context } = app;
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/h5/region/')) asked.push(new URL(request.url()).pathname);
  });
  const openPicker = async () => {
    await page.getByRole('button', { name: /^District/ }).click();
    return page.getByRole('dialog', { name: /^Choose your/ });
  };
  const picker = await openPicker();
  await picker.getByRole('button', { name: 'Lusaka' }).click();
  await picker.getByRole('button', { name: 'Kafue' }).click();
  await page.getByText('Kafue, Lusaka').waitFor();
  expect(asked).toEqual(['/api/h5/region/queryAreaTree']);

  // Without the answer of the server, the page finds the districts where they are kept.
  await context.route('**/h5/region/**', (route) => route.abort('internetdisconnected'));
  await page.reload();
  await page.getByText('Kafue, Lusaka').waitFor();
  const again = await openPicker();
  await again.getByLabel('Search for a district').fill('chi');
  await again.getByRole('button', { name: /^Chibombo/ }).waitFor();
  await again.getByRole('button', { name: 'Back', exact: true }).click();
  await context.unroute('**/h5/region/**');
  const expected = app.troubles.filter((trouble) => trouble.includes('ERR_INTERNET_DISCONNECTED'));
  expect(expected.length).toBeGreaterThan(0);
  app.troubles.splice(
    0,
    app.troubles.length,
    ...app.troubles.filter((trouble) => !expected.includes(trouble)),
  );
});

test('the Enter key leads to the district where none is chosen, and past lists that have a value', async () => {
  const { page } = app;
  await fillPersonalInformation(page, '6500');
  await page.getByLabel('Monthly income').focus();
  expect(await enter(page)).toEqual(['next', 'payDay']);
  expect(await enter(page)).toEqual(['next', 'address']);
  await page.getByLabel('Email').focus();
  expect(await enter(page)).toEqual(['next', 'employerName']);
  await page.getByLabel('Employment').selectOption('');
  await page.getByLabel('Email').focus();
  expect(await enter(page)).toEqual(['next', 'employmentType']);
  await page.getByLabel('Employment').selectOption({ label: 'Employed by a company' });
  await page.getByLabel('Address').focus();
  expect((await enter(page))[0]).toBe('go');
});

test('after failed contacts, and after a refusal of the server, every character stays in its field', async () => {
  const { page } = app;
  const names = page.getByLabel('Name');
  const mobiles = page.getByLabel('Mobile number');
  await page.getByRole('heading', { name: 'Emergency Contact' }).waitFor();
  await page.getByText('Step 3 of 4', { exact: true }).waitFor();
  await submitEmpty(page, 'Save and continue');
  await expect.poll(() => page.locator(':focus').getAttribute('name')).toBe('contact1Name');
  expect(await typed(page, mobiles.first(), '0977555999')).toBe('0977 555 999');
  expect(await typed(page, names.last(), 'Grace')).toBe('Grace');
  await fillContacts(page);
  await mobiles.last().fill(MOBILE);
  await submitEmpty(page, 'Save and continue');
  await expect.poll(() => page.locator(':focus').getAttribute('name')).toBe('contact2Mobile');
  await mobiles.last().fill('');
  expect(await typed(page, names.first(), ' and Moses')).toBe('Grace Tembo and Moses');
  expect(await typed(page, mobiles.last(), '0967555999')).toBe('0967 555 999');
  // Nothing is tapped while the message of the refusal is shown.
  await page.getByRole('alert').waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Save and continue' }).click();
});

/** The colours of the parts of the progress, each once. */
async function progressColours(page: Page): Promise<string[]> {
  const parts = await page.evaluate<string[]>(
    `[...document.querySelectorAll('[aria-label^="Step 4 of 4"] span')].map((part) => getComputedStyle(part).backgroundColor)`,
  );
  expect(parts).toHaveLength(4);
  return [...new Set(parts)];
}

test('a tap on an answer leads to the next question, and keys only choose', async () => {
  const { page } = app;
  const question = (number: number) => page.getByText(`Step 4 of 4 · Question ${number} of 4`);
  await question(1).waitFor();
  await expectAccessible(page, 'the first question');
  // Three steps were filled before, so the fourth fills the last part.
  expect(await progressColours(page)).toHaveLength(1);
  // A button that follows a tap would be tapped for the next question.
  const next = page.getByRole('button', { name: 'Next' });
  expect(await next.count()).toBe(0);
  await page.getByRole('radio').first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => page.getByRole('radio', { name: '2 to 5 years' }).isChecked()).toBe(true);
  await page.waitForTimeout(600);
  await question(1).waitFor();
  await next.click();
  await question(2).waitFor();
  await choose(page, 'Only me');
  await question(3).waitFor();
  await expect.poll(() => page.locator(':focus').textContent()).toBe('Do you save money?');
  expect(await next.count()).toBe(0);
  await page.getByRole('button', { name: 'Back' }).last().click();
  await question(2).waitFor();
  await expect.poll(() => page.getByRole('radio', { name: 'Only me' }).isChecked()).toBe(true);
  await next.waitFor();
  await choose(page, 'Only me');
  await question(3).waitFor();
  // The arrow at the top leads to the question before too, and from the first one out of the questions.
  const arrow = page.getByRole('banner').getByRole('button', { name: 'Back' });
  await arrow.click();
  await question(2).waitFor();
  await arrow.click();
  await question(1).waitFor();
  await arrow.click();
  await page.getByRole('link', { name: 'Me', exact: true }).click();
  await page.getByRole('link', { name: 'Questionnaire 4 short questions (optional)' }).click();
  for (const [number, answer] of [
    [1, '2 to 5 years'],
    [2, 'Only me'],
  ] as const) {
    await page.getByText(`Question ${number} of 4`).waitFor();
    await choose(page, answer);
  }
  await question(3).waitFor();
  // Two taps are one step, and the button does not add another.
  await page.locator('label').getByText('Sometimes').dblclick();
  await question(4).waitFor();
  await page.waitForTimeout(600);
  await question(4).waitFor();
  await choose(page, 'Yes, on time');
  await page.waitForTimeout(600);
  await question(4).waitFor();
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Your limit').first().waitFor();
  await page.goto(`${program.url}/authentication/questionnaire`);
  await page.getByText('You have answered these questions').waitFor();
});

test('after a failed account, complaint or claim every character stays in its field', async () => {
  const { page } = app;
  await page.goto(`${program.url}/me/accounts`);
  await page.getByRole('button', { name: 'Add an account' }).click();
  const sheet = page.getByRole('dialog', { name: 'Add an account' });
  await submitEmpty(sheet, 'Add the account');
  expect(await typed(page, sheet.getByLabel('Mobile-money number'), '0977555111')).toBe('0977 555 111');
  await submitEmpty(sheet, 'Add the account');
  expect(await typed(page, sheet.getByLabel('Verification code'), '1234')).toBe('1234');

  await page.goto(`${program.url}/me/complaint`);
  await submitEmpty(page, 'Send the complaint');
  expect(await typed(page, page.getByRole('textbox'), 'The money is late')).toBe('The money is late');

  await page.goto(`${program.url}/me/claim`);
  await submitEmpty(page, 'Find my payment');
  expect(await typed(page, page.getByRole('textbox'), 'CI261126')).toBe('CI261126');
});

test('and the browser reported no errors', () => closeScreens(app, handset.screen));
