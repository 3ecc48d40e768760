import { beforeAll, expect, test } from 'vitest';
import { demoMobile, openAndLogIn } from '../support/borrower-screens.ts';
import { applyFor, registerBorrowers } from '../support/borrower-story.ts';
import { closeScreens, type Screen } from '../support/browser.ts';
import { consoleUrl, expectAccessibleEverywhere } from '../support/console-screens.ts';
import { hireAndOpen } from '../support/hired-staff.ts';
import { openProgramAndBrowser } from '../support/program-and-browser.ts';
import { waitingOrder } from '../support/staff-beside.ts';

/* Two underwriters decide what waits, by keyboard alone. */

const opened = openProgramAndBrowser();

let natasha: Screen;
let mulenga: Screen;
/** The application of the demo, and two after it. */
let orders: number[];

beforeAll(async () => {
  const { program } = opened;
  orders = [await waitingOrder(program)];
  for (const borrower of await registerBorrowers(program, 2, { first: 7000, monthlyIncome: 1500 })) {
    orders.push((await applyFor(borrower, { termId: 1, amount: 300 })).orderId);
  }
  [natasha, mulenga] = await hireAndOpen(
    opened,
    { userName: 'natasha', name: 'Natasha Zulu', role: 'underwriter' },
    { userName: 'mulenga', name: 'Mulenga Tembo', role: 'underwriter' },
  );
});

/** How many applications Today says are waiting. */
async function waitingApplications({ page }: Screen): Promise<number> {
  const row = page.getByRole('row').filter({ hasText: /Applications? for a person/ });
  return Number(await row.getByRole('cell').nth(1).textContent());
}

let applicationsAtFirst: number;

const opens = ({ page }: Screen, orderId: number) =>
  page.getByRole('heading', { level: 1, name: `Application ${orderId}` }).waitFor();

test('an application is sent back by keyboard alone from the queue, and the next one opens', async () => {
  const { page } = natasha;
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
  applicationsAtFirst = await waitingApplications(natasha);
  await page.keyboard.press('g');
  await page.keyboard.press('a');
  await page.getByRole('heading', { level: 1, name: 'Applications' }).waitFor();
  await page.getByRole('link', { name: String(orders[0]) }).waitFor();
  await expectAccessibleEverywhere(page, 'the queue of applications');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await opens(natasha, orders[0]!);
  await page.getByRole('img', { name: 'Front of the card' }).waitFor();
  await expectAccessibleEverywhere(page, 'an application');
  await page.keyboard.press('b');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Please take the pictures of your identity card again').waitFor();
  await expectAccessibleEverywhere(page, 'the confirmation of sending back');
  await page.keyboard.press('Tab');
  await page.keyboard.type('the number is not sharp');
  await page.keyboard.press('Control+Enter');
  await page.getByText(`Application ${orders[0]} waits for the pictures of the identity card`).waitFor();
  await opens(natasha, orders[1]!);
});

test('the borrower reads what is wanted, and lands on that step', async () => {
  const { app } = await openAndLogIn(opened, demoMobile('under review'));
  await app.page.getByRole('heading', { name: 'Please take the pictures of your card again' }).waitFor();
  await app.page.getByRole('link', { name: 'Photograph my card' }).click();
  await app.page.waitForURL('**/authentication/identity');
  await closeScreens(app);
});

test('a key opens the confirmation and decides nothing; Ctrl Enter in it approves', async () => {
  const { page } = natasha;
  await page.getByRole('button', { name: 'Approve K300.00' }).waitFor();
  await page.keyboard.press('a');
  const dialog = page.getByRole('dialog', { name: `Approve application ${orders[1]}` });
  await dialog.getByText('Your loan of K300.00 is approved.').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.keyboard.press('a');
  await page.keyboard.press('Control+Enter');
  await dialog.getByText('Please give a reason').waitFor();
  await page.keyboard.type('payslip seen');
  await page.keyboard.press('Control+Enter');
  await page.getByText(`Application ${orders[1]} is approved: K300.00 is on its way.`).waitFor();
  await opens(natasha, orders[2]!);
});

test('Today has the smaller number after a decision, without being loaded anew', async () => {
  const { page } = natasha;
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  expect(applicationsAtFirst).toBe(3);
  await page.getByRole('link', { name: 'Application for a person' }).waitFor();
  expect(await waitingApplications(natasha)).toBe(1);
  await page.goBack();
  await opens(natasha, orders[2]!);
});

test('“Also seen” leads to the page of the other borrower', async () => {
  const { page } = natasha;
  const who = page.getByRole('region', { name: 'Who' });
  const other = who
    .getByRole('listitem')
    .filter({ hasText: 'the name and the birth date' })
    .getByRole('link');
  const of = await who
    .getByRole('link', { name: /^borrower \d+$/ })
    .first()
    .textContent();
  const name = await other.textContent();
  expect(name).not.toBe(of);
  await other.click();
  await page.getByRole('heading', { level: 1, name: name!.replace('b', 'B'), exact: true }).waitFor();
  await page.goBack();
  await opens(natasha, orders[2]!);
});

test('of two people at one application the second is told, and can only look', async () => {
  const { page } = mulenga;
  await page.goto(`${consoleUrl(opened.program)}/applications/${orders[2]}`);
  await page.getByText(/^Natasha Zulu has it until \d\d:\d\d\. You can look at it meanwhile\.$/).waitFor();
  await page.keyboard.press('a');
  expect(await page.getByRole('dialog').count()).toBe(0);

  await natasha.page.getByRole('button', { name: 'Decline' }).waitFor();
  await natasha.page.keyboard.press('d');
  const dialog = natasha.page.getByRole('dialog');
  await dialog.getByLabel('Why').selectOption('not_reached');
  await dialog.getByText('We could not reach you by phone.').waitFor();
  await natasha.page.keyboard.press('Tab');
  await natasha.page.keyboard.type('called twice');
  await natasha.page.keyboard.press('Control+Enter');
  await natasha.page.getByText('No application waits').waitFor();

  await page.reload();
  await page.getByText('This application waits no longer.').waitFor();
});

test('the page went wrong nowhere', () => closeScreens(natasha, mulenga));
