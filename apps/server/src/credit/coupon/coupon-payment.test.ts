import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  type AppBorrower,
  answerPrompt,
  borrow,
  earnCredit,
  PATIENCE,
  pay,
  signUp,
  submitPayment,
  succeedAfterAll,
  waitForPayment,
} from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { couponsOf, giveOne, holdCoupon, welcomeOf } from '../../../test/borrower-coupons.ts';
import { planIdOf } from '../../book/loan/plan-id.ts';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterAll(() => server.stop());

const GREATER = {
  code: 400,
  msg: 'The input amount cannot be greater than the remaining repayment amount',
  data: null,
};
const PAY_OFF = {
  code: 400,
  msg: 'The remaining amount is less than the minimum amount and the current repayment must be paid off',
  data: null,
};

const bill = (borrower: AppBorrower, id: number) => borrower.ask('queryLoanDetail', { params: { id } });
const payoffOf = async (borrower: AppBorrower, id: number) =>
  (await borrower.ask('getRepayDetailV2', { params: { id } })).repayPlanList[0]!.remainingAmount;

const submit = (borrower: AppBorrower, orderId: number, payAmount: number) =>
  borrower.call('submitRepayApplyV2', { body: { bizType: 1, planId: planIdOf(orderId, 1), payAmount } });

/** Submits an amount that the rules let pass, and has it fail at the phone, so that nothing has moved. */
async function passes(borrower: AppBorrower, orderId: number, amount: number): Promise<string> {
  const { code, data } = await submit(borrower, orderId, amount);
  expect(code, `K${amount}`).toBe(200);
  await answerPrompt(server, borrower, 'refuse');
  const { paymentId } = data as { paymentId: string };
  await waitForPayment(borrower, paymentId, 'refuse');
  return paymentId;
}

/** A borrower who owes K120, with the Welcome coupon of K10 free or held ready. */
async function owes120(options: { holds: boolean }) {
  const borrower = await signUp(server);
  const orderId = await borrow(borrower);
  await pay(server, borrower, orderId, { amount: 1030 });
  const userCouponId = await welcomeOf(borrower);
  if (options.holds) await holdCoupon(borrower, orderId, userCouponId);
  return { borrower, orderId, userCouponId };
}

