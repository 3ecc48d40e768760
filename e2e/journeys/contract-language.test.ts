import { marked } from '@thumba/words/en-xa';
import { expect, test } from 'vitest';
import { demoMobile } from '../support/borrower-screens.ts';
import { closeScreens, expectAccessible, openScreen } from '../support/browser.ts';
import { openProgramAndBrowser } from '../support/program-and-browser.ts';
import { newestOrderId, signInAgain } from '../support/sign-in-again.ts';

/* The loan contract in another language than that in which it was agreed to. */

const opened = openProgramAndBrowser();

test('a contract is shown in the language of the reader, and the English text that counts opens below it', async () => {
  const { program, browser } = opened;
  const { token, client } = await signInAgain(program, demoMobile('active'));
  const orderId = await newestOrderId(client);
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
