import pg from 'pg';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  choosePicture,
  demoMobile,
  loginPanel,
  openAndLogIn,
  payButton,
  takeOwnPhone,
} from '../support/borrower-screens.ts';
import { closeScreens, DESKTOP, expectAccessible, openScreen, type Screen } from '../support/browser.ts';
import { type HandsetPage, openHandsetPage } from '../support/handset-page.ts';
import { keyboardOf } from '../support/keyboard.ts';
import { openProgramAndBrowser } from '../support/program-and-browser.ts';

/* A wide screen, the keyboard alone, and the home page in each state of a borrower. */

const opened = openProgramAndBrowser();

const handsetOf = (mobile: string) => openHandsetPage(opened.browser, opened.program.simulatorUrl, mobile);

describe('with a keyboard alone', () => {
  const mobile = demoMobile('active');
  let handset: HandsetPage;
  let app: Screen;

  const tabTo = (target: Locator) => keyboardOf(app.page).tabTo(target);
  const press = (target: Locator) => keyboardOf(app.page).press(target);

  test('a borrower gets in', async () => {
    handset = await handsetOf(mobile);
    app = await openScreen(opened.browser, opened.program.url, DESKTOP);
    const { page } = app;
    await takeOwnPhone(page, mobile);
    await expectWide(page, 'the signed-out home');
    await expectInSight(page.getByRole('button', { name: /^Get K/ }));
    await press(page.getByRole('button', { name: 'Log in' }));
    const panel = loginPanel(page);
    await expectInSight(panel.getByRole('button', { name: 'Log In' }));
    await tabTo(panel.getByLabel('Mobile number'));
    await page.keyboard.type(mobile);
    await press(panel.getByRole('button', { name: 'Obtain' }));
    const code = await handset.readCode();
    await page.keyboard.press('Shift+Tab');
    await tabTo(panel.getByLabel('Verification code'));
    await page.keyboard.type(code);
    await tabTo(panel.getByRole('checkbox'));
    await page.keyboard.press('Space');
    await expectWide(page, 'the login panel');
    await press(panel.getByRole('button', { name: 'Log In' }));
    await page.getByText('in 5 days').waitFor();
    await expectWide(page, 'the home with a loan');
  });

  test('and pays a bill', async () => {
    const { page } = app;
    await press(payButton(page));
    const sheet = page.getByRole('dialog', { name: 'Pay the bill' });
    await press(sheet.getByRole('button', { name: 'Pay another amount' }));
    await tabTo(sheet.getByLabel('Repayment amount'));
    await page.keyboard.type('150');
    await expectWide(page, 'the repayment popup');
    await press(sheet.getByRole('button', { name: 'Pay K150.00' }));
    await page
      .getByRole('dialog', { name: 'Submit Success' })
      .getByText(/Airtel Money PIN/)
      .waitFor();
    await expectWide(page, 'the dialog that waits for the PIN');
    await handset.approve();
    const paid = page.getByRole('dialog', { name: 'Paid' });
    await paid.waitFor();
    await press(paid.getByRole('button', { name: 'OK' }));
    await paid.waitFor({ state: 'hidden' });
    await page.getByText('K1,000.00', { exact: true }).waitFor();
    // The focus returns to the element that had it before the popup.
    await payButton(page).and(page.locator(':focus')).waitFor();
  });

  test('and every page of a wide screen has its navigation at the top', async () => {
    const { page } = app;
    await press(page.getByRole('link', { name: 'Bill details' }));
    await page.getByRole('heading', { name: 'Billing Details' }).waitFor();
    await page.getByText('What happened').waitFor();
    await expectWide(page, 'the details of a bill');
    await press(page.getByRole('link', { name: /Loan contract/ }));
    await page.getByRole('article').waitFor();
    await expectWide(page, 'the loan contract');
    await page.goto(`${opened.program.url}/me`);
    await page.getByText('Kelvin Phiri').waitFor();
    await expectWide(page, 'me');
    await closeScreens(app, handset.screen);
  });
});

