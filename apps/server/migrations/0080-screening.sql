-- Every import of a list of people whom the lender may not serve, or has to look at. Lists are public. An import has a
-- row here and replaces the entries of its list.
create table screening_import (
  revision bigint generated always as identity primary key,
  list_kind text not null check (list_kind in ('un', 'domestic', 'pep')),
  -- What the file says of itself: when it was made.
  label text not null,
  file_digest text not null,
  entry_count integer not null,
  imported_by text not null,
  imported_at timestamptz not null
);
create trigger screening_import_is_append_only before update or delete or truncate on screening_import
  for each statement execute function refuse_change_of_history();
create table screening_entry (
  list_kind text not null check (list_kind in ('un', 'domestic', 'pep')),
  reference text not null,
  names text[] not null,
  -- Pairs of days, each the first and the last day on which the person may be born.
  births jsonb not null,
  primary key (list_kind, reference)
);

-- The last comparison of a borrower with all lists.
create table borrower_screening (
  borrower_id bigint primary key references borrower,
  -- 0 while there was no list.
  revision bigint not null,
  identity_confirmed_at timestamptz not null,
  screened_at timestamptz not null,
  version integer not null default 1
);
-- Borrowers who may be a person of a list. What was found is sealed: a list is public, and who is found on it is not.
create table screening_hit (
  borrower_id bigint not null references borrower,
  hit_id bigint not null,
  finding_sealed bytea not null,
  state text not null check (state in ('open', 'cleared', 'confirmed', 'released', 'ended')),
  found_at timestamptz not null,
  reason_sealed bytea,
  decided_by text,
  decided_at timestamptz,
  primary key (borrower_id, hit_id)
);
create sequence screening_hit_id;
create unique index screening_hit_by_id on screening_hit (hit_id);
create index screening_hit_waiting on screening_hit (borrower_id) where state in ('open', 'confirmed');

-- Keyed hashes of each part of a name with the birth date. Two people with the same birth date and two parts of a name
-- in common may be one.
create table borrower_name_part (
  borrower_id bigint not null references borrower,
  part_hash bytea not null,
  primary key (borrower_id, part_hash)
);
create index borrower_name_part_by_hash on borrower_name_part (part_hash);

-- Whom the lender does not lend to: by the number of a card, by a mobile number, or by a name with a birth date.
create table blocked_subject (
  entry_id bigint primary key,
  kind text not null check (kind in ('id_number', 'mobile', 'person')),
  subject_sealed bytea not null,
  id_number_hash bytea,
  mobile_hash bytea,
  reason_sealed bytea not null,
  added_by text not null,
  added_at timestamptz not null,
  lifted_by text,
  lifted_at timestamptz,
  check ((id_number_hash is not null) = (kind = 'id_number') and (mobile_hash is not null) = (kind = 'mobile'))
);
-- The parts of the name of a person on the list, each with the birth date.
create table blocked_part (
  part_hash bytea not null,
  entry_id bigint not null references blocked_subject,
  primary key (part_hash, entry_id)
);
create sequence blocked_subject_id;
create index blocked_subject_by_id_number on blocked_subject (id_number_hash) where lifted_at is null;
create index blocked_subject_by_mobile on blocked_subject (mobile_hash) where lifted_at is null;

-- The name that an operator has for an account, as it was asked for.
alter table repay_account
  add column holder_name_sealed bytea,
  add column holder_asked_at timestamptz;

-- A payout also waits while the money of its borrower is frozen.
alter table payment_attempt drop constraint payment_attempt_held_reason_check;
alter table payment_attempt add constraint payment_attempt_held_reason_check
  check (held_reason in ('float_low', 'operator_down', 'book_restored', 'under_review')) not valid;