describe('of a bill of K120', () => {
  test('home, the bill and the plan tell what the applied coupon takes off, and until when', async () => {
    const { borrower, orderId, userCouponId } = await owes120({ holds: true });
    const [welcome] = await couponsOf(borrower);
    const coupon = { discount: 10, validTo: welcome!.validTo };
    const plan = () => borrower.ask('queryRepaymentPlan', { params: { id: orderId } });
    expect((await bill(borrower, orderId)).plans).toMatchObject([{ remaining: 120, coupon }]);
    expect((await plan()).plans).toMatchObject([{ remaining: 120, discount: 0, coupon }]);
    const home = () => borrower.ask('getMyLoanInfo', {});
    expect((await home()).order).toMatchObject({ dueAmount: 120, coupon });
    await borrower.ask('couponUsedByPlanId', { body: { planId: planIdOf(orderId, 1), userCouponId: 0 } });
    expect((await home()).order).not.toHaveProperty('coupon');
    expect((await plan()).plans[0]).not.toHaveProperty('coupon');
    await holdCoupon(borrower, orderId, userCouponId);
    expect((await plan()).plans).toMatchObject([{ coupon }]);
  });

  test('with a coupon of K10 exactly K110 clears it, and any less is judged without the coupon', async () => {
    const { borrower, orderId, userCouponId } = await owes120({ holds: true });
    expect(await payoffOf(borrower, orderId)).toBe(110);
    expect((await bill(borrower, orderId)).remaining).toBe(120);
    expect(await submit(borrower, orderId, 115)).toEqual(GREATER);
    expect(await submit(borrower, orderId, 120)).toEqual(GREATER);
    expect(await submit(borrower, orderId, 75)).toEqual(PAY_OFF);
    expect(await submit(borrower, orderId, 109.99)).toEqual(PAY_OFF);
    await passes(borrower, orderId, 60);
    await passes(borrower, orderId, 70);
    // A failure leaves the coupon applied.
    expect(await couponsOf(borrower)).toMatchObject([{ userCouponId, couponUsableStatus: 2 }]);

    const paymentId = await pay(server, borrower, orderId, { amount: 110 });
    expect(await borrower.ask('getPayment', { params: { paymentId } })).toMatchObject({
      amount: 110,
      discount: 10,
    });
    const cleared = await bill(borrower, orderId);
    expect(cleared).toMatchObject({
      status: 'settled',
      remaining: 0,
      plans: [{ discount: 10, remaining: 0 }],
    });
    expect(cleared.payments.map(({ amount, discount }) => [amount, discount])).toEqual(
      expect.arrayContaining([
        [1030, 0],
        [110, 10],
      ]),
    );
    expect(await couponsOf(borrower)).toMatchObject([{ userCouponId, couponUsableStatus: 3, orderId }]);
    const expense = await server.query(
      `select credit_account, amount_ngwee from ledger_transfer where loan_id = $1 and debit_account = 'coupon_expense'`,
      [orderId],
    );
    expect(expense).toEqual([{ credit_account: 'fee_receivable', amount_ngwee: 1000 }]);
  });

  test('without one K60 and K120 pass, and what would leave less than K50 does not', async () => {
    const { borrower, orderId } = await owes120({ holds: false });
    expect(await submit(borrower, orderId, 80)).toEqual(PAY_OFF);
    expect(await submit(borrower, orderId, 130)).toEqual(GREATER);
    expect(await submit(borrower, orderId, 10)).toEqual({
      code: 400,
      msg: 'minimum: 20',
      data: { minimum: 20 },
    });
    await passes(borrower, orderId, 60);
    await passes(borrower, orderId, 120);
    expect(await couponsOf(borrower)).toMatchObject([{ couponUsableStatus: 1 }]);
  });

  test('K45 that are left of it by money that came late are paid at once', async () => {
    const borrower = await signUp(server);
    const orderId = await borrow(borrower);
    const late = await passes(borrower, orderId, 75);
    await pay(server, borrower, orderId, { amount: 1030 });
    server.clock.advance({ seconds: 1 });
    await succeedAfterAll(server, late);
    await waitForPayment(borrower, late);
    expect((await bill(borrower, orderId)).remaining).toBe(45);
    expect(await submit(borrower, orderId, 20)).toEqual(PAY_OFF);
    expect(await submit(borrower, orderId, 44.99)).toEqual(PAY_OFF);
    expect(await submit(borrower, orderId, 45.01)).toEqual(GREATER);
    await pay(server, borrower, orderId, { amount: 45 });
    expect(await bill(borrower, orderId)).toMatchObject({ status: 'settled' });
  });
});

describe('while a payment waits for its PIN', () => {
  test('its coupon cannot be changed, and when it has failed it can', async () => {
    const { borrower, orderId, userCouponId } = await owes120({ holds: true });
    const other = await giveOne(server, borrower);
    const paymentId = await submitPayment(borrower, orderId, 110);
    const waiting = {
      code: 409,
      msg: 'A payment of K110.00 is waiting for your PIN. Please finish it first.',
      data: { paymentId },
    };
    for (const chosen of [0, userCouponId, other]) {
      expect(await holdCoupon(borrower, orderId, chosen)).toEqual(waiting);
    }
    await answerPrompt(server, borrower, 'refuse');
    await waitForPayment(borrower, paymentId, 'refuse');
    expect(await couponsOf(borrower, 1)).toMatchObject([
      { userCouponId, couponUsableStatus: 2 },
      { userCouponId: other, couponUsableStatus: 1 },
    ]);
    expect(await holdCoupon(borrower, orderId, other)).toMatchObject({ code: 200 });
    expect(await couponsOf(borrower, 1)).toMatchObject([
      { userCouponId: other, couponUsableStatus: 2 },
      { userCouponId, couponUsableStatus: 1 },
    ]);
  });
});

