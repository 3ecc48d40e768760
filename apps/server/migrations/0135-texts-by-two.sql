-- Another wording of a message was asked for by one person and approved by another (docs/decisions/0126). What the
-- program publishes when it starts has no request.
alter table message_template
  add column published_by text not null default 'setup',
  add column request_id bigint references staff_request;
create unique index message_template_one_for_request on message_template (request_id) where request_id is not null;

create function refuse_text_without_request() returns trigger language plpgsql as $$
begin
  if not exists (select from staff_request r where r.request_id = new.request_id and r.kind = 'text_change'
    and r.state = 'approved')
  then
    raise exception 'another wording of a message needs a request that a second person approved'
      using errcode = 'check_violation', constraint = 'message_template_is_approved';
  end if;
  return new;
end
$$;
create trigger message_template_is_approved before insert on message_template
  for each row when (new.published_by <> 'setup' or new.request_id is not null)
  execute function refuse_text_without_request();
