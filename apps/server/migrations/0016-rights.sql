-- What a borrower agreed to and took back. Each change is a row of its own, with the version of the words it was
-- about, and none is ever changed; they go when everything about the borrower goes.
create table consent_change (
  borrower_id bigint not null,
  kind text not null check (kind in ('privacy', 'marketing', 'device', 'messages', 'location', 'push')),
  -- Counts the changes of a kind: of two taps at once only one can be the next.
  ordinal integer not null check (ordinal >= 1),
  is_given boolean not null,
  wording_version integer not null check (wording_version >= 1),
  changed_at timestamptz not null,
  primary key (borrower_id, kind, ordinal)
);
create trigger consent_change_keeps_history before update or truncate on consent_change
  for each statement execute function refuse_change_of_history();
