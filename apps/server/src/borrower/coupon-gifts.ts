import type { Day } from '@thumba/lending/day';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { type Database, statement } from '../platform/database.ts';

/** What a coupon was given for, other than by an occasion of its offer. */
export type GiftSource = 'staff' | 'prize';

/**
 * Writes a coupon of each of some standing offers `o` for whoever is in `gift`. It counts from the day it is given, as
 * `giveCoupon` of lending has it, and keeps its offer's terms whatever becomes of the offer.
 */
export function insertGiftedCoupons(gift: {
  borrowerId: string;
  source: string;
  forLoanId?: string;
  on: string;
  at: string;
  from: string;
}): string {
  return `insert into borrower_coupon (borrower_id, source, offer_code, offer_version, name, worth, min_plan_ngwee,
    valid_from, valid_to, given_at, given_for_loan_id)
  select ${gift.borrowerId}, ${gift.source}, o.offer_code, o.version, o.name, o.worth, o.min_plan_ngwee,
    ${gift.on}, ${gift.on} + o.valid_days, ${gift.at}, ${gift.forLoanId ?? 'null'}
  from ${gift.from}`;
}

export type GiftRefusal = { kind: 'no_such_borrower' } | { kind: 'no_such_offer' };

const giveCouponStatement = statement<{ is_known: boolean; user_coupon_id: number | null }>(
  'borrower: give coupon',
  `with given as (
     ${insertGiftedCoupons({
       borrowerId: 'b.borrower_id',
       source: '$2::text',
       on: '$4::date',
       at: '$5::timestamptz',
       from: `borrower_standing b join standing_coupon_offer o on o.offer_code = $3
         where b.borrower_id = $1 and b.deleted_at is null`,
     })}
     returning user_coupon_id
   )
   select exists (select from borrower_standing where borrower_id = $1 and deleted_at is null) as is_known,
     (select user_coupon_id from given) as user_coupon_id`,
);

/** Gives a borrower a coupon of an offer by name, however many of it they have. */
export async function giveCoupon(
  db: Database,
  gift: { borrowerId: number; source: GiftSource; offerCode: string; on: Day; at: Date },
): Promise<Outcome<{ userCouponId: number }, GiftRefusal>> {
  const row = await db.row(giveCouponStatement, [
    gift.borrowerId,
    gift.source,
    gift.offerCode,
    gift.on,
    gift.at,
  ]);
  if (!row?.is_known) return refuse({ kind: 'no_such_borrower' });
  return row.user_coupon_id === null
    ? refuse({ kind: 'no_such_offer' })
    : allow({ userCouponId: row.user_coupon_id });
}
