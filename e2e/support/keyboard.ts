import type { Locator, Page } from 'playwright-core';

/** Uses a page with the keyboard alone. */
export type Keyboard = {
  /** Presses Tab until the focus is there, up to a limit. */
  tabTo(target: Locator): Promise<void>;
  press(target: Locator, key?: 'Enter' | 'Space'): Promise<void>;
  type(target: Locator, text: string): Promise<void>;
};

export function keyboardOf(page: Page): Keyboard {
  async function tabTo(target: Locator): Promise<void> {
    await target.waitFor();
    const focused = target.and(page.locator(':focus'));
    for (let presses = 0; presses < 30; presses += 1) {
      if ((await focused.count()) === 1) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`the keyboard does not reach ${target}`);
  }
  return {
    tabTo,
    async press(target, key = 'Enter') {
      await tabTo(target);
      await page.keyboard.press(key);
    },
    async type(target, text) {
      await tabTo(target);
      await page.keyboard.type(text);
    },
  };
}
