import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  expectAccessible,
  launchBrowser,
  openScreen,
  PHONE,
  type Screen,
  untilKept,
} from '../support/browser.ts';
import { type Program, startProgram } from '../support/program.ts';
import { copyWebApp, type WebRelease } from '../support/web-release.ts';

/* Updates of the installed app: by itself, after asking, and after a version that does not start. */

const env: Record<string, string> = { DEMO_BORROWERS: 'false' };
const HALF_AN_HOUR_MS = 30 * 60_000 + 1000;

let app: WebRelease;
let program: Program;
let browser: Browser;

beforeAll(async () => {
  app = await copyWebApp();
  await app.release('A');
  env.WEB_APP_DIR = app.folder;
  program = await startProgram({ env });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await program?.stop();
  await app?.remove();
});

const version = (page: Page) => page.locator('html').getAttribute('data-release');
const startedIn = (page: Page, name: string) =>
  page.locator(`html[data-release="${name}"]`).getByText('You receive', { exact: true }).waitFor();

/** A phone with the app open, and a clock that the test moves. */
async function openKept(): Promise<Screen & { loads: () => number }> {
  const screen = await openScreen(browser, 'about:blank', PHONE, undefined, { serviceWorkers: 'allow' });
  const { page, loads } = await openWindow(screen);
  await untilKept(page);
  return { ...screen, page, loads };
}

async function openWindow({ context }: Pick<Screen, 'context'>) {
  const page = await context.newPage();
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await page.clock.install();
  await page.goto(program.url);
  await page.getByText('You receive', { exact: true }).waitFor();
  return { page, loads: () => loads };
}

/**
 * The overlay is shown for one second, and the check on a busy machine may take longer. So the clock of the page is
 * stopped, and moved in small steps while the check runs.
 */
async function inSlowMotion(page: Page, look: Promise<void>): Promise<void> {
  let isOver = false;
  const looking = look.finally(() => {
    isOver = true;
  });
  for (let steps = 0; steps < 900 && !isOver; steps += 1) {
    await page.clock.runFor(1);
    await sleep(10);
  }
  await looking;
}

test('with nothing half-done a new version is found in half an hour and takes over by itself, with one load', async () => {
  const { page, context, loads, troubles } = await openKept();
  await app.release('B');
  await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + HALF_AN_HOUR_MS);
  await page.getByRole('dialog', { name: 'Updating...' }).waitFor();
  await inSlowMotion(page, expectAccessible(page, 'the overlay of an update'));
  await page.clock.resume();
  await startedIn(page, 'B');
  await untilKept(page);
  await page.clock.fastForward(HALF_AN_HOUR_MS);
  await page.clock.runFor(3000);
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(loads()).toBe(2);
  expect(troubles).toEqual([]);
  await context.close();
});

test('two windows: one updates both, and the one with a half-filled form asks first', async () => {
  const first = await openKept();
  await first.page.getByRole('button', { name: 'Log in' }).click();
  const number = first.page.getByLabel('Mobile number');
  await number.fill('0971234567');
  const second = await openWindow(first);
  await app.release('C');
  await second.page.reload();
  await startedIn(second.page, 'C');

  const question = first.page.getByRole('dialog', { name: 'A new version is ready. Update now?' });
  await question.waitFor();
  await expectAccessible(first.page, 'the question of an update');
  await question.getByRole('button', { name: 'Later' }).click();
  await question.waitFor({ state: 'hidden' });
  await expect.poll(() => number.inputValue()).toBe('0971 234 567');
  expect(await version(first.page)).toBe('B');

  await first.page.clock.fastForward(HALF_AN_HOUR_MS);
  await question.getByRole('button', { name: 'Update now' }).click();
  await startedIn(first.page, 'C');
  expect(first.loads()).toBe(2);
  // The window may have found the new version when it opened, before it was loaded again.
  expect(second.loads()).toBeLessThanOrEqual(3);
  expect(first.troubles).toEqual([]);
  await first.context.close();
});

test('after a version that does not start, the next load comes from the server', async () => {
  const { page, context } = await openKept();
  await app.release('D', 'broken');
  await page.clock.fastForward(HALF_AN_HOUR_MS);
  await page.locator('html[data-release="D"]').waitFor({ state: 'attached' });
  await page.waitForLoadState('load');
  await app.release('E');
  await page.reload();
  await startedIn(page, 'E');
  // The page has reported its start by then, and the phone still keeps the version that does not start.
  const isNextWaiting = 'navigator.serviceWorker.getRegistration().then(({ waiting }) => waiting !== null)';
  await expect.poll(() => page.evaluate(isNextWaiting)).toBe(true);
  await page.reload();
  await startedIn(page, 'E');
  // The version that ends may be at work for the open page. Chromium then changes versions when the app has been left.
  const isNextWaitingAfterVisit = async () => {
    await page.goto('about:blank');
    await page.goto(program.url);
    await startedIn(page, 'E');
    return page.evaluate(isNextWaiting);
  };
  await expect.poll(isNextWaitingAfterVisit).toBe(false);
  // From now on the phone has a version that starts, and takes its page from there.
  await app.release('F');
  await page.reload();
  await startedIn(page, 'E');
  await context.close();
});

test('a lender takes the app off the phones: what they kept goes, and the page comes from the server', async () => {
  const { page, context, loads } = await openKept();
  await program.kill();
  env.SERVICE_WORKER = 'false';
  await program.startAgain();
  await app.release('G');
  await page.reload();
  await startedIn(page, 'G');
  const registrations = 'navigator.serviceWorker.getRegistrations().then(({ length }) => length)';
  await expect.poll(() => page.evaluate(registrations)).toBe(0);
  expect(await page.evaluate('caches.keys()')).toEqual([]);
  const before = loads();
  await page.clock.runFor(5000);
  await page.waitForLoadState('load');
  expect(loads()).toBe(before);
  await context.close();
});
