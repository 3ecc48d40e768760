import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBorrowerClient } from '../../apps/server/src/demo/borrower-client.ts';
import type { LanguageFile } from '../../packages/words/src/language-file.ts';
import { readCatalogue } from '../../scripts/translations/read-catalogue.ts';
import { demoMobile, takeOwnPhone } from '../support/borrower-screens.ts';
import {
  closeScreens,
  expectAccessible,
  launchBrowser,
  openScreen,
  PHONE,
  type Screen,
  untilKept,
  withoutNetwork,
} from '../support/browser.ts';
import { type HandsetPage, openHandsetPage } from '../support/handset-page.ts';
import { type Program, startProgram } from '../support/program.ts';

/* A lender shows the draft of Nyanja: a borrower chooses it, reads it everywhere, and goes back to English. */

const nyanja = await readLanguage('ny');
const { sentences } = readCatalogue(path.join(import.meta.dirname, '../..'));
const mobile = demoMobile('settled');

let program: Program;
let browser: Browser;
let handset: HandsetPage;
let app: Screen;

beforeAll(async () => {
  program = await startProgram({ env: { DRAFT_LANGUAGES: 'ny' } });
  browser = await launchBrowser();
  handset = await openHandsetPage(browser, program.simulatorUrl, mobile);
  app = await openScreen(browser, program.url, PHONE, undefined, { serviceWorkers: 'allow' });
});
afterAll(async () => {
  await browser?.close();
  await program?.stop();
});

test('a visitor finds the language by its own name, below the loan and at the login', async () => {
  const { page } = app;
  await untilKept(page);
  const chooser = page.getByRole('group', { name: 'Language' });
  await chooser.getByRole('button', { name: 'Chinyanja' }).waitFor();
  await expect.poll(() => chooser.getByRole('button').allTextContents()).toEqual(['English', 'Chinyanja']);
  await expectAccessible(page, 'home with a choice of languages');
  await page.getByRole('button', { name: 'Log in' }).click();
  const panel = page.getByRole('dialog');
  await panel.getByLabel('Mobile number').fill(mobile);
  await panel.getByRole('button', { name: 'Chinyanja' }).click();
  await panel.getByRole('button', { name: said('login.logIn') }).waitFor();
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('ny');
  // The app is drawn again where it stands: what was typed is still there.
  const typed = await panel.getByLabel(said('login.mobile')).inputValue();
  expect(typed.replaceAll(' ', '')).toBe(mobile);
  await panel.getByText(said('language.draft')).waitFor();
});

test('home is in it, and so is a refusal of the server', async () => {
  const { page } = app;
  const panel = page.getByRole('dialog');
  await takeOwnPhone(page, mobile);
  const before = await handset.messages.count();
  await panel.getByRole('button', { name: said('phone.obtain') }).click();
  await handset.messages.nth(before).waitFor();
  const code = /\b\d{4}\b/.exec((await handset.messages.first().locator('.message-text').textContent())!)![0];
  await panel.getByRole('checkbox').first().check();
  await panel.getByRole('textbox').nth(1).fill(code);
  await panel.waitFor({ state: 'hidden' });
  await page.getByText(said('limitLadder.title'), { exact: true }).waitFor();
  await page.goto(`${program.url}/borrow-plan?productId=1&amount=100000&termId=2`);
  await page
    .getByText(said('lendingRefusal.amount_above_maximum').replace('{amount}', 'K2,000'))
    .first()
    .waitFor();
});

test('the settings show the choice, with the note of the draft', async () => {
  const { page } = app;
  await page.goto(`${program.url}/set`);
  const card = page.getByRole('group', { name: said('settings.language.title') });
  await card.getByRole('radio', { name: /^Chinyanja/ }).waitFor();
  await expect.poll(() => card.getByRole('radio', { name: /^Chinyanja/ }).isChecked()).toBe(true);
  await card.getByText(said('language.draft')).waitFor();
  await expectAccessible(page, 'settings with a choice of languages');
});

test('another tab follows, and the app speaks it without a network too', async () => {
  const { page, context } = app;
  const other = await context.newPage();
  await other.goto(`${program.url}/me`);
  await other
    .getByRole('heading', { name: said('titles.me'), exact: true })
    .first()
    .waitFor();
  // A tab begins to follow the others some time after its load.
  await other.waitForTimeout(3000);
  await choose(page, 'English');
  await other.getByRole('heading', { name: 'Me', exact: true }).first().waitFor();
  await choose(page, 'Chinyanja');
  await other
    .getByRole('heading', { name: said('titles.me'), exact: true })
    .first()
    .waitFor();
  await other.close();
  await withoutNetwork(app, async () => {
    await page.reload();
    await page.getByRole('heading', { name: said('titles.settings'), exact: true }).waitFor();
  });
});

test('an SMS comes in it, and in English after that was chosen again', async () => {
  const { page } = app;
  const client = createBorrowerClient(program.url, Date.now);
  client.setToken(await page.evaluate<string>('JSON.parse(localStorage.session).state.token'));
  const received = () =>
    handset.messages.filter({ hasText: said('messages.complaint_received').split('{')[0]! });
  await client.ask('writeComplaint', { body: { topic: 'other', text: 'Please explain my loan to me' } });
  await received().waitFor();
  await page.goto(`${program.url}/set`);
  await choose(page, 'English');
  await page.getByRole('heading', { name: 'Set', exact: true }).waitFor();
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('en');
  expect(await page.title()).toBe('Set · Thumba');
  await client.ask('writeComplaint', { body: { topic: 'cost', text: 'Please explain the costs too' } });
  await handset.messages.filter({ hasText: 'We have your message' }).first().waitFor();
  expect(said('messages.complaint_received')).not.toContain('We have your message');
  await closeScreens(app);
});

test('a language that does not load is said, and the app stays in English', async () => {
  const screen = await openScreen(browser, program.url);
  const { page } = screen;
  await page.route(/\/assets\/language\./, (route) => route.abort());
  await page.getByRole('button', { name: 'Chinyanja' }).click();
  await page.getByText('The language did not load. Check your internet and try again.').waitFor();
  await page.getByRole('button', { name: 'Log in' }).waitFor();
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('en');
  await screen.context.close();
});

/** Waits until the server has been told, for the messages. */
async function choose(page: Page, name: string): Promise<void> {
  await Promise.all([
    page.waitForResponse(/\/my\/language$/),
    page.getByRole('radio', { name: new RegExp(`^${name}`) }).check({ force: true }),
  ]);
}

/** A sentence in Nyanja, or in English while it is not translated. */
function said(key: string): string {
  const english = sentences.find(({ part, name }) => `${part}.${name}` === key)?.english;
  const text = nyanja.sentences[key]?.text ?? english;
  if (typeof text !== 'string') throw new Error(`${key} is no text of the catalogues.`);
  return text;
}

async function readLanguage(tag: string): Promise<LanguageFile> {
  const file = path.join(import.meta.dirname, `../../languages/${tag}.json`);
  return JSON.parse(await readFile(file, 'utf8')) as LanguageFile;
}
