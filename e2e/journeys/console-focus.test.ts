import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { findBorrowerByMobile } from '../../apps/server/src/people/borrower/queries.ts';
import { registerBorrowers } from '../support/borrower-story.ts';
import { closeScreens, DESKTOP, type Screen } from '../support/browser.ts';
import { confirmWith, consoleUrl, expectAccessibleEverywhere } from '../support/console-screens.ts';
import { hireAndOpen } from '../support/hired-staff.ts';
import { keyboardOf } from '../support/keyboard.ts';
import { openProgramAndBrowser } from '../support/program-and-browser.ts';
import { asStaffBeside } from '../support/staff-beside.ts';

/* Where the focus of the keyboard is in the console: in menus, after dialogs, and after what had it is gone. */

const opened = openProgramAndBrowser({ env: { DEMO_BORROWERS: 'false' } });

let administrator: Screen;
let support: Screen;

beforeAll(async () => {
  [administrator, support] = await hireAndOpen(
    opened,
    { userName: 'kondwani', name: 'Kondwani Zulu', role: 'administrator' },
    { userName: 'taonga', name: 'Taonga Mwale', role: 'support' },
  );
});

const hasFocus = (page: Page, target: Locator) =>
  expect.poll(() => target.and(page.locator(':focus')).count()).toBe(1);
const changeOf = (page: Page, name: string) => page.getByRole('button', { name: `Change ${name}` });
const choice = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function openStaff(): Promise<Page> {
  const { page } = administrator;
  await page.goto(`${consoleUrl(opened.program)}/staff`);
  await changeOf(page, 'Taonga Mwale').waitFor();
  return page;
}

test('the link that skips the side bar moves the focus into the main part', async () => {
  const page = await openStaff();
  await keyboardOf(page).press(page.getByRole('link', { name: 'Skip to the main part' }));
  await hasFocus(page, page.getByRole('main'));
});

test('the arrows, Home and End move in a menu, and it closes once the focus leaves it', async () => {
  const page = await openStaff();
  await keyboardOf(page).tabTo(changeOf(page, 'Taonga Mwale'));
  await page.keyboard.press('ArrowDown');
  await hasFocus(page, choice(page, 'Ask for other roles'));
  await page.keyboard.press('ArrowDown');
  await hasFocus(page, choice(page, 'New link'));
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await hasFocus(page, choice(page, 'End the account'));
  await page.keyboard.press('Home');
  await hasFocus(page, choice(page, 'Ask for other roles'));
  await page.keyboard.press('End');
  await page.keyboard.press('Tab');
  await choice(page, 'End the account').waitFor({ state: 'hidden' });
  await page.keyboard.press('Shift+Tab');
  await hasFocus(page, changeOf(page, 'Taonga Mwale'));
});

test('a dialog from a menu gives the focus back to the button of the menu', async () => {
  const page = await openStaff();
  const change = changeOf(page, 'Chipo Banda');
  await change.press('Enter');
  await choice(page, 'End the account').press('Enter');
  await page.getByRole('dialog').waitFor();
  expect(await page.evaluate('getComputedStyle(document.querySelector("dialog")).textAlign')).toBe('left');
  await page.keyboard.press('Escape');
  await hasFocus(page, change);
  await change.press('Enter');
  await choice(page, 'End all sessions').press('Enter');
  await confirmWith(page, 'a laptop was lost');
  await page.getByText('The sessions of Chipo Banda have ended.').waitFor();
  await hasFocus(page, change);
});

test('a toast stays while it has the focus, and gives it back', async () => {
  const { page } = administrator;
  await page.clock.install();
  await openStaff();
  const change = changeOf(page, 'Mutale Phiri');
  await change.press('Enter');
  await choice(page, 'End all sessions').press('Enter');
  await confirmWith(page, 'a laptop was lost');
  const toast = page.getByRole('button', { name: 'The sessions of Mutale Phiri have ended.' });
  await toast.waitFor();
  await hasFocus(page, change);
  await toast.focus();
  await page.clock.fastForward(20_000);
  await hasFocus(page, toast);
  await page.keyboard.press('Enter');
  await hasFocus(page, change);
  expect(await toast.count()).toBe(0);
});

test('after a row has lost its button, the focus is on the next row', async () => {
  const page = await openStaff();
  const buttons = page.getByRole('button', { name: /^Change / });
  const names = await Promise.all((await buttons.all()).map((one) => one.getAttribute('aria-label')));
  const at = names.indexOf('Change Mutale Phiri');
  await buttons.nth(at).press('Enter');
  await choice(page, 'End the account').press('Enter');
  await confirmWith(page, 'left the lender');
  await expect.poll(() => buttons.count()).toBe(names.length - 1);
  await hasFocus(page, page.getByRole('button', { name: names[at + 1] ?? names[at - 1]! }));
});

test('letters work with Caps Lock', async () => {
  const { page } = administrator;
  await page.keyboard.press('G');
  await page.keyboard.press('U');
  await page.getByRole('heading', { level: 1, name: 'Audit' }).waitFor();
});

test('a row that takes the focus is not under the header', async () => {
  const { page } = administrator;
  await page.setViewportSize({ width: 1280, height: 400 });
  const entries = page.getByRole('button', { name: ': show the entry' });
  await entries.nth(5).waitFor();
  await entries.nth(1).focus();
  const below = (await entries.first().boundingBox())!;
  // The row is in the window, and under the header.
  await page.evaluate(`scrollBy(0, ${below.y - 20})`);
  expect((await entries.first().boundingBox())!.y).toBeLessThan(30);
  await page.keyboard.press('Shift+Tab');
  await hasFocus(page, entries.first());
  const header = (await page.getByRole('banner').boundingBox())!;
  const first = (await entries.first().boundingBox())!;
  expect(first.y).toBeGreaterThan(header.y + header.height);
  await page.setViewportSize(DESKTOP);
});

test('where the side bar has pictures alone, the focus shows the name', async () => {
  const { page } = administrator;
  await page.setViewportSize({ width: 768, height: 1024 });
  const entry = page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Staff' });
  const name = entry.getByText('Staff', { exact: true });
  expect((await name.boundingBox())!.width).toBeLessThan(2);
  await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Requests' }).focus();
  await keyboardOf(page).tabTo(entry);
  const picture = (await entry.boundingBox())!;
  const shown = (await name.boundingBox())!;
  expect(shown.x).toBeGreaterThanOrEqual(picture.x + picture.width);
  expect(shown.width).toBeGreaterThan(40);
  await expectAccessibleEverywhere(page, 'the side bar with a name');
});

test('after the numbers are shown in full, the focus is on the heading of their card', async () => {
  const { page } = support;
  const [borrower] = await registerBorrowers(opened.program, 1, { first: 7400 });
  const borrowerId = await asStaffBeside(opened.program, ({ db, sealing }) =>
    findBorrowerByMobile(db, sealing, borrower!.mobile),
  );
  await page.goto(`${consoleUrl(opened.program)}/borrowers/${borrowerId}`);
  await page.getByRole('button', { name: 'Show in full' }).press('Enter');
  await hasFocus(page, page.getByRole('heading', { level: 2, name: 'Who' }));
});

test('the page went wrong nowhere', () => closeScreens(administrator, support));
