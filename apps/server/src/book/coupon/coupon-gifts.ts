import type { Day } from '@thumba/lending/day';
import type { CouponWorth } from '@thumba/lending/loan';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { type Database, statement } from '../../platform/database.ts';
import type { Actor } from '../actor.ts';

/**
 * The insert of a coupon for each row of `from`, in which `o` is the offer. The other parts are SQL expressions
 * over it. A coupon is valid from the day of the gift and keeps the terms of its offer when the offer changes.
 */
export function insertGiftedCoupons(gift: {
  borrowerId: string;
  source: string;
  givenBy?: string;
  reason?: string;
  forLoanId?: string;
  requestId?: string;
  campaignId?: string;
  on: string;
  at: string;
  from: string;
}): string {
  return `insert into borrower_coupon (borrower_id, source, offer_code, offer_version, name, worth, min_plan_ngwee,
    valid_from, valid_to, given_at, given_for_loan_id, given_by, given_reason, request_id, campaign_id)
  select ${gift.borrowerId}, ${gift.source}, o.offer_code, o.version, o.name, o.worth, o.min_plan_ngwee,
    ${gift.on}, ${gift.on} + o.valid_days, ${gift.at}, ${gift.forLoanId ?? 'null'}, ${gift.givenBy ?? 'null'},
    ${gift.reason ?? 'null'}, ${gift.requestId ?? 'null'},
    ${gift.campaignId ?? 'null'}
  from ${gift.from}`;
}

/** What a second person approved: a coupon of this version of an offer. */
export type ApprovedGift = {
  borrowerId: number;
  offerCode: string;
  offerVersion: number;
  requestId: number;
  reason: string;
  madeBy: Actor;
  on: Day;
  at: Date;
};

/** A given coupon, as staff see it. */
export type GivenCoupon = { userCouponId: number; name: string; worth: CouponWorth; validTo: Day };

export type GiftRefusal = { kind: 'no_such_borrower' } | { kind: 'offer_changed' };

type GivenRow = { user_coupon_id: number; name: string; worth: CouponWorth; valid_to: Day };

const giveCouponStatement = statement<
  { is_known: boolean } & (GivenRow | { user_coupon_id: null }),
  ApprovedGift
>(
  'coupon: give',
  `with inserted_coupon as (
     ${insertGiftedCoupons({
       borrowerId: 'b.borrower_id',
       source: `'staff'`,
       givenBy: '$madeBy::text',
       reason: '$reason::text',
       requestId: '$requestId::bigint',
       on: '$on::date',
       at: '$at::timestamptz',
       from: `borrower_standing b join standing_coupon_offer o on o.offer_code = $offerCode and o.version = $offerVersion
         where b.borrower_id = $borrowerId and b.deleted_at is null
          and not exists (select from borrower_coupon where request_id = $requestId)`,
     })}
     on conflict (request_id) where request_id is not null do nothing
     returning user_coupon_id, name, worth, valid_to
   ),
   given as (
     select * from inserted_coupon
     union all
     select user_coupon_id, name, worth, valid_to from borrower_coupon
     where borrower_id = $borrowerId and request_id = $requestId
   )
   select exists (select from borrower_standing where borrower_id = $borrowerId and deleted_at is null) as is_known,
     given.*
   from (values (true)) request left join given on true`,
);

/** Gives a borrower the coupon that was approved, also where they have some already. A request gives one coupon. */
export async function giveCoupon(
  db: Database,
  gift: ApprovedGift,
): Promise<Outcome<GivenCoupon, GiftRefusal>> {
  const row = await db.row(giveCouponStatement, gift);
  if (!row || row.user_coupon_id === null)
    return refuse({ kind: row?.is_known ? 'offer_changed' : 'no_such_borrower' });
  const { user_coupon_id: userCouponId, name, worth, valid_to: validTo } = row;
  return allow({ userCouponId, name, worth, validTo });
}
