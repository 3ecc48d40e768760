import { day } from '@thumba/lending/day';
import { giveCoupon } from '../src/book/coupon/coupon-gifts.ts';
import { planIdOf } from '../src/book/loan/plan-id.ts';
import type { AppBorrower } from './app-borrower.ts';
import type { AppServer } from './app-server.ts';

type OfferTerms = { worth?: object; minPlanNgwee?: number; validDays?: number };

let lastOffer = 0;

/**
 * Makes an offer and gives the borrower a coupon of it: K10 off, valid for 60 days, unless the test names other
 * terms.
 */
export async function giveOne(
  server: AppServer,
  borrower: AppBorrower,
  { worth = { kind: 'fixed', amountNgwee: 1000 }, minPlanNgwee, validDays = 60 }: OfferTerms = {},
): Promise<number> {
  const offerCode = `offer-${++lastOffer}`;
  await server.query(
    `insert into coupon_offer (offer_code, version, name, worth, min_plan_ngwee, valid_days)
     values ($1, 1, $1, $2, $3, $4)`,
    [offerCode, worth, minPlanNgwee ?? null, validDays],
  );
  const given = await giveCoupon(server.db, {
    borrowerId: borrower.borrowerId,
    offerCode,
    reason: 'for a test',
    staffName: 'mary',
    on: day(server.today()),
    at: new Date(server.clock.nowMs()),
  });
  if (!given.ok) throw new Error(given.refusal.kind);
  return given.value.userCouponId;
}

export async function couponsOf(borrower: AppBorrower, status?: 1 | 3 | 4) {
  const { items } = await borrower.ask('listCoupons', { body: status === undefined ? {} : { status } });
  return items;
}

/** The coupon that a borrower gets for registering. */
export async function welcomeOf(borrower: AppBorrower): Promise<number> {
  const welcome = (await couponsOf(borrower)).find(({ couponName }) => couponName === 'Welcome');
  return welcome!.userCouponId;
}

/** Applies a coupon to a plan, to the first one unless another is named. The id 0 takes it back. */
export function holdCoupon(borrower: AppBorrower, orderId: number, userCouponId: number, period = 1) {
  return borrower.call('couponUsedByPlanId', {
    body: { planId: planIdOf(orderId, period), userCouponId },
  });
}
