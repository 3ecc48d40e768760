import { beforeAll, test } from 'vitest';
import { openAndLogIn } from '../support/borrower-screens.ts';
import { overlaysLeft, type Screen } from '../support/browser.ts';
import { confirmWith, consoleUrl, expectAccessibleEverywhere } from '../support/console-screens.ts';
import { hireAndOpen, type StaffScreen } from '../support/hired-staff.ts';
import { openProgramAndBrowser } from '../support/program-and-browser.ts';

/* Two people make a coupon offer, a campaign that gives its coupons, and another wheel. A borrower finds the coupon. */

const opened = openProgramAndBrowser();

let thandiwe: StaffScreen;
let chanda: StaffScreen;
let borrower: Screen;

beforeAll(async () => {
  ({ app: borrower } = await openAndLogIn(opened, '0968000061'));
  [thandiwe, chanda] = await hireAndOpen(
    opened,
    { userName: 'thandiwe', name: 'Thandiwe Mwale', role: 'head_of_operations' },
    { userName: 'chanda', name: 'Chanda Mumba', role: 'head_of_finance' },
  );
});

const open = ({ page }: Screen, at: string) => page.goto(`${consoleUrl(opened.program)}${at}`);

async function approve(said: string): Promise<void> {
  const filed = thandiwe.page.getByText(/^Request \d+ is filed/).last();
  await filed.waitFor();
  const [requestId] = /\d+/.exec((await filed.textContent())!)!;
  await open(chanda, `/requests/${requestId}`);
  await chanda.page.getByRole('button', { name: 'Approve' }).click();
  await confirmWith(chanda.page, 'the cost is agreed');
  await chanda.page.getByText(said).waitFor();
  await thandiwe.page.getByRole('button', { name: 'Dismiss' }).first().click();
}

test('an offer is made by two people, and shown with what it takes off', async () => {
  const { page } = thandiwe;
  await open(thandiwe, '/set-up/coupons');
  await page.getByRole('link', { name: 'Welcome' }).waitFor();
  await expectAccessibleEverywhere(page, 'the coupons');
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'New coupon offer' });
  await dialog.getByLabel('Code, by which staff find it').fill('season');
  await dialog.getByLabel('Name, which the borrower reads').fill('Season');
  await dialog.getByLabel('Amount in kwacha').fill('20');
  await dialog.getByText('Season: K20.00 off, for 30 days.').waitFor();
  await expectAccessibleEverywhere(page, 'a new coupon offer');
  await confirmWith(page, 'for the rainy season');
  await approve('The coupon offer season stands in version 1.');
  await page.reload();
  await page.getByRole('link', { name: 'Season' }).press('Enter');
  await page.getByRole('row').filter({ hasText: 'Thandiwe Mwale' }).getByText('Chanda Mumba').waitFor();
  await expectAccessibleEverywhere(page, 'a coupon offer');
});

test('a campaign shows its reach and its greatest cost, and a borrower finds the coupon', async () => {
  const { page } = thandiwe;
  await open(thandiwe, '/set-up/coupons');
  await page.getByRole('link', { name: 'Season' }).waitFor();
  await page.keyboard.press('h');
  const dialog = page.getByRole('dialog', { name: 'New campaign' });
  await dialog.getByLabel('Name, for staff').fill('Rainy season');
  await dialog.getByLabel('Coupon of the offer').selectOption('season');
  await dialog.getByText('Borrowers it would reach now').waitFor();
  await dialog.getByText('with K20.00 a coupon').waitFor();
  await expectAccessibleEverywhere(page, 'a new campaign');
  await confirmWith(page, 'for the rainy season');
  await approve('runs and gives its coupons in the background');
  await overlaysLeft(borrower.page);
  await borrower.page.goto(`${opened.program.url}/coupon`);
  await borrower.page.getByText('Season').first().waitFor();
  await page.reload();
  await page.getByRole('row').filter({ hasText: 'Rainy season' }).getByText('has ended').waitFor();
});

test('another wheel shows what is wrong and what it costs before two people publish it', async () => {
  const { page } = thandiwe;
  await open(thandiwe, '/set-up/wheel');
  await page.getByText('A spin, at most').waitFor();
  await expectAccessibleEverywhere(page, 'the wheel');
  await page.keyboard.press('w');
  await page.getByLabel('Odds of prize 1', { exact: true }).fill('3700');
  await page.getByText('The odds make 10700, and have to make 10000.').waitFor();
  await page.getByLabel('Odds of prize 6', { exact: true }).fill('4000');
  await page.getByText('37% of spins').waitFor();
  await expectAccessibleEverywhere(page, 'another wheel');
  await page.getByLabel('Odds of prize 6', { exact: true }).press('Control+Enter');
  await page.getByRole('dialog').getByText('Cost of a spin, at most').waitFor();
  await confirmWith(page, 'more small prizes');
  await approve('Borrowers spin version 2 of the wheel from now on.');
  await borrower.page.goto(`${opened.program.url}/activity/turntable`);
  await borrower.page.getByText('37').first().waitFor();
});
