-- An export that names borrowers was asked for by one person and approved by another, and is written once.
create table bulk_export (
  request_id bigint primary key references staff_request,
  actor text not null,
  begun_at timestamptz not null
);
create trigger bulk_export_append_only before update or delete or truncate on bulk_export
  for each statement execute function refuse_change_of_history();

create function refuse_export_without_request() returns trigger language plpgsql as $$
begin
  if not exists (select from staff_request r where r.request_id = new.request_id and r.kind = 'bulk_export'
    and r.state = 'done' and person_of(r.made_by) = person_of(new.actor))
  then
    raise exception 'an export that names borrowers needs a request that a second person approved'
      using errcode = 'check_violation', constraint = 'bulk_export_is_approved';
  end if;
  return new;
end
$$;
create trigger bulk_export_is_approved before insert on bulk_export
  for each row execute function refuse_export_without_request();
