import { expect, test } from 'vitest';
import { closeScreens, DESKTOP, expectAccessible, openScreen, PHONE } from '../support/browser.ts';
import { openProgramAndBrowser } from '../support/program-and-browser.ts';

/* The API page, as a developer meets it. */

const opened = openProgramAndBrowser();

test.each([
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
])('the first call works from the page, on %s', async (place, size) => {
  const screen = await openScreen(opened.browser, `${opened.program.url}/docs`, size);
  const { page } = screen;
  await page.getByRole('button', { name: 'Try it here' }).click();
  await page.getByText('Answered with code 200.').waitFor();
  await expect.poll(() => page.getByLabel('The answer of the server').textContent()).toContain('Quick loan');
  await expectAccessible(page, `the API page on ${place}`);
  await page.getByRole('link', { name: 'Paying' }).click();
  await page.getByRole('heading', { name: 'Ask for a repayment by PIN prompt' }).waitFor();
  expect(page.url()).toMatch(/#paying$/);
  await closeScreens(screen);
});
