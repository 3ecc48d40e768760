-- Where the lines of each account go in another general ledger. The newest version counts (docs/running/reports.md).
create table account_mapping (
  version integer primary key check (version > 0),
  lines jsonb not null,
  saved_by text not null,
  saved_at timestamptz not null
);
create trigger account_mapping_append_only before update or delete or truncate on account_mapping
  for each statement execute function refuse_change_of_history();
