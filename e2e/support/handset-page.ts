import type { Browser, Locator, Page } from 'playwright-core';
import { DESKTOP, openScreen, type Screen } from './browser.ts';

/** A borrower's phone on the handset page, used as a person uses it. */
export type HandsetPage = {
  screen: Screen;
  /** The newest code that was not read before, of four digits or of six. */
  readCode(): Promise<string>;
  balance(): Promise<string>;
  /** The texts of the messages, newest first. */
  messages: Locator;
  prompt: Locator;
  /** Moves the business date day by day. */
  passDays(count: number): Promise<void>;
  approve(): Promise<void>;
  answer(button: 'Wrong PIN' | 'Refuse' | 'Ignore'): Promise<void>;
};

/** Open it before a code is sent, so that it can tell the new code from older ones. */
export async function openHandsetPage(
  browser: Browser,
  simulatorUrl: string,
  mobile: string,
): Promise<HandsetPage> {
  const screen = await openScreen(browser, simulatorUrl, DESKTOP);
  const { page } = screen;
  await page.getByLabel('Mobile number').fill(mobile);
  await page.getByRole('button', { name: 'Open' }).click();
  const phone = page.getByRole('region', { name: /^Phone \d/ });
  await phone.getByText('Balance', { exact: true }).waitFor();

  const messages = phone.getByRole('listitem');
  const codes = messages.filter({ hasText: 'is your Thumba code' });
  const prompt = phone.getByRole('dialog', { name: 'Payment request' });
  let codesRead = await codes.count();

  return {
    screen,
    messages,
    prompt,
    async readCode() {
      await codes.nth(codesRead).waitFor();
      codesRead = await codes.count();
      const text = await codes.first().locator('.message-text').textContent();
      return /^(\d+) is your Thumba code/.exec(text ?? '')![1]!;
    },
    async balance() {
      const text = await phone.getByText(/^Balance K/).textContent();
      return text!.replace('Balance', '').trim();
    },
    async passDays(count) {
      const calendar = page.getByRole('region', { name: 'Business date' });
      const field = calendar.getByLabel('Or to a chosen day');
      const tomorrow = Date.parse((await field.getAttribute('min'))!);
      const dayMs = 24 * 60 * 60 * 1000;
      const dayText = (at: number) => new Date(at).toISOString().slice(0, 10);
      await field.fill(dayText(tomorrow + (count - 1) * dayMs));
      await calendar.getByRole('button', { name: 'Move' }).click();
      await calendar.locator(`input[min="${dayText(tomorrow + count * dayMs)}"]`).waitFor();
      await calendar.getByRole('progressbar').waitFor({ state: 'hidden' });
    },
    async approve() {
      await prompt.getByLabel('PIN, any four digits').fill('1234');
      await prompt.getByRole('button', { name: 'Approve' }).click();
      await sayingThat(page, /^Paid K/);
    },
    async answer(button) {
      await prompt.getByRole('button', { name: button }).click();
      await sayingThat(page, button === 'Ignore' ? /is still waiting/ : /was not paid/);
    },
  };
}

async function sayingThat(page: Page, words: RegExp): Promise<void> {
  await page.getByRole('status').filter({ hasText: words }).waitFor();
}
