-- A borrower's account ends, and a borrower takes a copy of their data.

alter table borrower_standing
  -- Counts applications, so that whoever deletes an account sees whether one came meanwhile.
  add column applications integer not null default 0,
  add column deleted_at timestamptz;
update borrower_standing s set applications = l.loans
  from (select borrower_id, count(*) as loans from loan group by borrower_id) l
  where l.borrower_id = s.borrower_id;

create table account_deletion (
  borrower_id bigint primary key,
  deleted_at timestamptz not null,
  deleted_on date not null,
  -- Until this day the law wants some of it kept; what is kept then goes too.
  kept_until date not null,
  purged_at timestamptz
);
create index account_deletion_kept on account_deletion (kept_until) where purged_at is null;
create index account_deletion_by_time on account_deletion (deleted_at);
create index account_deletion_purged on account_deletion (purged_at) where purged_at is not null;

create table data_download_of_day (
  borrower_id bigint not null,
  on_day date not null,
  downloads integer not null check (downloads > 0),
  primary key (borrower_id, on_day)
);

-- A finished file for the minutes that a phone needs to fetch it, as paper_download is.
create unlogged table data_download (
  ticket_hash bytea primary key,
  borrower_id bigint not null,
  file_name text not null,
  content_type text not null,
  content_sealed bytea not null,
  expires_at timestamptz not null
);
create index data_download_by_borrower on data_download (borrower_id);
create index data_download_by_end on data_download (expires_at);

-- The numbers an account was moved between go with everything else about a person, when their years are over.
drop trigger mobile_change_event_append_only on mobile_change_event;
create trigger mobile_change_event_keeps_history before update or truncate on mobile_change_event
  for each statement execute function refuse_change_of_history();
