import { MOST_PRIZES, WHEEL_NUMBERS } from '@thumba/contract/staff/wheel-words';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { z } from 'zod';
import { type Clock, toDate } from '../../platform/clock.ts';
import { type Database, isConflict, statement } from '../../platform/database.ts';

/** The numbers that the prizes share. */
export const NUMBERS = WHEEL_NUMBERS;

const prize = z.strictObject({
  name: z.string().trim().min(1).max(40),
  /** The coupon offer that the prize is a coupon of. Null for no prize. */
  offer: z.string().nullable(),
  odds: z.int().min(1).max(NUMBERS),
  /** How many there are. Null for no limit. */
  stock: z.int().min(0).nullable(),
});

export const wheelForm = z.strictObject({
  chanceOccasions: z.array(z.enum(['registration', 'on_time_settlement'])),
  chanceDays: z.int().min(0).max(3660),
  prizes: z.array(prize).min(1).max(MOST_PRIZES),
});

export type WheelForm = z.output<typeof wheelForm>;

export type PublishRefusal =
  | { kind: 'odds_not_whole'; odds: number }
  | { kind: 'not_one_nothing' }
  | { kind: 'name_taken_twice'; name: string }
  | { kind: 'no_such_offer'; offer: string }
  | { kind: 'published_meanwhile' };

const findOffersStatement = statement<{ offer_code: string }, { offers: string[] }>(
  'wheel: find offers',
  'select offer_code from standing_coupon_offer where offer_code = any ($offers::text[])',
);

const publishWheelStatement = statement<
  { version: number },
  {
    chanceOccasions: ('registration' | 'on_time_settlement')[];
    chanceDays: number;
    prizes: string;
    now: Date;
    requestId: number;
    publishedBy: string;
    seenVersion: number;
  }
>(
  'wheel: publish wheel',
  `with inserted_wheel as (
     insert into wheel (version, chance_occasions, chance_days, published_at, request_id, published_by)
     select $seenVersion::integer + 1, $chanceOccasions::text[], $chanceDays::integer, $now::timestamptz, $requestId,
       $publishedBy
     where coalesce((select max(version) from wheel), 0) = $seenVersion::integer
       and not exists (select from wheel where request_id = $requestId)
     returning version
   ),
   prize as (
     select * from json_to_recordset($prizes::json) as p(prize_id integer, name text, offer text, first_number integer,
       last_number integer, stock integer)
   ),
   inserted_prizes as (
     insert into wheel_prize (wheel_version, prize_id, name, kind, offer_code, offer_version, first_number, last_number)
     select w.version, p.prize_id, p.name, case when p.offer is null then 'nothing' else 'coupon' end, o.offer_code,
       o.version, p.first_number, p.last_number
     from inserted_wheel w, prize p left join standing_coupon_offer o on o.offer_code = p.offer
   ),
   inserted_stocks as (
     insert into wheel_stock (wheel_version, prize_id, stock)
     select w.version, p.prize_id, p.stock from inserted_wheel w, prize p where p.stock is not null
   )
   select version from inserted_wheel
   union all select version from wheel where request_id = $requestId`,
);

/** Why a wheel cannot be published. Nothing is written. */
export async function checkWheel(
  db: Database,
  { prizes }: WheelForm,
): Promise<Outcome<WheelForm['prizes'], PublishRefusal>> {
  const odds = prizes.reduce((total, each) => total + each.odds, 0);
  if (odds !== NUMBERS) return refuse({ kind: 'odds_not_whole', odds });
  const nothings = prizes.filter(({ offer, stock }) => offer === null && stock === null);
  if (nothings.length !== 1 || prizes.filter(({ offer }) => offer === null).length !== 1) {
    return refuse({ kind: 'not_one_nothing' });
  }
  const twice = prizes.find(({ name }, index) =>
    prizes.slice(0, index).some((earlier) => asRead(earlier.name) === asRead(name)),
  );
  if (twice) return refuse({ kind: 'name_taken_twice', name: twice.name.trim() });
  const offers = prizes.flatMap(({ offer }) => (offer === null ? [] : [offer]));
  const known = new Set((await db.rows(findOffersStatement, { offers })).map((row) => row.offer_code));
  const unknown = offers.find((offer) => !known.has(offer));
  return unknown === undefined ? allow(prizes) : refuse({ kind: 'no_such_offer', offer: unknown });
}

/** A name as a person reads it: borrowers and the second person tell prizes apart by their names alone. */
function asRead(name: string): string {
  return name.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

/** The request that a second person approved, and the version that both of them saw. */
type ApprovedWheel = { requestId: number; publishedBy: string; seenVersion: number };

/** Publishes the next version of the wheel. A published version never changes. A request publishes once. */
export async function publishWheel(
  { db, clock }: { db: Database; clock: Clock },
  form: WheelForm,
  approved: ApprovedWheel,
): Promise<Outcome<{ version: number }, PublishRefusal>> {
  const checked = await checkWheel(db, form);
  if (!checked.ok) return checked;
  let nextNumber = 0;
  const prizeRecords = form.prizes.map(({ name, offer, odds: count, stock }, index) => {
    nextNumber += count;
    return {
      prize_id: index + 1,
      name,
      offer,
      first_number: nextNumber - count,
      last_number: nextNumber - 1,
      stock,
    };
  });
  try {
    const published = await db.row(publishWheelStatement, {
      ...approved,
      chanceOccasions: form.chanceOccasions,
      chanceDays: form.chanceDays,
      prizes: JSON.stringify(prizeRecords),
      now: toDate(clock.nowMs()),
    });
    return published ? allow(published) : refuse({ kind: 'published_meanwhile' });
  } catch (error) {
    if (isConflict(error)) return refuse({ kind: 'published_meanwhile' });
    throw error;
  }
}

const readWheelFormStatement = statement<WheelForm>(
  'wheel: read wheel as form',
  `select w.chance_occasions as "chanceOccasions", w.chance_days as "chanceDays",
     (select json_agg(json_build_object('name', p.name, 'offer', p.offer_code,
         'odds', p.last_number - p.first_number + 1, 'stock', k.stock) order by p.first_number)
       from wheel_prize p left join wheel_stock k using (wheel_version, prize_id)
       where p.wheel_version = w.version) as prizes
   from standing_wheel w`,
);

/** The newest wheel in the form in which a wheel is published. */
export function readWheelForm(db: Database): Promise<WheelForm | undefined> {
  return db.row(readWheelFormStatement, {});
}
