-- Many alike differences are resolved by one request, one after the other. The rows say how far it came, so that a program
-- that was stopped goes on. Leaving both books as they are is for one person, and needs no request.
create table difference_batch (
  batch_id bigint generated always as identity primary key,
  request_id bigint unique references staff_request,
  resolution text not null check (resolution in ('loan', 'suspense', 'taken_back', 'leave')),
  reason text not null,
  actor text not null,
  approved_by text,
  begun_at timestamptz not null,
  ended_at timestamptz,
  constraint difference_batch_approval check ((request_id is null) = (approved_by is null)),
  constraint difference_batch_by_two_people check (request_id is not null or resolution = 'leave')
);
create index difference_batch_under_way on difference_batch (batch_id) where ended_at is null;
create trigger difference_batch_is_approved before insert on difference_batch
  for each row when (new.request_id is not null) execute function refuse_match_without_approval();

create table difference_batch_item (
  batch_id bigint not null references difference_batch,
  difference_id bigint not null references reconciliation_difference,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'refused')),
  refusal text,
  primary key (batch_id, difference_id),
  check ((state = 'refused') = (refusal is not null))
);
create index difference_batch_item_waiting on difference_batch_item (batch_id, difference_id) where state = 'waiting';

-- One request resolves one difference, or those of its batch.
alter table reconciliation_difference drop constraint reconciliation_difference_request_id_key;
create index reconciliation_difference_of_request on reconciliation_difference (request_id) where request_id is not null;
create function refuse_difference_outside_request() returns trigger language plpgsql as $$
begin
  -- Differences of one request wait for each other, so that each sees those before it.
  perform from staff_request where request_id = new.request_id for no key update;
  if exists (select from difference_batch_item i join difference_batch b using (batch_id)
    where b.request_id = new.request_id and i.difference_id = new.difference_id)
  then
    return new;
  end if;
  if exists (select from difference_batch where request_id = new.request_id)
    or exists (select from reconciliation_difference o
      where o.request_id = new.request_id and o.difference_id <> new.difference_id)
  then
    raise exception 'a request resolves one difference, or those of its batch'
      using errcode = 'check_violation', constraint = 'difference_of_its_request';
  end if;
  return new;
end
$$;
create trigger reconciliation_difference_of_its_request before update of request_id on reconciliation_difference
  for each row when (new.request_id is not null and new.request_id is distinct from old.request_id)
  execute function refuse_difference_outside_request();
