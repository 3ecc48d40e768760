import type { Browser, Page } from 'playwright-core';
import type { PushService } from '../../apps/server/test/push-service.ts';
import {
  choose,
  demoMobile,
  enterSecondCode,
  fillContacts,
  fillIdentity,
  fillPersonalInformation,
  logIn,
  loginPanel,
  payButton,
} from '../support/borrower-screens.ts';
import { openScreen, PHONE } from '../support/browser.ts';
import { type HandsetPage, openHandsetPage } from '../support/handset-page.ts';
import type { Program } from '../support/program.ts';
import type { WebRelease } from '../support/web-release.ts';
import type { PictureBook } from './picture-book.ts';

/** What each chapter of the picture book needs. */
export type Tour = {
  book: PictureBook;
  browser: Browser;
  program: Program;
  webApp: WebRelease;
  pushService: PushService;
};

export async function openApp({ browser, program }: Tour, address = '/'): Promise<Page> {
  return (await openScreen(browser, program.url + address, PHONE)).page;
}

/** A borrower's app and phone, signed in, on a device that is known. Both windows close together. */
export async function signedIn(
  tour: Tour,
  mobile: string,
  { isConfirmed = true } = {},
): Promise<{ page: Page; handset: HandsetPage; close(): Promise<void> }> {
  const handset = await openHandsetPage(tour.browser, tour.program.simulatorUrl, mobile);
  const page = await openApp(tour);
  await logIn(page, handset, mobile, isConfirmed ? 'own' : 'new');
  await page.getByRole('status', { name: 'Loading' }).waitFor({ state: 'hidden' });
  return {
    page,
    handset,
    async close() {
      await page.context().close();
      await handset.screen.context.close();
    },
  };
}

export async function pictureVisitor(tour: Tour): Promise<void> {
  const { book } = tour;
  book.chapter('A visitor');
  const page = await openApp(tour);
  await page.getByRole('button', { name: /^Get K/ }).waitFor();
  await book.take(page, 'home-signed-out');
  await choose(page, '3 × 30 days');
  await book.take(page, 'home-signed-out-in-parts');

  await page.getByRole('button', { name: 'Log in' }).click();
  const panel = loginPanel(page);
  await panel.waitFor();
  await book.take(page, 'login');
  await panel.getByRole('button', { name: 'Log In' }).click();
  await book.take(page, 'login-with-errors');
  await panel.getByLabel('Mobile number').fill('0971000009');
  await panel.getByRole('button', { name: 'Obtain' }).click();
  await panel.getByRole('button', { name: /^\d+s$/ }).waitFor();
  await panel.getByRole('checkbox').check();
  await panel.getByLabel('Verification code').fill('000');
  await book.take(page, 'login-filled');
  // The fourth digit sends the code.
  await panel.getByLabel('Verification code').fill('0000');
  await panel.getByText('This code is wrong.').waitFor();
  await book.take(page, 'login-wrong-code');
  await panel.getByRole('button', { name: 'Privacy Policy' }).click();
  await page.getByRole('dialog', { name: 'Privacy Policy' }).waitFor();
  await book.take(page, 'login-privacy');

  for (const [address, name] of [
    ['/agreement/privacy', 'privacy'],
    ['/al', 'contract-sample'],
    ['/al?orderId=1', 'contract-signed-out'],
    ['/no/such/page', 'not-found'],
  ] as const) {
    await page.goto(tour.program.url + address);
    await book.take(page, name);
  }
  await page.context().close();
}

