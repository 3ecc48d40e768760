import type { Day } from '@thumba/lending/day';
import type { CouponWorth } from '@thumba/lending/loan';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { type Database, statement } from '../../platform/database.ts';
import { type Actor, staffActor } from '../actor.ts';
import { checkReason, type ReasonRefusal } from '../staff-action.ts';

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
  on: string;
  at: string;
  from: string;
}): string {
  return `insert into borrower_coupon (borrower_id, source, offer_code, offer_version, name, worth, min_plan_ngwee,
    valid_from, valid_to, given_at, given_for_loan_id, given_by, given_reason)
  select ${gift.borrowerId}, ${gift.source}, o.offer_code, o.version, o.name, o.worth, o.min_plan_ngwee,
    ${gift.on}, ${gift.on} + o.valid_days, ${gift.at}, ${gift.forLoanId ?? 'null'}, ${gift.givenBy ?? 'null'},
    ${gift.reason ?? 'null'}
  from ${gift.from}`;
}

export type StaffGift = {
  borrowerId: number;
  offerCode: string;
  reason: string;
  staffName: string;
  on: Day;
  at: Date;
};

/** A given coupon, as staff see it. */
export type GivenCoupon = { userCouponId: number; name: string; worth: CouponWorth; validTo: Day };

export type GiftRefusal = ReasonRefusal | { kind: 'no_such_borrower' } | { kind: 'no_such_offer' };

type GivenRow = { user_coupon_id: number; name: string; worth: CouponWorth; valid_to: Day };

const giveCouponStatement = statement<
  { is_known: boolean } & (GivenRow | { user_coupon_id: null }),
  { borrowerId: number; offerCode: string; on: Day; at: Date; actor: Actor; reason: string }
>(
  'coupon: give',
  `with inserted_coupon as (
     ${insertGiftedCoupons({
       borrowerId: 'b.borrower_id',
       source: `'staff'`,
       givenBy: '$actor::text',
       reason: '$reason::text',
       on: '$on::date',
       at: '$at::timestamptz',
       from: `borrower_standing b join standing_coupon_offer o on o.offer_code = $offerCode
         where b.borrower_id = $borrowerId and b.deleted_at is null`,
     })}
     returning user_coupon_id, name, worth, valid_to
   )
   select exists (select from borrower_standing where borrower_id = $borrowerId and deleted_at is null) as is_known,
     inserted_coupon.*
   from (values (true)) request left join inserted_coupon on true`,
);

/** Gives a borrower a coupon of an offer, also where they have some already. */
export async function giveCoupon(db: Database, gift: StaffGift): Promise<Outcome<GivenCoupon, GiftRefusal>> {
  const reason = checkReason(gift.reason);
  if (!reason.ok) return reason;
  const { borrowerId, offerCode, on, at } = gift;
  const row = await db.row(giveCouponStatement, {
    borrowerId,
    offerCode,
    on,
    at,
    actor: staffActor(gift.staffName),
    reason: reason.value,
  });
  if (!row?.is_known) return refuse({ kind: 'no_such_borrower' });
  if (row.user_coupon_id === null) return refuse({ kind: 'no_such_offer' });
  const { user_coupon_id: userCouponId, name, worth, valid_to: validTo } = row;
  return allow({ userCouponId, name, worth, validTo });
}
