import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  type AppBorrower,
  answerPrompt,
  borrow,
  PATIENCE,
  pay,
  signUp,
  submitPayment,
  succeedAfterAll,
  waitForPayment,
} from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { refuseInstructions } from './open-attempts.test-support.ts';
import { refusingBaseUrl } from './operators/stub-operator.test-support.ts';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterAll(() => server.stop());

async function attemptOf(paymentId: string, on = server) {
  const [row] = await on.query('select * from payment_attempt where attempt_id = $1', [paymentId]);
  return row;
}

const payment = (borrower: AppBorrower, paymentId: string) =>
  borrower.ask('getPayment', { params: { paymentId } });

/** Waits until the operator was asked so many times; the test's clock says when that is due. */
const untilAsked = (paymentId: string, wanted: object, on = server) =>
  vi.waitFor(async () => expect(await attemptOf(paymentId, on)).toMatchObject(wanted), PATIENCE);

/** A borrower whose operator waits for their PIN. */
async function payer(operator: 'mtn' | 'airtel' = 'mtn') {
  const borrower = await signUp(server, { mobile: server.newMobile(operator) });
  const orderId = await borrow(borrower);
  const paymentId = await submitPayment(borrower, orderId);
  await server.handset.waitForPrompt(borrower.mobile);
  return { borrower, orderId, paymentId };
}

describe('a payment', () => {
  test.each(['mtn', 'airtel'] as const)(
    'by %s waits for the PIN and then tells what it paid',
    async (operator) => {
      const { borrower, orderId, paymentId } = await payer(operator);
      await untilAsked(paymentId, { state: 'pending' });
      expect(await payment(borrower, paymentId)).toEqual({
        paymentId,
        status: 'pending',
        amount: 1150,
        operator,
        purpose: 'repayment',
        startedAt: '2026-11-21T08:00:00.000Z',
        expiresAt: '2026-11-21T08:05:00.000Z',
      });
      await answerPrompt(server, borrower);
      await waitForPayment(borrower, paymentId);
      expect(await payment(borrower, paymentId)).toMatchObject({
        status: 'succeeded',
        allocation: { penalty: 0, serviceFee: 30, interest: 120, principal: 1000, wallet: 0 },
        receiptNo: expect.stringMatching(new RegExp(`^${orderId}-\\d+$`)),
      });
      expect(await attemptOf(paymentId)).toMatchObject({
        operator_reference: expect.stringMatching(/.+/),
        next_step_at: null,
      });
    },
  );

  test.each([
    [
      'mtn',
      'wrong_pin',
      'The operator did not accept it: the PIN may have been wrong, or the account may not make this payment.',
    ],
    ['mtn', 'refuse', 'The payment was refused on the phone.'],
    ['airtel', 'wrong_pin', 'The PIN that was entered was wrong.'],
    ['airtel', 'refuse', 'The payment was refused on the phone.'],
  ] as const)(
    'by %s with a prompt that ends in %s fails and says why',
    async (operator, action, failureReason) => {
      const borrower = await signUp(server, { mobile: server.newMobile(operator) });
      const orderId = await borrow(borrower);
      const paymentId = await pay(server, borrower, orderId, { action });
      const answer = await payment(borrower, paymentId);
      expect(answer.status).toBe('failed');
      expect(answer.failureReason).toBe(failureReason);
      expect(answer).not.toHaveProperty('receiptNo');
      const bill = await borrower.ask('queryLoanDetail', { params: { id: orderId } });
      expect(bill).toMatchObject({ paid: 0, remaining: 1150, status: 'active' });
      expect(bill).not.toHaveProperty('pendingPaymentId');
    },
  );

  test('whose PIN never comes ends after its five minutes', async () => {
    const { borrower, paymentId } = await payer();
    server.clock.advance({ minutes: 5 });
    await waitForPayment(borrower, paymentId, 'refuse');
    expect(await payment(borrower, paymentId)).toMatchObject({
      status: 'failed',
      failureReason: 'The PIN was not entered in time, so the payment ended.',
    });
  });

  test('is asked about by itself when no report comes, and counts', async () => {
    const { borrower, paymentId } = await payer();
    await untilAsked(paymentId, { state: 'pending' });
    await server.query(
      `update simulator.instruction set outcome = 'succeeded', settled_at = now() where reference = $1`,
      [paymentId],
    );
    server.clock.advance({ seconds: 10 });
    await waitForPayment(borrower, paymentId);
  });

  test('that the operator reports with another amount is no payment, and somebody is told', async () => {
    const { borrower, orderId, paymentId } = await payer();
    await server.query(
      `update simulator.instruction set outcome = 'succeeded', settled_at = now(), amount_ngwee = 100,
         request = jsonb_set(request, '{amountText}', '"1"') where reference = $1`,
      [paymentId],
    );
    await server.sendCallback('mtn', { externalId: paymentId, status: 'SUCCESSFUL' });
    await untilAsked(paymentId, { state: 'unknown', operator_code: 'AMOUNT_DIFFERS' });
    expect(await payment(borrower, paymentId)).toMatchObject({ status: 'unknown' });
    expect(await borrower.ask('queryLoanDetail', { params: { id: orderId } })).toMatchObject({ paid: 0 });
    expect(server.logLines.join('')).toContain('the operator reports another amount than was asked for');
  });

  test('whose sending was cut short is asked about, and never sent a second time', async () => {
    const { borrower, paymentId } = await payer();
    await untilAsked(paymentId, { state: 'pending' });
    await server.query(
      `update payment_attempt set state = 'sent', enquiries = 0, next_step_at = sent_at where attempt_id = $1`,
      [paymentId],
    );
    await untilAsked(paymentId, { state: 'pending', enquiries: 1 });
    expect((await server.handset.phone(borrower.mobile)).prompts).toHaveLength(1);
  });
});

