-- The numbered keys that the program was started with. A check value recognises a key and does not give it away.
create table sealing_key (
  kind text not null check (kind in ('data', 'lookup')),
  number smallint not null check (number between 1 and 255),
  check_value bytea not null check (length(check_value) = 32),
  first_used_at timestamptz not null,
  -- When nothing was left under it.
  emptied_at timestamptz,
  primary key (kind, number)
);

-- One row. Until bound_at, sealed values of earlier versions are accepted, which are bound to no row.
create table sealing_state (
  is_only boolean primary key default true check (is_only),
  bound_at timestamptz
);
insert into sealing_state (bound_at)
  select case when exists (select from business_calendar) then null else now() end;

create function refuse_unbound_values_again() returns trigger language plpgsql as $$
begin
  if old.bound_at is not null then
    raise exception 'values that are bound to no row are never accepted again';
  end if;
  return new;
end
$$;
create trigger sealing_state_goes_one_way before update on sealing_state
  for each row execute function refuse_unbound_values_again();
create trigger sealing_state_stays before delete or truncate on sealing_state
  for each statement execute function refuse_change_of_history();

-- The numbers in the history are sealed anew under another key. Nothing else of it changes.
create function refuse_change_of_mobile_history() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'old_mobile_sealed' - 'new_mobile_sealed'
      is distinct from to_jsonb(old) - 'old_mobile_sealed' - 'new_mobile_sealed'
    or (new.old_mobile_sealed, new.new_mobile_sealed) = (old.old_mobile_sealed, old.new_mobile_sealed) then
    raise exception '% is append-only', tg_table_name;
  end if;
  return new;
end
$$;
drop trigger mobile_change_event_keeps_history on mobile_change_event;
create trigger mobile_change_event_keeps_history before truncate on mobile_change_event
  for each statement execute function refuse_change_of_history();
create trigger mobile_change_event_keeps_facts before update on mobile_change_event
  for each row execute function refuse_change_of_mobile_history();
