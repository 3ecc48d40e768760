import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type AppBorrower,
  answerPrompt,
  apply,
  borrow,
  pay,
  signUp,
  waitForPayment,
} from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { planIdOf } from '../../book/loan/plan-id.ts';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterAll(() => server.stop());

type Quote = { quoteId: string; planId: number; amount: number };

const bill = (borrower: AppBorrower, id: number) => borrower.ask('queryLoanDetail', { params: { id } });
const payDetail = (borrower: AppBorrower, id: number) => borrower.ask('getRepayDetailV2', { params: { id } });
const quoteOf = (borrower: AppBorrower, orderId: number) => borrower.ask('cancelLoan', { body: { orderId } });
const submit = (borrower: AppBorrower, { quoteId, planId, amount }: Quote) =>
  borrower.call('submitRepayApplyV2', { body: { bizType: 1, planId, payAmount: amount, quoteId } });

const OVER = { code: 409, msg: 'A loan can be given back within 24 hours of its payout' };

/** The loan is active, and neither home nor the bill nor a quote offers to give its money back. */
async function expectNoOffer(borrower: AppBorrower, orderId: number): Promise<void> {
  const details = await bill(borrower, orderId);
  expect(details.status).toBe('active');
  expect(details).not.toHaveProperty('cancelUntil');
  expect((await borrower.ask('getMyLoanInfo', {})).order).not.toHaveProperty('cancelUntil');
  expect((await borrower.ask('listOrders', { query: {} })).items[0]).not.toHaveProperty('cancelUntil');
  expect(await payDetail(borrower, orderId)).not.toHaveProperty('cancellation');
  expect(await borrower.call('cancelLoan', { body: { orderId } })).toMatchObject(OVER);
}

async function expectOffer(borrower: AppBorrower, orderId: number, cancelUntil: string): Promise<void> {
  expect(await bill(borrower, orderId)).toMatchObject({ cancelUntil });
  expect((await borrower.ask('getMyLoanInfo', {})).order).toMatchObject({ cancelUntil });
  expect(await payDetail(borrower, orderId)).toMatchObject({ cancellation: { amount: 1000, cancelUntil } });
  expect(await quoteOf(borrower, orderId)).toMatchObject({ amount: 1000, cancelUntil });
}

const hoursFromNow = (hours: number) => new Date(server.clock.nowMs() + hours * 3_600_000).toISOString();

describe('a loan given back within its cooling-off hours', () => {
  test('costs nothing, and its borrower may borrow again', async () => {
    const borrower = await signUp(server);
    const orderId = await borrow(borrower);
    const { cancelUntil } = await bill(borrower, orderId);
    expect((await borrower.ask('getMyLoanInfo', {})).order).toMatchObject({ cancelUntil });
    const quote = await quoteOf(borrower, orderId);
    expect(quote).toMatchObject({ amount: 1000 });
    const { data } = await submit(borrower, quote);
    const { paymentId } = data as { paymentId: string };
    await answerPrompt(server, borrower);
    await waitForPayment(borrower, paymentId);
    expect(await borrower.ask('getPayment', { params: { paymentId } })).toMatchObject({
      purpose: 'cooling_off',
      amount: 1000,
    });
    const details = await bill(borrower, orderId);
    expect(details).toMatchObject({ status: 'cancelled', remaining: 0 });
    expect(details.payments).toMatchObject([
      { purpose: 'cooling_off', amount: 1000, allocation: { principal: 1000 } },
    ]);
    await apply(borrower);
  });
});

describe('the cooling-off hours', () => {
  test('are those of the clock while the business date goes with it', async () => {
    const borrower = await signUp(server);
    const orderId = await borrow(borrower);
    const cancelUntil = hoursFromNow(24);
    const quote = await quoteOf(borrower, orderId);
    await expectOffer(borrower, orderId, cancelUntil);
    // Past midnight, so it is the next business day.
    server.clock.advance({ hours: 23, minutes: 59 });
    await expectOffer(borrower, orderId, cancelUntil);
    server.clock.advance({ minutes: 1, seconds: 1 });
    await expectNoOffer(borrower, orderId);
    expect(await submit(borrower, quote)).toMatchObject(OVER);
  });

  test('pass with the business date too, and what the clock adds is counted after it', async () => {
    const borrower = await signUp(server);
    const orderId = await borrow(borrower);
    const quote = await quoteOf(borrower, orderId);
    await server.passDays(1);
    // A day has passed to the second.
    await expectOffer(borrower, orderId, hoursFromNow(0));
    server.clock.advance({ seconds: 1 });
    await expectNoOffer(borrower, orderId);
    expect(await submit(borrower, quote)).toMatchObject(OVER);

    const later = await signUp(server);
    const laterId = await borrow(later);
    const cancelUntil = hoursFromNow(24);
    server.clock.advance({ hours: 5 });
    await expectOffer(later, laterId, cancelUntil);
    await server.passDays(1);
    await expectNoOffer(later, laterId);
  });

  test.each([14, 25])('are over for a loan that is %i days old', async (daysOld) => {
    const borrower = await signUp(server);
    const orderId = await borrow(borrower);
    await server.passDays(daysOld);
    await expectNoOffer(borrower, orderId);
  });

  test('are over for a loan that is 33 days old and whose first plan is paid', async () => {
    const borrower = await signUp(server);
    const orderId = await borrow(borrower, { termId: 3 });
    await server.passDays(25);
    await pay(server, borrower, orderId);
    await server.passDays(8);
    await expectNoOffer(borrower, orderId);
  });

  test('are over for a loan that was late and is active again by its deferral', async () => {
    const borrower = await signUp(server);
    const orderId = await borrow(borrower);
    await server.passDays(33);
    expect(await bill(borrower, orderId)).toMatchObject({ status: 'overdue' });
    const planId = planIdOf(orderId, 1);
    const { extensionFee } = await borrower.ask('extensionDetail', { body: { planId } });
    const { paymentId } = await borrower.ask('submitRepayApplyV2', {
      body: { bizType: 2, planId, payAmount: extensionFee },
    });
    await answerPrompt(server, borrower);
    await waitForPayment(borrower, paymentId);
    await expectNoOffer(borrower, orderId);
  });

  test('are whole for a payout that was decided before midnight and posted after it', async () => {
    const borrower = await signUp(server);
    const orderId = await borrow(borrower);
    await server.query(
      `update loan set disbursed_on = disbursed_on - 1 where borrower_id = $1 and loan_id = $2`,
      [borrower.borrowerId, orderId],
    );
    await server.query(
      `update loan set disbursed_at = ((disbursed_on + 1)::timestamp + interval '3 seconds') at time zone 'Africa/Lusaka'
       where borrower_id = $1 and loan_id = $2`,
      [borrower.borrowerId, orderId],
    );
    const { cancelUntil } = await bill(borrower, orderId);
    expect(cancelUntil).toMatch(/T22:00:03/);
  });
});
