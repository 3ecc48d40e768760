import { setTimeout as sleep } from 'node:timers/promises';
import { marked } from '@thumba/words/en-xa';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBorrowerClient } from '../../apps/server/src/demo/borrower-client.ts';
import { signIn } from '../../apps/server/src/demo/borrower-steps.ts';
import { createHandset } from '../../apps/server/src/demo/handset.ts';
import { demoMobile } from '../support/borrower-screens.ts';
import { closeScreens, expectAccessible, launchBrowser, openScreen } from '../support/browser.ts';
import { type Program, startProgram } from '../support/program.ts';

/* The loan contract in another language than that in which it was agreed to. */

let program: Program;
let browser: Browser;

beforeAll(async () => {
  program = await startProgram();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await program?.stop();
});

async function signInAgain(mobile: string) {
  const client = createBorrowerClient(program.url, Date.now);
  const handset = createHandset(program.simulatorUrl);
  const codes = async () =>
    (await handset.phone(mobile)).messages.filter(({ text }) => text.includes('is your Thumba code'));
  const before = (await codes()).length;
  const waitForCode = async () => {
    while ((await codes()).length === before) await sleep(50);
    return handset.waitForCode(mobile);
  };
  const device = { deviceType: 4, deviceBrand: 'h5', appChannelCode: '' } as const;
  const { token } = await signIn(client, { waitForCode }, mobile, device);
  const { items } = await client.ask('listOrders', { query: {} });
  return { token, orderId: items[0]!.orderId };
}

test('a contract is shown in the language of the reader, and the English text that counts opens below it', async () => {
  const { token, orderId } = await signInAgain(demoMobile('active'));
  const screen = await openScreen(browser, 'about:blank');
  const { page, context } = screen;
  const kept = JSON.stringify({ state: { token, lang: 'en-XA' }, version: 1 });
  await context.addInitScript(`localStorage.setItem('session', ${JSON.stringify(kept)})`);
  await page.goto(`${program.url}/al?orderId=${orderId}`);
  const notice = 'This is a translation to help you. The contract in English is the one that counts.';
  await page.getByText(marked(notice)).waitFor();
  await page.getByText(marked('The loan starts on the day that money arrives.')).waitFor();
  const english = page.getByText('The loan starts on the day that money arrives.');
  expect(await english.isVisible()).toBe(false);
  await page.getByText(marked('Read it in English')).click();
  await english.waitFor();
  expect(await page.locator('[lang="en"] article p').first().textContent()).toContain(
    'This is a contract between',
  );
  await expectAccessible(page, 'the translated loan contract');
  await closeScreens(screen);
});
