-- The run that brings income earned up to the last day of a month into the book (docs/rules/accrual.md). Its rows of the
-- ledger are one entry. It goes through the loans in the order of their keys and notes after each batch how far it came,
-- in the same transaction, so that a run that was killed is continued.
create table accrual_run (
  month text primary key check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  through_on date not null unique,
  entry_id bigint not null unique,
  after_borrower_id bigint not null default 0,
  after_loan_id bigint not null default 0,
  loans_seen bigint not null default 0,
  loans_moved bigint not null default 0,
  interest_ngwee bigint not null default 0 check (interest_ngwee >= 0),
  fee_ngwee bigint not null default 0 check (fee_ngwee >= 0),
  actor text not null,
  begun_at timestamptz not null,
  finished_at timestamptz,
  check (through_on = (month || '-01')::date + interval '1 month' - interval '1 day')
);

-- How interest and fees are shown over time: straight line, or with the effective interest adjustment beside it
-- (docs/rules/effective-interest.md). The newest row is in force.
create table income_policy (
  version integer primary key check (version > 0),
  policy text not null check (policy in ('straight_line', 'effective')),
  actor text not null,
  set_at timestamptz not null
);
create trigger income_policy_append_only before update or delete or truncate on income_policy
  for each statement execute function refuse_change_of_history();

-- The adjustment of all running loans at the end of a month, and what was posted to reach it.
create table effective_interest_run (
  month text not null references accrual_run,
  run integer not null check (run > 0),
  policy text not null check (policy in ('straight_line', 'effective')),
  loans bigint not null check (loans >= 0),
  adjustment_ngwee bigint not null,
  movement_ngwee bigint not null,
  journal_id bigint,
  actor text not null,
  recorded_at timestamptz not null,
  primary key (month, run),
  check ((movement_ngwee = 0) = (journal_id is null))
);
create trigger effective_interest_run_append_only before update or delete or truncate on effective_interest_run
  for each statement execute function refuse_change_of_history();
