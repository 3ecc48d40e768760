import { beforeAll, expect, test } from 'vitest';
import { lusakaDay } from '../../apps/server/src/platform/clock.ts';
import { confirmWith, consoleUrl, expectAccessibleEverywhere } from '../support/console-screens.ts';
import { openHandsetPage } from '../support/handset-page.ts';
import { hireAndOpen, type StaffScreen } from '../support/hired-staff.ts';
import { openProgramAndBrowser } from '../support/program-and-browser.ts';
import { runBeside } from '../support/terminal.ts';

/* Finance tops a wallet up through transit, reads the bank's statement, and signs the days that hold up a close. */

const opened = openProgramAndBrowser();

let mary: StaffScreen;
let grace: StaffScreen;
let harriet: StaffScreen;
beforeAll(async () => {
  [mary, grace, harriet] = await hireAndOpen(
    opened,
    { userName: 'mary', name: 'Mary Phiri', role: 'finance' },
    { userName: 'grace', name: 'Grace Zulu', role: 'head_of_finance' },
    { userName: 'harriet', name: 'Harriet Mwale', role: 'head_of_operations' },
  );
});

const today = lusakaDay(Date.now());
const month = today.slice(0, 7);

async function go({ page }: StaffScreen, key: string, title: string): Promise<void> {
  await page.keyboard.press('g');
  await page.keyboard.press(key);
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
}

/** The number of the request that the dialog filed. */
async function filedRequest({ page }: StaffScreen): Promise<string> {
  const told = page.getByText(/^Request \d+ is filed: a second person approves it\./);
  return /\d+/.exec((await told.textContent())!)![0];
}

async function approve(requestId: string): Promise<void> {
  const { page } = grace;
  await page.goto(`${consoleUrl(opened.program)}/requests/${requestId}`);
  await page.getByRole('button', { name: 'Approve' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await confirmWith(page, 'looked at it');
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('done', { exact: true }).first().waitFor();
}

const PHONE = { width: 360, height: 740 };
const DESK = { width: 1280, height: 800 };

const openAt = ({ page }: StaffScreen, at: string) => page.goto(`${consoleUrl(opened.program)}${at}`);

const row = ({ page }: StaffScreen, text: string) => page.getByRole('row').filter({ hasText: text });

test('a top-up goes through transit, once a second person approved it', async () => {
  const { page } = mary;
  await go(mary, 'f', 'Float');
  await row(mary, 'MTN, payouts').getByText('K').first().waitFor();
  await page.getByText('Nothing is in transit').waitFor();
  await expectAccessibleEverywhere(page, 'the float');
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'Move money of a wallet' });
  await page.keyboard.press('Control+Enter');
  await dialog.getByText('Write an amount above zero').waitFor();
  await dialog.getByLabel('Amount in kwacha').fill('1234.50');
  await dialog.getByText('Ledger: float mtn payout to in transit').waitFor();
  await expectAccessibleEverywhere(page, 'the effect of a top-up');
  await confirmWith(page, 'payouts of the week');
  const requestId = await filedRequest(mary);
  await page.getByText('Nothing is in transit').waitFor();
  await approve(requestId);
  await page.reload();
  await row(mary, 'declared at the wallet only').getByText('K1,234.50').waitFor();
  await page.getByText('the account has −K1,234.50').waitFor();
  await expectAccessibleEverywhere(page, 'money in transit');
});

const csv = (...rows: string[]) => ({
  name: 'bank.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(`${['Date,Narrative,Debit,Credit,Balance', ...rows].join('\n')}\n`),
});

test('a statement of the bank with an error is refused at its line, and a whole one arrives', async () => {
  const { page } = mary;
  await go(mary, 'm', 'Bank');
  await page.getByText('No statement of the bank was imported yet.').waitFor();
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'Import a statement of the bank' });
  const press = (name: string) => dialog.getByRole('button', { name }).click();
  await press('Read the file');
  await dialog.getByText('Please choose a file.').waitFor();
  const capital = `${today},Capital,,"60,000.00","60,000.00"`;
  await dialog
    .getByLabel('File', { exact: true })
    .setInputFiles(csv(capital, `${today},To MTN,"1,234.50",,"50,000.00"`));
  await press('Read the file');
  await dialog.getByText('Line 3: the balance does not follow from the line before').waitFor();
  await expectAccessibleEverywhere(page, 'a statement of the bank with an error');
  await dialog
    .getByLabel('File', { exact: true })
    .setInputFiles(csv(capital, `${today},To MTN,"1,234.50",,"58,765.50"`));
  await press('Read the file');
  await dialog.getByText('before: K0.00').waitFor();
  await dialog.getByText('K58,765.50').waitFor();
  await expectAccessibleEverywhere(page, 'a statement of the bank that was read');
  await press('Import the statement');
  await page.getByText('2 new rows of the bank are imported, and 1 are posted.').waitFor();
  await page.getByText('1, together K60,000.00').waitFor();
  await row(mary, 'Capital').getByText('K60,000.00').waitFor();
  await go(mary, 'f', 'Float');
  await page.getByText('Nothing is in transit').waitFor();
});

