import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoMobile, figure, openAndLogIn, payButton } from '../support/borrower-screens.ts';
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
import { type Program, startProgram } from '../support/program.ts';

/* A lender who answers on WhatsApp, and whose bills can be paid by the menu of an operator. */

let program: Program;
let browser: Browser;
let app: Screen;

beforeAll(async () => {
  program = await startProgram({
    env: {
      LENDER_WHATSAPP: '260977123456',
      AIRTEL_PAY_MENU: '*115#',
      AIRTEL_PAY_MERCHANT: '778899',
      PAY_MENU_REFERENCE: 'bill_number',
    },
  });
  browser = await launchBrowser();
  const mobile = demoMobile('active');
  const signedIn = await openAndLogIn({ program, browser }, mobile);
  app = signedIn.app;
  await closeScreens(signedIn.handset.screen);
});
afterAll(async () => {
  await browser?.close();
  await program?.stop();
});

test('help calls the lender, and writes to them on WhatsApp', async () => {
  const { page } = app;
  await page.goto(`${program.url}/me/help`);
  const call = page.getByRole('link', { name: 'Call 0211 000 000' });
  await expect.poll(() => call.getAttribute('href')).toBe('tel:0211000000');
  const write = page.getByRole('link', { name: 'Write to us on WhatsApp' });
  await expect.poll(() => write.getAttribute('href')).toBe('https://wa.me/260977123456');
  await expectAccessible(page, 'help with WhatsApp');
});

test('home says how to pay without internet, while there is none', async () => {
  const { page } = app;
  await expect.poll(() => page.evaluate(`localStorage.getItem('payMenus')`)).not.toBeNull();
  const part = page.waitForResponse(/pay-offline/);
  await page.goto(`${program.url}/home`);
  await part;
  const card = page.locator('section', { has: page.getByRole('heading', { name: 'Pay without internet' }) });
  expect(await card.count()).toBe(0);
  await withoutNetwork(app, async () => {
    await card.last().waitFor();
    expect(await figure(card, 'Dial')).toBe('*115#');
    expect(await figure(card, 'Pay to number')).toBe('778899');
    expect(await figure(card, 'Reference')).toMatch(/^\d{3} \d{3}$/);
    await expect
      .poll(() => card.getByRole('link', { name: '*115#' }).getAttribute('href'))
      .toBe('tel:*115%23');
    await expectAccessible(page, 'home without internet, with the way to pay');
  });
  await card.waitFor({ state: 'hidden' });
});

test('who opens the payment without internet is shown the menu of the operator', async () => {
  // The app as a phone keeps it, because its parts do not come from the network then.
  const kept = await openScreen(browser, program.url, PHONE, await app.context.storageState(), {
    serviceWorkers: 'allow',
  });
  const { page } = kept;
  await untilKept(page);
  await page.reload();
  await payButton(page).waitFor();
  const isKept = `caches.open('parts').then(async (parts) =>
    (await parts.keys()).some(({ url }) => url.includes('/pay-offline')))`;
  await expect.poll(() => page.evaluate(isKept)).toBe(true);
  await withoutNetwork(kept, async () => {
    await payButton(page).click();
    await expectMenuIn(page, 'Something is missing');
    await page.getByText(/^A part of this page did not load/).waitFor();
    await expectAccessible(page, 'the payment whose part is missing, with the way to pay');
  });

  // The popup is there once it was used, and what it needs of the server is not.
  await page.reload();
  await payButton(page).click();
  await page.getByRole('button', { name: /^Pay K/ }).waitFor();
  await page.reload();
  await payButton(page).waitFor();
  await withoutNetwork(kept, async () => {
    await payButton(page).click();
    const sheet = await expectMenuIn(page, 'Pay the bill');
    await sheet.getByText('No connection. Check your internet and try again.').waitFor();
    expect(await sheet.getByRole('button', { name: /^Pay K/ }).count()).toBe(0);
    await expectAccessible(page, 'the payment without internet, with the way to pay');
  });
  await page.getByRole('button', { name: /^Pay K/ }).waitFor();
  // The browser complains about what it did not get without a network.
  await kept.context.close();
  await closeScreens(app);
});

async function expectMenuIn(page: Page, title: string): Promise<Locator> {
  const sheet = page.getByRole('dialog', { name: title });
  const card = sheet.locator('section', {
    has: page.getByRole('heading', { name: 'Pay without internet' }),
  });
  await card.last().waitFor();
  expect(await figure(card, 'Dial')).toBe('*115#');
  expect(await figure(card, 'Pay to number')).toBe('778899');
  expect(await figure(card, 'Reference')).toMatch(/^\d{3} \d{3}$/);
  return sheet;
}
