-- Uses that a limit counts, each for as long as it counts. Subjects are keyed hashes.
create table counted_use (
  kind text not null,
  subject_hash bytea not null,
  used_at timestamptz not null,
  -- One use may count against several subjects; its rows share the id.
  use_id uuid not null default gen_random_uuid(),
  -- used_at and the longest window of its kind: from then on the row counts nowhere.
  counts_until timestamptz not null,
  primary key (kind, subject_hash, used_at, use_id)
);
create index counted_use_by_end on counted_use (counts_until);

insert into counted_use (kind, subject_hash, used_at, use_id, counts_until)
with sends as materialized (select gen_random_uuid() as use_id, * from signin_code_send)
select 'code_to_mobile', mobile_hash, sent_at, use_id, sent_at + interval '24 hours' from sends
union all
select 'code_from_address', address_hash, sent_at, use_id, sent_at + interval '1 hour' from sends
union all
select 'google_check', address_hash, checked_at, gen_random_uuid(), checked_at + interval '1 hour' from google_check
union all
select 'repay_prompt', subject_hash, asked_at, attempt_id, asked_at + interval '1 hour' from repay_link_prompt;

drop table signin_code_send, google_check, repay_link_prompt;

-- How often a borrower used something in a day.
create table borrower_use_of_day (
  borrower_id bigint not null,
  kind text not null check (kind in ('claim', 'data_download')),
  on_day date not null,
  uses integer not null check (uses > 0),
  primary key (borrower_id, kind, on_day)
);

insert into borrower_use_of_day (borrower_id, kind, on_day, uses)
select borrower_id, 'claim', on_day, claims from claims_of_day
union all
select borrower_id, 'data_download', on_day, downloads from data_download_of_day;

drop table claims_of_day, data_download_of_day;
