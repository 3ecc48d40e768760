-- What the lender offers and decides by: products, policies and which of them is in force, the limit ladder, the
-- rules and the scorecard. Every save is a new version, and a version never changes.
-- The revision counts the saves of all of them: whoever wants to save the next one has to have seen the one before.
create table catalogue_version (
  revision bigint primary key check (revision >= 1),
  part text not null check (part in ('product', 'policy', 'policy_in_force', 'ladder', 'rules', 'scorecard')),
  item text not null,
  version integer not null check (version >= 1),
  content jsonb not null,
  saved_by text not null,
  saved_at timestamptz not null,
  unique (part, item, version)
);
create trigger catalogue_version_append_only before update or delete or truncate on catalogue_version
  for each statement execute function refuse_change_of_history();
