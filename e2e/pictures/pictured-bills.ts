import pg from 'pg';
import type { Page } from 'playwright-core';
import { demoMobile, payButton } from '../support/borrower-screens.ts';
import { openApp, signedIn, type Tour } from './pictured-screens.ts';

/** The code of a screen arrives first. Then its skeleton is shown until its data arrives. */
const SCREEN_ARRIVES_MS = 1000;

export async function pictureHomes(tour: Tour): Promise<void> {
  const { book } = tour;
  book.chapter('The home page and the bill, by how the loan stands');
  for (const state of ['under review', 'declined', 'active', 'due today', 'overdue', 'settled']) {
    const name = state.replace(' ', '-');
    const { page, close } = await signedIn(tour, demoMobile(state));
    await book.take(page, `home-${name}`);
    await page.goto(`${tour.program.url}/me/bills`);
    await book.take(page, `bills-${name}`);
    await page.getByRole('link', { name: /^K/ }).click();
    await page.getByText('What happened').waitFor();
    await book.take(page, `bill-${name}`);
    // A declined loan has no link to a plan, but the address can be opened.
    await page.goto(page.url().replace('billing-details', 'repayment-plan'));
    await page.getByRole('heading', { name: 'Repayment Plan' }).waitFor();
    await book.take(page, `plan-${name}`);
    await close();
  }
}

export async function picturePaying(tour: Tour): Promise<void> {
  tour.book.chapter('Paying');
  const debtor = await signedIn(tour, demoMobile('due today'));
  await pictureAmounts(tour, debtor.page);
  await picturePrompt(tour, debtor);
  await pictureUnknownPayment(tour, debtor.page);
  await debtor.close();
  await pictureCreditWhenLate(tour);
  await picturePayingOff(tour);
}

type SignedIn = Awaited<ReturnType<typeof signedIn>>;

const dialogOf = (page: Page) => (name: string) => page.getByRole('dialog', { name, exact: true });
const submitButtonOf = (page: Page) => () =>
  dialogOf(page)('Pay the bill').getByRole('button', { name: /^Pay( K[\d,.]+)?$/ });

async function pictureAmounts({ book }: Tour, page: Page): Promise<void> {
  const dialog = dialogOf(page);
  const submitButton = submitButtonOf(page);
  await payButton(page).click();
  await submitButton().waitFor();
  await book.take(page, 'pay');
  await dialog('Pay the bill').getByRole('button', { name: 'Pay another amount' }).click();
  await book.take(page, 'pay-another-amount');
  await dialog('Pay the bill').getByLabel('Repayment amount').fill('10');
  await submitButton().click();
  await book.take(page, 'pay-too-little');
  await dialog('Pay the bill').getByLabel('Repayment amount').fill('850');
  await submitButton().click();
  await book.take(page, 'pay-leaves-too-little');
}

/** One payment that is refused on the phone, and one that is approved. */
async function picturePrompt({ book }: Tour, { page, handset }: SignedIn): Promise<void> {
  const dialog = dialogOf(page);
  const submitButton = submitButtonOf(page);
  await dialog('Pay the bill').getByLabel('Repayment amount').fill('300');
  await submitButton().click();
  await handset.prompt.waitFor();
  await dialog('Submit Success').getByRole('timer').waitFor();
  await book.take(page, 'payment-waiting');
  await book.take(handset.screen.page, 'handset-asks-for-the-pin');
  await dialog('Submit Success').getByRole('button', { name: 'OK' }).click();
  await page.getByRole('button', { name: 'See the payment' }).waitFor();
  await book.take(page, 'home-payment-waiting');
  await page.getByRole('link', { name: 'Bill details' }).click();
  await page.getByText('is not paid yet. Enter your PIN on your phone to pay.').waitFor();
  await book.take(page, 'bill-payment-waiting');
  await page.getByRole('button', { name: 'See the payment' }).click();
  await handset.answer('Refuse');
  await dialog('Not paid').waitFor();
  await book.take(page, 'payment-failed');
  await dialog('Not paid').getByRole('button', { name: 'OK' }).click();
  await payButton(page).click();
  await dialog('Pay the bill').getByRole('button', { name: 'Pay another amount' }).click();
  await dialog('Pay the bill').getByLabel('Repayment amount').fill('300');
  await submitButton().click();
  await handset.prompt.waitFor();
  await handset.approve();
  await dialog('Paid').getByText('Left to pay').waitFor();
  await book.take(page, 'payment-paid-part');
  await dialog('Paid').getByRole('button', { name: 'OK' }).click();
  await book.take(page, 'bill-part-paid');
}

