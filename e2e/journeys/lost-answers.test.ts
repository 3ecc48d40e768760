import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoMobile, openAndLogIn, payButton } from '../support/borrower-screens.ts';
import {
  closeScreens,
  DESKTOP,
  expectAccessible,
  failsSaying,
  launchBrowser,
  type Screen,
  withoutNetwork,
} from '../support/browser.ts';
import type { HandsetPage } from '../support/handset-page.ts';
import { type Program, startProgram } from '../support/program.ts';
import { letOperatorsMisbehave } from '../support/simulated-operators.ts';

/*
 * Payments whose answer is lost, and an app that is closed meanwhile. The screens stay true, the app never asks to
 * pay twice, and the book is sound at the end, which is checked when the program stops.
 */

/**
 * A prompt lasts long enough to look at home and at the bill on a slow machine. The server asks MTN until it has ended, and
 * Airtel only after half a minute, which leaves time for a claim.
 */
const TIMES = { PROMPT_SECONDS: '45', ENQUIRY_TIME_SCALE: '0.17' };

let program: Program;
let browser: Browser;

beforeAll(async () => {
  program = await startProgram({ env: TIMES });
  await letOperatorsMisbehave(program, { answerLost: 1, callbackLost: 1 });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await program?.stop();
});

const ASKING = 'We are asking the operator. You do not need to pay again.';
const ON_ITS_WAY = 'is on its way. You do not need to pay again.';
const NOT_PAID_YET = 'is not paid yet. Enter your PIN on your phone to pay.';

const dialog = ({ page }: Screen, name: string) => page.getByRole('dialog', { name, exact: true });
const button = ({ page }: Screen, name: string | RegExp) => page.getByRole('button', { name });

const signIn = (state: string) => openAndLogIn({ program, browser }, demoMobile(state));

/** Pays the bill up to the prompt on the phone. */
async function submit(app: Screen, handset: HandsetPage): Promise<void> {
  await payButton(app.page).click();
  await dialog(app, 'Pay the bill')
    .getByRole('button', { name: /^Pay K/ })
    .click();
  await handset.prompt.waitFor();
}

/** Closes the app and opens it again. The session is kept, the screen is not. */
async function openAgain(app: Screen): Promise<void> {
  await app.page.close();
  app.page = await app.context.newPage();
  await app.page.goto(program.url);
}

/** Sends the reference and waits for the answer. */
async function claim(app: Screen, reference: string, heading: string): Promise<void> {
  await app.page.getByLabel('Reference in the SMS').fill(reference);
  await button(app, 'Find my payment').click();
  await app.page.getByRole('heading', { name: heading }).waitFor();
}

async function ticketOf({ page }: Screen): Promise<string> {
  return (await page.getByText(/^\d{4,}$/).textContent())!;
}

/** Home and bill show that a payment waits, and neither offers to pay. */
async function expectNoSecondPayment(app: Screen): Promise<void> {
  for (const name of ['home', 'bill']) {
    await app.page.getByText(NOT_PAID_YET).or(app.page.getByText(ON_ITS_WAY)).waitFor();
    await button(app, 'See the payment').waitFor();
    for (const way of ['Pay the bill', /^Pay off now/, 'Pay a part', 'Defer'])
      expect(await button(app, way).count(), `"${way}" on the ${name}`).toBe(0);
    if (name === 'home') await app.page.getByRole('link', { name: 'Bill details' }).click();
  }
}

