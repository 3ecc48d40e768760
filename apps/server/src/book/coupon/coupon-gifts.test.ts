import { day } from '@thumba/lending/day';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppBorrower, borrow, pay, signIn, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { couponsOf, giveOne } from '../../../test/borrower-coupons.ts';
import { giveCoupon } from './coupon-gifts.ts';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterAll(() => server.stop());

const keptOf = ({ borrowerId }: AppBorrower) =>
  server.query('select * from borrower_coupon where borrower_id = $1 order by user_coupon_id', [borrowerId]);

describe('a new borrower', () => {
  test('has the Welcome coupon, once and however often they sign in', async () => {
    const borrower = await signIn(server);
    const again = await signIn(server, borrower.mobile);
    expect(await couponsOf(again)).toEqual([
      {
        userCouponId: expect.any(Number),
        couponName: 'Welcome',
        kind: 'fixed',
        discount: 10,
        validFrom: '2026-11-21',
        validTo: '2027-01-20',
        couponUsableStatus: 1,
      },
    ]);
    expect((await again.ask('getUserInfo', {})).couponCount).toBe(1);
    expect(await keptOf(borrower)).toMatchObject([
      { source: 'registration', offer_code: 'welcome', offer_version: 1, state: 'usable' },
    ]);
  });

  test('gets what the offer of the day is, and whoever was there before keeps what they got', async () => {
    const other = await startAppServer();
    const before = await signIn(other);
    await other.query(`insert into coupon_offer (offer_code, version, occasion, name, worth, min_plan_ngwee, valid_days)
      values ('welcome', 2, 'registration', 'Welcome to Thumba', '{"kind": "percent", "rate": "0.075"}', 50000, 10)`);
    const after = await signIn(other);
    expect(await couponsOf(after)).toMatchObject([
      {
        couponName: 'Welcome to Thumba',
        kind: 'percent',
        discount: 7.5,
        minAmount: 500,
        validTo: '2026-12-01',
      },
    ]);
    await other.query(`insert into coupon_offer (offer_code, version, occasion, name, worth, valid_days)
      values ('welcome', 3, null, 'Welcome', '{"kind": "fee_free"}', 10)`);
    expect(await couponsOf(await signIn(other))).toEqual([]);
    expect(await couponsOf(before)).toMatchObject([{ couponName: 'Welcome', kind: 'fixed', discount: 10 }]);
    await expect(other.query(`update coupon_offer set valid_days = 1`)).rejects.toThrow('append-only');
    await other.stop();
  });
});

test('a loan that counts and is paid off on time gives what is offered for it, once', async () => {
  const other = await startAppServer();
  await other.query(`insert into coupon_offer (offer_code, version, occasion, name, worth, valid_days)
    values ('on-time', 1, 'on_time_settlement', 'Paid on time', '{"kind": "fixed", "amountNgwee": 500}', 30)`);
  const [prompt, late] = await Promise.all([signUp(other), signUp(other)]);
  const [promptOrder, lateOrder] = await Promise.all([
    borrow(prompt, { termId: 2 }),
    borrow(late, { termId: 2 }),
  ]);
  await other.passDays(7);
  await pay(other, prompt, promptOrder, { amount: 500 });
  expect(await couponsOf(prompt)).toHaveLength(1);
  await pay(other, prompt, promptOrder);
  expect(await couponsOf(prompt)).toMatchObject([
    { couponName: 'Paid on time', discount: 5, validFrom: '2026-11-28', validTo: '2026-12-28' },
    { couponName: 'Welcome' },
  ]);
  expect((await couponsOf(prompt))[0]).not.toHaveProperty('orderId');
  expect(
    await other.query(`select given_for_loan_id from borrower_coupon where offer_code = 'on-time'`),
  ).toEqual([{ given_for_loan_id: promptOrder }]);
  await other.passDays(8);
  await pay(other, late, lateOrder);
  expect(await couponsOf(late)).toMatchObject([{ couponName: 'Welcome' }]);
  await other.stop();
});

const byMary = { reason: 'waited long for us', staffName: 'mary', on: day('2026-11-21'), at: new Date() };

describe('staff', () => {
  test('give any borrower a coupon of an offer, as often as they like, and it is kept who and why', async () => {
    const borrower = await signIn(server);
    const { borrowerId } = borrower;
    const first = await giveOne(server, borrower, { worth: { kind: 'fee_free' } });
    expect(await giveCoupon(server.db, { ...byMary, borrowerId, offerCode: 'welcome' })).toEqual({
      ok: true,
      value: {
        userCouponId: expect.any(Number),
        name: 'Welcome',
        worth: { kind: 'fixed', amountNgwee: 1000 },
        validTo: '2027-01-20',
      },
    });
    expect(
      (await couponsOf(borrower)).map(({ couponName, kind, discount }) => [couponName, kind, discount]),
    ).toEqual(
      expect.arrayContaining([
        ['Welcome', 'fixed', 10],
        ['Welcome', 'fixed', 10],
        [expect.stringMatching(/^offer-/), 'fee_free', 0],
      ]),
    );
    expect(await keptOf(borrower)).toMatchObject([
      { source: 'registration', given_by: null, given_reason: null },
      { source: 'staff', given_by: 'staff:mary', given_reason: 'for a test' },
      { source: 'staff', given_by: 'staff:mary', given_reason: 'waited long for us' },
    ]);
    expect(first).toBeGreaterThan(0);
  });

  test('give nothing of an offer that does not exist, and nothing to nobody', async () => {
    const { borrowerId } = await signIn(server);
    expect(await giveCoupon(server.db, { ...byMary, borrowerId, offerCode: 'none' })).toEqual({
      ok: false,
      refusal: { kind: 'no_such_offer' },
    });
    expect(await giveCoupon(server.db, { ...byMary, borrowerId: 987_654, offerCode: 'welcome' })).toEqual({
      ok: false,
      refusal: { kind: 'no_such_borrower' },
    });
  });

  test('give nothing without a reason', async () => {
    const borrower = await signIn(server);
    const { borrowerId } = borrower;
    for (const reason of ['', ' x ', 'x'.repeat(201)]) {
      expect(await giveCoupon(server.db, { ...byMary, borrowerId, offerCode: 'welcome', reason })).toEqual({
        ok: false,
        refusal: { kind: 'reason_needed' },
      });
    }
    expect(await keptOf(borrower)).toHaveLength(1);
  });
});
