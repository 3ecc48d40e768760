-- A number and an amount lead to the payment that a reversal with a reference of its own gives back.
create index operator_statement_row_by_number on operator_statement_row (mobile_hash, amount_ngwee)
  where mobile_hash is not null;

-- What our book has of the money that a reversed row without a payment of ours gives back. `booked`: it has the row with
-- this reference. `likely`: it has one from this number with this amount, because a reversal may have a reference of its
-- own. `unbooked`: statements have such a row, and it is not in our book, or its reversal is. Null: there is no such row,
-- or people left it.
create function money_given_back(of_operator text, of_row bytea) returns text language sql stable as $$
  with given as (
    select * from operator_statement_row where operator = of_operator and row_hash = of_row
  ),
  alike as (
    select o.*, true as is_same from given g
    join operator_statement_row o on o.operator = g.operator and o.reference_hash = g.reference_hash
    union all
    select o.*, false from given g
    join operator_statement_row o on o.operator = g.operator and o.mobile_hash = g.mobile_hash
      and o.amount_ngwee = g.amount_ngwee and o.reference_hash <> g.reference_hash and o.happened_at <= g.happened_at
  ),
  found as (
    select a.is_same, a.outcome, a.direction = g.direction and case
        when d.difference_id is null then a.attempt_id is not null
        else d.state = 'posting' or d.resolution in ('posted_to_loan', 'posted_to_payout', 'put_into_suspense',
          'taken_back', 'agreed') end as is_booked
    from alike a cross join given g
    left join reconciliation_difference d on d.operator = a.operator and d.row_hash = a.row_hash
    where a.row_hash <> g.row_hash and a.direction is not null and d.resolution is distinct from 'ignored'
  )
  select case
    when bool_or(is_same and is_booked and outcome = 'reversed') then 'unbooked'
    when bool_or(is_same and is_booked and outcome = 'succeeded') then 'booked'
    when bool_or(is_booked and outcome = 'succeeded') then 'likely'
    when bool_or(outcome = 'succeeded') then 'unbooked' end
  from found
$$;

-- Leaving both books as they are hides money that moved. One person alone leaves only what the operator gave back and
-- which no row of a statement shows as come or gone before.
create or replace function refuse_difference_by_one_person() returns trigger language plpgsql as $$
begin
  if new.resolution = 'ignored' and new.kind = 'reversed' and new.attempt_id is null
    and money_given_back(new.operator, new.row_hash) is null then
    return new;
  end if;
  raise exception 'a match by hand needs the request that a second person approved'
    using errcode = 'check_violation', constraint = 'manual_match_by_two_people';
end
$$;
