import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { marked } from '@thumba/words/en-xa';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHandset } from '../../apps/server/src/demo/handset.ts';
import { demoMobile } from '../support/borrower-screens.ts';
import { closeScreens, launchBrowser, openScreen } from '../support/browser.ts';
import { type Program, startProgram } from '../support/program.ts';
import { newestOrderId, signInAgain } from '../support/sign-in-again.ts';
import { listenToServer, unmarkedText } from '../support/unmarked-text.ts';

/*
 * Every screen in a made-up language that marks each text of the app and of the server: a text without marks is in no
 * catalogue.
 */

let program: Program;
let browser: Browser;

beforeAll(async () => {
  program = await startProgram();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await program?.stop();
});

const LOOK_EVERY_MS = 60;
const LONGEST_WAIT_MS = 3000;

const routes = await readRoutes();
const openToAll = routes.filter(({ needsLogin }) => !needsLogin).map((route) => route.path);

test('a visitor: every open screen, and the login panel with its refusals', async () => {
  const reminder = await textOnPhone(demoMobile('overdue'), /\/qp\?code=(\S+)/);
  const look = await openMarked();
  for (const address of openToAll) await look.at(address === '/qp' ? `/qp?code=${reminder}` : address);
  await look.at('/qp?code=AAAAAAAAAAAAAAAAAAAAAA');
  await look.at('/nowhere');
  await look.at('/me');
  await look.after('the login panel', (page) =>
    page
      .getByRole('dialog')
      .getByRole('button', { name: marked('Log In'), exact: true })
      .click(),
  );
  expect(await look.close()).toEqual([]);
});

test('a borrower with a loan: every screen, and what opens over them', async () => {
  const { token, client } = await signInAgain(program, demoMobile('active'));
  const orderId = await newestOrderId(client);
  const look = await openMarked(token);
  for (const route of routes) await look.at(route.path.replace(':orderId', String(orderId)));
  await look.at(`/al?orderId=${orderId}`);
  await look.at(`/billing-details/${orderId}`);
  await look.after('paying', (page) => page.getByRole('button', { name: /1,130\.00/ }).click());
  await look.after('another amount', (page) => press(page, 'Pay another amount'));
  await look.after('no amount', (page) => press(page, 'Pay'));
  await look.after('not paying', (page) => press(page, 'Close'));
  await look.after('deferring', (page) => press(page, 'Defer'));
  expect(await look.close()).toEqual([]);
});

/** The screens that depend on the borrower's state. */
const standing: Record<string, string[]> = {
  new: ['/home', '/me', '/authentication/identity', '/me/bills'],
  authenticated: ['/home', '/borrow-plan?productId=1&amount=1000&termId=3', '/coupon'],
  'under review': ['/home', '/billing-details/:orderId'],
  declined: ['/home', '/billing-details/:orderId', '/repayment-plan/:orderId'],
  'due today': ['/home', '/billing-details/:orderId'],
  overdue: ['/home', '/billing-details/:orderId', '/repayment-plan/:orderId'],
  settled: ['/home', '/me/bills', '/billing-details/:orderId', '/coupon'],
};

test('borrowers in every other state: the screens that say so', async () => {
  const found = await Promise.all(
    Object.entries(standing).map(async ([state, addresses]) => {
      const { token, client } = await signInAgain(program, demoMobile(state));
      const orderId = await newestOrderId(client);
      const look = await openMarked(token);
      for (const address of addresses) await look.at(address.replace(':orderId', String(orderId)));
      return (await look.close()).map((text) => `${state}: ${text}`);
    }),
  );
  expect(found.flat()).toEqual([]);
});

type Look = {
  /** Opens an address and collects the texts without marks. */
  at(address: string): Promise<void>;
  after(name: string, act: (page: Page) => Promise<void>): Promise<void>;
  close(): Promise<string[]>;
};

async function openMarked(token?: string): Promise<Look> {
  const screen = await openScreen(browser, 'about:blank');
  const { page, context } = screen;
  const kept = JSON.stringify({ state: { token: token ?? null, lang: 'en-XA' }, version: 1 });
  await context.addInitScript(`localStorage.setItem('session', ${JSON.stringify(kept)})`);
  const heard = listenToServer(page);
  const found: string[] = [];
  const look = async (where: string) => {
    await settled(page);
    for (const text of await unmarkedText(page, heard)) found.push(`${where}: ${text}`);
  };
  await page.goto(`${program.url}/home`);
  await page.locator('.shell-header').waitFor({ state: 'detached' });
  await look('/home');
  return {
    async at(address) {
      await page.evaluate(`history.pushState({ page: true }, '', ${JSON.stringify(address)})`);
      await look(address);
    },
    async after(name, act) {
      await act(page);
      await look(name);
    },
    async close() {
      screen.troubles.splice(
        0,
        screen.troubles.length,
        ...screen.troubles.filter((trouble) => !/404/.test(trouble)),
      );
      await closeScreens(screen);
      return [...new Set(found)];
    },
  };
}

async function press(page: Page, name: string): Promise<void> {
  await page
    .getByRole('button', { name: marked(name), exact: true })
    .last()
    .click();
}

/** Waits until nothing loads any more and the text stays the same. */
async function settled(page: Page): Promise<void> {
  const skeletons = page.getByRole('status', { name: marked('Loading') });
  let before = '';
  let isQuiet = false;
  for (let waitedMs = 0; !isQuiet && waitedMs < LONGEST_WAIT_MS; waitedMs += LOOK_EVERY_MS) {
    await sleep(LOOK_EVERY_MS);
    const shown = await page.evaluate<string>('document.body.innerText');
    isQuiet = shown === before && (await skeletons.count()) === 0;
    before = shown;
  }
}

async function textOnPhone(mobile: string, pattern: RegExp): Promise<string> {
  const { messages } = await createHandset(program.simulatorUrl).phone(mobile);
  return messages.map(({ text }) => pattern.exec(text)?.[1]).find((found) => found !== undefined)!;
}

/** The addresses from the app's own list of routes, so that a new screen is included. */
async function readRoutes(): Promise<{ path: string; needsLogin: boolean }[]> {
  const file = path.join(import.meta.dirname, '../../apps/web/src/app/routes.tsx');
  const list = await readFile(file, 'utf8');
  const found = [...list.matchAll(/path: '(\/[^']*)',(.*?)page: /gs)];
  return found.map(([, address, rest]) => ({
    path: address!,
    needsLogin: rest!.includes('needsLogin: true'),
  }));
}
