import type { Page } from 'playwright-core';

/** A browser on a desk neither vibrates nor shares. From the next load on, what the app asks of it is kept instead. */
export async function keepWhatIsFelt(page: Page): Promise<void> {
  await page.addInitScript(`
    window.felt = [];
    window.passedOn = [];
    navigator.vibrate = (pattern) => { window.felt.push(pattern); return true; };
    navigator.canShare = ({ files }) => files.length === 1;
    navigator.share = async ({ files, text }) => {
      window.passedOn.push({ name: files?.[0]?.name, size: files?.[0]?.size, text });
    };
  `);
}

/** The vibrations since the page was loaded, in milliseconds. */
export const felt = (page: Page) => page.evaluate<number[]>('window.felt');

/** What was shared since the page was loaded. */
export const passedOn = (page: Page) =>
  page.evaluate<{ name: string; size: number; text: string }[]>('window.passedOn');
