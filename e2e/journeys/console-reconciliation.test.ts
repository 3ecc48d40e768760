import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { type Line, mtnFile } from '../../apps/server/src/money/reconciliation/statement.test-support.ts';
import { type Borrower, borrow, must, registerBorrowers } from '../support/borrower-story.ts';
import { closeScreens } from '../support/browser.ts';
import { confirmWith, consoleUrl, expectAccessibleEverywhere } from '../support/console-screens.ts';
import { hireAndOpen, type StaffScreen } from '../support/hired-staff.ts';
import { openProgramAndBrowser } from '../support/program-and-browser.ts';

/* Finance imports an operator's statement with errors, and two people resolve what differs. */

const opened = openProgramAndBrowser();

const DAY_MS = 24 * 60 * 60_000;
const UNKNOWN = '0968887766';

let wezi: StaffScreen;
let misozi: StaffScreen;
let borrower: Borrower;
let loanId: number;

beforeAll(async () => {
  [borrower] = (await registerBorrowers(opened.program, 1, { first: 7300 })) as [Borrower];
  ({ orderId: loanId } = await borrow(borrower, { amount: 1000, termId: 2 }));
  [wezi, misozi] = await hireAndOpen(
    opened,
    { userName: 'wezi', name: 'Wezi Phiri', role: 'finance' },
    { userName: 'misozi', name: 'Misozi Zulu', role: 'head_of_finance' },
  );
});

/** A day on which no payment of ours was made, so that only what is written here differs. */
const at = () => `${new Date(Date.now() - 3 * DAY_MS).toISOString().slice(0, 10)} 10:00:00`;

const line = (reference: string, amount: string, mobile = UNKNOWN): Line => ({
  ...{ reference, amount, mobile, at: at() },
});

const fileOf = (name: string, lines: readonly Line[]) => ({
  ...{ name, mimeType: 'text/csv', buffer: mtnFile(lines) },
});

const owed = async () =>
  (await must(borrower.client, 'queryLoanDetail', { params: { id: loanId } })).remaining;

const dialog = () => wezi.page.getByRole('dialog');
const press = (name: string) => dialog().getByRole('button', { name }).click();

/** What a person asked for: the number of the request is in the toast. */
async function askedRequest({ page }: StaffScreen): Promise<string> {
  const text = await page.getByText(/Request \d+ waits for a second person\./).textContent();
  return /\d+/.exec(text!)![0];
}

async function approve(requestId: string): Promise<void> {
  const { page } = misozi;
  await page.goto(`${consoleUrl(opened.program)}/requests/${requestId}`);
  await page.getByRole('button', { name: /^Approve/ }).waitFor();
  await page.keyboard.press('a');
  await confirmWith(page, 'seen on the statement');
}

test('a statement with errors is read, its errors are told at their lines, and the mended one is imported', async () => {
  const { page } = wezi;
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('j');
  await page.getByText('No statement was imported').waitFor();
  await page.keyboard.press('n');
  const damaged = [line('7001', '150.00'), line('70 02', '150.00'), line('7003', '0.00')];
  await dialog().getByLabel('File').setInputFiles(fileOf('damaged.csv', damaged));
  await press('Read the file');
  await dialog()
    .getByText(/^Line 3: the operator’s reference cannot be read/)
    .waitFor();
  await dialog()
    .getByText(/^Line 4: the amount of a payment is zero/)
    .waitFor();
  await expectAccessibleEverywhere(page, 'the errors of a statement');
  const whole = [
    line('7001', '150.00', borrower.mobile),
    ...['7002', '7003', '7004'].map((reference) => line(reference, '20.00')),
  ];
  await dialog().getByLabel('File').setInputFiles(fileOf('whole.csv', whole));
  await press('Read the file');
  await dialog().getByText('4, together K210.00').waitFor();
  await expectAccessibleEverywhere(page, 'what a statement has');
  await press('Import the statement');
  await page.getByText(/Statement \d+ is imported\. 4 differences of it are open\./).waitFor();
  await expectAccessibleEverywhere(page, 'the statements');
});

