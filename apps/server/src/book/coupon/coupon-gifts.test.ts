import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppBorrower, borrow, pay, signIn, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { couponsOf, giveOfOffer, giveOne } from '../../../test/borrower-coupons.ts';

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

  test('gets what the offer of the day is, and a borrower who was there before keeps what they got', async () => {
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

describe('staff', () => {
  test('give any borrower a coupon of an offer by two people, and it is kept who asked and why', async () => {
    const borrower = await signIn(server);
    await giveOne(server, borrower, { worth: { kind: 'fee_free' } });
    const welcome = await giveOfOffer(server, borrower, 'welcome');
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
      { source: 'registration', given_by: null, given_reason: null, request_id: null },
      { source: 'staff', given_by: 'staff:mary', given_reason: 'for a test' },
      { source: 'staff', given_by: 'staff:mary', given_reason: 'for a test', offer_version: 1 },
    ]);
    expect(welcome).toBeGreaterThan(0);
  });

  test('the database refuses a gift that no second person approved, and one for another borrower', async () => {
    const [mary, other] = await Promise.all([signIn(server), signIn(server)]);
    await giveOfOffer(server, mary, 'welcome');
    const [{ request_id: requestId }] = await server.query(
      `update staff_request set payload_sealed = payload_sealed where kind = 'coupon_gift' and borrower_id = $1
       returning request_id::integer`,
      [mary.borrowerId],
    );
    const insert = (borrowerId: number, ofRequest: number | null) =>
      server.query(
        `insert into borrower_coupon (borrower_id, source, name, worth, valid_from, valid_to, given_at, given_by,
           given_reason, request_id)
         values ($1, 'staff', 'Sorry', '{"kind": "fee_free"}', current_date, current_date, now(), 'staff:mary', 'x', $2)`,
        [borrowerId, ofRequest],
      );
    for (const [of, request] of [
      [mary.borrowerId, null],
      [other.borrowerId, requestId],
      [mary.borrowerId, requestId],
    ] as const)
      await expect(insert(of, request)).rejects.toThrow('a second person approved');
  });
});
