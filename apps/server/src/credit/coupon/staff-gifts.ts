import { type Day, formatDay } from '@thumba/lending/day';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { giveCoupon } from '../../book/coupon/coupon-gifts.ts';
import { describeWorth } from '../../book/coupon/staff-worth.ts';
import type { ApprovedRequest, AskedRequest, Execution } from '../../book/staff-request.ts';
import { type Database, statement } from '../../platform/database.ts';
import { describeOffer, listOffers } from './offers.ts';

export type GiftDeps = { db: Database };

export type AskedGift = { borrowerId: number; offerCode: string; reason: string };

export type AskedGiftRefusal = { kind: 'no_account' } | { kind: 'no_such_offer' };

const countCouponsStatement = statement<{ usable: number }, { borrowerId: number; on: Day }>(
  'coupon gift: coupons of a borrower',
  `select (select count(*)::integer from borrower_coupon c
     where c.borrower_id = s.borrower_id and c.state <> 'used' and c.valid_to >= $on) as usable
   from borrower_standing s where s.borrower_id = $borrowerId and s.deleted_at is null`,
);

/** What a second person is asked for: a coupon of an offer, in the version that stands today. */
export async function askForGift(
  { db }: GiftDeps,
  { borrowerId, offerCode, reason }: AskedGift,
  on: Day,
): Promise<Outcome<AskedRequest, AskedGiftRefusal>> {
  const account = await db.row(countCouponsStatement, { borrowerId, on });
  if (!account) return refuse({ kind: 'no_account' });
  const offer = (await listOffers(db)).find((one) => one.offer_code === offerCode);
  if (!offer) return refuse({ kind: 'no_such_offer' });
  return allow({
    kind: 'coupon_gift',
    title: `Borrower ${borrowerId}: coupon ${offer.name}, ${describeWorth(offer.worth)}`,
    subject: `coupon ${offerCode} of borrower ${borrowerId}`,
    borrowerId,
    loanId: null,
    ofStaffId: null,
    payload: { offerCode, offerVersion: offer.version },
    effect: [
      { title: 'Coupon', before: null, after: describeOffer(offer) },
      {
        title: 'Coupons that the borrower can use',
        before: String(account.usable),
        after: String(account.usable + 1),
      },
    ],
    message: null,
    reason,
  });
}

/** Gives the coupon that was approved. A second time it finds that it is given. */
export async function giveAsApproved(
  { db }: GiftDeps,
  { borrowerId, requestId, madeBy, payload, reason }: ApprovedRequest,
  { on, at }: { on: Day; at: Date },
): Promise<Execution> {
  const { offerCode, offerVersion } = payload as { offerCode: string; offerVersion: number };
  const given = await giveCoupon(db, {
    ...{ borrowerId: borrowerId!, requestId, madeBy, reason, offerCode, offerVersion },
    ...{ on, at },
  });
  if (given.ok) {
    const { name, worth, validTo } = given.value;
    return {
      isDone: true,
      sentence: `The borrower has the coupon ${name}, ${describeWorth(worth)}, until ${formatDay(validTo)}.`,
    };
  }
  return {
    isDone: false,
    sentence:
      given.refusal.kind === 'offer_changed'
        ? 'The offer has changed since this was asked for. Ask again.'
        : 'The borrower has deleted the account.',
  };
}
