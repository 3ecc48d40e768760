import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { closeScreens } from '../support/browser.ts';
import { consoleUrl } from '../support/console-screens.ts';
import { hireAndOpen, type StaffScreen } from '../support/hired-staff.ts';
import { openProgramAndBrowser } from '../support/program-and-browser.ts';
import { waitingOrder } from '../support/staff-beside.ts';

/* From the sign-in page to the first decision, by what is on the screen alone. Each click, filled field and pressed key is an action. */

const opened = openProgramAndBrowser();

const MOST_ACTIONS = 25;
const MOST_MS = 2 * 60_000;

let natasha: StaffScreen;
let orderId: number;

beforeAll(async () => {
  orderId = await waitingOrder(opened.program);
  [natasha] = await hireAndOpen(opened, { userName: 'natasha', name: 'Natasha Zulu', role: 'underwriter' });
  await natasha.page.getByRole('button', { name: 'Sign out' }).click();
  await natasha.page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
});

/** Counts what a person does. Looking is no action. */
function countedHands(page: Page) {
  let actions = 0;
  return {
    actions: () => actions,
    async fill(field: Locator, text: string) {
      actions += 1;
      await field.fill(text);
    },
    async click(target: Locator) {
      actions += 1;
      await target.click();
    },
    async press(key: string) {
      actions += 1;
      await page.keyboard.press(key);
    },
  };
}

test('an underwriter comes from the sign-in page to the first decision in less than two minutes and 25 actions', async () => {
  const { page } = natasha;
  const hands = countedHands(page);
  const beganAt = performance.now();
  await page.goto(consoleUrl(opened.program));
  await hands.fill(page.getByLabel('User name'), 'natasha');
  await hands.fill(page.getByLabel('Password'), natasha.password);
  await hands.click(page.getByRole('button', { name: 'Continue' }));
  await hands.fill(page.getByLabel('Code of your authenticator app'), natasha.nextCode());
  await hands.click(page.getByRole('button', { name: 'Sign in' }));
  await hands.click(page.getByRole('link', { name: 'Application for a person' }));
  await hands.click(page.getByRole('link', { name: String(orderId) }));
  await page.getByRole('img', { name: 'Front of the card' }).waitFor();
  await hands.click(page.getByRole('button', { name: /^Approve K/ }));
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Your loan of K300.00 is approved.').waitFor();
  await hands.fill(dialog.getByRole('textbox'), 'payslip seen');
  await hands.click(dialog.getByRole('button', { name: /^Approve/ }));
  await page.getByText(`Application ${orderId} is approved: K300.00 is on its way.`).waitFor();
  const tookMs = performance.now() - beganAt;
  console.log(`first decision: ${hands.actions()} actions, ${(tookMs / 1000).toFixed(1)} s of the machine`);
  expect(hands.actions()).toBeLessThan(MOST_ACTIONS);
  expect(tookMs).toBeLessThan(MOST_MS);
});

test('the page went wrong nowhere', () => closeScreens(natasha));
