import { beforeAll, expect, test } from 'vitest';
import { type Borrower, borrow, must, registerBorrowers, until } from '../support/borrower-story.ts';
import { closeScreens, type Screen } from '../support/browser.ts';
import { confirmWith, consoleUrl, expectAccessibleEverywhere } from '../support/console-screens.ts';
import { hireAndOpen, type StaffScreen } from '../support/hired-staff.ts';
import { openProgramAndBrowser } from '../support/program-and-browser.ts';
import { runBeside } from '../support/terminal.ts';

/*
 * Money in suspense gets its place by two people: on the loan of its owner, back to the number that it came from, and in
 * the wallet of its owner, from where it is refunded.
 */

const opened = openProgramAndBrowser();

let mutinta: StaffScreen;
let head: StaffScreen;
let owner: Borrower;
let orderId: number;

beforeAll(async () => {
  [owner] = (await registerBorrowers(opened.program, 1, { first: 7850 })) as [Borrower];
  [mutinta, head] = await hireAndOpen(
    opened,
    { userName: 'mutinta', name: 'Mutinta Hachipuka', role: 'finance' },
    { userName: 'bwalya', name: 'Bwalya Chanda', role: 'head_of_finance' },
  );
  ({ orderId } = await borrow(owner, { amount: 300, termId: 2 }));
  for (const payAmount of [100, 60, 40, 30, 20]) await takeBack(await paid(payAmount));
});

/** The borrower pays a part of the loan. Answers the receipt. */
async function paid(payAmount: number): Promise<string> {
  const { client, handset, mobile } = owner;
  const { repayPlanList } = await must(client, 'getRepayDetailV2', { params: { id: orderId } });
  const { paymentId } = await must(
    client,
    'submitRepayApplyV2',
    { body: { bizType: 1, planId: repayPlanList[0]!.planId, payAmount } },
    { idempotencyKey: `part ${payAmount}` },
  );
  let receipt: string | undefined;
  await until('the payment is in the books', async () => {
    const { prompts } = await handset.phone(mobile);
    for (const { id } of prompts) await handset.answer(mobile, id, 'approve').catch(() => undefined);
    receipt = (await must(client, 'getPayment', { params: { paymentId } })).receiptNo;
    return receipt !== undefined;
  });
  return receipt!;
}

/** A posting is taken back at the terminal, and a second person approves: its money is in suspense. */
async function takeBack(receipt: string): Promise<void> {
  const { printed, complained } = await runBeside(
    opened.program,
    ...(['staff', 'servicing', 'reverse', receipt, 'ours', 'posted to the wrong loan'] as const),
  );
  const requestId = /Request (\d+) is filed/.exec(printed)?.[1];
  if (requestId === undefined) throw new Error(printed + complained);
  await approve(requestId);
}

async function approve(requestId: string): Promise<void> {
  const { page } = head;
  await page.goto(`${consoleUrl(opened.program)}/requests/${requestId}`);
  await page.getByRole('button', { name: 'Approve' }).click();
  await confirmWith(page, 'looked at it');
  await page.getByText('done', { exact: true }).first().waitFor();
}

const pieces = ({ page }: Screen) => page.getByRole('table', { name: 'Pieces of money in suspense' });

/** Opens the list and the piece of this amount, by keyboard alone. */
async function openPiece(screen: Screen, amount: string): Promise<void> {
  const { page } = screen;
  await page.keyboard.press('g');
  await page.keyboard.press('e');
  await page.getByRole('heading', { level: 1, name: 'Suspense' }).waitFor();
  await pieces(screen).getByRole('row').filter({ hasText: amount }).getByRole('link').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: /^Piece \d+$/ }).waitFor();
}

async function filedRequest({ page }: Screen): Promise<string> {
  const told = page.getByText(/^Request \d+ waits for a second person\./);
  return /\d+/.exec((await told.textContent())!)![0];
}

test('pieces are listed with the sums that make up the account', async () => {
  const { page } = mutinta;
  await page.goto(`${consoleUrl(opened.program)}/suspense`);
  await pieces(mutinta).getByText('a posting that was taken back').first().waitFor();
  const sums = page.getByRole('region', { name: 'What makes up the account' });
  expect(await sums.locator('dd').allTextContents()).toEqual([
    'K250.00',
    'K0.00',
    'K0.00',
    'K0.00',
    'K250.00',
  ]);
  await expectAccessibleEverywhere(page, 'suspense');
});

test('wallet credit that could not be sent back has a list of its own', async () => {
  const { page } = mutinta;
  await page.getByRole('button', { name: 'Unused wallet credit' }).click();
  await page.getByText('No unused wallet credit waits').waitFor();
  await expectAccessibleEverywhere(page, 'unused wallet credit');
});