describe('a payment that the operator does not know', () => {
  test('ends at the second enquiry, a minute after it was sent', async () => {
    const borrower = await signUp(server);
    const orderId = await borrow(borrower);
    await refuseInstructions(server, 1);
    const paymentId = await submitPayment(borrower, orderId);
    await untilAsked(paymentId, { state: 'unknown' });
    await refuseInstructions(server, 0);
    server.clock.advance({ seconds: 10 });
    await untilAsked(paymentId, { state: 'unknown', not_found: 1 });
    server.clock.advance({ seconds: 50 });
    await waitForPayment(borrower, paymentId, 'refuse');
    expect(await payment(borrower, paymentId)).toMatchObject({
      failureReason: 'The request did not reach the operator and no money was moved. Please try again.',
    });
  });
});

describe('an operator that cannot be reached', () => {
  test('takes no money: after a minute the payment ends and may be tried again', async () => {
    const away = await startAppServer({ settings: { AIRTEL_BASE_URL: await refusingBaseUrl() } });
    const other = await signUp(away);
    const loanId = await borrow(other);
    await away.query(`update repay_account set operator = 'airtel' where borrower_id = $1`, [
      other.borrowerId,
    ]);
    const paymentId = await submitPayment(other, loanId);
    await untilAsked(paymentId, { state: 'created', operator_code: 'operator_down' }, away);
    expect(await payment(other, paymentId)).toMatchObject({ status: 'pending' });
    away.clock.advance({ seconds: 59 });
    await vi.waitFor(async () => {
      const { next_step_at: nextStepAt } = await attemptOf(paymentId, away);
      expect(nextStepAt.getTime()).toBeGreaterThan(away.clock.nowMs());
    }, PATIENCE);
    await untilAsked(paymentId, { state: 'created' }, away);
    away.clock.advance({ seconds: 15 });
    await waitForPayment(other, paymentId, 'refuse');
    expect(await payment(other, paymentId)).toMatchObject({
      failureReason: 'The mobile-money operator cannot be reached at the moment. Please try again later.',
    });
    await submitPayment(other, loanId);
    await away.stop();
  });
});

describe('an attempt that ended', () => {
  test('is not asked about again and again because its operator reported it once more', async () => {
    const borrower = await signUp(server);
    const paymentId = await pay(server, borrower, await borrow(borrower), { action: 'refuse' });
    await server.sendCallback('mtn', { externalId: paymentId, status: 'FAILED' });
    await vi.waitFor(async () => expect((await attemptOf(paymentId)).next_step_at).toBeNull(), PATIENCE);
  });

  test('without money pays after all once the operator says so, and once only', async () => {
    const borrower = await signUp(server);
    const orderId = await borrow(borrower);
    const paymentId = await pay(server, borrower, orderId, { amount: 500, action: 'refuse' });
    await Promise.all(Array.from({ length: 5 }, () => succeedAfterAll(server, paymentId)));
    await waitForPayment(borrower, paymentId);
    await succeedAfterAll(server, paymentId);
    expect(await payment(borrower, paymentId)).toMatchObject({ status: 'succeeded', amount: 500 });
    expect(await payment(borrower, paymentId)).not.toHaveProperty('failureReason');
    const bill = await borrower.ask('queryLoanDetail', { params: { id: orderId } });
    expect(bill).toMatchObject({ paid: 500, remaining: 650 });
    expect(bill.payments).toHaveLength(1);
  });
});

describe('a payment is shown', () => {
  test('to its borrower only: for anybody else there is none', async () => {
    const [{ paymentId }, stranger] = await Promise.all([payer(), signUp(server)]);
    const none = await stranger.call('getPayment', {
      params: { paymentId: 'b7d5e4c2-4b1f-4f6c-9d39-0d9bd2f3a111' },
    });
    expect(none).toEqual({ code: 404, msg: 'We could not find that', data: null });
    expect(await stranger.call('getPayment', { params: { paymentId } })).toEqual(none);
  });

  test.each(['1', 'nothing', 'B7D5E4C2-4B1F-4F6C-9D39-0D9BD2F3A111', "' or 1=1 --"])(
    'and is none when its id is %s',
    async (paymentId) => {
      const borrower = await signUp(server);
      expect(await borrower.call('getPayment', { params: { paymentId } })).toMatchObject({ code: 404 });
    },
  );

  test('when it is a repayment: a payout is none', async () => {
    const { borrower, orderId } = await payer();
    const [{ attempt_id: paymentId }] = await server.query(
      `select attempt_id from payment_attempt where loan_id = $1 and direction = 'payout'`,
      [orderId],
    );
    expect(await borrower.call('getPayment', { params: { paymentId } })).toMatchObject({ code: 404 });
  });
});