describe.concurrent('while answers are lost', () => {
  test('a payment waits through the closing of the app, and is found by the reference in the SMS', async () => {
    const { handset, app } = await signIn('active');
    const balance = kwachaIn(await handset.balance());
    await submit(app, handset);
    await openAgain(app);
    await expectNoSecondPayment(app);
    await handset.approve();
    const sms = await handset.messages.filter({ hasText: 'You have paid K' }).first().textContent();
    const [, reference] = /Txn ID: ([\w.]+\w)\./.exec(sms!)!;

    await button(app, 'See the payment').click();
    await dialog(app, 'Submit Success').getByText(ASKING).last().waitFor();
    await dialog(app, 'Submit Success')
      .getByRole('link', { name: /^Money gone from your account/ })
      .click();
    await claim(app, sms!, 'We are checking your payment');
    await app.page.getByText(`Reference ${reference}`).waitFor();
    await ticketOf(app);
    await expectAccessible(app.page, 'a claim that is being checked');

    await app.page.goto(program.url);
    await app.page.getByRole('main').getByText('1 of 3 on time').waitFor();
    await app.page.goto(`${program.url}/me/claim`);
    await claim(app, reference!, 'Your payment has arrived');
    await app.page.getByText('K1,130.00', { exact: true }).waitFor();
    await app.page.getByText('Receipt', { exact: true }).waitFor();
    await expectAccessible(app.page, 'a claim of a payment that has arrived');
    expect(await handset.messages.filter({ hasText: 'You have paid K' }).count()).toBe(1);
    expect(balance - kwachaIn(await handset.balance())).toBeCloseTo(1130);
    await app.page.getByRole('link', { name: 'Go to home' }).click();
    await button(app, /^Get K/).waitFor();
    await closeScreens(app, handset.screen);
  });

  test('a prompt that is ignored is asked about until it has surely ended, and then the bill may be paid', async () => {
    const { handset, app } = await signIn('overdue');
    const balance = await handset.balance();
    await submit(app, handset);
    await handset.answer('Ignore');
    await openAgain(app);
    await expectNoSecondPayment(app);
    await button(app, 'See the payment').click();
    const ended = dialog(app, 'Not paid');
    await ended.getByText('The PIN was not entered in time').waitFor();
    await ended.getByRole('link', { name: /^Money gone from your account/ }).waitFor();
    await expectAccessible(app.page, 'the dialog of a payment that ended');
    await ended.getByRole('button', { name: 'Try again' }).click();
    await dialog(app, 'Pay the bill')
      .getByRole('button', { name: /^Pay K/ })
      .waitFor();
    await dialog(app, 'Pay the bill').getByRole('button', { name: 'Close' }).click();
    await payButton(app.page).waitFor();
    expect(await app.page.getByText(ON_ITS_WAY).count()).toBe(0);
    expect(await app.page.getByText(NOT_PAID_YET).count()).toBe(0);
    await app.page.getByText(/^Your payment of K[\d,.]+ failed, and nothing was taken\./).waitFor();
    expect(await handset.balance()).toBe(balance);
    await closeScreens(app, handset.screen);
  });

  test('an unknown reference gets a ticket, ten times a day', async () => {
    const { handset, app } = await signIn('settled');
    await app.page.getByRole('link', { name: 'Me', exact: true }).click();
    await app.page.getByRole('link', { name: /^I paid/ }).click();
    await button(app, 'Find my payment').click();
    await app.page
      .getByText('Please enter the reference in the SMS from your mobile-money operator')
      .waitFor();
    await expectAccessible(app.page, 'the form without a reference');
    await withoutNetwork(app, async () => {
      await app.page.getByLabel('Reference in the SMS').fill('7700000001');
      await failsSaying(app.page, 'No connection. Check your internet', () =>
        button(app, 'Find my payment').click(),
      );
    });
    await claim(app, '7700000001', 'We have not found it yet');
    const ticket = await ticketOf(app);
    await expectAccessible(app.page, 'a claim that is not found');
    await app.page.setViewportSize(DESKTOP);
    await expectAccessible(app.page, 'a claim that is not found, on a desktop');
    for (let claims = 1; claims < 10; claims += 1) {
      await button(app, 'Change the reference').click();
      expect(await app.page.getByLabel('Reference in the SMS').inputValue()).toBe('7700000001');
      await claim(app, '7700000001', 'We have not found it yet');
      expect(await ticketOf(app)).toBe(ticket);
    }
    await button(app, 'Change the reference').click();
    await button(app, 'Find my payment').click();
    await app.page
      .getByText(
        /^You can look for 10 payments a day\. Please try again in \d+ \w+\. Your earlier tickets stay open\.$/,
      )
      .waitFor();
    await closeScreens(app, handset.screen);
  });
});

/** "K9,131.20" as a number. */
function kwachaIn(text: string): number {
  return Number(text.replace(/[K,]/g, ''));
}
