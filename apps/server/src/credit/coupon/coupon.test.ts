import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppBorrower, apply, borrow, pay, signIn, signUp, wishOf } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { couponsOf, giveOne, holdCoupon, welcomeOf } from '../../../test/borrower-coupons.ts';
import { planIdOf } from '../../book/loan/plan-id.ts';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer({ tampers: ['a coupon is where its loan says, and used once'] });
});
afterAll(() => server.stop());

const NO_COUPON = { code: 404, msg: 'We could not find this coupon', data: null };
const NOTHING = { code: 404, msg: 'We could not find that', data: null };

const detail = (borrower: AppBorrower, id: number) => borrower.ask('getRepayDetailV2', { params: { id } });
const keptOf = ({ borrowerId }: AppBorrower) =>
  server.query('select * from borrower_coupon where borrower_id = $1 order by user_coupon_id', [borrowerId]);

describe('a coupon on a plan', () => {
  test('is offered with what it takes off today, applied, and taken back', async () => {
    const borrower = await signUp(server);
    const orderId = await borrow(borrower);
    const userCouponId = await welcomeOf(borrower);
    const planId = planIdOf(orderId, 1);
    const before = await detail(borrower, orderId);
    expect(before.couponVoList).toMatchObject([{ userCouponId, couponUsableStatus: 1, discount: 10 }]);

    expect(await holdCoupon(borrower, orderId, userCouponId)).toMatchObject({
      code: 200,
      data: { planId, remainingAmount: 1140, discount: 10 },
    });
    expect(await detail(borrower, orderId)).toMatchObject({
      repayPlanList: [{ planId, remainingAmount: 1140 }],
      couponVoList: [{ userCouponId, couponUsableStatus: 2, discount: 10 }],
    });
    expect(await couponsOf(borrower, 1)).toMatchObject([
      { userCouponId, couponUsableStatus: 2, planId, orderId },
    ]);
    expect((await borrower.ask('getUserInfo', {})).couponCount).toBe(1);
    // What the bill says is owed is without any coupon.
    expect(await borrower.ask('queryLoanDetail', { params: { id: orderId } })).toMatchObject({
      remaining: 1150,
    });

    expect(await holdCoupon(borrower, orderId, 0)).toMatchObject({
      code: 200,
      data: { planId, remainingAmount: 1150, discount: 0 },
    });
    expect(await detail(borrower, orderId)).toEqual(before);
    expect(await couponsOf(borrower)).toMatchObject([{ couponUsableStatus: 1 }]);
  });

  test('that is applied, or taken back, again changes nothing', async () => {
    const borrower = await signUp(server);
    const orderId = await borrow(borrower);
    const userCouponId = await welcomeOf(borrower);
    const version = async () =>
      (await server.query('select version from loan where loan_id = $1', [orderId]))[0].version;
    const first = await holdCoupon(borrower, orderId, userCouponId);
    const applied = await version();
    expect(await holdCoupon(borrower, orderId, userCouponId)).toEqual(first);
    expect(await version()).toBe(applied);
    const back = await holdCoupon(borrower, orderId, 0);
    const free = await version();
    expect(await holdCoupon(borrower, orderId, 0)).toEqual(back);
    expect(await version()).toBe(free);
  });

  test('gives way to another one, and the best of them stands first only when it is applied', async () => {
    const borrower = await signUp(server);
    const orderId = await borrow(borrower);
    const welcome = await welcomeOf(borrower);
    const freeFee = await giveOne(server, borrower, { worth: { kind: 'fee_free' }, validDays: 5 });
    await holdCoupon(borrower, orderId, welcome);
    expect(await holdCoupon(borrower, orderId, freeFee)).toMatchObject({
      data: { remainingAmount: 1120, discount: 30 },
    });
    expect((await detail(borrower, orderId)).couponVoList).toMatchObject([
      { userCouponId: freeFee, couponUsableStatus: 2, discount: 30 },
      { userCouponId: welcome, couponUsableStatus: 1, discount: 10 },
    ]);
    await holdCoupon(borrower, orderId, welcome);
    expect((await detail(borrower, orderId)).couponVoList.map(({ userCouponId }) => userCouponId)).toEqual([
      welcome,
      freeFee,
    ]);
  });

  test('moves from one plan to another, and is never on two', async () => {
    const borrower = await signUp(server);
    const orderId = await borrow(borrower, { termId: 3 });
    const userCouponId = await welcomeOf(borrower);
    const answers = await Promise.all(
      [1, 2, 3].map((period) => holdCoupon(borrower, orderId, userCouponId, period)),
    );
    expect(answers.map(({ code }) => code)).toEqual([200, 200, 200]);
    const planId = (await couponsOf(borrower, 1))[0]!.planId;
    const { repayPlanList } = await detail(borrower, orderId);
    expect(repayPlanList.map((plan) => plan.remainingAmount)).toEqual(
      [463.33, 463.33, 463.34].map((amount, index) =>
        planIdOf(orderId, index + 1) === planId ? Math.round(amount * 100 - 1000) / 100 : amount,
      ),
    );
    // On a later plan it can still be had for the first one.
    await holdCoupon(borrower, orderId, userCouponId, 2);
    expect((await detail(borrower, orderId)).couponVoList).toMatchObject([
      { userCouponId, couponUsableStatus: 1 },
    ]);
    expect(await holdCoupon(borrower, orderId, 0, 1)).toMatchObject({ code: 200 });
    expect(await couponsOf(borrower, 1)).toMatchObject([{ planId: planIdOf(orderId, 2) }]);
  });

  test('is not offered, and is refused, for a plan that is too small', async () => {
    const borrower = await signUp(server);
    const orderId = await borrow(borrower);
    const large = await giveOne(server, borrower, { minPlanNgwee: 115_001 });
    expect((await detail(borrower, orderId)).couponVoList.map(({ userCouponId }) => userCouponId)).toEqual([
      await welcomeOf(borrower),
    ]);
    expect(await holdCoupon(borrower, orderId, large)).toEqual({
      code: 409,
      msg: 'This coupon is for instalments of K1,150.01 or more',
      data: null,
    });
  });

  test('is refused for a plan that owes nothing, and when nothing is left to pay', async () => {
    const borrower = await signUp(server);
    const orderId = await borrow(borrower, { termId: 3 });
    await pay(server, borrower, orderId);
    const userCouponId = await welcomeOf(borrower);
    expect(await holdCoupon(borrower, orderId, userCouponId)).toMatchObject({
      code: 409,
      msg: 'Nothing is owed on instalment 1',
    });
    await pay(server, borrower, orderId);
    await pay(server, borrower, orderId);
    expect(await holdCoupon(borrower, orderId, userCouponId, 3)).toMatchObject({
      code: 409,
      msg: 'There is nothing to pay: the loan is paid off',
    });
    expect(await couponsOf(borrower)).toMatchObject([{ couponUsableStatus: 1 }]);
  });

  test("of somebody else is none, and on somebody else's plan there is nothing", async () => {
    const [mine, theirs] = await Promise.all([signUp(server), signUp(server)]);
    const [myOrder, theirOrder] = await Promise.all([borrow(mine), borrow(theirs)]);
    const [myCoupon, theirCoupon] = await Promise.all([welcomeOf(mine), welcomeOf(theirs)]);
    const before = await keptOf(theirs);
    expect(await holdCoupon(mine, myOrder, theirCoupon)).toEqual(NO_COUPON);
    expect(await holdCoupon(mine, myOrder, 987_654)).toEqual(NO_COUPON);
    expect(await holdCoupon(mine, theirOrder, myCoupon)).toEqual(NOTHING);
    expect(await holdCoupon(mine, theirOrder, 0)).toEqual(NOTHING);
    expect(await holdCoupon(mine, myOrder, myCoupon, 2)).toEqual(NOTHING);
    expect(await keptOf(theirs)).toEqual(before);
    expect(await couponsOf(mine)).toMatchObject([{ couponUsableStatus: 1 }]);
  });
});

