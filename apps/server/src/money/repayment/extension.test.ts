import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type AppBorrower,
  answerPrompt,
  borrow,
  pay,
  signUp,
  succeedAfterAll,
  waitForPayment,
} from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { planIdOf } from '../../book/loan/plan-id.ts';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterAll(() => server.stop());

const bill = (borrower: AppBorrower, id: number) => borrower.ask('queryLoanDetail', { params: { id } });
const quote = (borrower: AppBorrower, planId: number) =>
  borrower.ask('extensionDetail', { body: { planId } });
const submit = (borrower: AppBorrower, planId: number, payAmount: number) =>
  borrower.call('submitRepayApplyV2', { body: { bizType: 2, planId, payAmount } });

/** Asks for the prompt of what is quoted, and approves it. */
async function extend(borrower: AppBorrower, planId: number): Promise<number> {
  const { extensionFee } = await quote(borrower, planId);
  const { data } = await submit(borrower, planId, extensionFee);
  await answerPrompt(server, borrower);
  await waitForPayment(borrower, (data as { paymentId: string }).paymentId);
  return extensionFee;
}

describe('an extension', () => {
  test('costs its fee, moves the due dates of all plans left and changes no balance', async () => {
    const borrower = await signUp(server);
    const orderId = await borrow(borrower, { termId: 3 });
    const planId = planIdOf(orderId, 1);
    expect(await quote(borrower, planId)).toMatchObject({
      beforeRepayDate: '2026-12-21',
      extensionRepayDate: '2026-12-28',
      extensionFee: 16.67,
      fee: 16.67,
      penalty: 0,
      feesPaidSoFar: 0,
      timesLeft: 3,
      // The first late day is free. 0.5 % of K463.33.
      lateCharge: { perDay: 2.32, fromDate: '2026-12-23' },
      // Until 28 December.
      waiting: { lateCharges: 13.92, daysLateNow: 0, daysLate: 7 },
    });
    expect(await extend(borrower, planId)).toBe(16.67);
    const details = await bill(borrower, orderId);
    expect(details.plans.map((plan) => [plan.dueDate, plan.remaining])).toEqual([
      ['2026-12-28', 463.33],
      ['2027-01-27', 463.33],
      ['2027-02-26', 463.34],
    ]);
    expect(details.extensions).toEqual([
      { on: server.today(), fee: 16.67, fromDate: '2026-12-21', toDate: '2026-12-28' },
    ]);
    expect(details.payments).toMatchObject([
      { amount: 16.67, purpose: 'extension', extensionFee: 16.67, allocation: { principal: 0 } },
    ]);
    expect(details).toMatchObject({ paid: 0, remaining: 1390 });
    expect(await quote(borrower, planId)).toMatchObject({ feesPaidSoFar: 16.67, timesLeft: 2 });
  });

  test('of a late loan pays its late charges with the fee, and the charges stop', async () => {
    const borrower = await signUp(server);
    const orderId = await borrow(borrower);
    const planId = planIdOf(orderId, 1);
    await server.passDays(34);
    // Four days past due, the first of them free: three days of 0.5 % of K1,150.
    const { extensionFee, penalty, fee, extensionRepayDate, lateCharge, waiting } = await quote(
      borrower,
      planId,
    );
    expect({ extensionFee, penalty, fee }).toEqual({ extensionFee: 67.25, penalty: 17.25, fee: 50 });
    expect(lateCharge).toMatchObject({ perDay: 5.75 });
    expect(waiting).toEqual({ lateCharges: 40.25, daysLateNow: 4, daysLate: 11 });
    expect(lateCharge!.fromDate < server.today()).toBe(true);
    const { order } = await borrower.ask('getMyLoanInfo', {});
    expect(order).toMatchObject({ planId, extendable: true });
    await extend(borrower, planId);
    const details = await bill(borrower, orderId);
    expect(details).toMatchObject({ status: 'active', remaining: 1150, dueDate: extensionRepayDate });
    const { paymentId } = details.payments[0]!;
    expect(await borrower.ask('getPayment', { params: { paymentId } })).toMatchObject({
      purpose: 'extension',
      extensionFee: 50,
      extensionRepayDate,
      allocation: { penalty: 17.25 },
    });
    await server.passDays(8);
    expect(await bill(borrower, orderId)).toMatchObject({ status: 'overdue', remaining: 1150 });
    await server.passDays(1);
    expect(await bill(borrower, orderId)).toMatchObject({ remaining: 1155.75 });
  });

  test('is refused with a stale quote, beyond the last one, on another plan and on a loan that is paid off', async () => {
    const borrower = await signUp(server);
    const orderId = await borrow(borrower);
    const planId = planIdOf(orderId, 1);
    expect(await submit(borrower, planId, 49.99)).toMatchObject({
      code: 409,
      msg: 'The amount is K50.00 today. Please look again.',
    });
    expect(await borrower.call('extensionDetail', { body: { planId: planId + 1 } })).toMatchObject({
      code: 404,
    });
    for (let count = 0; count < 3; count += 1) await extend(borrower, planId);
    const noneLeft = {
      code: 409,
      msg: 'This loan was already extended 3 times. It cannot be extended again.',
    };
    expect(await borrower.call('extensionDetail', { body: { planId } })).toMatchObject(noneLeft);
    expect(await submit(borrower, planId, 50)).toMatchObject(noneLeft);
    await pay(server, borrower, orderId);
    expect(await submit(borrower, planId, 50)).toMatchObject({
      code: 409,
      msg: 'There is nothing to extend: the loan is paid off',
    });
    expect(await bill(borrower, orderId)).toMatchObject({ extendable: false });
  });

  test('of a later plan asks for the first one', async () => {
    const borrower = await signUp(server);
    const orderId = await borrow(borrower, { termId: 3 });
    const first = { code: 409, msg: 'Please pay instalment 1 first' };
    const planId = planIdOf(orderId, 2);
    expect(await borrower.call('extensionDetail', { body: { planId } })).toMatchObject(first);
    expect(await submit(borrower, planId, 16.67)).toMatchObject(first);
  });

  test('that the operator paid after it had said no still buys the dates it quoted', async () => {
    const borrower = await signUp(server);
    const orderId = await borrow(borrower);
    const planId = planIdOf(orderId, 1);
    const { data } = await submit(borrower, planId, 50);
    const { paymentId } = data as { paymentId: string };
    await answerPrompt(server, borrower, 'wrong_pin');
    await waitForPayment(borrower, paymentId, 'wrong_pin');
    const { beforeRepayDate } = await quote(borrower, planId);
    await server.passDays(35);
    await succeedAfterAll(server, paymentId);
    await waitForPayment(borrower, paymentId);
    const details = await bill(borrower, orderId);
    expect(details.extensions).toMatchObject([{ fromDate: beforeRepayDate, fee: 50 }]);
    // Five days past the first date lie within the seven that were bought: nothing is late.
    expect(details).toMatchObject({ status: 'active', remaining: 1150, paid: 0 });
  });
});