test('a new borrower gets from the home page to the estimated bill with a keyboard alone', async () => {
  const mobile = demoMobile('new');
  const handset = await handsetOf(mobile);
  const app = await openScreen(opened.browser, opened.program.url, DESKTOP);
  const { page } = app;
  await logInByKeyboard(page, handset, mobile);
  await giveIdentityByKeyboard(page);
  await givePersonalByKeyboard(page);
  await giveContactsByKeyboard(page);
  await estimateByKeyboard(page);
  await closeScreens(app, handset.screen);
});

const buttonOf = (page: Page) => (name: string | RegExp) => page.getByRole('button', { name });

async function logInByKeyboard(page: Page, handset: HandsetPage, mobile: string): Promise<void> {
  const { press, type } = keyboardOf(page);
  const button = buttonOf(page);
  await press(button('Log in'));
  const panel = loginPanel(page);
  await type(panel.getByLabel('Mobile number'), mobile);
  await press(panel.getByRole('button', { name: 'Obtain' }));
  const code = await handset.readCode();
  // The focus is there since the code was sent.
  await panel.getByLabel('Verification code').and(page.locator(':focus')).waitFor();
  await page.keyboard.type(code);
  await press(panel.getByRole('checkbox'), 'Space');
  await page.keyboard.press('Enter');
  await panel.waitFor({ state: 'hidden' });
}

async function giveIdentityByKeyboard(page: Page): Promise<void> {
  const { tabTo, press } = keyboardOf(page);
  const button = buttonOf(page);
  await press(page.getByRole('link', { name: 'Start' }));
  const back = page.getByRole('group', { name: 'Back of the card' });
  await back.waitFor();
  await expectInSight(back.getByRole('button', { name: 'Gallery' }));
  await expectWide(page, 'the pictures of the card');
  const identity = { firstName: 'Chanda', lastName: 'Mwale', idNumber: '300001/10/1' };
  for (const side of ['Front of the card', 'Back of the card']) {
    await choosePicture(page, side, identity, press);
  }
  for (const [label, text] of [
    ['NRC number', '300001101'],
    ['First name', 'Chanda'],
    ['Last name', 'Mwale'],
    ['Day', '17'],
    ['Month', '4'],
    ['Year', '1992'],
  ] as const) {
    await tabTo(page.getByLabel(label));
    await page.keyboard.press('Control+A');
    await page.keyboard.type(text);
  }
  await press(page.getByRole('radio', { name: 'Female' }), 'Space');
  await press(button('Confirm'));
}

async function givePersonalByKeyboard(page: Page): Promise<void> {
  const { press, type } = keyboardOf(page);
  const button = buttonOf(page);
  await page.getByRole('heading', { name: 'Personal information' }).waitFor();
  for (const [label, text] of [
    ['Marital status', 'Married'],
    ['Education', 'Secondary'],
    ['Employment', 'Employed by'],
    ['Monthly income', '5000'],
    ['Pay day', '28'],
  ] as const) {
    await type(page.getByLabel(label), text);
  }
  await press(button(/^District/));
  const picker = page.getByRole('dialog', { name: /^Choose your/ });
  await type(picker.getByLabel('Search for a district'), 'kafue');
  await press(picker.getByRole('button', { name: /^Kafue/ }));
  await picker.waitFor({ state: 'hidden' });
  await button(/^District/)
    .and(page.locator(':focus'))
    .waitFor();
  await type(page.getByLabel('Address'), '12 Independence Avenue');
  await page.keyboard.press('Enter');
}

async function giveContactsByKeyboard(page: Page): Promise<void> {
  const { press, type } = keyboardOf(page);
  const button = buttonOf(page);
  await page.getByRole('heading', { name: 'Emergency Contact' }).waitFor();
  for (const [index, [name, relation, number]] of [
    ['Grace Tembo', 'Brother', '0977555001'],
    ['Moses Tembo', 'Friend', '0977555002'],
  ].entries()) {
    await type(page.getByLabel('Name').nth(index), name!);
    await type(page.getByLabel('Relation').nth(index), relation!);
    await type(page.getByLabel('Mobile number').nth(index), number!);
  }
  await press(button('Save and continue'));
  await press(page.getByRole('link', { name: 'Skip the questions' }));
}

