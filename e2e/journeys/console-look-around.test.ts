import { beforeAll, expect, test } from 'vitest';
import { consoleUrl, expectAccessibleEverywhere } from '../support/console-screens.ts';
import { hireAndOpen, type StaffScreen } from '../support/hired-staff.ts';
import { openProgramAndBrowser } from '../support/program-and-browser.ts';

/* What a new person of staff tries first: ticked by what they did, and gone for the one who puts it away. */

const opened = openProgramAndBrowser();

let monde: StaffScreen;
let kasonde: StaffScreen;

beforeAll(async () => {
  [monde, kasonde] = await hireAndOpen(
    opened,
    { userName: 'monde', name: 'Monde Imasiku', role: 'compliance' },
    { userName: 'kasonde', name: 'Kasonde Chola', role: 'auditor' },
  );
});

const today = () => `${consoleUrl(opened.program)}/today`;
const listOf = ({ page }: StaffScreen) => page.getByRole('region', { name: 'Look around' });
const auditStep = (screen: StaffScreen) => listOf(screen).getByRole('link', { name: /Read who did what$/ });

test('a new person finds what to try first, each a link to its screen', async () => {
  const { page } = kasonde;
  await page.goto(today());
  await expect.poll(() => auditStep(kasonde).getByRole('img').getAttribute('aria-label')).toBe('To try:');
  await expectAccessibleEverywhere(page, 'today with what to try first');
  await auditStep(kasonde).press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Audit' }).waitFor();
  // The look is in the audit before its entries are shown.
  await page
    .getByRole('button', { name: /show the entry$/ })
    .first()
    .waitFor();
});

test('a step is ticked by what the person did', async () => {
  const { page } = kasonde;
  await page.goto(today());
  await expect
    .poll(async () => {
      await page.reload();
      return auditStep(kasonde).getByRole('img').getAttribute('aria-label');
    })
    .toBe('Done:');
});

test('the list is put away for good by the one who wants no more of it, and stays for the others', async () => {
  const { page } = monde;
  await page.goto(today());
  await listOf(monde).getByRole('button', { name: 'Put away' }).press('Enter');
  await listOf(monde).waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('region', { name: 'Waiting for you' }).waitFor();
  expect(await listOf(monde).count()).toBe(0);
});