export async function pictureDetails(tour: Tour): Promise<void> {
  const { book } = tour;
  book.chapter('Somebody new gives their details');
  const { page, close } = await signedIn(tour, demoMobile('new'));
  const submit = (name: string) => page.getByRole('button', { name }).click();
  await book.take(page, 'home-details-unfinished');
  for (const [name, shown] of [
    ['bills', 'You have no bills yet'],
    ['messages', 'You have no messages yet'],
    ['wallet', 'There is no history yet'],
  ] as const) {
    await page.goto(`${tour.program.url}/me/${name}`);
    await page.getByText(shown).waitFor();
    await book.take(page, `${name}-empty`);
  }

  await page.goto(`${tour.program.url}/authentication`);
  await page.getByRole('heading', { name: 'Identity Information' }).waitFor();
  await book.take(page, 'identity-empty');
  await submit('Confirm');
  await book.take(page, 'identity-with-errors');
  await fillIdentity(page, { firstName: 'Chanda', lastName: 'Mwale', idNumber: '100001/10/1' });
  await book.take(page, 'identity-filled');
  await submit('Confirm');

  await page.getByRole('heading', { name: 'Personal information' }).waitFor();
  await book.take(page, 'personal-empty');
  await submit('Save and continue');
  await book.take(page, 'personal-with-errors');
  await page.getByRole('button', { name: /^District/ }).click();
  const picker = page.getByRole('dialog', { name: /^Choose your/ });
  await picker.getByRole('button', { name: 'Lusaka' }).waitFor();
  await book.take(page, 'region-provinces');
  await picker.getByRole('button', { name: 'Lusaka' }).click();
  await book.take(page, 'region-districts');
  await picker.getByLabel('Search for a district').fill('chi');
  await book.take(page, 'region-search');
  await picker.getByLabel('Search for a district').fill('nowhere');
  await book.take(page, 'region-nothing-found');
  await picker.getByRole('button', { name: 'Back' }).click();
  await fillPersonalInformation(page, '4000');
  await book.take(page, 'personal-filled');
  await submit('Save and continue');

  await page.getByRole('heading', { name: 'Emergency Contact' }).waitFor();
  await book.take(page, 'contacts-empty');
  await submit('Save and continue');
  await book.take(page, 'contacts-with-errors');
  await fillContacts(page);
  await book.take(page, 'contacts-filled');
  await submit('Save and continue');

  await page.getByRole('heading', { name: 'Questionnaire' }).waitFor();
  await book.take(page, 'questionnaire-first');
  await choose(page, '2 to 5 years');
  await page.getByText('Question 2 of 4').waitFor();
  await book.take(page, 'questionnaire-second');
  await choose(page, 'Only me');
  await choose(page, 'Sometimes');
  await page.getByText('Question 4 of 4').waitFor();
  await submit('Send');
  await book.take(page, 'questionnaire-with-error');
  await page.goto(`${tour.program.url}/authentication/identity`);
  await page.getByText('We have your NRC').waitFor();
  await book.take(page, 'identity-done');
  await close();
}

export async function pictureBorrowing(tour: Tour): Promise<void> {
  const { book } = tour;
  book.chapter('Borrowing');
  const { page, handset, close } = await signedIn(tour, demoMobile('authenticated'));
  await book.take(page, 'home-may-borrow');
  await page.getByRole('button', { name: 'Get K1,000' }).click();
  await page.getByText('If you pay late').waitFor();
  await book.take(page, 'estimate');
  await page.getByRole('button', { name: 'Get K1,000' }).click();
  await book.take(page, 'estimate-not-agreed');
  await page.getByRole('link', { name: 'Loan Contract' }).click();
  await page.getByRole('article').waitFor();
  await book.take(page, 'contract');
  await page.goto(`${tour.program.url}/borrow-plan?productId=1&amount=99999&termId=1`);
  await page.getByText('This loan is not offered').waitFor();
  await book.take(page, 'estimate-not-offered');
  await page.goto(`${tour.program.url}/borrow-plan?productId=2&amount=1000&termId=4`);
  await page.getByText('This loan is not open to you yet').waitFor();
  await book.take(page, 'estimate-not-open');
  await page.goto(`${tour.program.url}/borrow-plan?productId=1&amount=1000&termId=3`);
  await page.getByText('When you repay').waitFor();
  await book.take(page, 'estimate-in-parts');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Get K1,000' }).click();
  await page.getByRole('status').filter({ hasText: 'Approved' }).waitFor();
  await book.take(page, 'home-just-approved');
  await payButton(page).waitFor();
  await book.take(page, 'home-active-in-parts');
  await page.getByRole('link', { name: 'Bill details' }).click();
  await book.take(page, 'bill-in-parts');
  await page.getByRole('link', { name: /^Repayment plan/ }).click();
  await book.take(page, 'plan-in-parts');
  await book.take(handset.screen.page, 'handset-after-payout');
  await close();
}