describe('a coupon is used once', () => {
  test('when its payment is sent twice at once', async () => {
    const { borrower, orderId } = await owes120({ holds: true });
    const answers = await Promise.all([submit(borrower, orderId, 110), submit(borrower, orderId, 110)]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
    await answerPrompt(server, borrower);
    await vi.waitFor(async () => expect((await bill(borrower, orderId)).status).toBe('settled'), PATIENCE);
    expect(await couponsOf(borrower)).toMatchObject([{ couponUsableStatus: 3 }]);
  });

  test('and never again, on this loan or another', async () => {
    const { borrower, orderId, userCouponId } = await owes120({ holds: true });
    await pay(server, borrower, orderId, { amount: 110 });
    const next = await borrow(borrower);
    const used = { code: 409, msg: 'This coupon was used before', data: null };
    expect(await holdCoupon(borrower, next, userCouponId)).toEqual(used);
    expect((await borrower.ask('getRepayDetailV2', { params: { id: next } })).couponVoList).toEqual([]);
  });

  test('by a payment from the wallet', async () => {
    const borrower = await signUp(server);
    await earnCredit(server, borrower);
    const orderId = await borrow(borrower, { amount: 150 });
    const userCouponId = await welcomeOf(borrower);
    await holdCoupon(borrower, orderId, userCouponId);
    const amount = await payoffOf(borrower, orderId);
    expect(amount).toBe(162.5);
    const body = { orderId, planId: planIdOf(orderId, 1), amount };
    const answers = await Promise.all([
      borrower.call('useWallet', { body }),
      borrower.call('useWallet', { body }),
    ]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
    expect(await bill(borrower, orderId)).toMatchObject({ status: 'settled', payments: [{ discount: 10 }] });
    // K230 - K162.50, and the interest of K18 that the coupon did not pay: no day has passed.
    expect((await borrower.ask('getWallet', { query: {} })).balance).toBe(67.5 + 12.5);
    expect(await couponsOf(borrower)).toMatchObject([{ userCouponId, couponUsableStatus: 3 }]);
  });
});

describe('a payment with a coupon that comes after all', () => {
  test('uses the coupon when it is still applied', async () => {
    const { borrower, orderId, userCouponId } = await owes120({ holds: true });
    const late = await passes(borrower, orderId, 110);
    server.clock.advance({ seconds: 1 });
    await succeedAfterAll(server, late);
    await waitForPayment(borrower, late);
    expect(await bill(borrower, orderId)).toMatchObject({ status: 'settled', remaining: 0 });
    expect(await couponsOf(borrower)).toMatchObject([{ userCouponId, couponUsableStatus: 3 }]);
  });

  test('counts without it when it was taken back meanwhile, and the coupon stays the borrower’s', async () => {
    const { borrower, orderId } = await owes120({ holds: true });
    const late = await passes(borrower, orderId, 110);
    await holdCoupon(borrower, orderId, 0);
    server.clock.advance({ seconds: 1 });
    await succeedAfterAll(server, late);
    await waitForPayment(borrower, late);
    expect(await bill(borrower, orderId)).toMatchObject({ status: 'active', remaining: 10 });
    const [welcome] = await couponsOf(borrower);
    expect(welcome).toMatchObject({ couponUsableStatus: 1 });
    expect(welcome).not.toHaveProperty('orderId');
  });
});

test('a plan that is paid without its coupon gives it back', async () => {
  const { borrower, orderId } = await owes120({ holds: false });
  const late = await passes(borrower, orderId, 120);
  await holdCoupon(borrower, orderId, await welcomeOf(borrower));
  server.clock.advance({ seconds: 1 });
  await succeedAfterAll(server, late);
  await waitForPayment(borrower, late);
  expect(await bill(borrower, orderId)).toMatchObject({ status: 'settled' });
  expect(await couponsOf(borrower)).toMatchObject([{ couponUsableStatus: 1 }]);
});

describe('a coupon ends with its last day', () => {
  let dated: AppServer;
  beforeAll(async () => {
    dated = await startAppServer();
  });
  afterAll(() => dated.stop());

  test('free or applied, with nothing to be done by anybody', async () => {
    const borrower = await signUp(dated);
    const orderId = await borrow(borrower);
    const free = await giveOne(dated, borrower, { validDays: 2 });
    const held = await giveOne(dated, borrower, { validDays: 2 });
    await holdCoupon(borrower, orderId, held);
    await dated.passDays(2);
    expect(await payoffOf(borrower, orderId)).toBe(1140);
    expect((await couponsOf(borrower, 4)).length).toBe(0);
    await dated.passDays(1);
    expect((await couponsOf(borrower, 4)).map(({ userCouponId }) => userCouponId)).toEqual([free, held]);
    expect(await payoffOf(borrower, orderId)).toBe(1150);
    expect((await borrower.ask('getUserInfo', {})).couponCount).toBe(1);
    const { couponVoList } = await borrower.ask('getRepayDetailV2', { params: { id: orderId } });
    expect(couponVoList.map(({ couponName }) => couponName)).toEqual(['Welcome']);
    const ended = { code: 409, msg: 'This coupon is valid from 21 November to 23 November', data: null };
    expect(await holdCoupon(borrower, orderId, free)).toEqual(ended);
    expect(await holdCoupon(borrower, orderId, held)).toEqual(ended);
    // Another takes its place, and what was held in vain stays expired.
    await holdCoupon(borrower, orderId, await welcomeOf(borrower));
    expect(await payoffOf(borrower, orderId)).toBe(1140);
    expect((await couponsOf(borrower, 4)).length).toBe(2);
  });

  test('but counts for a payment that was sent on it, however late that comes', async () => {
    const borrower = await signUp(dated);
    const orderId = await borrow(borrower);
    const held = await giveOne(dated, borrower, { validDays: 0 });
    await holdCoupon(borrower, orderId, held);
    const paymentId = await submitPayment(borrower, orderId, 1140);
    const prompt = await dated.handset.waitForPrompt(borrower.mobile);
    await dated.passDays(2);
    expect(await couponsOf(borrower, 4)).toEqual([]);
    expect(await couponsOf(borrower, 1)).toMatchObject([{ userCouponId: held, couponUsableStatus: 2 }, {}]);
    await dated.handset.answer(borrower.mobile, prompt.id, 'approve');
    await waitForPayment(borrower, paymentId);
    expect(await bill(borrower, orderId)).toMatchObject({ status: 'settled', remaining: 0 });
    expect(await couponsOf(borrower, 3)).toMatchObject([{ userCouponId: held }]);
  });

  test('also when that payment fails', async () => {
    const borrower = await signUp(dated);
    const orderId = await borrow(borrower);
    const held = await giveOne(dated, borrower, { validDays: 0 });
    await holdCoupon(borrower, orderId, held);
    const paymentId = await submitPayment(borrower, orderId, 1140);
    const prompt = await dated.handset.waitForPrompt(borrower.mobile);
    await dated.passDays(1);
    await dated.handset.answer(borrower.mobile, prompt.id, 'refuse');
    await waitForPayment(borrower, paymentId, 'refuse');
    expect(await couponsOf(borrower, 4)).toMatchObject([{ userCouponId: held }]);
    expect(await payoffOf(borrower, orderId)).toBe(1150);
    expect(await holdCoupon(borrower, orderId, 0)).toMatchObject({ code: 200, data: { discount: 0 } });
  });
});