describe('an application with a coupon', () => {
  async function applyWith(borrower: AppBorrower, userCouponId: number, wish = {}) {
    const asked = wishOf(wish);
    const { contractVersion } = await borrower.ask('productTrial', { body: asked });
    return borrower.call('appManualGetLoan', {
      body: { ...asked, userCouponId, contractVersion, agreed: true },
    });
  }

  test('is estimated with the discount beside what is repaid, and signed without it', async () => {
    const borrower = await signUp(server);
    const userCouponId = await welcomeOf(borrower);
    const without = await borrower.ask('productTrial', { body: wishOf() });
    expect(without.couponDiscount).toBe(0);
    expect(await borrower.ask('productTrial', { body: { ...wishOf(), userCouponId: 0 } })).toEqual(without);
    expect(await borrower.ask('productTrial', { body: { ...wishOf(), userCouponId } })).toEqual({
      ...without,
      couponDiscount: 10,
    });
    expect(await keptOf(borrower)).toMatchObject([{ state: 'usable' }]);
  });

  test('holds it for the first plan, through the payout, until the plan is paid off with it', async () => {
    const borrower = await signUp(server);
    const userCouponId = await welcomeOf(borrower);
    const applied = await applyWith(borrower, userCouponId, { termId: 3 });
    expect(applied).toMatchObject({ code: 200, data: { userStatus: 4 } });
    const { orderId } = applied.data as { orderId: number };
    await expect
      .poll(async () => (await borrower.ask('queryLoanDetail', { params: { id: orderId } })).status)
      .toBe('active');
    expect((await detail(borrower, orderId)).repayPlanList[0]).toMatchObject({ remainingAmount: 453.33 });
    await pay(server, borrower, orderId);
    expect(await couponsOf(borrower)).toMatchObject([{ userCouponId, couponUsableStatus: 3, orderId }]);
    expect((await borrower.ask('getUserInfo', {})).couponCount).toBe(0);
    expect((await detail(borrower, orderId)).repayPlanList).toMatchObject([
      { loanPeriod: 2, remainingAmount: 423.33 },
      { loanPeriod: 3, remainingAmount: 463.34 },
    ]);
    // The contract is the one without it.
    const { clauses } = await borrower.ask('getLoanContract', { params: { id: orderId } });
    expect(JSON.stringify(clauses)).toContain('1,390.00');
  });

  test('that is declined gives it back', async () => {
    const borrower = await signUp(server, { monthlyIncome: 1500 });
    const userCouponId = await welcomeOf(borrower);
    const { data } = await applyWith(borrower, userCouponId, { amount: 300 });
    const { orderId, userStatus } = data as { orderId: number; userStatus: number };
    expect(userStatus).toBe(2);
    expect(await couponsOf(borrower)).toMatchObject([
      { couponUsableStatus: 2, planId: planIdOf(orderId, 1) },
    ]);
    const poor = await signUp(server, { monthlyIncome: 900 });
    const declined = await applyWith(poor, await welcomeOf(poor), { amount: 100 });
    expect(declined).toMatchObject({ code: 200, data: { userStatus: 3 } });
    const [welcome] = await couponsOf(poor);
    expect(welcome).toMatchObject({ couponUsableStatus: 1 });
    expect(welcome).not.toHaveProperty('orderId');
  });

  test('is refused with a coupon that is not theirs, was used, has ended or does not fit, and nothing changes', async () => {
    const [borrower, stranger] = await Promise.all([signUp(server), signUp(server)]);
    const strangers = await welcomeOf(stranger);
    const large = await giveOne(server, borrower, { minPlanNgwee: 200_000 });
    const early = await giveOne(server, borrower);
    await server.query(
      `update borrower_coupon set valid_from = '2026-11-01', valid_to = '2026-11-20' where user_coupon_id = $1`,
      [early],
    );
    const used = await giveOne(server, borrower);
    await server.query(
      `update borrower_coupon set state = 'used', used_on = valid_from, loan_id = 1 where user_coupon_id = $1`,
      [used],
    );
    const elsewhere = await giveOne(server, borrower);
    await server.query(
      `update borrower_coupon set state = 'applied', loan_id = 1 where user_coupon_id = $1`,
      [elsewhere],
    );
    const before = await keptOf(borrower);
    const refusals: [number, object][] = [
      [strangers, NO_COUPON],
      [987_654, NO_COUPON],
      [used, { code: 409, msg: 'This coupon was used before', data: null }],
      [
        elsewhere,
        {
          code: 409,
          msg: 'This coupon is applied to another loan. Please remove it there first.',
          data: null,
        },
      ],
      [early, { code: 409, msg: 'This coupon is valid from 1 November to 20 November', data: null }],
      [large, { code: 409, msg: 'This coupon is for instalments of K2,000 or more', data: null }],
    ];
    for (const [userCouponId, refusal] of refusals) {
      expect(await borrower.call('productTrial', { body: { ...wishOf(), userCouponId } })).toEqual(refusal);
      expect(await applyWith(borrower, userCouponId)).toEqual(refusal);
    }
    expect(await keptOf(borrower)).toEqual(before);
    expect(await server.query('select from loan where borrower_id = $1', [borrower.borrowerId])).toEqual([]);
    expect((await keptOf(stranger))[0]).toMatchObject({ state: 'usable' });
    // No loan knows of these two, and the book has to be sound in the end.
    await server.query('delete from borrower_coupon where user_coupon_id in ($1, $2)', [used, elsewhere]);
  });

  test('sent twice at once applies it to the one loan there is', async () => {
    const borrower = await signUp(server);
    const userCouponId = await welcomeOf(borrower);
    const answers = await Promise.all([applyWith(borrower, userCouponId), applyWith(borrower, userCouponId)]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
    const [{ loan_id, coupon }] = await server.query(
      'select loan_id, coupon from loan where borrower_id = $1',
      [borrower.borrowerId],
    );
    expect(coupon).toMatchObject({ userCouponId, period: 1 });
    expect(await keptOf(borrower)).toMatchObject([{ state: 'applied', loan_id }]);
  });
});

test('the list is paged, and each tab holds its own', async () => {
  const borrower = await signIn(server);
  const soon = await giveOne(server, borrower, { validDays: 1 });
  const today = await giveOne(server, borrower, { validDays: 0 });
  const welcome = await welcomeOf(borrower);
  const page = (number: number) =>
    borrower.ask('listCoupons', { body: { status: 1, page: number, pageSize: 2 } });
  const [first, second] = [await page(1), await page(2)];
  expect([first.total, second.total]).toEqual([3, 3]);
  expect([...first.items, ...second.items].map(({ userCouponId }) => userCouponId)).toEqual([
    today,
    soon,
    welcome,
  ]);
  expect(await couponsOf(borrower, 3)).toEqual([]);
  expect(await couponsOf(borrower, 4)).toEqual([]);
  expect(await borrower.call('listCoupons', { body: { status: 2 as never } })).toMatchObject({ code: 400 });
  expect(await borrower.call('listCoupons', { body: { page: 0 } })).toMatchObject({ code: 400 });
});

test('a loan of before the coupons is none the worse', async () => {
  const borrower = await signUp(server);
  await server.query('delete from borrower_coupon where borrower_id = $1', [borrower.borrowerId]);
  expect(await couponsOf(borrower)).toEqual([]);
  expect((await borrower.ask('getUserInfo', {})).couponCount).toBe(0);
  const { orderId } = await apply(borrower);
  await expect
    .poll(async () => (await borrower.ask('queryLoanDetail', { params: { id: orderId } })).status)
    .toBe('active');
  expect((await detail(borrower, orderId)).couponVoList).toEqual([]);
});
