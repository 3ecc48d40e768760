import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callbackPath } from '../../apps/server/src/money/payment/callback-routes.ts';
import { demoMobile, logIn, payButton } from '../support/borrower-screens.ts';
import {
  closeScreens,
  expectAccessible,
  launchBrowser,
  openScreen,
  type Screen,
} from '../support/browser.ts';
import { openHandsetPage } from '../support/handset-page.ts';
import { type Program, startProgram } from '../support/program.ts';

/*
 * A server with as many requests in work as it lets in. They are callbacks, which may fill the whole limit, and they wait
 * for a table that the test has locked.
 */

const LIMIT = 16;
const BUSY = 'Many people are using Thumba. We will try again in a few seconds...';

let program: Program;
let browser: Browser;
let owner: pg.Client;

beforeAll(async () => {
  program = await startProgram({
    env: {
      REQUESTS_AT_ONCE_LEAST: String(LIMIT),
      REQUESTS_AT_ONCE_MOST: String(LIMIT),
      // The callbacks wait for as long as the test looks at a screen.
      DATABASE_ANSWER_MS: '120000',
    },
  });
  owner = new pg.Client({ connectionString: await program.databaseUrl() });
  await owner.connect();
  browser = await launchBrowser();
});
afterAll(async () => {
  await owner?.end();
  await browser?.close();
  await program?.stop();
});

/** A call of an open page may have a place for a moment. */
async function untilTaken(url: string): Promise<Response> {
  for (;;) {
    const answer = await fetch(url, { method: 'POST', body: '' });
    if (answer.status !== 503) return answer;
    await answer.arrayBuffer();
    await sleep(50);
  }
}

/** Fills the limit. What it answers lets the requests end. */
async function fill(): Promise<() => Promise<void>> {
  await owner.query('begin');
  await owner.query('lock table operator_callback in access exclusive mode');
  const url = program.url + callbackPath('mtn', program.callbackSecret);
  const callbacks = Array.from({ length: LIMIT }, () => untilTaken(url));
  await expect
    .poll(async () => (await fetch(`${program.url}/metrics`)).text())
    .toContain(`thumba_requests_in_work ${LIMIT}`);
  return async () => {
    await owner.query('rollback');
    for (const { status } of await Promise.all(callbacks)) expect(status).toBe(200);
  };
}

/** The browser reports each refused request on its console. */
function forgiveRefusals({ troubles }: Screen): void {
  const others = troubles.filter(
    (trouble) => !/status of 503|dynamically imported|preload|Refused to apply style/.test(trouble),
  );
  troubles.splice(0, troubles.length, ...others);
}

test('a repayment that was refused is sent again by itself, with the same key, and is paid once', async () => {
  const mobile = demoMobile('active');
  const handset = await openHandsetPage(browser, program.simulatorUrl, mobile);
  const app = await openScreen(browser, program.url);
  const { page } = app;
  await logIn(page, handset, mobile);
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().includes('submitRepayApply')) keys.push(request.headers()['idempotency-key']);
  });
  await payButton(page).click();
  const pay = page.getByRole('dialog', { name: 'Pay the bill' }).getByRole('button', { name: /^Pay K/ });
  await pay.waitFor();
  const free = await fill();
  await pay.click();
  await page.getByRole('status').getByText(BUSY).waitFor();
  // The app may send again while axe looks, and axe measures the colours of what fades in.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expectAccessible(page, 'the app while the server has too many callers');
  await free();
  await handset.prompt.waitFor();
  expect(keys.length).toBeGreaterThan(1);
  expect(new Set(keys).size).toBe(1);
  await handset.approve();
  await page.getByRole('dialog', { name: 'Paid' }).getByText('1 of 3 on time', { exact: true }).waitFor();
  expect(await handset.messages.filter({ hasText: 'You have paid K' }).count()).toBe(1);
  forgiveRefusals(app);
  await closeScreens(app, handset.screen);
});

test('a screen whose part was refused shows that it loads, and then stands without another tap', async () => {
  const mobile = demoMobile('overdue');
  const handset = await openHandsetPage(browser, program.simulatorUrl, mobile);
  const app = await openScreen(browser, program.url);
  const { page } = app;
  await logIn(page, handset, mobile);
  const details = page.getByRole('link', { name: 'Bill details' });
  await details.waitFor();
  const free = await fill();
  const refused = page.waitForResponse((response) => response.status() === 503);
  await details.click();
  await refused;
  await page.getByRole('status', { name: 'Loading' }).waitFor();
  await free();
  await page.getByText('What happened').waitFor();
  const stylesThatMiss = `[...document.querySelectorAll('link[rel=stylesheet]')].filter(({ sheet }) => !sheet).length`;
  expect(await page.evaluate(stylesThatMiss)).toBe(0);
  forgiveRefusals(app);
  await closeScreens(app, handset.screen);
});

test('a first visit gets a page that says so and becomes the app by itself', async () => {
  const free = await fill();
  const visitor = await openScreen(browser, program.url);
  await visitor.page.getByText('This page opens by itself in a few seconds.').waitFor();
  await expectAccessible(visitor.page, 'the page of a server with too many callers');
  await free();
  await visitor.page.getByText('You receive', { exact: true }).waitFor();
  forgiveRefusals(visitor);
  await closeScreens(visitor);
});