async function pictureUnknownPayment({ book, program }: Tour, page: Page): Promise<void> {
  const dialog = dialogOf(page);
  const submitButton = submitButtonOf(page);
  await setFaults(program.simulatorUrl, { timeout: 1, callbackLost: 1 });
  await payButton(page).click();
  await submitButton().click();
  await page.getByText('We are asking the operator').first().waitFor({ timeout: 60_000 });
  await book.take(page, 'payment-unknown');
  await dialog('Submit Success').getByRole('button', { name: 'OK' }).click();
  await page.getByRole('button', { name: 'Back' }).click();
  await page.waitForURL('**/home');
  await page.reload();
  await page.getByRole('heading', { name: 'Your limit' }).waitFor();
  await book.take(page, 'home-payment-unknown');
  await setFaults(program.simulatorUrl, { timeout: 0, callbackLost: 0 });
}

async function pictureCreditWhenLate(tour: Tour): Promise<void> {
  const { book, program } = tour;
  await giveCredit(tour, demoMobile('overdue'));
  const late = await signedIn(tour, demoMobile('overdue'));
  await late.page.getByRole('button', { name: 'Pay a part' }).first().click();
  await late.page.getByLabel('Repayment amount').waitFor();
  await book.take(late.page, 'pay-a-part-when-late-with-credit');
  await late.page.goto(`${program.url}/me/wallet`);
  await late.page.getByRole('button', { name: 'Use for my bill' }).waitFor();
  await book.take(late.page, 'wallet-with-credit');
  await late.page.getByRole('button', { name: 'Use for my bill' }).click();
  await late.page.getByRole('button', { name: /from my wallet/ }).waitFor();
  await book.take(late.page, 'wallet-use');
  await late.close();
}

async function picturePayingOff(tour: Tour): Promise<void> {
  const { book } = tour;
  const paysOff = await signedIn(tour, demoMobile('active'));
  await payButton(paysOff.page).click();
  await paysOff.page.getByRole('button', { name: /^Pay K/ }).click();
  await paysOff.handset.prompt.waitFor();
  await paysOff.handset.approve();
  await paysOff.page.getByText('This bill is paid off').waitFor();
  await book.take(paysOff.page, 'payment-paid-off');
  await paysOff.close();
}

export async function pictureMe(tour: Tour): Promise<void> {
  const { book, program } = tour;
  book.chapter('Me');
  const { page, close } = await signedIn(tour, demoMobile('settled'));
  const pages = ['bills', 'messages', 'wallet', 'accounts'];
  await page.goto(`${program.url}/me`);
  await page.getByText('Luyando Moonga').waitFor();
  await book.take(page, 'me');
  for (const name of pages) {
    await page.goto(`${program.url}/me/${name}`);
    await book.take(page, name);
  }
  await page.getByRole('button', { name: 'Add an account' }).click();
  const sheet = page.getByRole('dialog', { name: 'Add an account' });
  await book.take(page, 'account-new');
  await sheet.getByRole('button', { name: 'Add the account' }).click();
  await book.take(page, 'account-new-with-errors');
  await page.goto(`${program.url}/me`);
  await page.getByRole('button', { name: 'Log out' }).click();
  await book.take(page, 'log-out');
  await page.goto(`${program.url}/billing-details/999999`);
  await page.getByText('We cannot find this bill').waitFor();
  await book.take(page, 'bill-not-found');

  await change(tour, 'borrower set blocked_at = now()', demoMobile('settled'));
  await page.goto(`${program.url}/home`);
  await page.getByText('You cannot borrow at the moment').waitFor();
  await book.take(page, 'home-blocked');
  await page.goto(`${program.url}/me`);
  await page.getByText('Luyando Moonga').waitFor();
  await book.take(page, 'me-blocked');
  await close();
}

