import { beforeAll, expect, test } from 'vitest';
import { demoMobile, openAndLogIn } from '../support/borrower-screens.ts';
import { overlaysLeft, type Screen } from '../support/browser.ts';
import { confirmWith, consoleUrl, expectAccessibleEverywhere } from '../support/console-screens.ts';
import { hireAndOpen, type StaffScreen } from '../support/hired-staff.ts';
import { openProgramAndBrowser } from '../support/program-and-browser.ts';

/* One person stops an operator, a borrower reads that another account can be used, and two people start it again. */

const opened = openProgramAndBrowser();

const PHONE = { width: 360, height: 740 };

let thandiwe: StaffScreen;
let bwalya: StaffScreen;
let app: Screen;
let requestId: string;

beforeAll(async () => {
  [thandiwe, bwalya] = await hireAndOpen(
    opened,
    { userName: 'thandiwe', name: 'Thandiwe Mwale', role: 'head_of_operations' },
    { userName: 'bwalya', name: 'Bwalya Zulu', role: 'head_of_finance' },
  );
});

const airtel = ({ page }: Screen) => page.getByRole('region', { name: 'Airtel' });

async function applyForLoan(): Promise<void> {
  const { page } = app;
  await page.goto(`${opened.program.url}/borrow-plan?productId=1&amount=1000&termId=1`);
  await page.getByRole('button', { name: /^Get K1,000/ }).waitFor();
  await page.getByRole('checkbox', { name: /I agree to it/ }).check();
  await page.getByRole('button', { name: /^Get K/ }).click();
}

test('the operators are found in the set-up, with their accounts and how payments went', async () => {
  const { page } = thandiwe;
  await page.goto(`${consoleUrl(opened.program)}/set-up`);
  await page.getByRole('link', { name: 'Operators', exact: true }).press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Mobile-money operators' }).waitFor();
  await airtel(thandiwe).getByText('runs', { exact: true }).waitFor();
  await page.getByText('The lender is not connected to Zamtel').waitFor();
  const payouts = page
    .getByRole('table', { name: 'Accounts at Airtel' })
    .getByRole('row', { name: /^Payouts/ });
  expect(await payouts.textContent()).toMatch(/K[\d,]+\.\d\d/);
  await expectAccessibleEverywhere(page, 'the operators');
  await page.setViewportSize(PHONE);
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(PHONE.width);
  const hidden = `[...document.querySelectorAll('[aria-label="Accounts at Airtel"][role="group"]')]
    .map((table) => table.scrollWidth - table.clientWidth)`;
  expect(await page.evaluate(hidden), 'pixels of the table that are out of sight').toEqual([0]);
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('the whole address at which an operator calls back is shown by one click', async () => {
  const { page } = thandiwe;
  await page
    .getByRole('button', { name: 'Show the whole address of Airtel, which is recorded' })
    .press('Enter');
  const address = await page.getByLabel('Callback address of Airtel').inputValue();
  expect(address).toMatch(/\/callback\/airtel\/[0-9a-f]{64}$/);
  await expectAccessibleEverywhere(page, 'a callback address');
});

test('one person stops an operator, and a borrower reads what to do', async () => {
  const { page } = thandiwe;
  await airtel(thandiwe).getByRole('button', { name: 'Stop Airtel' }).press('Enter');
  await page.getByRole('dialog', { name: 'Stop Airtel at once' }).waitFor();
  await expectAccessibleEverywhere(page, 'the stop of an operator');
  await confirmWith(page, 'payouts do not arrive');
  await airtel(thandiwe)
    .getByText(/^Stopped by Thandiwe Mwale .*: payouts do not arrive$/)
    .waitFor();
  await airtel(thandiwe).getByText('stopped', { exact: true }).first().waitFor();
  ({ app } = await openAndLogIn(opened, demoMobile('authenticated')));
  await overlaysLeft(app.page);
  await applyForLoan();
  await app.page
    .getByText(
      'We are not sending money to this operator at the moment. Please choose another account, or try again later.',
    )
    .waitFor();
});

test('the person who asks for the start cannot approve it', async () => {
  const { page } = thandiwe;
  await airtel(thandiwe).getByRole('button', { name: 'Ask to start Airtel again' }).press('Enter');
  await page.getByRole('dialog', { name: 'Ask to start Airtel again' }).waitFor();
  await confirmWith(page, 'they arrive again');
  const waiting = airtel(thandiwe).getByRole('link', { name: 'The start waits for a second person' });
  await waiting.press('Enter');
  await page.getByRole('heading', { level: 1, name: /Airtel/ }).waitFor();
  expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
  requestId = new URL(page.url()).pathname.split('/').at(-1)!;
});

test('a second person approves it, and the borrower gets the loan', async () => {
  const { page } = bwalya;
  await page.goto(`${consoleUrl(opened.program)}/requests/${requestId}`);
  await page.getByRole('button', { name: 'Approve' }).click();
  await confirmWith(page, 'looked at it');
  await page.getByText('Airtel runs again.').waitFor();
  await page.goto(`${consoleUrl(opened.program)}/set-up/operators`);
  await airtel(bwalya)
    .getByText(/^Started by Bwalya Zulu .*: they arrive again$/)
    .waitFor();
  const history = page.getByRole('table', { name: 'Stops and starts of Airtel' });
  expect(await history.getByRole('row').count()).toBe(3);
  await applyForLoan();
  await app.page.getByRole('button', { name: /^Pay off now: / }).waitFor();
});
