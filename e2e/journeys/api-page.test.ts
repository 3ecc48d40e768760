import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  closeScreens,
  DESKTOP,
  expectAccessible,
  launchBrowser,
  openScreen,
  PHONE,
} from '../support/browser.ts';
import { type Program, startProgram } from '../support/program.ts';

/* The API page, as a developer meets it. */

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

test.each([
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
])('the first call works from the page, on %s', async (place, size) => {
  const screen = await openScreen(browser, `${program.url}/docs`, size);
  const { page } = screen;
  await page.getByRole('button', { name: 'Try it here' }).click();
  await page.getByText('Answered with code 200.').waitFor();
  expect(await page.getByLabel('The answer of the server').textContent()).toContain('Quick loan');
  await expectAccessible(page, `the API page on ${place}`);
  await page.getByRole('link', { name: 'Paying' }).click();
  await page.getByRole('heading', { name: 'Ask for a repayment by PIN prompt' }).waitFor();
  expect(page.url()).toMatch(/#paying$/);
  await closeScreens(screen);
});
