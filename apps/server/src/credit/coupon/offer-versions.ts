import type { CouponWorth } from '@thumba/lending/loan';
import type { Ngwee } from '@thumba/lending/money';
import { type TwoPeople, twoPeopleOf } from '../../book/two-people.ts';
import { type Database, statement } from '../../platform/database.ts';
import type { Offer } from './offers.ts';

/** A version of an offer with who made it. */
export type OfferVersion = Offer & TwoPeople & { savedAt: Date; requestId: number | null };

const COLUMNS = `o.offer_code, o.version, o.occasion, o.name, o.worth, o.min_plan_ngwee, o.valid_days,
  o.published_at as "savedAt", o.request_id as "requestId", ${twoPeopleOf('o.request_id')}`;

const standingStatement = statement<OfferVersion & { wheelLeft: number | null }>(
  'coupon: standing offers with who made them',
  `select ${COLUMNS}, (select sum(k.stock - k.given)::integer from standing_wheel w
       join wheel_prize p on p.wheel_version = w.version and p.offer_code = o.offer_code
       join wheel_stock k using (wheel_version, prize_id)) as "wheelLeft"
   from (select distinct on (offer_code) * from coupon_offer order by offer_code, version desc) o
   order by o.offer_code`,
);

/** The offers in their newest versions, each with what the wheel has left of it. */
export function standingOffers(db: Database): Promise<(OfferVersion & { wheelLeft: number | null })[]> {
  return db.rows(standingStatement, {});
}

const SHOWN_VERSIONS = 50;

const versionsStatement = statement<OfferVersion, { code: string }>(
  'coupon: versions of an offer',
  `select ${COLUMNS} from coupon_offer o where o.offer_code = $code order by o.version desc limit ${SHOWN_VERSIONS}`,
);

/** The newest comes first. */
export function offerVersions(db: Database, code: string): Promise<OfferVersion[]> {
  return db.rows(versionsStatement, { code });
}

const publishStatement = statement<
  { version: number },
  {
    code: string;
    seenVersion: number;
    occasion: string | null;
    name: string;
    worth: string;
    minPlanNgwee: Ngwee | null;
    validDays: number;
    requestId: number;
    publishedBy: string;
    now: Date;
  }
>(
  'coupon: publish an offer as approved',
  `with published as (
     insert into coupon_offer (offer_code, version, occasion, name, worth, min_plan_ngwee, valid_days, published_by,
       published_at, request_id)
     select $code, $seenVersion::integer + 1, $occasion, $name, $worth::jsonb, $minPlanNgwee::bigint, $validDays::integer,
       $publishedBy, $now::timestamptz, $requestId
     where coalesce((select max(version) from coupon_offer where offer_code = $code), 0) = $seenVersion::integer
       and not exists (select from coupon_offer where request_id = $requestId)
     on conflict do nothing
     returning version
   )
   select version from published
   union all select version from coupon_offer where request_id = $requestId`,
);

type NewOffer = {
  code: string;
  seenVersion: number;
  occasion: string | null;
  name: string;
  worth: CouponWorth;
  minPlanNgwee: Ngwee | null;
  validDays: number;
};

/** Publishes the next version of an offer. Undefined where another one was published since. A request publishes once. */
export async function publishOffer(
  db: Database,
  offer: NewOffer & { requestId: number; publishedBy: string; now: Date },
): Promise<number | undefined> {
  return (await db.row(publishStatement, { ...offer, worth: JSON.stringify(offer.worth) }))?.version;
}
