import axe, { type Result, type RunOnly } from 'axe-core';
import type { Page } from 'playwright-core';

/**
 * Everything that these rules of axe find on what is shown now. A document reads the half megabyte of axe once. Elements
 * that no rule complains about are not described: that took several times as long as the rules themselves.
 */
export async function findWithAxe(page: Page, runOnly: RunOnly): Promise<Result[]> {
  for (const frame of page.frames()) {
    const hasAxe = await frame.evaluate<boolean>(`typeof window.axe === 'object'`);
    if (!hasAxe) await frame.evaluate(axe.source);
  }
  return page.evaluate(
    async (options) => {
      const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(options);
      return violations;
    },
    { runOnly, resultTypes: ['violations' as const] },
  );
}
