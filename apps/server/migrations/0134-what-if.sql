-- A draft of the decision rules and the scorecard, tried over past applications (docs/rules/what-if.md). The run says how
-- far it came, so that a program that was stopped goes on.
create table what_if_run (
  run_id bigint generated always as identity primary key,
  staff_id bigint not null references staff_member,
  from_on date not null,
  through_on date not null check (through_on >= from_on),
  product_id integer,
  rules jsonb not null,
  scorecard jsonb not null,
  state text not null default 'running' check (state in ('running', 'done', 'stopped')),
  applications integer not null check (applications >= 0),
  looked_at integer not null default 0 check (looked_at >= 0),
  after_on date,
  after_loan_id bigint,
  started_at timestamptz not null,
  ended_at timestamptz,
  check ((ended_at is null) = (state = 'running')),
  check ((after_on is null) = (after_loan_id is null))
);
create unique index what_if_run_one_at_a_time on what_if_run (staff_id) where state = 'running';
create index what_if_run_by_start on what_if_run (started_at);

-- What the draft would have decided of each application, for seven days. Of a deleted account it says that there was one.
create table what_if_application (
  run_id bigint not null references what_if_run on delete cascade,
  loan_id bigint not null,
  borrower_id bigint,
  fate text not null check (fate in ('decided', 'differs', 'incomplete', 'erased')),
  missing text[] not null default '{}',
  outcome_then text check (outcome_then in ('approve', 'refer', 'decline')),
  outcome_now text check (outcome_now in ('approve', 'refer', 'decline')),
  points_then integer,
  points_now integer,
  has_other_windows boolean not null default false,
  ending text not null check (ending in ('not_paid_out', 'running', 'good', 'bad', 'written_off')),
  primary key (run_id, loan_id),
  check ((borrower_id is null) = (fate = 'erased')),
  check (num_nonnulls(outcome_then, outcome_now, points_then, points_now)
    = case when fate in ('decided', 'differs') then 4 else 0 end)
);
create index what_if_application_by_borrower on what_if_application (borrower_id);

-- The applications of a period, in their order.
create index loan_by_application on loan (applied_on, loan_id);
