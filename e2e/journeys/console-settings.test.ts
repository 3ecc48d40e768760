import { beforeAll, expect, test } from 'vitest';
import { expectNoFindings, type Screen } from '../support/browser.ts';
import {
  confirmWith,
  consoleUrl,
  expectAccessibleEverywhere,
  filedRequest,
} from '../support/console-screens.ts';
import { openMakerAndChecker, type StaffScreen } from '../support/hired-staff.ts';
import { openProgramAndBrowser } from '../support/program-and-browser.ts';

/* Two people change a setting of the lender in the console, and the pages that use it follow. */

const PHONE = { width: 360, height: 740 };

const opened = openProgramAndBrowser({ env: { SMS_PART_NGWEE: '25' } });

let thandiwe: StaffScreen;
let chanda: StaffScreen;
let requestId: string;

beforeAll(async () => {
  [thandiwe, chanda] = await openMakerAndChecker(opened, {
    maker: 'head_of_operations',
    checker: 'head_of_finance',
  });
});

const open = ({ page }: Screen, at: string) => page.goto(`${consoleUrl(opened.program)}${at}`);

test('the settings are reached from the set-up, and one is opened by keyboard', async () => {
  const { page } = thandiwe;
  await open(thandiwe, '/set-up');
  await page.getByRole('link', { name: 'Settings', exact: true }).press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  await page.getByRole('row').filter({ hasText: 'Price of an SMS part' }).getByText('K0.25').waitFor();
  await expectAccessibleEverywhere(page, 'the list of settings');
  await page.getByRole('link', { name: 'Price of an SMS part' }).press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Price of an SMS part' }).waitFor();
  await page.getByText('There is none yet').waitFor();
  await expectAccessibleEverywhere(page, 'a setting without a version');
});

test('another value shows what it changes and what is wrong with it while it is typed', async () => {
  const { page } = thandiwe;
  await page.keyboard.press('w');
  const price = page.getByLabel('Price of a part, in kwacha');
  await price.fill('plenty');
  await page.getByText('Write an amount in kwacha, such as 5000 or 0.25.').waitFor();
  await expectAccessibleEverywhere(page, 'a value that is refused');
  await price.fill('0.40');
  await page.getByText('K0.40').first().waitFor();
  await page.getByLabel('Counts from the day').fill('2020-01-31');
  await page.getByText('Choose a time to come').waitFor();
  await page.getByLabel('Counts from the day').fill('');
  await page.getByText('its approval').waitFor();
  await expectAccessibleEverywhere(page, 'another value of a setting');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('dialog').getByText('K0.40').waitFor();
  await expectAccessibleEverywhere(page, 'the confirmation of another value');
  await confirmWith(page, 'the new contract for SMS');
  requestId = await filedRequest(page);
  await page.getByText('waits for a second person').waitFor();
  expect(await page.getByRole('button', { name: 'Another value' }).count()).toBe(0);
  await page.getByText('K0.25').first().waitFor();
});

test('a second person approves it, and it is the price of a message at once', async () => {
  const { page } = chanda;
  await open(chanda, `/requests/${requestId}`);
  await page.getByRole('button', { name: 'Approve' }).click();
  await confirmWith(page, 'seen the contract');
  await page.getByText('Price of an SMS part: version 1 counts from now on.').waitFor();
  await open(chanda, '/set-up/settings/sms_part_price');
  const versions = page.getByRole('table', { name: 'Versions' });
  const row = versions.getByRole('row').filter({ hasText: 'Thandiwe Mwale' });
  await row.filter({ hasText: 'Chanda Mumba' }).getByText('K0.40').waitFor();
  await expectAccessibleEverywhere(page, 'a setting with a version');
  await open(chanda, '/set-up/texts/loan_approved');
  await page.getByText('costs K0.40').first().waitFor();
});

test('prefixes are read back as they were written, and one that is given twice is named', async () => {
  const { page } = thandiwe;
  await open(thandiwe, '/set-up/settings/operator_prefixes');
  await page.getByText('76, 96').first().waitFor();
  await page.keyboard.press('w');
  const airtel = page.getByLabel('Airtel, in pairs of digits');
  await airtel.fill('97, 77, 96');
  await page.getByText('96 is written twice.').waitFor();
  await airtel.fill('97, 77');
  await page.getByText('its approval').waitFor();
  await page.getByText('after: 77, 97').waitFor();
});

test('the settings fit a phone', async () => {
  const { page } = thandiwe;
  await page.setViewportSize(PHONE);
  for (const [at, name] of [
    ['/set-up/settings', 'Price of an SMS part'],
    ['/set-up/settings/float_reserve', 'Value of now'],
    ['/set-up/settings/sms_part_price', 'Thandiwe Mwale'],
  ] as const) {
    await open(thandiwe, at);
    await page.getByText(name).first().waitFor({ state: 'attached' });
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(PHONE.width);
    await expectNoFindings(page, `${at} on a phone`);
  }
  await page.keyboard.press('w');
  await page.getByLabel('Price of a part, in kwacha').fill('0.5');
  await page.getByText('K0.50').first().waitFor();
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(PHONE.width);
  await expectNoFindings(page, 'another value on a phone');
});
