import type { CouponStatus } from '@thumba/contract/codes';
import type { Day } from '@thumba/lending/day';
import { couponStatusOn } from '../../book/coupon/coupons.ts';
import { type TwoPeople, twoPeopleOf } from '../../book/two-people.ts';
import { type Database, statement } from '../../platform/database.ts';

export type ChanceOccasion = 'registration' | 'on_time_settlement';
export type PrizeKind = 'coupon' | 'nothing';

export type Prize = {
  prizeId: number;
  name: string;
  kind: PrizeKind;
  firstNumber: number;
  lastNumber: number;
  left: number | null;
};
export type Wheel = {
  version: number;
  chanceOccasions: ChanceOccasion[];
  chanceDays: number;
  prizes: Prize[];
};

const readWheelStatement = statement<Wheel>(
  'wheel: read wheel',
  `select w.version, w.chance_occasions as "chanceOccasions", w.chance_days as "chanceDays",
     (select json_agg(json_build_object('prizeId', p.prize_id, 'name', p.name, 'kind', p.kind,
         'firstNumber', p.first_number, 'lastNumber', p.last_number, 'left', k.stock - k.given) order by p.prize_id)
       from wheel_prize p left join wheel_stock k using (wheel_version, prize_id)
       where p.wheel_version = w.version) as prizes
   from standing_wheel w`,
);

/** The newest wheel, with how many of each limited prize are left. */
export async function readWheel(db: Database): Promise<Wheel | undefined> {
  return db.row(readWheelStatement, {});
}

export type WheelVersion = TwoPeople & { version: number; savedAt: Date; requestId: number | null };

const readVersionStatement = statement<WheelVersion>(
  'wheel: read version',
  `select w.version, w.published_at as "savedAt", w.request_id as "requestId", ${twoPeopleOf('w.request_id')}
   from wheel w order by w.version desc limit 1`,
);

/** Who published the newest wheel, and when. */
export function readWheelVersion(db: Database): Promise<WheelVersion | undefined> {
  return db.row(readVersionStatement, {});
}

export type Chance = { chanceId: number; occasion: ChanceOccasion; loanId: number | null; validTo: Day };

const listChancesStatement = statement<Chance, { borrowerId: number; today: Day }>(
  'wheel: list chances',
  `select chance_id as "chanceId", occasion, given_for_loan_id as "loanId", valid_to as "validTo"
   from wheel_chance where borrower_id = $borrowerId and spent_at is null and valid_to >= $today::date
   order by valid_to, chance_id`,
);

/** In the order in which they are spent. */
export function listChances(db: Database, borrowerId: number, today: Day): Promise<Chance[]> {
  return db.rows(listChancesStatement, { borrowerId, today });
}

export type Draw = {
  chanceId: number;
  on: Day;
  drawnAt: Date;
  number: number;
  phoneWord: string;
  secretHash: string;
  secret: string | null;
  wheelVersion: number;
  prizeId: number;
  name: string;
  kind: PrizeKind;
  missedName: string | null;
  userCouponId: number | null;
  couponStatus: CouponStatus | null;
  validTo: Day | null;
  loanId: number | null;
};

const MAX_DRAWS = 50;

const listDrawsStatement = statement<Draw, { borrowerId: number; today: Day }>(
  'wheel: list draws',
  `select d.chance_id as "chanceId", on_day as "on", d.drawn_at as "drawnAt", d.number, d.phone_word as "phoneWord",
     s.secret_hash as "secretHash", s.secret, d.wheel_version as "wheelVersion", p.prize_id as "prizeId", p.name,
     p.kind,
     case when d.drawn_prize_id <> d.given_prize_id then missed.name end as "missedName",
     d.user_coupon_id as "userCouponId", u.valid_to as "validTo", u.loan_id as "loanId",
     case when u.user_coupon_id is not null then ${couponStatusOn('$today::date')} end as "couponStatus"
   from wheel_draw d
   join wheel_secret s using (on_day)
   join wheel_prize p on p.wheel_version = d.wheel_version and p.prize_id = d.given_prize_id
   join wheel_prize missed on missed.wheel_version = d.wheel_version and missed.prize_id = d.drawn_prize_id
   left join borrower_coupon u on u.borrower_id = d.borrower_id and u.user_coupon_id = d.user_coupon_id
   left join loan l on l.borrower_id = u.borrower_id and l.loan_id = u.loan_id
   where d.borrower_id = $borrowerId
   order by d.drawn_at desc, d.chance_id desc limit ${MAX_DRAWS}`,
);

export function listDraws(db: Database, borrowerId: number, today: Day): Promise<Draw[]> {
  return db.rows(listDrawsStatement, { borrowerId, today });
}

export type PrizeCount = { prizeId: number; name: string; odds: number; drawn: number; given: number };

const countDrawsStatement = statement<PrizeCount>(
  'wheel: count draws',
  `select p.prize_id as "prizeId", p.name, p.last_number - p.first_number + 1 as odds,
     count(d.chance_id) as drawn,
     count(d.chance_id) filter (where d.given_prize_id = d.drawn_prize_id) as given
   from standing_wheel w join wheel_prize p on p.wheel_version = w.version
   left join wheel_draw d on d.wheel_version = p.wheel_version and d.drawn_prize_id = p.prize_id
   group by p.prize_id, p.name, p.first_number, p.last_number order by p.prize_id`,
);

/** How often each prize of the newest wheel was drawn and given. It reads every draw. */
export function countDraws(db: Database): Promise<PrizeCount[]> {
  return db.rows(countDrawsStatement, {});
}

export type SecretDay = { on: Day; publishedAt: Date; secretHash: string; secret: string | null };

const SHOWN_DAYS = 7;

const listSecretDaysStatement = statement<SecretDay, { today: Day }>(
  'wheel: list secret days',
  `select on_day as "on", published_at as "publishedAt", secret_hash as "secretHash", secret
   from wheel_secret where on_day >= $today::date - ${SHOWN_DAYS} order by on_day desc`,
);

/** The last week and the coming one, newest first. */
export function listSecretDays(db: Database, today: Day): Promise<SecretDay[]> {
  return db.rows(listSecretDaysStatement, { today });
}
