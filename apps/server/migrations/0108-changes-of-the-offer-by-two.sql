-- A change of what is on offer was asked for by one person and approved by another (docs/rules/products.md). What the
-- program sets up by itself, and changes from before, have no request.
alter table catalogue_version add column request_id bigint references staff_request;
create unique index catalogue_version_one_for_request on catalogue_version (request_id) where request_id is not null;

create function refuse_change_of_offer_without_request() returns trigger language plpgsql as $$
begin
  if not exists (select from staff_request r where r.request_id = new.request_id and r.kind = 'offer_change'
    and r.state = 'approved')
  then
    raise exception 'a change of the offer needs a request that a second person approved'
      using errcode = 'check_violation', constraint = 'catalogue_version_is_approved';
  end if;
  return new;
end
$$;
create trigger catalogue_version_is_approved before insert on catalogue_version
  for each row when (new.saved_by <> 'setup') execute function refuse_change_of_offer_without_request();
