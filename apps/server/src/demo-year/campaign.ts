import type { Ngwee } from '@thumba/lending/money';
import { giveNextCoupons } from '../credit/coupon/campaigns.ts';
import { choosePlanCoupon } from '../credit/coupon/commands.ts';
import { askForCampaign } from '../credit/coupon/staff-campaigns.ts';
import { toDate } from '../platform/clock.ts';
import { statement } from '../platform/database.ts';
import type { YearLender } from './year-lender.ts';
import type { YearLife } from './year-life.ts';
import { agreeByTwo, type YearOffice } from './year-office.ts';

/** So many days before the end of the year good payers are given a coupon. */
export const CAMPAIGN_DAYS_AGO = 75;
const OFFER = 'wheel-5';
/** More than there are borrowers, so that each good payer has one. */
const MOST_COUPONS = 5_000;

/** One person asks for a campaign, another approves it, and its coupons are given at once. */
export async function startCampaign(
  lender: YearLender,
  office: YearOffice,
  lives: ReadonlyMap<number, YearLife>,
): Promise<void> {
  const { db, catalogue, clock } = lender;
  const on = lender.today();
  const asked = await askForCampaign(
    { db, catalogue: catalogue.current(), on },
    {
      ...{ name: 'Thank you for paying on time', offerCode: OFFER, mostCoupons: MOST_COUPONS },
      ...{ audience: 'good_payers', awayDays: null, goodLoans: 1, channelCode: null },
    },
    'Good payers come back before the school fees of January',
  );
  if (!asked.ok) throw new Error(`a campaign of the year was refused: ${asked.refusal.kind}`);
  const reason = 'Within what was planned for the quarter';
  await agreeByTwo(lender, office, asked.value, { maker: 'mubita', checker: 'suwilanji', reason });
  while ((await giveNextCoupons(db, on, toDate(clock.nowMs()))) > 0);
  for (const { borrower_id: borrowerId, user_coupon_id: couponId } of await db.rows(
    listCouponsStatement,
    {},
  )) {
    const life = lives.get(borrowerId);
    if (life) life.couponId = couponId;
  }
}

const listCouponsStatement = statement<{ borrower_id: number; user_coupon_id: number }>(
  'demo year: coupons of the campaign',
  'select borrower_id, user_coupon_id from borrower_coupon where campaign_id is not null',
);

/** What clears a plan with the coupon of the campaign. Undefined where the borrower uses none, or it does not count. */
export async function payoffWithCoupon(
  lender: YearLender,
  life: YearLife,
  planId: number,
): Promise<Ngwee | undefined> {
  const { borrowerId, person, couponId: userCouponId } = life;
  if (userCouponId === undefined || !person.hasCoupon) return undefined;
  const chosen = await choosePlanCoupon(lender, { borrowerId, planId, userCouponId });
  if (!chosen.ok) return undefined;
  life.couponId = undefined;
  return chosen.value.payoffNgwee;
}
