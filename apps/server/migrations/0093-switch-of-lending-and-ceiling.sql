-- The switch that stops lending, and the ceiling on the payouts of a day (docs/running/lending-switch.md).

-- Each row stops or starts lending. The newest one counts.
create table lending_switch (
  switch_id bigint generated always as identity primary key,
  is_stopped boolean not null,
  reason text not null check (length(reason) between 3 and 200),
  actor text not null,
  switched_at timestamptz not null,
  -- The start was asked for by one person and approved by another.
  request_id bigint unique references staff_request,
  constraint lending_start_is_approved check (is_stopped or request_id is not null)
);
create trigger lending_switch_append_only before update or delete or truncate on lending_switch
  for each statement execute function refuse_change_of_history();

create function lending_is_stopped() returns boolean language sql stable as $$
  select coalesce((select is_stopped from lending_switch order by switch_id desc limit 1), false)
$$;

-- The lock is held until the transaction ends. Applications and payouts share it, so after a stop was committed none of
-- them is under way that did not see it.
create function switch_lending_once() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(931);
  if new.is_stopped = lending_is_stopped() then
    raise exception 'lending is in this state already'
      using errcode = 'check_violation', constraint = 'lending_switch_changes';
  end if;
  if not new.is_stopped and not exists (select from staff_request r
    where r.request_id = new.request_id and r.kind = 'lending_start' and r.state = 'approved')
  then
    raise exception 'a start of lending needs a request that a second person approved'
      using errcode = 'check_violation', constraint = 'lending_start_is_approved';
  end if;
  return new;
end
$$;
create trigger lending_switch_changes before insert on lending_switch
  for each row execute function switch_lending_once();

create function refuse_application_while_stopped() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(931);
  if lending_is_stopped() then
    raise exception 'lending is stopped' using errcode = 'check_violation', constraint = 'lending_is_stopped';
  end if;
  return null;
end
$$;
create trigger loan_acceptance_while_lending before insert on loan_acceptance
  for each statement execute function refuse_application_while_stopped();

-- Each row is a ceiling from then on, or for one day only. The newest one that is for the day counts. Without an amount
-- there is no ceiling.
create table payout_ceiling (
  ceiling_id bigint generated always as identity primary key,
  amount_ngwee bigint check (amount_ngwee >= 0),
  only_on date,
  reason text not null check (length(reason) between 3 and 200),
  actor text not null,
  set_at timestamptz not null,
  request_id bigint unique references staff_request
);
create trigger payout_ceiling_append_only before update or delete or truncate on payout_ceiling
  for each statement execute function refuse_change_of_history();

create function payout_ceiling_of(on_day date) returns bigint language sql stable as $$
  select amount_ngwee from payout_ceiling where only_on is null or only_on = on_day order by ceiling_id desc limit 1
$$;

-- A lower ceiling needs one person. A higher one, one for a day and the end of all ceilings need a second person.
create function refuse_ceiling_without_request() returns trigger language plpgsql as $$
declare
  current payout_ceiling;
begin
  perform pg_advisory_xact_lock(932);
  if new.request_id is not null then
    if not exists (select from staff_request r
      where r.request_id = new.request_id and r.kind = 'payout_ceiling' and r.state = 'approved')
    then
      raise exception 'this ceiling needs a request that a second person approved'
        using errcode = 'check_violation', constraint = 'payout_ceiling_is_approved';
    end if;
    return new;
  end if;
  select * into current from payout_ceiling where only_on is null order by ceiling_id desc limit 1;
  if new.only_on is not null or new.amount_ngwee is null or new.amount_ngwee > current.amount_ngwee then
    raise exception 'this ceiling needs a request that a second person approved'
      using errcode = 'check_violation', constraint = 'payout_ceiling_is_approved';
  end if;
  return new;
end
$$;
create trigger payout_ceiling_is_approved before insert on payout_ceiling
  for each row execute function refuse_ceiling_without_request();

-- The business day to whose payouts it counts, from when it was admitted. One that is held again counts to no day.
alter table payment_attempt add column counted_on date;
create index payment_attempt_counted on payment_attempt (counted_on) include (amount_ngwee, operator)
  where counted_on is not null and state in ('sent', 'pending', 'unknown', 'succeeded');

alter table payment_attempt drop constraint payment_attempt_held_reason_check;
alter table payment_attempt add constraint payment_attempt_held_reason_check
  check (held_reason in ('float_low', 'operator_down', 'book_restored', 'under_review', 'lending_stopped',
    'payout_ceiling')) not valid;

-- Counts a payout that is about to be sent to the payouts of the day. Answers why it may not be sent, or null. The locks
-- let one payout after the other be counted, so that the sum of a day never passes its ceiling.
create function admit_payout(of_borrower_id bigint, of_attempt_id uuid, on_day date) returns text language plpgsql as $$
declare
  attempt payment_attempt;
  ceiling_ngwee bigint;
  counted_ngwee bigint;
begin
  perform pg_advisory_xact_lock_shared(931);
  perform pg_advisory_xact_lock(932);
  select * into attempt from payment_attempt where borrower_id = of_borrower_id and attempt_id = of_attempt_id for update;
  if attempt.purpose = 'loan_payout' and lending_is_stopped() then
    return 'lending_stopped';
  end if;
  if attempt.state not in ('sent', 'unknown') or attempt.counted_on = on_day then
    return null;
  end if;
  ceiling_ngwee := payout_ceiling_of(on_day);
  if ceiling_ngwee is not null then
    select coalesce(sum(amount_ngwee), 0) into counted_ngwee from payment_attempt
    where counted_on = on_day and counted_on is not null and state in ('sent', 'pending', 'unknown', 'succeeded');
    if counted_ngwee + attempt.amount_ngwee > ceiling_ngwee then
      return 'payout_ceiling';
    end if;
  end if;
  update payment_attempt set counted_on = on_day where borrower_id = of_borrower_id and attempt_id = of_attempt_id;
  return null;
end
$$;

-- What the doctor found, for the first page of the console.
create table examination_verdict (
  verdict_id bigint generated always as identity primary key,
  examined_at timestamptz not null,
  is_sound boolean not null,
  faults integer not null,
  notices integer not null
);
create trigger examination_verdict_append_only before update or delete or truncate on examination_verdict
  for each statement execute function refuse_change_of_history();

-- The first page of the console counts what waits and adds up the day.
create index loan_applied on loan (applied_at) where state = 'applied';
create index instalment_by_due_day on instalment (due_on);
create index payment_attempt_collected on payment_attempt (submitted_on) include (amount_ngwee, finished_at)
  where direction = 'collection' and state = 'succeeded';
create index staff_request_failed on staff_request (ended_at) where state = 'failed';
