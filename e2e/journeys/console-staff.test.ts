import { beforeAll, expect, test } from 'vitest';
import { confirmWith, consoleUrl, expectAccessibleEverywhere } from '../support/console-screens.ts';
import { hireAndOpen, type StaffScreen } from '../support/hired-staff.ts';
import { openProgramAndBrowser } from '../support/program-and-browser.ts';

/* The people of staff, and what each role may do. */

const opened = openProgramAndBrowser({ env: { DEMO_BORROWERS: 'false' } });

const PHONE = { width: 360, height: 740 };

let administrator: StaffScreen;
let finance: StaffScreen;

beforeAll(async () => {
  [administrator, finance] = await hireAndOpen(
    opened,
    { userName: 'bwalya', name: 'Bwalya Zulu', role: 'administrator' },
    { userName: 'mwila', name: 'Mwila Tembo', role: 'finance' },
  );
});

test('a person finds what their role may do, and who may approve what they ask for', async () => {
  const { page } = finance;
  await page.getByRole('link', { name: 'Your account' }).click();
  await page.getByRole('link', { name: 'Finance', exact: true }).press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Finance' }).waitFor();
  await page.getByRole('table', { name: 'People' }).getByText('Mwila Tembo (mwila)').waitFor();
  const withSecond = page.getByRole('table', { name: 'With a second person' });
  await withSecond
    .getByRole('row', { name: /^Write-off asks$/ })
    .first()
    .waitFor();
  await expectAccessibleEverywhere(page, 'a role');
  await page.goto(`${consoleUrl(opened.program)}/roles/nothing`);
  await page.getByText('There is no such role').waitFor();
});

test('the roles are read on a phone, with the people who have them', async () => {
  const { page } = finance;
  await page.goto(`${consoleUrl(opened.program)}/roles`);
  const roles = page.getByRole('table', { name: 'Roles' });
  await roles.getByRole('row', { name: /Head of finance.*no person yet/ }).waitFor();
  await expectAccessibleEverywhere(page, 'the roles');
  await page.setViewportSize(PHONE);
  const permissions = page.getByRole('table', { name: 'Permissions' });
  const writeOffs = permissions.getByRole('row', { name: /^asks for writing a loan off/ });
  expect(await writeOffs.textContent()).toContain('Finance, Head of finance');
  for (const table of [roles, permissions]) {
    const box = (await table.boundingBox())!;
    expect(box.x + box.width).toBeLessThanOrEqual(PHONE.width);
  }
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Administrator' }).waitFor();
  await page.getByRole('table', { name: 'People' }).getByText('Bwalya Zulu (bwalya)').waitFor();
});

test('an administrator goes from the people to the roles, and a person whose account ends has none', async () => {
  const { page } = administrator;
  await page.goto(`${consoleUrl(opened.program)}/staff`);
  const row = page.getByRole('table', { name: 'People' }).getByRole('row', { name: /^Mwila Tembo/ });
  await row.getByRole('button', { name: 'Change Mwila Tembo' }).click();
  await page.getByRole('button', { name: 'End the account' }).click();
  await confirmWith(page, 'has left the lender');
  await row.getByText('ended').waitFor();
  await page.getByRole('link', { name: 'Roles', exact: true }).click();
  await page.getByRole('row', { name: /^Finance .*no person yet/ }).waitFor();
});