test('a row of the bank is posted by two people, and the bank agrees with the book', async () => {
  const { page } = mary;
  await go(mary, 'm', 'Bank');
  await expectAccessibleEverywhere(page, 'the bank');
  await row(mary, 'Capital').getByRole('button', { name: 'Post' }).click();
  const dialog = page.getByRole('dialog', { name: /^Post row \d+ of the bank$/ });
  await dialog.getByLabel('What it was').selectOption({ label: 'Share capital' });
  await dialog.getByText('Ledger: bank to share capital').waitFor();
  await expectAccessibleEverywhere(page, 'the effect of a posting');
  await confirmWith(page, 'paid in by the owners');
  const requestId = await filedRequest(mary);
  await row(mary, 'Capital').getByText(`Request ${requestId} waits`).waitFor();
  await approve(requestId);
  await page.reload();
  await page.getByText('The book has every row of the bank').waitFor();
  await page.getByText('agrees', { exact: true }).waitFor();
  await page.keyboard.press('2');
  await page.getByText('The bank has every entry of the book').waitFor();
});

test('a second bank account is set up by two people, and takes statements of its own', async () => {
  const { page } = mary;
  await go(mary, 'm', 'Bank');
  await row(mary, 'The bank account').getByText('K58,765.50').waitFor();
  await expectAccessibleEverywhere(page, 'the bank accounts of the lender');
  await openAt(harriet, '/set-up/settings/second_bank_account');
  await harriet.page.getByRole('button', { name: 'Another value' }).click();
  const fill = (label: string, text: string) => harriet.page.getByLabel(label, { exact: true }).fill(text);
  await fill('Bank', 'Absa');
  await fill('Account name', 'Thumba Loans Limited');
  await fill('Account number', '99 88');
  await harriet.page.getByText('Write the number of the account: 5 to 20 digits.').waitFor();
  await expectAccessibleEverywhere(harriet.page, 'a bank account that is refused');
  await fill('Account number', '99 88 77 66');
  await fill('Used from', today);
  await harriet.page.getByText('after: 99887766').waitFor();
  await harriet.page.keyboard.press('Control+Enter');
  await harriet.page.getByRole('dialog').getByText('99887766').waitFor();
  await confirmWith(harriet.page, 'opened for the new branch');
  await approve(await filedRequest(harriet));
  await page.reload();
  await row(mary, 'Absa, 99887766').getByText('none yet').waitFor();
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'Import a statement of the bank' });
  await dialog.getByLabel('Account', { exact: true }).selectOption({ label: 'Absa, 99887766' });
  await dialog.getByLabel('File', { exact: true }).setInputFiles(csv(`${today},Opened,,500.00,500.00`));
  await dialog.getByRole('button', { name: 'Read the file' }).click();
  await dialog.getByText('after: K500.00').waitFor();
  await expectAccessibleEverywhere(page, 'a statement of the second account');
  await dialog.getByRole('button', { name: 'Import the statement' }).click();
  await row(mary, 'Absa, 99887766').getByText('K500.00').waitFor();
  await row(mary, 'Opened').getByText('K500.00').waitFor();
  await page.getByText('K59,265.50').waitFor();
});

test('the bank and an account fit a phone', async () => {
  await mary.page.setViewportSize(PHONE);
  await harriet.page.setViewportSize(PHONE);
  await openAt(mary, '/bank');
  await row(mary, 'Absa, 99887766').waitFor();
  await openAt(harriet, '/set-up/settings/second_bank_account');
  await harriet.page.getByText('99887766').first().waitFor();
  for (const { page } of [mary, harriet]) {
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(PHONE.width);
    await page.setViewportSize(DESK);
  }
});

