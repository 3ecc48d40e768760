import type { Day } from '@thumba/lending/day';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { insertGiftedCoupons } from '../../book/coupon/coupon-gifts.ts';
import { answerToUsedKey, type IdempotencyKey, type KeyReused } from '../../book/idempotency/idempotency.ts';
import { keepAnswer } from '../../book/idempotency/keep-answer.ts';
import { toDate } from '../../platform/clock.ts';
import { statement } from '../../platform/database.ts';
import { AGAIN, retryOnConflict } from '../../platform/retry.ts';
import { publishSecrets, type SecretDeps } from './secrets.ts';

export type WheelDeps = SecretDeps & { today(): Day };

/** The result of a spin, which is kept with the idempotency key too. */
export type Spun = {
  ticketNo: number;
  wheelVersion: number;
  prizeId: number;
  name: string;
  kind: 'coupon' | 'nothing';
  spinsLeft: number;
  userCouponId?: number;
};

export type SpinRefusal = { kind: 'no_chance' } | { kind: 'no_wheel' } | KeyReused;

const readSpinStatement = statement<
  {
    secret_sealed: Buffer | null;
    has_wheel: boolean;
    has_chance: boolean;
    input_hash: Buffer | null;
    answer: unknown;
  },
  { borrowerId: number; on: Day; keyHashes: Buffer[] }
>(
  'wheel: read before spin',
  `select s.secret_sealed, k.input_hash, k.answer,
     exists (select from standing_wheel) as has_wheel,
     exists (
       select from wheel_chance where borrower_id = $borrowerId and spent_at is null and valid_to >= $on::date
     ) as has_chance
   from (values ($borrowerId::bigint)) b(borrower_id)
   left join wheel_secret s on s.on_day = $on::date
   left join idempotency_key k on k.borrower_id = b.borrower_id
     and k.key_hash = any ($keyHashes::bytea[])`,
);

type SpinValues = {
  borrowerId: number;
  on: Day;
  now: Date;
  /** The secret of the day. Until the day is over the database holds it sealed only. */
  secret: string;
  phoneWord: string;
  keyHash: Buffer | null;
  inputHash: Buffer | null;
};

/**
 * Spends the chance that ends first, draws, takes the prize from its stock, gives its coupon and keeps the draw and the
 * answer: all of it or nothing. Simultaneous spins take turns, and each finds the chance of the one before it spent.
 * Returns no row when no chance is left or the secret of the day is published.
 */
const spinStatement = statement<{ answer: Spun }, SpinValues>(
  'wheel: spin',
  `with spent_chance as (
     update wheel_chance c set spent_at = $now::timestamptz
     from standing_wheel w, wheel_secret s
     where c.borrower_id = $borrowerId and c.chance_id = (
         select chance_id from wheel_chance
         where borrower_id = $borrowerId and spent_at is null and valid_to >= $on::date
         order by valid_to, chance_id limit 1 for update)
       and s.on_day = $on::date and s.secret is null
       and s.secret_hash = encode(sha256(convert_to($secret, 'UTF8')), 'hex')
     returning c.chance_id, w.version as wheel_version
   ),
   drawn as materialized (
     select chance_id, wheel_version, number, p.prize_id
     from (select *, wheel_number(chance_id, $phoneWord, $secret) as number from spent_chance) n
     join wheel_prize p using (wheel_version)
     where number between p.first_number and p.last_number
   ),
   updated_stock as (
     update wheel_stock k set given = k.given + 1
     from drawn d where k.wheel_version = d.wheel_version and k.prize_id = d.prize_id and k.given < k.stock
     returning k.prize_id
   ),
   won as materialized (
     select d.chance_id, d.number, d.prize_id as drawn_prize_id, p.*
     from drawn d
     left join wheel_stock k using (wheel_version, prize_id)
     join wheel_prize p on p.wheel_version = d.wheel_version and case
       when k.prize_id is null or exists (select from updated_stock) then p.prize_id = d.prize_id
       else p.kind = 'nothing' and not exists (select from wheel_stock n
         where n.wheel_version = p.wheel_version and n.prize_id = p.prize_id) end
   ),
   inserted_coupon as (
     ${insertGiftedCoupons({
       borrowerId: '$borrowerId::bigint',
       source: `'prize'`,
       on: '$on::date',
       at: '$now::timestamptz',
       from: 'won join coupon_offer o on o.offer_code = won.offer_code and o.version = won.offer_version',
     })}
     returning user_coupon_id
   ),
   inserted_draw as (
     insert into wheel_draw (borrower_id, chance_id, wheel_version, on_day, phone_word, number, drawn_prize_id,
       given_prize_id, user_coupon_id, drawn_at)
     select $borrowerId, chance_id, wheel_version, $on::date, $phoneWord, number, drawn_prize_id, prize_id,
       (select user_coupon_id from inserted_coupon), $now::timestamptz
     from won
   ),
   answer_record as (
     select jsonb_strip_nulls(jsonb_build_object('ticketNo', chance_id, 'wheelVersion', wheel_version,
       'prizeId', prize_id, 'name', name, 'kind', kind, 'userCouponId', (select user_coupon_id from inserted_coupon),
       'spinsLeft', (select count(*) - 1 from wheel_chance
         where borrower_id = $borrowerId and spent_at is null and valid_to >= $on::date))) as answer
     from won
   ),
   kept_answer as (
     ${keepAnswer({
       borrowerId: '$borrowerId',
       keyHash: '$keyHash::bytea',
       inputHash: '$inputHash::bytea',
       answer: 'answer',
       at: '$now::timestamptz',
       from: 'answer_record where $keyHash::bytea is not null',
     })}
   )
   select answer from answer_record`,
);

/** Spins the wheel with one of the borrower's chances. */
export async function spinWheel(
  deps: WheelDeps,
  spin: { borrowerId: number; phoneWord: string; idempotency: IdempotencyKey | undefined },
): Promise<Outcome<Spun, SpinRefusal>> {
  const { borrowerId, phoneWord, idempotency } = spin;
  return retryOnConflict('a spin of the wheel', async () => {
    const on = deps.today();
    const row = await deps.db.row(readSpinStatement, {
      borrowerId,
      on,
      keyHashes: idempotency?.keyHashes ?? [],
    });
    const again = answerToUsedKey<Spun>(idempotency, { inputHash: row!.input_hash, answer: row!.answer });
    if (again) return again;
    if (!row!.has_wheel) return refuse({ kind: 'no_wheel' });
    if (!row!.has_chance) return refuse({ kind: 'no_chance' });
    if (row!.secret_sealed === null) {
      await publishSecrets(deps, on);
      return AGAIN;
    }
    const spun = await deps.db.row(spinStatement, {
      borrowerId,
      on,
      now: toDate(deps.clock.nowMs()),
      secret: deps.sealing.open('wheel_secret.secret_sealed', { on_day: on }, row!.secret_sealed),
      phoneWord,
      keyHash: idempotency?.keyHashes[0] ?? null,
      inputHash: idempotency?.inputHash ?? null,
    });
    return spun ? allow(spun.answer) : AGAIN;
  });
}