async function estimateByKeyboard(page: Page): Promise<void> {
  const { tabTo, press } = keyboardOf(page);
  const button = buttonOf(page);
  await tabTo(page.getByRole('slider', { name: 'Amount' }));
  await page.keyboard.press('ArrowLeft');
  await press(button(/^Get K/));
  await page.getByRole('heading', { name: 'Estimated bill' }).waitFor();
  await page.getByText('You receive').first().waitFor();
  const agreement = page.locator('label', { hasText: 'I agree to it' });
  await expectApart(agreement, button(/^Get K/));
  await press(page.getByRole('checkbox'), 'Space');
  await expectApart(agreement, button(/^Get K/));
  await tabTo(button(/^Get K/));
  await expectWide(page, 'the estimated bill');
}

/** Neither is over the other, wherever the page is scrolled to. */
async function expectApart(upper: Locator, lower: Locator): Promise<void> {
  const [above, below] = [(await upper.boundingBox())!, (await lower.boundingBox())!];
  expect(above.y + above.height).toBeLessThanOrEqual(below.y);
}

/** Visible without scrolling, and not covered by another element. */
async function expectInSight(target: Locator): Promise<void> {
  const isInFront = await target.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const at = (y: number) => element.ownerDocument.elementFromPoint((left + right) / 2, y);
    return [top + 1, bottom - 1].every((y) => element.contains(at(y)));
  });
  expect(isInFront).toBe(true);
}

/** Nothing is outside of the screen, the navigation stands above the page, and axe finds nothing. */
async function expectWide(page: Page, name: string): Promise<void> {
  await expectAccessible(page, name);
  const { width, navigation } = await page.evaluate<{ width: number; navigation: { height: number } }>(`({
    width: document.documentElement.scrollWidth,
    navigation: document.querySelector('nav').getBoundingClientRect().toJSON(),
  })`);
  expect(width, name).toBe(DESKTOP.width);
  expect(navigation, name).toMatchObject({ top: 0, width: DESKTOP.width });
  expect(navigation.height, name).toBeLessThanOrEqual(64);
}

describe('the home page', () => {
  test.each([
    ['under review', 'We are looking at your application'],
    ['declined', 'We cannot lend to you this time'],
    ['overdue', 'This bill is 3 days late'],
  ])('of a borrower who is %s says "%s"', async (state, words) => {
    const { app, handset } = await openAndLogIn(opened, demoMobile(state));
    await app.page.getByRole('heading', { name: words }).waitFor();
    await expectAccessible(app.page, `the home of somebody ${state}`);
    await closeScreens(app, handset.screen);
  });

  test('of a blocked borrower says what they still have', async () => {
    const mobile = demoMobile('authenticated');
    const client = new pg.Client({ connectionString: await opened.program.databaseUrl() });
    await client.connect();
    await client.query(
      `update borrower set blocked_at = now()
       where borrower_id = (select borrower_id from borrower_by_mobile where mobile_hash = $1)`,
      [opened.program.sealing.lookupHash('mobile', mobile)],
    );
    await client.end();
    const { app, handset } = await openAndLogIn(opened, mobile);
    await app.page.getByRole('heading', { name: 'You cannot borrow at the moment' }).waitFor();
    await expectAccessible(app.page, 'the home of somebody who is blocked');
    await closeScreens(app, handset.screen);
  });
});

test('the handset moves the business date, and the bill comes a day nearer', async () => {
  const mobile = demoMobile('active');
  const { app, handset } = await openAndLogIn(opened, mobile);
  await app.page.getByText('in 5 days').waitFor();
  const { page } = handset.screen;
  const panel = page.getByRole('region', { name: 'Business date' });
  const today = await panel.getByText(/^\w+day \d/).textContent();
  await panel.getByRole('button', { name: '+1 day' }).click();
  await panel.getByText(today!, { exact: true }).waitFor({ state: 'hidden' });
  await expect.poll(() => panel.getByRole('button', { name: '+1 day' }).isEnabled()).toBe(true);
  await expectAccessible(page, 'the handset after the date has moved');
  await app.page.reload();
  await app.page.getByText('in 4 days').waitFor();
  await closeScreens(app, handset.screen);
});
