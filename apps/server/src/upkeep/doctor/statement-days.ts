import { statement } from '../../platform/database.ts';

/** Each operator with the instants that its statements cover, and the whole days among the last 31. */
const DAYS = `covered as (
    select operator, range_agg(instants) as instants from operator_statement_known_time group by operator
  ),
  days as (
    select on_day, on_day::timestamp at time zone 'Africa/Lusaka' as starts_at,
      (on_day + 1)::timestamp at time zone 'Africa/Lusaka' as ends_at
    from business_calendar, generate_series(0, 30) as ago, lateral (select day_ended_through - ago as on_day) past
  )`;

/**
 * The totals of days that statements cover. A payment is counted on the day of its row, or else on the day on which it
 * ended. What a person has resolved agrees.
 */
export const dayTotalsStatement = statement<{ id: string; problem: string }>(
  'doctor: day totals',
  `with ${DAYS},
   resolved as (
     select operator, row_hash, attempt_id, posting_attempt_id from reconciliation_difference
     where state = 'resolved' and resolution <> 'agreed'
   ),
   stated as (
     select r.operator, r.direction, (r.happened_at at time zone 'Africa/Lusaka')::date as on_day, r.amount_ngwee,
       r.attempt_id
     from operator_statement_row r
     where r.outcome = 'succeeded' and r.direction is not null
       and not exists (select from resolved d where (d.operator = r.operator and d.row_hash = r.row_hash)
         or r.attempt_id in (d.attempt_id, d.posting_attempt_id))
   ),
   booked as (
     select p.operator, p.direction, coalesce(s.on_day, (p.finished_at at time zone 'Africa/Lusaka')::date) as on_day,
       p.amount_ngwee
     from payment_attempt p
     left join lateral (select min(on_day) as on_day from stated where attempt_id = p.attempt_id) s on true
     where p.state = 'succeeded'
       and not exists (select from resolved d where p.attempt_id in (d.attempt_id, d.posting_attempt_id))
   ),
   totals as (
     select operator, direction, on_day, sum(stated_ngwee) as stated_ngwee, sum(booked_ngwee) as booked_ngwee,
       sum(stated_count) as stated_count, sum(booked_count) as booked_count
     from (select operator, direction, on_day, amount_ngwee as stated_ngwee, 0 as booked_ngwee, 1 as stated_count,
         0 as booked_count from stated
       union all select operator, direction, on_day, 0, amount_ngwee, 0, 1 from booked) side
     group by operator, direction, on_day
   )
   select format('%s %s %s', t.operator, t.direction, t.on_day) as id,
     format('the statement says K%s in %s payments and the book says K%s in %s',
       to_char(stated_ngwee / 100.0, 'FM999,999,999,990.00'), stated_count,
       to_char(booked_ngwee / 100.0, 'FM999,999,999,990.00'), booked_count) as problem
   from totals t join days d using (on_day) join covered c on c.operator = t.operator
   where c.instants @> tstzrange(d.starts_at, d.ends_at)
     and (stated_ngwee, stated_count) is distinct from (booked_ngwee, booked_count)
   order by 1`,
);

/** Days on which payments ended and that no statement covers wholly. Zamtel's statements cannot be read. */
export const daysWithoutStatementStatement = statement<{ id: string; problem: string }>(
  'doctor: days without a statement',
  `with ${DAYS}
   select format('%s %s', p.operator, d.on_day) as id, format('%s payments', count(*)) as problem
   from days d
   join payment_attempt p on p.state = 'succeeded' and p.finished_at >= d.starts_at and p.finished_at < d.ends_at
   left join covered c on c.operator = p.operator
   where p.operator <> 'zamtel' and c.instants @> tstzrange(d.starts_at, d.ends_at) is not true
   group by p.operator, d.on_day order by 1`,
);
