import { beforeAll, expect, test } from 'vitest';
import { createBorrowerClient } from '../../apps/server/src/demo/borrower-client.ts';
import type { Screen } from '../support/browser.ts';
import {
  confirmWith,
  consoleUrl,
  expectAccessibleEverywhere,
  filedRequest,
} from '../support/console-screens.ts';
import { openMakerAndChecker, type StaffScreen } from '../support/hired-staff.ts';
import { openProgramAndBrowser } from '../support/program-and-browser.ts';

/* Two people publish a new version of the Android app that borrowers install by link. */

const opened = openProgramAndBrowser({ env: { DEMO_BORROWERS: 'false' } });

const SHA256 = 'ab'.repeat(32);
const ADDRESS = 'https://downloads.example.zm/thumba-8.apk';

let thandiwe: StaffScreen;
let chanda: StaffScreen;
beforeAll(async () => {
  [thandiwe, chanda] = await openMakerAndChecker(opened, {
    maker: 'head_of_operations',
    checker: 'head_of_finance',
  });
});

const open = ({ page }: Screen, at: string) => page.goto(`${consoleUrl(opened.program)}${at}`);

async function openDialog() {
  const { page } = thandiwe;
  await open(thandiwe, '/set-up/channels');
  await page.getByRole('button', { name: 'Change Google Play' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Change the channel Google Play' });
  return {
    dialog,
    address: dialog.getByLabel('Address of the app file'),
    versionCode: dialog.getByLabel('Version code of the app file'),
    sha256: dialog.getByLabel('SHA-256 of the app file'),
  };
}

const toldBorrowers = () =>
  createBorrowerClient(opened.program.url, Date.now).ask('queryByChannelCode', { params: { code: 'GP' } });

test('the address, the version code and the SHA-256 are wrong at their fields until they fit together', async () => {
  const { dialog, address, versionCode, sha256 } = await openDialog();
  await versionCode.fill('8a');
  await dialog.getByText('The version code is a whole number from 1 to 2,100,000,000.').waitFor();
  expect(await versionCode.getAttribute('aria-invalid')).toBe('true');
  await versionCode.fill('8');
  await dialog.getByText('Enter the version code and the SHA-256 of the app file, or neither.').waitFor();
  await sha256.fill(SHA256.slice(1));
  await dialog.getByText('The SHA-256 has 64 digits: 0 to 9 and a to f.').waitFor();
  await expectAccessibleEverywhere(thandiwe.page, 'a SHA-256 that is too short');
  await sha256.fill(SHA256);
  await dialog.getByText('A version code and a SHA-256 need the address of the app file.').waitFor();
  await address.fill(ADDRESS.replace('thumba-8', 'thumba 8'));
  await dialog.getByText('The address of the app file begins with https://').waitFor();
  expect(await address.getAttribute('aria-invalid')).toBe('true');
  await address.fill(ADDRESS);
  await dialog.getByLabel('What changes').getByText(SHA256).waitFor();
  await expectAccessibleEverywhere(thandiwe.page, 'an app file of a channel');
});

test('a second person reads all three and approves them, and borrowers are told', async () => {
  const { page } = thandiwe;
  await confirmWith(page, 'version 8 is built');
  await open(chanda, `/requests/${await filedRequest(page)}`);
  const changes = chanda.page.getByLabel('What changes');
  await changes.getByText(SHA256).waitFor();
  await changes.getByText(ADDRESS).waitFor();
  expect(await changes.textContent()).toContain('Version code of the app filebefore: noneafter: 8');
  await expectAccessibleEverywhere(chanda.page, 'the request for an app file');
  expect(await toldBorrowers()).not.toHaveProperty('apkVersionCode');
  await chanda.page.getByRole('button', { name: 'Approve' }).click();
  await confirmWith(chanda.page, 'the SHA-256 is that of the file');
  await chanda.page.getByText('The channel Google Play stands in version 2.').waitFor();
  await expect.poll(toldBorrowers, { timeout: 15_000 }).toMatchObject({
    ...{ apkUrl: ADDRESS, apkVersionCode: 8, apkSha256: SHA256 },
  });
});

test('the list shows the version, and the next one must be higher', async () => {
  const { dialog, address, versionCode, sha256 } = await openDialog();
  const row = thandiwe.page.getByRole('row').filter({ hasText: 'Google Play' });
  await row.getByText('thumba-8.apk, version code 8').waitFor();
  await expect.poll(() => versionCode.inputValue()).toBe('8');
  await address.fill(ADDRESS.replace('8', '7'));
  await dialog.getByText('Version code 8 is published at another address.').waitFor();
  await versionCode.fill('7');
  await sha256.fill('cd'.repeat(32));
  await dialog.getByText('Android installs no lower one over it.').waitFor();
  await versionCode.fill('9');
  await dialog.getByLabel('What changes').getByText('cd'.repeat(32)).waitFor();
});
