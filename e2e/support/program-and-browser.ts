import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { launchBrowser } from './browser.ts';
import { type Program, type ProgramOptions, startProgram } from './program.ts';

/** A program and a browser for all tests of a file. They are there from the first test on. */
export function openProgramAndBrowser(options?: ProgramOptions): { program: Program; browser: Browser } {
  const opened = {} as { program: Program; browser: Browser };
  beforeAll(async () => {
    opened.program = await startProgram(options);
    opened.browser = await launchBrowser();
  });
  afterAll(async () => {
    await opened.browser?.close();
    await opened.program?.stop();
  });
  return opened;
}
