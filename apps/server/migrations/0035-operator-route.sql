-- Where instructions are sent: to one platform of an operator, in one environment, by one user of its API. Keys are not
-- part of a route, because they change while it stays the same.
create table operator_route (
  route_id integer generated always as identity primary key,
  operator text not null,
  platform text not null,
  environment text not null,
  api_user text not null,
  first_served_at timestamptz not null,
  unique (operator, platform, environment, api_user)
);

alter table payment_attempt
  -- Set when the attempt is sent, and taken away only from one that was surely not carried out. Null for an attempt that
  -- an earlier version has sent.
  add column route_id integer references operator_route,
  -- Why a person has to find out the outcome.
  add column handed_over_for text
    check (handed_over_for in ('route_gone', 'route_unknown', 'operator_forgets')),
  add column handed_over_at timestamptz,
  add constraint payment_attempt_handed_over check ((handed_over_for is null) = (handed_over_at is null)) not valid;

create function refuse_other_route() returns trigger language plpgsql as $$
begin
  raise exception 'payment % was sent on another route', old.attempt_id;
end
$$;
create trigger payment_attempt_keeps_its_route before update of route_id on payment_attempt
  for each row when (old.route_id is not null and new.route_id is distinct from old.route_id
    and (new.route_id is not null or new.state <> 'created' or new.held_reason is null))
  execute function refuse_other_route();
