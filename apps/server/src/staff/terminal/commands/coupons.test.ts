import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { borrow, signIn, signUp } from '../../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../../test/app-server.ts';
import { approveRequest } from '../../../../test/approve-request.ts';
import { couponsOf, holdCoupon } from '../../../../test/borrower-coupons.ts';
import { deskBeside } from '../staff-desk.test-support.ts';
import { command } from './coupons.ts';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
  await server.query(
    `insert into coupon_offer (offer_code, version, name, worth, min_plan_ngwee, valid_days) values
       ('sorry', 1, 'Sorry', '{"kind": "percent", "rate": "0.075"}', 50000, 30),
       ('no-fee', 1, 'No fee', '{"kind": "fee_free"}', null, 0)`,
  );
});
afterAll(() => server.stop());

const run = async (...words: string[]) => command.atDesk(await deskBeside(server), words);

const staffCoupons = () =>
  server.query(
    `select borrower_id, offer_code, given_by, given_reason from borrower_coupon where source = 'staff'
     order by user_coupon_id`,
  );

test('the offers are listed as they stand, with what gives them by itself', async () => {
  const { done, lines } = await run();
  expect(done).toBe(true);
  expect(lines).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^no-fee +No fee: the fee off, on its day only$/),
      expect.stringMatching(
        /^sorry +Sorry: 7\.5% of the charges off, for plans of K500 or more, for 30 days$/,
      ),
      expect.stringMatching(
        /^welcome +Welcome: K10\.00 off, for 60 days, given to each borrower who registers$/,
      ),
    ]),
  );
});

test('a coupon is asked for by a mobile number or a borrower, and used once a second person approved it', async () => {
  const borrower = await signUp(server);
  const { borrowerId, mobile } = borrower;
  const line = expect.stringMatching(
    `^Request \\d+ is filed: Borrower ${borrowerId}: coupon Sorry, 7.5% of the charges off\\. A person with checkCoupons`,
  );
  const international = `+260 ${mobile.slice(1, 3)} ${mobile.slice(3)}`;
  for (const whom of [mobile, international, `260${mobile.slice(1)}`, String(borrowerId)]) {
    const given = await staffCoupons();
    expect(await run('give', whom, 'sorry', 'waited', 'for', 'us')).toEqual({ done: true, lines: [line] });
    expect(await staffCoupons()).toEqual(given);
    expect(await run('give', whom, 'sorry', 'waited', 'for', 'us')).toMatchObject({
      lines: ['A request for this waits already.'],
    });
    expect(await approveRequest(server)).toMatchObject({
      state: 'done',
      sentence: 'The borrower has the coupon Sorry, 7.5% of the charges off, until 21 December.',
    });
  }
  expect(await staffCoupons()).toEqual(
    Array.from({ length: 4 }, () => ({
      borrower_id: borrowerId,
      offer_code: 'sorry',
      given_by: 'staff:mary',
      given_reason: 'waited for us',
    })),
  );
  const given = (await couponsOf(borrower)).find(({ couponName }) => couponName === 'Sorry');
  expect(given).toMatchObject({ kind: 'percent', discount: 7.5, couponUsableStatus: 1 });
  const orderId = await borrow(borrower);
  expect(await holdCoupon(borrower, orderId, given!.userCouponId)).toMatchObject({
    code: 200,
    data: { discount: 11.25 },
  });
});

describe('refused in one sentence, and nothing is given:', () => {
  test.each([
    [['give', '0969999999', 'sorry', 'waited'], 'There is no such borrower.'],
    [['give', '987654', 'sorry', 'waited'], 'There is no such borrower.'],
    [
      ['give', '096999999', 'sorry', 'waited'],
      'Say whom by a mobile number, like 0977123456, or by the number of a borrower.',
    ],
    [
      ['give', 'mary', 'sorry', 'waited'],
      'Say whom by a mobile number, like 0977123456, or by the number of a borrower.',
    ],
  ])('%j', async (words, sentence) => {
    const before = await staffCoupons();
    expect(await run(...words)).toEqual({ done: false, lines: [sentence] });
    expect(await staffCoupons()).toEqual(before);
  });

  test('an offer that there is not, and no reason', async () => {
    const { mobile } = await signIn(server);
    const before = await staffCoupons();
    expect(await run('give', mobile, 'none', 'waited')).toEqual({
      done: false,
      lines: ['There is no offer none: "npm run coupons" lists them.'],
    });
    for (const reason of [[], ['x'], ['x'.repeat(201)]]) {
      expect(await run('give', mobile, 'sorry', ...reason)).toEqual({
        done: false,
        lines: ['Please give a reason of 3 to 200 characters.'],
      });
    }
    expect(await staffCoupons()).toEqual(before);
  });

  test.each([[['take']], [['give']], [['give', '0969999999']]])('%j says how it is used', async (words) => {
    const { done, lines } = await run(...words);
    expect(done).toBe(false);
    expect(lines[0]).toMatch(/^npm run coupons/);
  });
});
