import { day } from '@thumba/lending/day';
import { demoCatalogue } from '@thumba/lending/product';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { planIdOf } from '../src/book/loan/plan-id.ts';
import { paperDesk } from '../src/credit/paper/paper-desk.test-support.ts';
import { reversePostingOfLoan, type ServicingDeps, writeOffLoan } from '../src/credit/servicing/commands.ts';
import {
  type AppBorrower,
  answerPrompt,
  borrow,
  pay,
  signUp,
  succeedAfterAll,
  waitForPayment,
} from './app-borrower.ts';
import { type AppServer, startAppServer } from './app-server.ts';
import { giveOne, holdCoupon } from './borrower-coupons.ts';
import { saveProduct } from './saved-offer.ts';
import { expectSoundBook } from './sound-book.ts';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterEach(() => expectSoundBook(server));
afterAll(() => server.stop());

const { bill, download, approve } = paperDesk(() => server);

const staffDeps = (): ServicingDeps => ({
  db: server.db,
  line: server.app.line,
  ladderRule: () => server.app.catalogue.current().ladder,
  today: () => day(server.today()),
});

const staffDecision = (loanId: number) => ({ loanId, reason: 'agreed on the phone', staffName: 'mary' });

type Submission = { bizType: 1 | 2; planId: number; payAmount: number; quoteId?: string };

/** Asks for a PIN prompt and answers it. */
async function payByPrompt(
  borrower: AppBorrower,
  body: Submission,
  action: 'approve' | 'refuse' = 'approve',
): Promise<string> {
  const { paymentId } = await borrower.ask('submitRepayApplyV2', { body });
  await answerPrompt(server, borrower, action);
  await waitForPayment(borrower, paymentId, action);
  return paymentId;
}

async function extend(
  borrower: AppBorrower,
  orderId: number,
  period = 1,
  action: 'approve' | 'refuse' = 'approve',
): Promise<string> {
  const planId = planIdOf(orderId, period);
  const { extensionFee } = await borrower.ask('extensionDetail', { body: { planId } });
  return payByPrompt(borrower, { bizType: 2, planId, payAmount: extensionFee }, action);
}

async function cancellation(borrower: AppBorrower, orderId: number): Promise<Submission> {
  const { planId, amount, quoteId } = await borrower.ask('cancelLoan', { body: { orderId } });
  return { bizType: 1, planId, payAmount: amount, quoteId };
}

async function succeedLater(borrower: AppBorrower, paymentId: string): Promise<void> {
  server.clock.advance({ seconds: 1 });
  await succeedAfterAll(server, paymentId);
  await waitForPayment(borrower, paymentId);
}

