import { beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../apps/server/src/platform/database.ts';
import { type Borrower, borrow, must, registerBorrowers, until } from '../support/borrower-story.ts';
import { closeScreens, type Screen } from '../support/browser.ts';
import { confirmWith, consoleUrl, expectAccessibleEverywhere } from '../support/console-screens.ts';
import { hireAndOpen, type StaffScreen } from '../support/hired-staff.ts';
import { openProgramAndBrowser } from '../support/program-and-browser.ts';
import { letOperatorsMisbehave } from '../support/simulated-operators.ts';

/* Finance finds out how payments ended: by asking the operator at once, and by the statement, with a second person. */

const opened = openProgramAndBrowser();

let mutinta: StaffScreen;
let head: StaffScreen;
let asked: Unknown;
let ended: Unknown;

type Unknown = { borrower: Borrower; orderId: number; paymentId: string };

beforeAll(async () => {
  const [first, second] = (await registerBorrowers(opened.program, 2, { first: 7800 })) as [
    Borrower,
    Borrower,
  ];
  [mutinta, head] = await hireAndOpen(
    opened,
    { userName: 'mutinta', name: 'Mutinta Hachipuka', role: 'finance' },
    { userName: 'bwalya', name: 'Bwalya Chanda', role: 'head_of_finance' },
  );
  asked = await unknownPayment(first);
  ended = await unknownPayment(second);
});

const heading = ({ page }: Screen, name: string) => page.getByRole('heading', { level: 1, name });

async function inDatabase(sql: string, values: unknown[]): Promise<void> {
  const db = openDatabase({ url: await opened.program.databaseUrl(), maxConnections: 1 });
  await db.pool.query(sql, values).finally(() => db.close());
}

/** A payment whose operator has not told for more than a day how it ended. */
async function unknownPayment(borrower: Borrower): Promise<Unknown> {
  const { client } = borrower;
  const { orderId } = await borrow(borrower, { amount: 300, termId: 2 });
  const { repayPlanList } = await must(client, 'getRepayDetailV2', { params: { id: orderId } });
  const { paymentId } = await must(
    client,
    'submitRepayApplyV2',
    { body: { bizType: 1, planId: repayPlanList[0]!.planId, payAmount: 100 } },
    { idempotencyKey: `unknown ${orderId}` },
  );
  await until('the operator has the payment', async () => {
    const { prompts } = await borrower.handset.phone(borrower.mobile);
    return prompts.length > 0;
  });
  await inDatabase(
    `update payment_attempt set state = 'unknown', sent_at = sent_at - interval '25 hours',
       first_sent_at = first_sent_at - interval '25 hours',
       next_step_at = now() + interval '1 year' where attempt_id = $1`,
    [paymentId],
  );
  return { borrower, orderId, paymentId };
}

/** Opens a payment from the list, by keyboard alone. */
async function openPayment({ page }: Screen, { paymentId }: Unknown): Promise<void> {
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await heading({ page } as Screen, 'Payments').waitFor();
  await page.locator(`a[href$="${paymentId}"]`).focus();
  await page.keyboard.press('Enter');
  await page.getByText(paymentId).waitFor();
}

test('payments without an outcome are listed with their sums, and a payment shows its history', async () => {
  const { page } = mutinta;
  await page.goto(`${consoleUrl(opened.program)}/payments`);
  await page.getByText('2 in, K200.00; 0 out, K0.00').waitFor();
  await expectAccessibleEverywhere(page, 'payments without an outcome');
  await openPayment(mutinta, asked);
  const history = page.getByRole('table', { name: 'History at the operator' });
  await history.getByText('sent to the operator').waitFor();
  await history.getByText('the operator took it').waitFor();
  await expectAccessibleEverywhere(page, 'a payment');
});

test('the operator is asked at once, and the page shows the answer', async () => {
  const { page } = mutinta;
  // The operator carries it out and does not tell.
  await letOperatorsMisbehave(opened.program, { callbackLost: 1 });
  const { handset, mobile } = asked.borrower;
  const { prompts } = await handset.phone(mobile);
  await handset.answer(mobile, prompts[0]!.id, 'approve');
  await page.getByRole('heading', { level: 1 }).click();
  await page.getByRole('button', { name: 'Ask the operator now' }).waitFor();
  await page.keyboard.press('o');
  const dialog = page.getByRole('dialog', { name: 'Ask MTN now' });
  await dialog.getByText('after: at once').waitFor();
  await expectAccessibleEverywhere(page, 'the confirmation of asking the operator');
  await page.keyboard.press('Control+Enter');
  await page.getByText('MTN is asked now.').waitFor();
  await until('the payment has ended', async () => {
    const { status } = await must(asked.borrower.client, 'getPayment', {
      params: { paymentId: asked.paymentId },
    });
    return status === 'succeeded';
  });
  await page.reload();
  await page.getByText('a person asked the operator at once').waitFor();
  await page.getByText('The operator carried it out.').waitFor();
  await page.getByRole('cell', { name: 'Mutinta Hachipuka' }).waitFor();
});

test('a payment is ended as found on the statement by two people, and the loan has it', async () => {
  const { page } = mutinta;
  await openPayment(mutinta, ended);
  await page.getByRole('button', { name: 'As found on the statement' }).waitFor();
  await page.keyboard.press('s');
  const dialog = page.getByRole('dialog', { name: 'End the payment as found on the statement' });
  await dialog.getByText('before: outcome unknown').waitFor();
  await dialog.getByText('Left to repay').first().waitFor();
  await dialog.getByText('The borrower will read').waitFor();
  await expectAccessibleEverywhere(page, 'the confirmation of an end');
  await confirmWith(page, 'line 7 of the statement');
  const told = page.getByText(/^Request \d+ waits for a second person\./);
  const requestId = /\d+/.exec((await told.textContent())!)![0];
  await page.getByRole('link', { name: `Request ${requestId}` }).waitFor();
  expect(await page.getByRole('button', { name: 'As found on the statement' }).count()).toBe(0);

  await head.page.goto(`${consoleUrl(opened.program)}/requests/${requestId}`);
  await head.page.getByRole('button', { name: 'Approve' }).click();
  await confirmWith(head.page, 'it is on the statement');
  await head.page.getByText('done', { exact: true }).first().waitFor();
  await page.reload();
  await page.getByText('ended as found on the statement').waitFor();
  await page.getByText('line 7 of the statement').waitFor();
  const { status, receiptNo } = await must(ended.borrower.client, 'getPayment', {
    params: { paymentId: ended.paymentId },
  });
  expect(status).toBe('succeeded');
  await page.getByText(receiptNo!).waitFor();
  await expectAccessibleEverywhere(page, 'a payment that staff ended');
});

test('a claim stands beside the payments that it may be, which are in the list no more', async () => {
  const { page } = mutinta;
  const { borrower } = ended;
  const claim = await must(borrower.client, 'claimPayment', { body: { reference: 'MP261121.1000.A12345' } });
  const { ticketNo } = claim as { ticketNo?: string };
  await page.goto(`${consoleUrl(opened.program)}/payments`);
  await page.getByText('No payment has an unknown outcome').waitFor();
  await page.getByRole('button', { name: 'I paid', exact: true }).click();
  await page.getByRole('link', { name: ticketNo!, exact: true }).click();
  await heading(mutinta, `Ticket ${ticketNo}: I paid`).waitFor();
  await page.getByText('MP261121.1000.A12345').waitFor();
  await page.getByText('No statement has this reference').waitFor();
  await expectAccessibleEverywhere(page, 'a claim');
  await page.getByRole('table', { name: 'Payments of the borrower in these days' }).getByRole('link').click();
  await page.getByText(ended.paymentId).waitFor();
});

test('a claim whose payment is nowhere is answered, a second person is told, and the borrower reads the answer in the app', async () => {
  const { page } = mutinta;
  const { client } = ended.borrower;
  const claim = await must(client, 'claimPayment', { body: { reference: 'MP261121.1000.B54321' } });
  const { ticketNo } = claim as { ticketNo: string };
  for (const screen of [mutinta, head]) {
    await screen.page.goto(`${consoleUrl(opened.program)}/claims/${ticketNo}`);
    await screen.page.getByRole('button', { name: 'Answer the borrower' }).waitFor();
    await screen.page.keyboard.press('a');
  }
  const dialog = page.getByRole('dialog', { name: `Answer ticket ${ticketNo}` });
  await dialog
    .getByLabel('What became of the payment')
    .selectOption({ label: 'The payment went to another receiver' });
  const text = await dialog.getByRole('blockquote').textContent();
  expect(text).toContain('went to another receiver');
  await expectAccessibleEverywhere(page, 'the answer to a claim');
  await page.keyboard.press('Control+Enter');
  await page.getByText(`Ticket ${ticketNo} is answered.`).waitFor();
  await page.getByRole('region', { name: 'Answer to the borrower' }).getByText(text!).waitFor();
  await expectAccessibleEverywhere(page, 'a claim that was answered');
  await head.page.keyboard.press('Control+Enter');
  await head.page.getByText('Mutinta Hachipuka answered this ticket already.').waitFor();
  await head.page.keyboard.press('Escape');

  expect(await must(client, 'getTicket', { params: { ticketNo } })).toMatchObject({
    ...{ kind: 'payment_claim', state: 'closed', answer: text },
  });
  await page.getByRole('link', { name: 'All claims' }).click();
  await page.getByRole('button', { name: 'I paid, answered' }).click();
  await page.getByRole('link', { name: ticketNo, exact: true }).waitFor();
  await expectAccessibleEverywhere(page, 'claims that were answered');
});

test('the page went wrong nowhere', () => closeScreens(mutinta, head));