test('a difference is opened by keyboard, asked for as it is shown, and posted once a second person approves it', async () => {
  const { page } = wezi;
  await page.keyboard.press('g');
  await page.keyboard.press('i');
  const kinds = page.getByRole('table', { name: 'Open by kind' });
  await kinds.getByRole('cell', { name: 'K210.00' }).waitFor();
  const list = page.getByRole('table', { name: 'Differences' });
  await list.getByText(`A borrower paid this loan: ${loanId}`).waitFor();
  await expectAccessibleEverywhere(page, 'the differences');
  await page.getByLabel('Probably').selectOption({ label: 'A borrower paid this loan' });
  await expect.poll(() => list.getByRole('link').count()).toBe(1);
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 2, name: 'What it probably was' }).waitFor();
  await expectAccessibleEverywhere(page, 'a difference');
  await page.keyboard.press('l');
  await dialog().getByText(`Post K150.00 of difference`).first().waitFor();
  await expectAccessibleEverywhere(page, 'what resolving a difference does');
  const before = await owed();
  await confirmWith(page, 'the number is that of the borrower');
  const requestId = await askedRequest(wezi);
  await page.getByText('waits for a second person', { exact: true }).waitFor();
  expect(await owed()).toBe(before);
  await approve(requestId);
  await misozi.page.getByText(/K150\.00 is posted to order/).waitFor();
  expect(await owed()).toBe(before - 150);
  await page.reload();
  await page.getByText('posted to a loan').waitFor();
  await page.getByText('Misozi Zulu').waitFor();
  await expectAccessibleEverywhere(page, 'a difference that is resolved');
});

test('money that came is left by two people, and the dialog says so', async () => {
  const { page } = wezi;
  await page.goto(`${consoleUrl(opened.program)}/differences`);
  await page.getByRole('table', { name: 'Differences' }).getByRole('link').first().click();
  await page.getByRole('heading', { level: 2, name: 'What it probably was' }).waitFor();
  await page.keyboard.press('v');
  await dialog().getByText('Leave both books as they are: K20.00 of difference').first().waitFor();
  await dialog()
    .getByText(/^Nothing changes before a second person approves it/)
    .waitFor();
  await expectAccessibleEverywhere(page, 'asking to leave a difference');
  await confirmWith(page, 'money of another business');
  await approve(await askedRequest(wezi));
  await misozi.page.getByText(/is resolved: both books are left as they are/).waitFor();
  await page.reload();
  await page.getByText('both books were left as they are').waitFor();
  await page.getByText('Misozi Zulu').waitFor();
});

test('one person leaves what the operator gave back, and another who had it open is told', async () => {
  const { page } = wezi;
  await page.goto(`${consoleUrl(opened.program)}/statements`);
  await page.getByRole('button', { name: /^Import/ }).click();
  const givenBack = [{ ...line('7101', '25.00'), type: 'Reversal' }];
  await dialog().getByLabel('File').setInputFiles(fileOf('given-back.csv', givenBack));
  await press('Read the file');
  await press('Import the statement');
  await page.getByText(/1 difference of it is open/).waitFor();
  await page.getByRole('table', { name: 'Statements' }).getByRole('link').first().click();
  await page.getByRole('table', { name: 'Differences' }).getByRole('link', { name: /./ }).first().click();
  await page.getByText('It was never in our book: leave it.').waitFor();
  await misozi.page.clock.install();
  await misozi.page.goto(page.url());
  await misozi.page.getByRole('button', { name: /^Leave both books/ }).click();
  await misozi.page.getByText('No money moved in the end, so you decide it alone.').waitFor();
  await page.keyboard.press('v');
  await dialog().getByText('No money moved in the end, so you decide it alone.').waitFor();
  await expectAccessibleEverywhere(page, 'leaving a difference');
  await confirmWith(page, 'it came and went');
  await page.getByText('both books were left as they are').waitFor();
  // The page renews itself below the dialog, and the dialog stays.
  await misozi.page.clock.fastForward(31_000);
  await misozi.page.getByText(/was faster: it is resolved already/).waitFor();
  await confirmWith(misozi.page, 'it came and went');
  await misozi.page.getByText('This difference is resolved already.').waitFor();
  await misozi.page.keyboard.press('Escape');
});