/** Numbers for which the simulated operators give answers of their own. */
const PAYOUT_STAYS_PENDING = '0965555555';
const PAYOUT_FAILS = '0966666666';
const FLOAT_IS_LOW = '0967000222';
const OTHER_ACCOUNT = '0977000123';

export async function picturePayouts(tour: Tour): Promise<void> {
  const { book, program } = tour;
  book.chapter('Being paid out');
  for (const [mobile, idNumber, name, words] of [
    [PAYOUT_STAYS_PENDING, '200001/10/1', 'paying-out', 'On its way'],
    [PAYOUT_FAILS, '200002/10/1', 'payout-failed', 'Not sent yet'],
    [FLOAT_IS_LOW, '200003/10/1', 'payout-waits', 'Waiting'],
  ] as const) {
    if (mobile === FLOAT_IS_LOW) await setPayoutFloat(program.simulatorUrl, 0);
    const { page, handset, close } = await signedIn(tour, mobile);
    await page.getByRole('link', { name: 'Start' }).click();
    await fillIdentity(page, { firstName: 'Esther', lastName: 'Banda', idNumber });
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('heading', { name: 'Personal information' }).waitFor();
    await fillPersonalInformation(page, '5000');
    await page.getByRole('button', { name: 'Save and continue' }).click();
    await page.getByRole('heading', { name: 'Emergency Contact' }).waitFor();
    await fillContacts(page);
    await page.getByRole('button', { name: 'Save and continue' }).click();
    await page.getByRole('link', { name: 'Skip the questions' }).click();
    await page.getByRole('button', { name: 'Get K1,000' }).click();
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Get K1,000' }).click();
    await page.getByText(words, { exact: true }).waitFor();
    await book.take(page, `home-${name}`);
    if (mobile === PAYOUT_STAYS_PENDING) {
      await page.goto(`${program.url}/borrow-plan?productId=1&amount=1000&termId=1`);
      await page.getByText('You have applied already').waitFor();
      await book.take(page, 'estimate-applied-already');
    }
    await page.goto(`${program.url}/me/bills`);
    await book.take(page, `bills-${name}`);
    await page.getByRole('link', { name: /^K/ }).click();
    await page.getByText('What happened').waitFor();
    await book.take(page, `bill-${name}`);
    if (mobile === PAYOUT_FAILS) await pictureOtherAccount(tour, page, handset);
    await close();
  }
  await setPayoutFloat(program.simulatorUrl, 50_000_000);
}

/** Another account is added. It waits for payouts. */
async function pictureOtherAccount(
  { book, browser, program }: Tour,
  page: Page,
  handset: HandsetPage,
): Promise<void> {
  const otherPhone = await openHandsetPage(browser, program.simulatorUrl, OTHER_ACCOUNT);
  await page.goto(`${program.url}/home`);
  await page.getByRole('link', { name: 'Use another account' }).click();
  await page.getByRole('button', { name: 'Add an account' }).click();
  const sheet = page.getByRole('dialog', { name: 'Add an account' });
  await sheet.getByLabel('Mobile-money number').fill(OTHER_ACCOUNT);
  await sheet.getByRole('button', { name: 'Obtain' }).click();
  await sheet.getByLabel('Verification code').fill(await otherPhone.readCode());
  await book.take(page, 'account-new-filled');
  await sheet.getByRole('button', { name: 'Add the account' }).click();
  await page.getByText('we sent six digits').waitFor();
  await book.take(page, 'second-code');
  await enterSecondCode(page, handset, 'Confirm the new account');
  await sheet.waitFor({ state: 'hidden' });
  await book.take(page, 'accounts-two');
  await page.goto(`${program.url}/home`);
  await page.getByLabel('Send it to').waitFor();
  await book.take(page, 'home-payout-account-waits');
  await otherPhone.screen.context.close();
}

async function setPayoutFloat(simulatorUrl: string, balance: number): Promise<void> {
  const response = await fetch(`${simulatorUrl}/api/floats/mtn/payout`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ balance }),
  });
  if (!response.ok) throw new Error(`the float could not be set: ${await response.text()}`);
}
