import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { choose, demoMobile, loginPanel, openAndLogIn, payButton } from '../support/borrower-screens.ts';
import {
  closeScreens,
  type KeptState,
  openScreen,
  PHONE,
  type Screen,
  standStill,
} from '../support/browser.ts';
import { openProgramAndBrowser } from '../support/program-and-browser.ts';

/*
 * Where a toast stands: above the tab bar, and over nothing to tap or to type into. The smallest phones have no room for
 * a long one between their buttons. There it is still over no field and no choice.
 */

const SMALL_PHONE = { width: 320, height: 568 };
/** What a toast may be over on a small phone: no field, and no label that is a choice. */
const LESSER = /^(A|BUTTON|CAPTION) /;
/** A refusal of three lines. The longer a toast is, the less room it finds. */
const LONG = 'Something went wrong on our side. Please try again in a moment, or call us. Reference 1a2b';

const opened = openProgramAndBrowser();

async function keepSignedIn(state: string): Promise<KeptState> {
  const mobile = demoMobile(state);
  const { app, handset } = await openAndLogIn(opened, mobile);
  await app.page.getByRole('link', { name: /^Me, / }).waitFor();
  const kept = await app.context.storageState();
  await closeScreens(app, handset.screen);
  return kept;
}

/** Opens a page on which each refusal is long. What docks toasts has arrived by then. */
async function open(path: string, size: typeof PHONE, kept?: KeptState): Promise<Screen> {
  const app = await openScreen(opened.browser, 'about:blank', size, kept);
  const docks = app.page.waitForResponse(/\/after-start-/);
  await app.page.goto(opened.program.url + path);
  await docks;
  return app;
}

/** The server refuses the next such call. */
const refuse = (page: Page, call: string) =>
  page.route(`**/${call}`, (route) => route.fulfill({ json: { code: 500, msg: LONG, data: null } }), {
    times: 1,
  });

type Box = { name: string; top: number; bottom: number; left: number; right: number };

type Places = { toast: Box; others: Box[] };

/** The place of the toast, while there is one, and those of all that is shown to be used. */
const measure = (page: Page) =>
  page.evaluate<Places | null>(`(() => {
    const toast = document.querySelector('[popover]');
    if (toast === null) return null;
    const boxOf = (element) => {
      const { top, bottom, left, right } = element.getBoundingClientRect();
      const name = element.getAttribute('aria-label') ?? element.textContent ?? '';
      const isCaption = element.tagName === 'LABEL' && element.querySelector('input') === null;
      return { name: (isCaption ? 'CAPTION' : element.tagName) + ' ' + name.slice(0, 40), top, bottom, left, right };
    };
    const shown = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
    const used = 'a, button, input, select, textarea, summary, label, nav, [role=slider]';
    const others = [...shown.querySelectorAll(used)]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .map(boxOf)
      .filter((box) => box.bottom > 0 && box.top < innerHeight);
    return { toast: boxOf(toast), others };
  })()`);

/** Controls move when a message appears at a field. The toast looks again ten times a second. */
async function measureAtRest(page: Page): Promise<Places> {
  let last: Places | null = null;
  for (;;) {
    await page.waitForTimeout(350);
    await standStill(page);
    const places: Places | null = await measure(page);
    const isLast = places === null || JSON.stringify(places) === JSON.stringify(last);
    if (isLast && last !== null) return last;
    last = places;
  }
}

/** Does something that shows a toast, and compares its place with all that is shown to be used. */
async function expectToastApart(page: Page, screen: string, act: () => Promise<void>): Promise<void> {
  const toast = page.locator('[popover]');
  await Promise.all([toast.waitFor(), act()]);
  const { toast: at, others } = await measureAtRest(page);
  expect(others.length, screen).toBeGreaterThan(1);
  const covered = others.filter(
    (other) =>
      other.top < at.bottom && other.bottom > at.top && other.left < at.right && other.right > at.left,
  );
  const isSmall = page.viewportSize()!.width === SMALL_PHONE.width;
  const wrongly = covered.filter(({ name }) => !(isSmall && LESSER.test(name)));
  expect(wrongly, `the toast on ${screen} at ${at.top} to ${at.bottom}`).toEqual([]);
  const { width, height } = page.viewportSize()!;
  expect(at.top, screen).toBeGreaterThanOrEqual(0);
  expect(at.bottom, screen).toBeLessThanOrEqual(height);
  expect(at.right, screen).toBeLessThanOrEqual(width);
  await toast.waitFor({ state: 'hidden' });
}

test.each([
  ['a phone', PHONE],
  ['a small phone', SMALL_PHONE],
])('on the login panel of %s a toast covers nothing that matters', async (_, size) => {
  const app = await open('/home', size);
  const { page } = app;
  await page.getByRole('button', { name: 'Log in' }).click();
  const panel = loginPanel(page);
  await panel.getByRole('button', { name: 'Continue with Google' }).waitFor();
  await panel.getByLabel('Mobile number').fill('0967000333');
  await refuse(page, 'sendSmsCode/**');
  await expectToastApart(page, 'the login panel', () =>
    panel.getByRole('button', { name: 'Obtain' }).click(),
  );
  await page.route('**/sendSmsCode/**', (route) =>
    route.fulfill({ json: { code: 200, msg: 'OK', data: null } }),
  );
  await panel.getByRole('button', { name: 'Obtain' }).click();
  await panel.getByText(/^Code sent to/).waitFor();
  await panel.getByRole('checkbox').check();
  await refuse(page, 'mobileLogin');
  await expectToastApart(page, 'the login panel after the code', () =>
    panel.getByLabel('Verification code').fill('1234'),
  );
  await app.context.close();
});

test.each([
  ['a phone', PHONE],
  ['a small phone', SMALL_PHONE],
])('on a form of %s a toast covers nothing that matters', async (_, size) => {
  const app = await open('/authentication/identity', size, await keepSignedIn('new'));
  const { page } = app;
  await page.getByLabel('NRC number').fill('300001101');
  await page.getByLabel('First name').fill('Chanda');
  await page.getByLabel('Last name').fill('Mwale');
  await choose(page, 'Female');
  const side = page.getByRole('group', { name: 'Front of the card' });
  const chooser = page.waitForEvent('filechooser');
  await refuse(page, 'uploadBase64');
  await side.getByRole('button', { name: 'Gallery' }).click();
  const picture = await page.screenshot({ type: 'jpeg' });
  await (await chooser).setFiles({ name: 'card.jpg', mimeType: 'image/jpeg', buffer: picture });
  // The picture of a screen has not the shape of a card.
  await expectToastApart(page, 'the identity form', () =>
    side.getByRole('button', { name: 'Use it anyway' }).click(),
  );
  await app.context.close();
});

test.each([
  ['a phone', PHONE],
  ['a small phone', SMALL_PHONE],
])('on the home and the pay sheet of %s a toast covers nothing that matters', async (_, size) => {
  const app = await open('/home', size, await keepSignedIn('active'));
  const { page } = app;
  await payButton(page).waitFor();
  await expectToastApart(page, 'home', () => page.getByRole('button', { name: 'Add to calendar' }).click());
  await payButton(page).click();
  const sheet = page.getByRole('dialog', { name: 'Pay the bill' });
  await sheet.getByRole('button', { name: 'Pay another amount' }).click();
  await sheet.getByLabel('Repayment amount').fill('150');
  await refuse(page, 'submitRepayApplyV2');
  await expectToastApart(page, 'the pay sheet', () =>
    sheet.getByRole('button', { name: 'Pay K150.00' }).click(),
  );
  await app.context.close();
});