test('a piece suggests its owner, and pays the loan once a second person approves', async () => {
  const { page } = mutinta;
  await openPiece(mutinta, 'K100.00');
  const owners = page.getByRole('table', { name: 'Whose it may be' });
  await owners.getByText(/it was posted for them before/).waitFor();
  await owners.getByText(/it came from their number/).waitFor();
  await expectAccessibleEverywhere(page, 'a piece of suspense');
  await owners.getByRole('button', { name: /^On the loan/ }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('before: K100.00').waitFor();
  await dialog.getByText('Ledger: suspense to').first().waitFor();
  await dialog.getByText('The borrower will read').waitFor();
  await expectAccessibleEverywhere(page, 'the confirmation of a place');
  await confirmWith(page, 'the SMS shows this loan');
  const requestId = await filedRequest(mutinta);
  await page.getByText('waits for a second person', { exact: true }).waitFor();
  await approve(requestId);
  await page.reload();
  await page.getByText('All of it has its place.').waitFor();
  await page.getByText(`paid on a loan ${orderId}`).waitFor();
});

test('a piece is sent home by two people, and its payment is shown', async () => {
  const { page } = mutinta;
  await openPiece(mutinta, 'K60.00');
  await page.getByRole('button', { name: 'Send it back' }).waitFor();
  await page.keyboard.press('b');
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/^Payout to 0\d\d \*\*\*\* \d{3} at MTN$/).waitFor();
  await expectAccessibleEverywhere(page, 'the confirmation of a way home');
  await confirmWith(page, 'sent by mistake');
  await approve(await filedRequest(mutinta));
  await until('the money is home', async () => {
    await page.reload();
    await page.getByRole('table', { name: 'Where it went' }).waitFor();
    return (await page.getByRole('cell', { name: 'done', exact: true }).count()) === 1;
  });
  await page.getByRole('link', { name: 'sent back to its payer' }).click();
  await page.getByText('Suspense return').waitFor();
  await page.getByText('The operator carried it out.').waitFor();
});

test('a piece in the wallet of its owner is refunded to their number by two people', async () => {
  const { page } = mutinta;
  await openPiece(mutinta, 'K40.00');
  const owners = page.getByRole('table', { name: 'Whose it may be' });
  const borrowerId = await owners.getByRole('link').first().textContent();
  await page.keyboard.press('o');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Where the money goes').selectOption({ label: 'Goes into a wallet' });
  await dialog.getByLabel('Number of the borrower').pressSequentially(borrowerId!);
  await dialog.getByText('after: K40.00').waitFor();
  await confirmWith(page, 'the borrower wants it back');
  await approve(await filedRequest(mutinta));

  await page.goto(`${consoleUrl(opened.program)}/loans/${orderId}`);
  await page.getByRole('button', { name: `Change loan ${orderId}` }).press('Enter');
  await page.getByRole('button', { name: 'Refund wallet credit' }).press('Enter');
  await dialog.getByLabel('Number that gets it').selectOption({ value: '' });
  const amount = dialog.getByLabel('Amount in kwacha');
  await amount.fill('40.01');
  await dialog.getByText('The wallet has K40.00.').waitFor();
  await amount.fill('15.50');
  await dialog.getByText('after: K24.50').waitFor();
  await expectAccessibleEverywhere(page, 'a refund');
  await confirmWith(page, 'asked for by phone');
  const told = page.getByText(/^Request \d+ is filed: a second person/);
  const requestId = /\d+/.exec((await told.textContent())!)![0];
  const { balance: before } = await owner.handset.phone(owner.mobile);
  await approve(requestId);
  await until('the refund has arrived', async () => {
    const { balance } = await owner.handset.phone(owner.mobile);
    return balance === before + 15.5;
  });
  await page.reload();
  const wallet = page.getByRole('definition').filter({ hasText: /^K24\.50$/ });
  await wallet.waitFor();
});

test('two pieces go home as one payout', async () => {
  const { page } = mutinta;
  await openPiece(mutinta, 'K20.00');
  const second = /\d+/.exec((await page.getByRole('heading', { level: 1 }).textContent())!)![0];
  await openPiece(mutinta, 'K30.00');
  await page.getByRole('button', { name: 'Send it back' }).waitFor();
  await page.keyboard.press('b');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Together with pieces/).fill(`${second}, `);
  await dialog.getByText('before: K20.00').waitFor();
  await expectAccessibleEverywhere(page, 'the confirmation for two pieces');
  await confirmWith(page, 'both were sent by mistake');
  await approve(await filedRequest(mutinta));
  await page.goto(`${consoleUrl(opened.program)}/suspense/${second}`);
  await page.getByText('All of it has its place.').waitFor();
  await page.goto(`${consoleUrl(opened.program)}/suspense`);
  await page.getByText('No money waits for a place').waitFor();
  await expectAccessibleEverywhere(page, 'suspense without a piece');
});

test('the page went wrong nowhere', () => closeScreens(mutinta, head));
