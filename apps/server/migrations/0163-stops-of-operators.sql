-- The switch that stops an operator (docs/running/operators.md).

-- Each row stops or starts an operator. The newest one of an operator counts; without one it runs.
create table operator_switch (
  switch_id bigint generated always as identity primary key,
  operator text not null check (operator in ('mtn', 'airtel', 'zamtel')),
  is_stopped boolean not null,
  reason text not null check (length(reason) between 3 and 200),
  actor text not null,
  switched_at timestamptz not null,
  -- The start was asked for by one person and approved by another.
  request_id bigint unique references staff_request,
  constraint operator_start_is_approved check (is_stopped or request_id is not null)
);
create index operator_switch_newest on operator_switch (operator, switch_id desc) include (is_stopped);
create trigger operator_switch_append_only before update or delete or truncate on operator_switch
  for each statement execute function refuse_change_of_history();

create function operator_is_stopped(of_operator text) returns boolean language sql stable as $$
  select coalesce((select is_stopped from operator_switch where operator = of_operator order by switch_id desc limit 1), false)
$$;

create function switch_operator_once() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(933);
  if new.is_stopped = operator_is_stopped(new.operator) then
    raise exception 'the operator is in this state already'
      using errcode = 'check_violation', constraint = 'operator_switch_changes';
  end if;
  if not new.is_stopped and not exists (select from staff_request r
    where r.request_id = new.request_id and r.kind = 'operator_start' and r.subject = new.operator
      and r.state = 'approved')
  then
    raise exception 'a start of an operator needs a request that a second person approved'
      using errcode = 'check_violation', constraint = 'operator_start_is_approved';
  end if;
  return new;
end
$$;
create trigger operator_switch_changes before insert on operator_switch
  for each row execute function switch_operator_once();

alter table payment_attempt drop constraint payment_attempt_held_reason_check;
alter table payment_attempt add constraint payment_attempt_held_reason_check
  check (held_reason in ('float_low', 'operator_down', 'book_restored', 'under_review', 'lending_stopped',
    'payout_ceiling', 'operator_stopped')) not valid;
