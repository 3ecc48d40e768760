-- Who signed in, what was refused, which limits were reached and what staff did, for 400 days.
create table security_event (
  event_id bigint generated always as identity primary key,
  happened_at timestamptz not null,
  kind text not null check (kind in (
    'sign_in', 'session_end', 'wrong_code', 'step_up_asked', 'step_up_passed', 'step_up_refused', 'device_trusted',
    'payout_account_added', 'mobile_change', 'identity_confirmed', 'data_downloaded', 'account_deleted',
    'access_refused', 'malformed_request', 'limit_reached', 'callback_refused', 'staff_command',
    'keys_loaded', 'value_not_opened', 'key_rotation'
  )),
  outcome text not null check (outcome in ('succeeded', 'refused')),
  -- How many equal refusals of a minute the row stands for.
  times integer not null default 1 check (times > 0),
  borrower_id bigint,
  actor text,
  -- The reference of the request, as the error log has it.
  request_reference text,
  -- The keyed hash of a /24 or /48, as the limits count it.
  network_hash bytea,
  detail jsonb not null default '{}' check (jsonb_typeof(detail) = 'object' and pg_column_size(detail) < 1000)
);
create index security_event_by_time on security_event (happened_at);
create index security_event_by_borrower on security_event (borrower_id, event_id) where borrower_id is not null;

create trigger security_event_keeps_history before update or truncate on security_event
  for each statement execute function refuse_change_of_history();

-- The age counts by the clock of the database, so that a program cannot delete more by telling another time.
create function keep_security_event_400_days() returns trigger language plpgsql as $$
begin
  if old.happened_at >= now() - interval '400 days' then
    raise exception 'an event of the security log is kept for 400 days';
  end if;
  return old;
end
$$;
create trigger security_event_keeps_400_days before delete on security_event
  for each row execute function keep_security_event_400_days();

-- Deletes what is older than 400 days and happened before the given instant, as the owner of the table.
create function purge_security_events(before timestamptz) returns bigint
  language sql security definer set search_path = pg_catalog, public as $$
  with deleted as (
    delete from security_event where happened_at < least(before, now() - interval '400 days') returning 1
  )
  select count(*) from deleted
$$;
