import { afterEach } from 'vitest';
import { openWindows } from './browser.ts';

/* What stood on the open pages belongs to the message of a test that failed: a later look at the machine is not possible. */

const LONGEST_TEXT = 1500;

afterEach(async ({ task }) => {
  const [error] = task.result?.errors ?? [];
  if (!error) return;
  const pages = [...openWindows].flatMap((window) => window.pages());
  const texts = await Promise.all(
    pages.map(async (page) => {
      const text = await page
        .locator('body')
        .innerText({ timeout: 2_000 })
        .catch((failure: Error) => `(not read: ${failure.message})`);
      return `Page ${page.url()}:\n${text.slice(0, LONGEST_TEXT)}`;
    }),
  );
  error.message = [error.message, ...texts].join('\n\n');
});