async function staffCommand(...words: string[]): Promise<string> {
  const { printed, complained } = await runBeside(opened.program, 'staff', ...words);
  return `${printed}${complained}`;
}

const closeByTwo = async (period: string) => {
  await staffCommand('period', 'close', period, '--by=mary');
  return staffCommand('period', 'close', period, '--by=grace');
};

/** The months before the first month-end run need nothing signed. */
async function closeMonthsBefore(): Promise<void> {
  const waiting = /waiting to be closed: (.*)/.exec(await staffCommand('period'))![1]!.split(', ');
  for (const period of waiting.filter((one) => one < month))
    expect(await closeByTwo(period)).toContain(`${period} is closed.`);
}

test('an unsigned day holds up the close of its month', async () => {
  const { page } = mary;
  const handset = await openHandsetPage(opened.browser, opened.program.simulatorUrl, '0968000031');
  await handset.passDays(32 - Number(today.slice(8)) + 1);
  await staffCommand('month-end', month);
  await closeMonthsBefore();
  expect(await closeByTwo(month)).toContain('Days of wallets are not signed off');
  await go(mary, 'f', 'Float');
  await page.reload();
  await page.getByText(`Before ${month} can be closed:`).waitFor();
  await page.getByText('Days of wallets are not signed off').waitFor();
  await expectAccessibleEverywhere(page, 'what holds up a close');
});

async function signFirstDay(): Promise<void> {
  const { page } = mary;
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByText('not signed', { exact: true }).waitFor();
  const balance = page.getByRole('main').locator('strong');
  await page.keyboard.press('s');
  const dialog = page.getByRole('dialog', { name: /^Sign off/ });
  await dialog
    .getByLabel('Balance at the end of the day, as the operator shows it')
    .fill((await balance.textContent())!);
  await page.keyboard.press('Control+Enter');
  await page.getByText('signed off', { exact: true }).waitFor();
}

let unsignedCount = 0;

const waitingDays = async () => {
  await go(mary, 'w', 'Days of wallets');
  await mary.page.getByRole('status', { name: 'Loading' }).waitFor({ state: 'detached' });
  return mary.page.getByRole('link', { name: new RegExp(`^\\d+ \\w+ ${today.slice(0, 4)}$`) }).count();
};

test('a day is signed with the balance that the operator shows, and of two people the second is told', async () => {
  const { page } = mary;
  unsignedCount = await waitingDays();
  expect(unsignedCount).toBeGreaterThan(0);
  await expectAccessibleEverywhere(page, 'the days that are not signed');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByText('not signed', { exact: true }).waitFor();
  await expectAccessibleEverywhere(page, 'a day of a wallet');
  await grace.page.goto(page.url());
  const balance = (await page.getByRole('main').locator('strong').textContent())!;
  const field = 'Balance at the end of the day, as the operator shows it';
  for (const screen of [mary, grace]) {
    await screen.page.getByText('not signed', { exact: true }).waitFor();
    await screen.page.keyboard.press('s');
    await screen.page.getByRole('dialog').getByLabel(field).fill(balance);
  }
  await page.getByRole('dialog').getByLabel(field).fill('1.25');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('dialog').getByText('A day that does not agree is not signed.').waitFor();
  await expectAccessibleEverywhere(page, 'a balance that does not agree');
  await page.getByRole('dialog').getByLabel(field).fill(balance);
  await page.keyboard.press('Control+Enter');
  await page.getByText('signed off', { exact: true }).waitFor();
  await grace.page.keyboard.press('Control+Enter');
  await grace.page.getByRole('dialog').getByText('Mary Phiri signed this day already.').waitFor();
  await grace.page.keyboard.press('Escape');
  await grace.page.getByText('signed off', { exact: true }).waitFor();
  await expectAccessibleEverywhere(page, 'a day that is signed');
});

test('once every day of the month is signed, it is closed', async () => {
  const { page } = mary;
  for (let left = unsignedCount - 1; left > 0; left -= 1) {
    await expect.poll(waitingDays).toBe(left);
    await signFirstDay();
  }
  await go(mary, 'f', 'Float');
  await page.getByText(`Nothing holds up ${month}: two people can close it.`).waitFor();
  expect(await closeByTwo(month)).toContain(`${month} is closed.`);
  await page.reload();
  await page.getByText(/^The book is closed through/).waitFor();
});
