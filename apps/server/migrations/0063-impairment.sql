-- Classes, expected losses and charge-offs of each month (docs/rules/classes.md and docs/rules/impairment.md).

-- The loans that were taken out of the accounts and that borrowers owe as before. It stands against the receivables.
insert into account (account, code, title, account_type, normal_side) values
  ('charged_off_loans', '1295', 'Loans charged off', 'asset', 'credit');

-- Each save is a new version, and a version never changes.
create table impairment_table (
  kind text not null check (kind in ('classes', 'default-probability', 'loss-given-default')),
  version integer not null check (version >= 1),
  content jsonb not null,
  saved_by text not null,
  saved_at timestamptz not null,
  primary key (kind, version)
);
create trigger impairment_table_append_only before update or delete or truncate on impairment_table
  for each statement execute function refuse_change_of_history();

create sequence impairment_run_id;

-- One run is one document: what it read, by which tables, and what it posted. A later run of the same month takes the
-- place of the one before and posts the difference.
create table impairment_run (
  run_id bigint primary key,
  month text not null check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  cut_on date not null,
  previous_run_id bigint references impairment_run,
  superseded_run_id bigint unique references impairment_run,
  classes_version integer not null,
  default_probability_version integer not null,
  loss_given_default_version integer not null,
  loans bigint not null,
  gross_ngwee bigint not null,
  -- What stood in the book before the run, without what an earlier run of the month posted.
  allowance_before_ngwee bigint not null,
  reserve_before_ngwee bigint not null,
  write_off_expense_ngwee bigint not null,
  -- The sums over all loans.
  expected_loss_ngwee bigint not null check (expected_loss_ngwee >= 0),
  provision_ngwee bigint not null check (provision_ngwee >= 0),
  interest_in_suspense_ngwee bigint not null check (interest_in_suspense_ngwee >= 0),
  newly_charged_off_ngwee bigint not null check (newly_charged_off_ngwee >= 0),
  charge_off_written_off_ngwee bigint not null check (charge_off_written_off_ngwee >= 0),
  charge_off_recovered_ngwee bigint not null check (charge_off_recovered_ngwee >= 0),
  -- What the month posts: together with the run before in the same month, where there is one.
  impairment_ngwee bigint not null,
  used_by_write_off_ngwee bigint not null,
  reserve_movement_ngwee bigint not null,
  -- What loans of stage 3 earned in the month, and what of it counts on the net amount.
  stage3_income_ngwee bigint not null,
  stage3_net_income_ngwee bigint not null,
  made_by text not null,
  made_at timestamptz not null
);
create unique index impairment_run_first_of_month on impairment_run (month) where superseded_run_id is null;
create trigger impairment_run_append_only before update or delete or truncate on impairment_run
  for each statement execute function refuse_change_of_history();

-- Each loan that the run read: first what was read, then what follows from it.
create table impairment_loan (
  run_id bigint not null,
  loan_id bigint not null,
  borrower_id bigint not null,
  principal_ngwee bigint not null,
  interest_ngwee bigint not null,
  fee_ngwee bigint not null,
  penalty_ngwee bigint not null,
  days_past_due integer not null check (days_past_due >= 0),
  is_forborne boolean not null,
  was_charged_off boolean not null,
  loan_class text not null check (loan_class in ('pass', 'watch', 'substandard', 'doubtful', 'loss')),
  stage smallint not null check (stage between 1 and 3),
  bucket_from_days integer not null,
  gross_ngwee bigint not null,
  expected_loss_ngwee bigint not null check (expected_loss_ngwee >= 0),
  provision_ngwee bigint not null check (provision_ngwee >= 0),
  charged_off_ngwee bigint not null check (charged_off_ngwee >= 0),
  interest_in_suspense_ngwee bigint not null check (interest_in_suspense_ngwee >= 0),
  primary key (run_id, loan_id)
);
create index impairment_loan_charged_off on impairment_loan (run_id, loan_id) where charged_off_ngwee > 0;
create trigger impairment_loan_append_only before update or delete or truncate on impairment_loan
  for each statement execute function refuse_change_of_history();

-- How loans moved between two runs, by stage and bucket.
create table impairment_flow (
  run_id bigint not null,
  from_stage smallint,
  from_bucket_days integer,
  to_stage smallint,
  to_bucket_days integer,
  flow_end text not null check (flow_end in ('none', 'repaid', 'written_off', 'charged_off')),
  loans bigint not null,
  gross_before_ngwee bigint not null,
  gross_after_ngwee bigint not null,
  loss_before_ngwee bigint not null,
  loss_after_ngwee bigint not null,
  unique nulls not distinct (run_id, from_stage, from_bucket_days, to_stage, to_bucket_days, flow_end)
);
create trigger impairment_flow_append_only before update or delete or truncate on impairment_flow
  for each statement execute function refuse_change_of_history();
