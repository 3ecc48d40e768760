-- A code belongs to a purpose, a number and a lane: the device, network or borrower that asked for it.
create table code_of_lane (
  purpose text not null check (purpose in ('sign_in_or_add_account', 'change_number', 'delete_account')),
  mobile_hash bytea not null,
  lane_hash bytea not null,
  -- A code for a client without a device secret is also accepted from another network, for few tries.
  is_of_network boolean not null,
  code_hash bytea not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  tries_left integer not null check (tries_left >= 0),
  tries_of_others_left integer not null check (tries_of_others_left >= 0),
  last_wrong_at timestamptz,
  is_used boolean not null default false,
  -- The sends of the last 24 hours.
  sends timestamptz[] not null,
  primary key (purpose, mobile_hash, lane_hash)
);

-- The purpose of a live code is part of its hash only, so it gets a row for each purpose.
insert into code_of_lane (purpose, mobile_hash, lane_hash, is_of_network, code_hash, sent_at, expires_at, tries_left,
  tries_of_others_left, is_used, sends)
select purpose, mobile_hash, '', true, code_hash, sent_at, expires_at, tries_left, tries_left, is_used, '{}'
from signin_code cross join (values ('sign_in_or_add_account'), ('change_number'), ('delete_account')) as p (purpose)
where tries_left > 0 and not is_used;

drop table signin_code;
alter table code_of_lane rename to signin_code;
alter table signin_code rename constraint code_of_lane_pkey to signin_code_pkey;

-- Uses after each of which the next one waits longer. The row is locked while a use is decided. Subjects are keyed hashes.
create table growing_pause (
  kind text not null,
  subject_hash bytea not null,
  -- The uses of the last 24 hours.
  used_at timestamptz[] not null,
  counts_until timestamptz not null,
  primary key (kind, subject_hash)
);
create index growing_pause_by_end on growing_pause (counts_until);

insert into growing_pause (kind, subject_hash, used_at, counts_until)
select 'code_to_number', subject_hash, array_agg(used_at order by used_at), max(counts_until)
from counted_use where kind = 'code_to_mobile' group by subject_hash;
delete from counted_use where kind = 'code_to_mobile';

-- Codes sent and verified in an hour, by the first three digits of the number. The sum of the shards counts.
create table code_hour (
  hour timestamptz not null,
  prefix text not null,
  shard smallint not null,
  sent integer not null,
  verified integer not null,
  primary key (hour, prefix, shard)
);

-- What staff have to look at, once an hour.
create table code_alarm (
  hour timestamptz not null,
  kind text not null check (kind in ('budget', 'prefix_budget', 'few_verified')),
  -- Of the numbers; empty for all.
  prefix text not null,
  primary key (hour, kind, prefix)
);