describe('a cancelled loan', () => {
  test('with a deducted fee, a part payment and an extension costs nothing', async () => {
    const { catalogue } = server.app;
    const terms = [{ termId: 30, days: 30, instalments: 1 }];
    const draft = { ...demoCatalogue[0]!, name: 'Deducted', feeMode: 'deducted' as const, terms };
    const saved = await saveProduct(
      { db: server.db, clock: server.clock, catalogue },
      { ...draft, productId: null, version: null },
      'operator Mwila',
    );
    if (!saved.ok) throw new Error(saved.refusal.kind);
    const borrower = await signUp(server);
    const orderId = await borrow(borrower, { productId: saved.value.productId, termId: 30 });
    await pay(server, borrower, orderId, { amount: 300 });
    await extend(borrower, orderId);
    // K970 received, K300 and an extension fee of K41 paid back.
    const submission = await cancellation(borrower, orderId);
    expect(submission.payAmount).toBe(629);
    await approve(borrower, submission);
    const details = await bill(borrower, orderId);
    expect(details).toMatchObject({
      status: 'cancelled',
      receivedAmount: 970,
      totalRepay: 970,
      paid: 970,
      remaining: 0,
      extensions: [],
    });
    expect(details.charges.map(({ name, amount }) => [name, amount])).toEqual([
      ['Interest', 0],
      ['Service fee', 0],
    ]);
  });

  test('by a late payment, after it was paid off, turns that money into wallet credit', async () => {
    const borrower = await signUp(server);
    const orderId = await borrow(borrower);
    const refused = await payByPrompt(borrower, await cancellation(borrower, orderId), 'refuse');
    for (let count = 0; count < 3; count += 1) await extend(borrower, orderId);
    await pay(server, borrower, orderId, { amount: 930 });
    await succeedLater(borrower, refused);
    const { payments, ...details } = await bill(borrower, orderId);
    expect(details).toMatchObject({ status: 'cancelled', paid: 1000 });
    expect(payments.at(-1)).toMatchObject({ amount: 1000, allocation: { principal: 0, wallet: 1000 } });
    expect(await borrower.ask('getWallet', { query: {} })).toMatchObject({ balance: 1080 });
    const { receiptNo } = payments.at(-1)!;
    const receipt = await download(borrower, { orderId, kind: 'receipt', receiptNo });
    expect(receipt.text).toContain('Wallet credit K1,000.00 Received K1,000.00');
  });

  test('with nothing left to return has a receipt for each payment', async () => {
    const borrower = await signUp(server);
    const orderId = await borrow(borrower);
    for (let count = 0; count < 3; count += 1) await extend(borrower, orderId);
    await pay(server, borrower, orderId, { amount: 930 });
    const submission = await cancellation(borrower, orderId);
    expect(submission.payAmount).toBe(0);
    const { paymentId, status: submitted } = await borrower.ask('submitRepayApplyV2', { body: submission });
    expect(submitted).toBe('succeeded');
    expect(await borrower.ask('getPayment', { params: { paymentId } })).toMatchObject({
      paymentId,
      status: 'succeeded',
      amount: 0,
      purpose: 'cooling_off',
    });
    const { status, payments } = await bill(borrower, orderId);
    expect(status).toBe('cancelled');
    expect(payments).toHaveLength(4);
    for (const { receiptNo } of payments) await download(borrower, { orderId, kind: 'receipt', receiptNo });
    expect(await borrower.ask('getWallet', { query: {} })).toMatchObject({ balance: 80 });
  });
});

test('the discount of a coupon is not listed as paid', async () => {
  const borrower = await signUp(server);
  const orderId = await borrow(borrower, { termId: 3 });
  await holdCoupon(borrower, orderId, await giveOne(server, borrower));
  await pay(server, borrower, orderId);
  const { paid, plans, payments } = await bill(borrower, orderId);
  expect({ paid, ofPlan: plans[0]!.paid, payment: payments[0]!.amount }).toEqual({
    paid: 453.33,
    ofPlan: 453.33,
    payment: 453.33,
  });
});

test('extensions are reversed from the last to the first, and a reversed one is not listed', async () => {
  const borrower = await signUp(server);
  const orderId = await borrow(borrower, { termId: 3 });
  await server.passDays(36);
  await extend(borrower, orderId);
  await pay(server, borrower, orderId);
  await extend(borrower, orderId, 2);
  const { payments } = await bill(borrower, orderId);
  const [first, second] = payments.filter(({ purpose }) => purpose === 'extension');
  const reverse = (receiptNo: string) =>
    reversePostingOfLoan(staffDeps(), { ...staffDecision(orderId), receiptNo, cause: 'our_mistake' });
  expect(await reverse(first!.receiptNo)).toMatchObject({ ok: false, refusal: { kind: 'posted_upon' } });
  const datesOf = async () => {
    const { plans, extensions } = await bill(borrower, orderId);
    return [plans.map(({ dueDate }) => dueDate), extensions.length];
  };
  expect(await datesOf()).toEqual([['2027-01-03', '2027-02-09', '2027-03-11'], 2]);
  expect(await reverse(second!.receiptNo)).toMatchObject({ ok: true });
  expect(await datesOf()).toEqual([['2027-01-03', '2027-02-02', '2027-03-04'], 1]);
  expect(await reverse(first!.receiptNo)).toMatchObject({ ok: true });
  expect(await datesOf()).toEqual([['2026-12-21', '2027-01-20', '2027-02-19'], 0]);
});

