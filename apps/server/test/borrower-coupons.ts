import { day } from '@thumba/lending/day';
import { staffActor } from '../src/book/actor.ts';
import { planIdOf } from '../src/book/loan/plan-id.ts';
import { askForGift } from '../src/credit/coupon/staff-gifts.ts';
import { fileRequest } from '../src/staff/request/requests.ts';
import type { AppBorrower } from './app-borrower.ts';
import type { AppServer } from './app-server.ts';
import { approveRequest } from './approve-request.ts';

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
  return giveOfOffer(server, borrower, offerCode);
}

/** Mary asks for a coupon of an offer for the borrower, and a second person approves it. */
export async function giveOfOffer(
  server: AppServer,
  { borrowerId }: AppBorrower,
  offerCode: string,
): Promise<number> {
  const gift = { borrowerId, offerCode, reason: 'for a test' };
  const asked = await askForGift(server, gift, day(server.today()));
  if (!asked.ok) throw new Error(asked.refusal.kind);
  const maker = { actor: staffActor('mary'), staffId: null };
  const now = new Date(server.clock.nowMs());
  const requestId = await fileRequest(server, asked.value, { maker, now });
  await approveRequest(server, requestId);
  const [given] = await server.query(
    'select user_coupon_id as "userCouponId" from borrower_coupon where request_id = $1',
    [requestId],
  );
  return Number(given!.userCouponId);
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
