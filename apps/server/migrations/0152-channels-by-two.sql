-- What belongs to a channel was asked for by one person and approved by another (docs/decisions/0126). What the program
-- set up, and channels from before, have no request.
alter table channel
  add column version integer not null default 1,
  add column published_by text not null default 'setup',
  add column published_at timestamptz not null default now(),
  add column request_id bigint unique references staff_request;
create trigger channel_is_approved before insert or update on channel
  for each row when (new.published_by <> 'setup' or new.request_id is not null)
  execute function refuse_without_approval('channel_change');