const MANY = 30;

/** Differences stay as they are meanwhile. Answers what lets them change, which a killed server needs too. */
async function holdDifferences(): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: await opened.program.databaseUrl() });
  await client.connect();
  await client.query('begin; lock table reconciliation_difference in share mode');
  return async () => {
    await client.query('commit');
    await client.end();
  };
}

async function query(text: string) {
  const client = new pg.Client({ connectionString: await opened.program.databaseUrl() });
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows[0];
}

test('many alike are chosen by keyboard and resolved by two people, and a killed server goes on and does nothing twice', async () => {
  const { page } = wezi;
  await page.goto(`${consoleUrl(opened.program)}/statements`);
  const statements = page.getByRole('table', { name: 'Statements' }).getByRole('link');
  await statements.first().waitFor();
  const before = await statements.count();
  await page.getByRole('button', { name: /^Import/ }).click();
  const lines = Array.from({ length: MANY }, (_, number) => line(`80${number + 10}`, '15.00'));
  await dialog().getByLabel('File').setInputFiles(fileOf('many.csv', lines));
  await press('Read the file');
  await press('Import the statement');
  await page.getByText(new RegExp(`${MANY} differences of it are open`)).waitFor();
  // On a busy machine the list comes after the words.
  await expect.poll(() => statements.count()).toBe(before + 1);
  await statements.first().click();
  const list = page.getByRole('table', { name: 'Differences' });
  await list.getByText('K15.00').first().waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.getByRole('button', { name: /^Resolve 1 difference/ }).waitFor();
  await page.keyboard.press('w');
  await page.getByRole('button', { name: /^Resolve 20 differences/ }).waitFor();
  await page.keyboard.press(']');
  await expect.poll(() => list.getByRole('link').count()).toBe(MANY - 20);
  await page.keyboard.press('w');
  await expectAccessibleEverywhere(page, 'differences that are chosen');
  await page.keyboard.press('m');
  await dialog()
    .getByText(`Put into suspense: ${MANY} differences, K450.00 at the operator`)
    .first()
    .waitFor();
  await expectAccessibleEverywhere(page, 'what resolving many does');
  await confirmWith(page, 'the number is of no borrower');
  const requestId = await askedRequest(wezi);
  const release = await holdDifferences();
  await approve(requestId);
  await misozi.page.getByText(`${MANY} differences are being resolved.`).waitFor();
  await page.goto(`${consoleUrl(opened.program)}/differences`);
  const batches = page.getByRole('table', { name: 'Resolved together' });
  await batches.getByRole('link').first().click();
  await page.getByText(`0 of ${MANY} are resolved`).waitFor();
  await expectAccessibleEverywhere(page, 'a batch under way');
  await opened.program.kill();
  await release();
  await opened.program.startAgain();
  await page.reload();
  await page.getByText(`${MANY} of ${MANY} are resolved.`).waitFor();
  await page.getByText('all resolved').waitFor();
  await expectAccessibleEverywhere(page, 'a batch that ended');
  const booked = await query(
    `select count(*)::integer as rows, sum(t.amount_ngwee)::integer as ngwee from ledger_transfer t
     join reconciliation_difference d on d.entry_id = t.entry_id where d.request_id = ${requestId}`,
  );
  expect(booked).toEqual({ rows: MANY, ngwee: MANY * 1500 });
  // The killed server answered neither page.
  for (const { troubles } of [wezi, misozi]) troubles.splice(0);
});

test('the page went wrong nowhere', () => closeScreens(wezi, misozi));