test('late money for a written-off loan takes penalties back, in the book and on the statement', async () => {
  const borrower = await signUp(server);
  const orderId = await borrow(borrower, { termId: 2 });
  const refusedExtension = await extend(borrower, orderId, 1, 'refuse');
  const planId = planIdOf(orderId, 1);
  const refused = await payByPrompt(borrower, { bizType: 1, planId, payAmount: 500 }, 'refuse');
  await server.passDays(20);
  expect(await writeOffLoan(staffDeps(), staffDecision(orderId))).toMatchObject({ ok: true });
  expect(await bill(borrower, orderId)).toMatchObject({ remaining: 1113.15 });
  await succeedLater(borrower, refusedExtension);
  // After K50 for the loan, five days of 0.5 % on K1,036 instead of K1,086 are K25.90.
  expect(await bill(borrower, orderId)).toMatchObject({ status: 'written_off', remaining: 1061.9 });
  const statement = await download(borrower, { orderId, kind: 'statement' });
  expect(statement.text).toContain('Late charge taken back');
  expect(statement.text).toContain('Owed K1,061.90');
  await pay(server, borrower, orderId);
  await succeedLater(borrower, refused);
  expect(await bill(borrower, orderId)).toMatchObject({ status: 'recovered', remaining: 0 });
  // With K500 more on that day, five days of 0.5 % on K536 are K13.40 instead of K25.90, so K12.50 is returned.
  expect(await borrower.ask('getWallet', { query: {} })).toMatchObject({ balance: 512.5 });
  await download(borrower, { orderId, kind: 'statement' });
  await download(borrower, { orderId, kind: 'paid_up_letter' });
});

test('a late payment gives back the extension that it makes unneeded, in the book, on the bill and on paper', async () => {
  const borrower = await signUp(server);
  const orderId = await borrow(borrower, { termId: 1 });
  await server.passDays(30);
  const planId = planIdOf(orderId, 1);
  const refused = await payByPrompt(borrower, { bizType: 1, planId, payAmount: 1150 }, 'refuse');
  await server.passDays(6);
  const { extensionFee } = await borrower.ask('extensionDetail', { body: { planId } });
  await extend(borrower, orderId);
  expect(await bill(borrower, orderId)).toMatchObject({ extensions: [{ fee: extensionFee - 28.75 }] });
  await server.passDays(1);
  await succeedLater(borrower, refused);
  const details = await bill(borrower, orderId);
  expect(details).toMatchObject({ status: 'settled', paid: 1150, overdueDays: 0, extensions: [{ fee: 0 }] });
  expect(details.timeline.map(({ title }) => title)).toContain(
    `Extension fee of K${(extensionFee - 28.75).toFixed(2)} given back`,
  );
  expect(await borrower.ask('getWallet', { query: {} })).toMatchObject({ balance: extensionFee });
  const statement = await download(borrower, { orderId, kind: 'statement' });
  expect(statement.text).toContain('Extension fee given back');
  await download(borrower, { orderId, kind: 'paid_up_letter' });
});

test('what a late payment sets free pays the same loan before it is wallet credit', async () => {
  const borrower = await signUp(server);
  const orderId = await borrow(borrower, { termId: 1 });
  await server.passDays(30);
  const planId = planIdOf(orderId, 1);
  const refused = await payByPrompt(borrower, { bizType: 1, planId, payAmount: 1000 }, 'refuse');
  await server.passDays(30);
  await pay(server, borrower, orderId, { amount: 200 });
  await server.passDays(1);
  await succeedLater(borrower, refused);
  expect(await bill(borrower, orderId)).toMatchObject({ status: 'settled', remaining: 0 });
  expect(await borrower.ask('getWallet', { query: {} })).toMatchObject({ balance: 28.25 });
  await download(borrower, { orderId, kind: 'statement' });
});
