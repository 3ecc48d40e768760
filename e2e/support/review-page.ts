import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { closeScreens, DESKTOP, openScreen, type Screen } from './browser.ts';
import type { Program } from './program.ts';

/* The page of `npm run review`, as a person of staff has it. */

const STAFF = path.join(import.meta.dirname, '../../apps/server/src/staff/terminal/main.ts');

/** `ended` is the last line of the command. */
export type Review = { screen: Screen; page: Page; ended: Promise<string> };

const commands: ChildProcess[] = [];

/** Ends the commands whose pages were not decided on. */
export function endReviews(): void {
  for (const command of commands.splice(0)) command.kill();
}

/** Starts the command beside the server, and opens the address that it prints. */
export async function openReview(browser: Browser, program: Program, order: string): Promise<Review> {
  const command = spawn(process.execPath, [STAFF, 'review', order], {
    env: { ...process.env, DATABASE_URL: '', ...program.settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  commands.push(command);
  const address = Promise.withResolvers<string>();
  const ended = Promise.withResolvers<string>();
  let printed = '';
  command.stdout.setEncoding('utf8').on('data', (piece: string) => {
    printed += piece;
    const found = /http:\S+/.exec(printed);
    if (found && printed.includes('\n')) address.resolve(found[0]);
  });
  command.once('close', () => {
    ended.resolve(printed.trimEnd().split('\n').at(-1)!);
    address.reject(new Error(`the review did not open: ${printed}`));
  });
  const screen = await openScreen(browser, await address.promise, DESKTOP);
  return { screen, page: screen.page, ended: ended.promise };
}

/** The form of a decision, opened. */
export async function openForm(page: Page, title: string) {
  const form = page.locator('form').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
  const button = form.getByRole('button', { name: title, exact: true });
  if (!(await button.isVisible())) await form.locator('summary').click();
  return form;
}

export async function decide(review: Review, title: string, note: string): Promise<string> {
  const form = await openForm(review.page, title);
  await form.getByLabel('Note for staff').fill(note);
  await form.getByRole('button', { name: title, exact: true }).click();
  await review.page.getByText('You can close this page.').waitFor();
  await closeScreens(review.screen);
  return review.ended;
}
