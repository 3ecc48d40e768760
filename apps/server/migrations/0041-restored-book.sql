-- Each restore of this database from a backup. Until its payouts may be sent again, none is sent.
create table restored_book (
  restored_at timestamptz primary key,
  backup_id text not null,
  -- Everything that was committed before this instant is in the database.
  data_until timestamptz not null,
  check (data_until <= restored_at),
  -- Null while payouts are held.
  held_until timestamptz,
  ended_by text check (ended_by in ('statements', 'staff')),
  check ((held_until is null) = (ended_by is null))
);

-- Who says that payouts may be sent again although statements do not show it. Two people have to.
create table payout_release (
  restored_at timestamptz not null references restored_book,
  actor text not null,
  reason text not null,
  released_at timestamptz not null,
  primary key (restored_at, actor)
);

alter table payment_attempt drop constraint payment_attempt_held_reason_check;
alter table payment_attempt add constraint payment_attempt_held_reason_check
  check (held_reason in ('float_low', 'operator_down', 'book_restored')) not valid;

alter table reconciliation_difference drop constraint reconciliation_difference_resolution_check;
alter table reconciliation_difference add constraint reconciliation_difference_resolution_check
  check (resolution in ('posted_to_loan', 'posted_to_payout', 'put_into_suspense', 'ignored', 'agreed')) not valid;
