-- A closed period is opened again by a request of staff (docs/rules/periods.md). Openings from before have none.
alter table period_event add column request_id bigint references staff_request;
create unique index period_event_one_for_request on period_event (request_id) where request_id is not null;

create function refuse_reopening_without_request() returns trigger language plpgsql as $$
begin
  if not exists (select from staff_request r where r.request_id = new.request_id and r.kind = 'period_reopening'
    and r.subject = 'period ' || new.period and r.state = 'approved')
  then
    raise exception 'the opening of a closed period needs a request that a second person approved'
      using errcode = 'check_violation', constraint = 'period_event_reopening_is_approved';
  end if;
  return new;
end
$$;
create trigger period_event_reopening_is_approved before insert on period_event
  for each row when (new.kind = 'reopened') execute function refuse_reopening_without_request();
