import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf, hire, type StaffMember } from '../../apps/server/test/staff-client.ts';
import { closeScreens, type Screen } from '../support/browser.ts';
import {
  consoleUrl,
  expectAccessibleEverywhere,
  openConsole,
  signInWithPassword,
} from '../support/console-screens.ts';
import { openOfficeBeside } from '../support/hired-staff.ts';
import { openProgramAndBrowser } from '../support/program-and-browser.ts';
import { runBeside } from '../support/terminal.ts';

/* The first page of staff: what waits, the figures of the day, the switch that stops lending, and the ceiling. */

const opened = openProgramAndBrowser();

const CODE_STEP_MS = 30_000;

let head: Screen;
let checker: StaffMember;

beforeAll(async () => {
  const { server, pair } = await openOfficeBeside(opened.program);
  const natasha = await hire(server, pair, { userName: 'natasha', roles: ['head_of_credit', 'finance'] });
  checker = await hire(server, pair, { userName: 'bwalya', roles: ['head_of_finance'] });
  head = await openConsole(opened.browser, consoleUrl(opened.program));
  const { userName, password, secret } = natasha;
  const code = codeOf(secret, Date.now() + CODE_STEP_MS);
  await signInWithPassword(head.page, { userName, password, code });
});
afterAll(() => closeScreens(head));

const heading = (name: string) => head.page.getByRole('heading', { level: 1, name });
const lending = () => head.page.getByRole('region', { name: 'Lending' });
const banner = () => head.page.getByText(/^Lending is stopped by Person natasha/);

describe('today', () => {
  test('is the first page, with what waits, the float and the figures of the day', async () => {
    const { page } = head;
    await heading('Today').waitFor();
    const waiting = page.getByRole('region', { name: 'Waiting for you' }).first();
    await waiting.getByText('The oldest waits').waitFor();
    await page.getByRole('region', { name: 'Float' }).first().getByText('Airtel').waitFor();
    for (const title of ['Due today', 'Paid out today', 'Late by 1 day or more', 'Codes sent : entered']) {
      await page.getByRole('heading', { level: 2, name: title }).waitFor();
    }
    await page.getByText('not examined yet', { exact: true }).waitFor();
    await expectAccessibleEverywhere(page, 'today');
  });

  test('shows the hours of the day as lines and as a table', async () => {
    const { page } = head;
    await page.getByRole('img', { name: /^Collected through the day:/ }).waitFor();
    await page.getByRole('button', { name: 'As a table' }).click();
    await page.getByRole('cell', { name: '24:00' }).waitFor();
    await expectAccessibleEverywhere(page, 'today with the table');
    await page.getByRole('button', { name: 'As a chart' }).click();
  });

  test('has what the doctor found', async () => {
    expect(await runBeside(opened.program, 'upkeep', 'doctor')).toMatchObject({ status: 0 });
    await head.page.reload();
    await head.page.getByRole('region', { name: 'Book' }).getByText('sound', { exact: true }).waitFor();
  });
});

describe('the switch that stops lending', () => {
  test('asks for a reason, stops at once, and says so on every page', async () => {
    const { page } = head;
    await lending().getByRole('button', { name: 'Stop lending' }).click();
    const confirmation = page.getByRole('dialog', { name: 'Stop lending at once' });
    await confirmation.getByText('Please apply again later.').waitFor();
    await expectAccessibleEverywhere(page, 'the confirmation of the stop');
    await confirmation.getByRole('button', { name: 'Stop lending' }).click();
    await confirmation.getByText('Please give a reason').waitFor();
    await confirmation.getByLabel(/^Reason/).fill('many payouts to one number');
    await confirmation.getByRole('button', { name: 'Stop lending' }).click();
    await confirmation.waitFor({ state: 'detached' });
    await banner().waitFor();
    // A time that moves on by itself would be announced again and again.
    const announced = page.getByRole('status').filter({ hasText: 'Lending is stopped' });
    expect(await announced.locator('time').count()).toBe(0);
    await lending().getByText('stopped', { exact: true }).waitFor();
    await expectAccessibleEverywhere(page, 'today while lending is stopped');
    await page.keyboard.press('g');
    await page.keyboard.press('r');
    await heading('Requests').waitFor();
    await banner().waitFor();
  });

  test('is on again after a second person approved', async () => {
    const { page } = head;
    await page.keyboard.press('g');
    await page.keyboard.press('t');
    await lending().getByRole('button', { name: 'Ask to start lending again' }).click();
    const confirmation = page.getByRole('dialog', { name: 'Ask to start lending again' });
    await confirmation.getByText(/A second person has to approve it: .*Head of finance/).waitFor();
    await confirmation.getByLabel(/^Reason/).fill('the number is blocked');
    await confirmation.getByRole('button', { name: 'Ask to start lending again' }).click();
    await lending().getByRole('link', { name: 'The start waits for a second person' }).click();
    await page.getByText('You asked for this yourself').waitFor();
    await approveAll();
    await page.reload();
    await page.getByText('looked at it').waitFor();
    expect(await banner().count()).toBe(0);
  });
});

describe('the ceiling on the payouts of a day', () => {
  test('is set at once, and a higher one waits for a second person', async () => {
    const { page } = head;
    await page.keyboard.press('g');
    await page.keyboard.press('t');
    await page.getByText('no ceiling').first().waitFor();
    await setCeiling('400,000');
    await page.getByText('The ceiling is K400,000.00.').waitFor();
    await page.getByText('ceiling K400,000', { exact: false }).first().waitFor();
    await setCeiling('500000');
    await page.getByText(/Request \d+ waits for a second person\./).waitFor();
    await approveAll();
    await page.reload();
    await page.getByText(/· ceiling K500,000/).waitFor();
  });

  async function setCeiling(amount: string): Promise<void> {
    const { page } = head;
    await lending().getByRole('button', { name: 'Ceiling on payouts' }).click();
    const form = page.getByRole('dialog', { name: 'Ceiling on the payouts of a day' });
    await form.getByLabel(/^Most that may be paid out/).fill(amount);
    await form.getByRole('button', { name: 'Go on' }).click();
    const confirmation = page.getByRole('dialog', { name: 'Change the ceiling on payouts' });
    await confirmation.getByLabel(/^Reason/).fill('the board said so');
    await confirmation.getByRole('button', { name: 'Change the ceiling' }).click();
    await confirmation.waitFor({ state: 'detached' });
  }
});

async function approveAll(): Promise<void> {
  const { data } = await checker.client.call('listRequests', { query: {} });
  for (const { requestId } of data.items) {
    const body = { answer: 'approve', reason: 'looked at it' } as const;
    const answer = await checker.client.call('answerRequest', { params: { requestId }, body });
    expect(answer).toMatchObject({ code: 200, data: { state: 'done' } });
  }
}