export async function pictureTrouble(tour: Tour): Promise<void> {
  const { book, program } = tour;
  book.chapter('Loading, failing and offline');
  const visitor = await openApp(tour);
  const { page, close } = await signedIn(tour, demoMobile('overdue'));
  await page.getByRole('link', { name: 'Bill details' }).click();
  await page.waitForURL('**/billing-details/*');
  const bill = new URL(page.url()).pathname;
  const addresses = [
    ['/home', 'home'],
    ['/me', 'me'],
    ['/me/wallet', 'wallet'],
    [bill, 'bill'],
    ['/authentication/base', 'personal'],
    ['/borrow-plan?productId=1&amount=1000&termId=1', 'estimate'],
  ] as const;

  for (const shown of [visitor, page]) await shown.route('**/api/**', () => undefined);
  await visitor.reload();
  await book.take(visitor, 'home-signed-out-loading', { isLoading: true });
  for (const [address, name] of addresses) {
    await page.goto(program.url + address);
    await page.getByRole('status', { name: 'Loading' }).first().waitFor();
    await page.waitForTimeout(SCREEN_ARRIVES_MS);
    await book.take(page, `${name}-loading`, { isLoading: true });
  }

  for (const shown of [visitor, page]) {
    await shown.unrouteAll({ behavior: 'ignoreErrors' });
    await shown.route('**/api/**', (route) => route.abort());
  }
  await visitor.reload();
  await visitor.getByText('This did not load').waitFor();
  await book.take(visitor, 'home-signed-out-failed');
  for (const [address, name] of addresses) {
    await page.goto(program.url + address);
    await page
      .getByText(/^(This did not load|As of )/)
      .first()
      .waitFor();
    await book.take(page, `${name}-failed`);
  }

  for (const shown of [visitor, page]) await shown.unrouteAll({ behavior: 'ignoreErrors' });
  await visitor.reload();
  await visitor.getByRole('button', { name: /^Get K/ }).waitFor();
  await page.goto(`${program.url}/home`);
  await payButton(page).waitFor();
  for (const shown of [visitor, page]) await shown.context().setOffline(true);
  await visitor.getByText('You are offline').waitFor();
  await book.take(visitor, 'home-signed-out-offline');
  await payButton(page).click();
  await page.getByRole('alert').first().waitFor();
  await book.take(page, 'pay-offline');
  await visitor.context().close();
  await close();
}

export async function pictureHandset(tour: Tour): Promise<void> {
  const { book, browser, program } = tour;
  book.chapter('The handset');
  const context = await browser.newContext({ viewport: { width: 360, height: 640 }, deviceScaleFactor: 2 });
  const page = await context.newPage();
  await page.goto(program.simulatorUrl);
  await page.getByText('People of the demo').waitFor();
  await book.take(page, 'handset');
  await page.getByText('Faults', { exact: true }).click();
  await book.take(page, 'handset-faults');
  await context.close();
}

async function setFaults(simulatorUrl: string, rates: Record<string, number>): Promise<void> {
  const answer = await fetch(`${simulatorUrl}/api/faults`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ rates }),
  });
  if (!answer.ok) throw new Error(`the simulator answered ${answer.status}`);
}

/** K200 of wallet credit, paid by the lender's bank. */
export async function giveCredit(tour: Tour, mobile: string): Promise<void> {
  await write(
    tour,
    `with given as (
       update borrower_standing set wallet_ngwee = wallet_ngwee + 20000 where borrower_id = ${BORROWER} returning borrower_id
     )
     insert into ledger_transfer (borrower_id, entry_id, line, debit_account, credit_account, amount_ngwee,
       business_on, recorded_at)
     select borrower_id, nextval('ledger_entry_id'), 1, 'bank', 'wallet_credit', 20000, current_date, now() from given`,
    mobile,
  );
}

/** States that no demo borrower has are written into the database of these pictures. */
function change(tour: Tour, update: string, mobile: string): Promise<void> {
  return write(tour, `update ${update} where borrower_id = ${BORROWER}`, mobile);
}

const BORROWER = '(select borrower_id from borrower_by_mobile where mobile_hash = $1)';

async function write({ program }: Tour, statement: string, mobile: string): Promise<void> {
  const client = new pg.Client({ connectionString: await program.databaseUrl() });
  await client.connect();
  await client.query(statement, [program.sealing.lookupHash('mobile', mobile)]);
  await client.end();
}
