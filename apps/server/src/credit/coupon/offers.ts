import type { CouponWorth } from '@thumba/lending/loan';
import { formatKwachaShort, type Ngwee } from '@thumba/lending/money';
import { describeWorth } from '../../book/coupon/staff-worth.ts';
import { type Database, statement } from '../../platform/database.ts';

export type Offer = {
  offer_code: string;
  version: number;
  occasion: 'registration' | 'on_time_settlement' | null;
  name: string;
  worth: CouponWorth;
  min_plan_ngwee: Ngwee | null;
  valid_days: number;
};

const listOffersStatement = statement<Offer>(
  'coupon: list offers',
  `select offer_code, version, occasion, name, worth, min_plan_ngwee, valid_days
   from standing_coupon_offer order by offer_code`,
);

/** Every offer in its newest version, with or without an occasion. */
export function listOffers(db: Database): Promise<Offer[]> {
  return db.rows(listOffersStatement, {});
}

/** An offer in one line, without its code. */
export function describeOffer({
  name,
  worth,
  min_plan_ngwee,
  valid_days,
  occasion,
}: Omit<Offer, 'offer_code' | 'version'>): string {
  return [
    `${name}: ${describeWorth(worth)}`,
    ...(min_plan_ngwee === null ? [] : [`for plans of ${formatKwachaShort(min_plan_ngwee)} or more`]),
    valid_days === 0 ? 'on its day only' : `for ${valid_days} days`,
    ...(occasion === null ? [] : [OCCASIONS[occasion]]),
  ].join(', ');
}

const OCCASIONS = {
  registration: 'given to each borrower who registers',
  on_time_settlement: 'given for each loan paid off on time',
};
