import type { Check } from './check.ts';

/** Checks of the lucky wheel. Every draw is computed again from the published secrets. */
export const wheelChecks: Check[] = [
  {
    title: 'every draw is what its ticket, its word and the secret of its day make',
    gravity: 'fault',
    looksAt: 'draws',
    query: `select d.chance_id as id, case
          when s.on_day is null then format('was drawn on %s, which has no secret', d.on_day)
          else format('drew %s and the secret of %s makes it %s', d.number, d.on_day,
            wheel_number(d.chance_id, d.phone_word, s.secret)) end as problem
      from wheel_draw d left join wheel_secret s using (on_day)
      where s.on_day is null or d.number <> wheel_number(d.chance_id, d.phone_word, s.secret)`,
  },
  {
    title: 'a draw gave the prize of its number, or nothing where that one is limited',
    gravity: 'fault',
    looksAt: 'draws',
    query: `select d.chance_id as id, format('drew %s on wheel %s: its prize %s, given %s', d.number, d.wheel_version,
        d.drawn_prize_id, d.given_prize_id) as problem
      from wheel_draw d
      left join wheel_prize p on p.wheel_version = d.wheel_version and p.prize_id = d.drawn_prize_id
      left join wheel_prize g on g.wheel_version = d.wheel_version and g.prize_id = d.given_prize_id
      left join wheel_stock k on k.wheel_version = d.wheel_version and k.prize_id = d.drawn_prize_id
      where (d.number between p.first_number and p.last_number
        and (d.given_prize_id = d.drawn_prize_id or (k.stock is not null and g.kind = 'nothing'))) is not true`,
  },
  {
    title: 'a draw gave a coupon exactly when its prize is one',
    gravity: 'fault',
    looksAt: 'draws',
    query: `select d.chance_id as id, format('gave prize %s with coupon %s', d.given_prize_id,
        coalesce(d.user_coupon_id::text, 'none')) as problem
      from wheel_draw d
      left join wheel_prize g on g.wheel_version = d.wheel_version and g.prize_id = d.given_prize_id
      left join borrower_coupon u on u.borrower_id = d.borrower_id and u.user_coupon_id = d.user_coupon_id
        and u.source = 'prize'
      where (g.offer_code, g.offer_version) is distinct from (u.offer_code, u.offer_version)
        or (d.user_coupon_id is null) <> (u.user_coupon_id is null)`,
  },
  {
    title: 'chances spent = draws',
    gravity: 'fault',
    looksAt: 'chances',
    query: `select chance_id as id, case when c.spent_id is null then 'drew and is no chance'
          when d.drawn_id is null then 'is spent and drew nothing' else 'drew and is not spent' end as problem
      from (select borrower_id, chance_id, chance_id as spent_id, spent_at from wheel_chance) c
      full join (select borrower_id, chance_id, chance_id as drawn_id, drawn_at from wheel_draw) d
        using (borrower_id, chance_id)
      where c.spent_at is distinct from d.drawn_at`,
  },
  {
    title: 'prizes taken from stock = prizes given, never more than there were',
    gravity: 'fault',
    looksAt: 'draws',
    query: `select format('wheel %s, prize %s', k.wheel_version, k.prize_id) as id,
        format('%s of %s are gone and %s were given', k.given, k.stock, count(d.chance_id)) as problem
      from wheel_stock k
      left join wheel_draw d on d.wheel_version = k.wheel_version and d.given_prize_id = k.prize_id
      group by k.wheel_version, k.prize_id, k.given, k.stock
      having k.given <> count(d.chance_id) or k.given not between 0 and k.stock`,
  },
];
