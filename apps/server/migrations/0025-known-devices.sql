-- The devices whose secret signed the borrower in before, or that were confirmed by the borrower.
create table known_device (
  borrower_id bigint not null,
  -- Of the secret that the app keeps over a logout. For a phone that was reported before there were secrets, of its id.
  device_hash bytea not null,
  trusted_at timestamptz not null,
  primary key (borrower_id, device_hash)
);

-- A phone that a borrower reported, with consent, before this change is known.
insert into known_device (borrower_id, device_hash, trusted_at)
select borrower_id, phone_hash, min(told_at) from phone_record group by borrower_id, phone_hash;

alter table session
  add column session_id uuid not null default gen_random_uuid(),
  -- The session ends then, however much it is used.
  add column ends_at timestamptz,
  -- Null on a new device that was not confirmed yet.
  add column trusted_at timestamptz,
  -- Moved on at most once a day.
  add column used_at timestamptz,
  add column device_hash bytea,
  -- What the borrower reads about the device in the list of sessions.
  add column device_sealed bytea not null default '';

-- A session that exists now is on a known device.
update session set trusted_at = created_at, ends_at = now() + interval '2160 hours',
  used_at = expires_at - interval '720 hours';
alter table session alter column ends_at set not null, alter column used_at set not null;
create unique index session_by_id on session (session_id);
