-- Late loans that staff work on. The end of each day writes what is late and owed, and the day that it measured.
create table arrears_work (
  borrower_id bigint not null,
  loan_id bigint not null,
  opened_on date not null,
  -- The due date of the oldest bill that is late.
  late_since_on date not null,
  bucket text not null check (bucket in ('from_1', 'from_31', 'from_61', 'from_91')),
  late_ngwee bigint not null check (late_ngwee > 0),
  owed_ngwee bigint not null check (owed_ngwee >= late_ngwee),
  measured_on date not null,
  assigned_staff_id bigint references staff_member,
  assigned_at timestamptz,
  ended_on date,
  primary key (borrower_id, loan_id),
  check ((assigned_staff_id is null) = (assigned_at is null))
);
create index arrears_work_by_owed on arrears_work (owed_ngwee, loan_id) where ended_on is null;
create index arrears_work_by_bucket on arrears_work (bucket, owed_ngwee, loan_id) include (late_ngwee, measured_on)
  where ended_on is null;
create index arrears_work_free on arrears_work (owed_ngwee, loan_id) where ended_on is null and assigned_staff_id is null;
create index arrears_work_by_person on arrears_work (assigned_staff_id, owed_ngwee, loan_id)
  where ended_on is null and assigned_staff_id is not null;
create index loan_overdue on loan (borrower_id, loan_id) where state = 'overdue';

-- Calls of staff about a late loan. A begun call counts at once. Two calls a day are the most.
create table arrears_call (
  borrower_id bigint not null,
  call_id bigint generated always as identity,
  loan_id bigint not null,
  on_day date not null,
  ordinal_of_day integer not null check (ordinal_of_day between 1 and 2),
  begun_at timestamptz not null,
  actor text not null,
  staff_id bigint not null references staff_member,
  -- How often two facts were compared with the identity.
  tries integer not null default 0 check (tries between 0 and 3),
  identified_at timestamptz,
  outcome text check (outcome in ('not_answered', 'other_person', 'wrong_number', 'deceased', 'call_back', 'hung_up',
    'left_open', 'promised', 'cannot_pay', 'refuses', 'says_paid', 'disputes', 'discussed')),
  ended_at timestamptz,
  note_sealed bytea,
  primary key (borrower_id, call_id),
  unique (borrower_id, on_day, ordinal_of_day),
  constraint arrears_call_ended check ((outcome is null) = (ended_at is null)),
  -- A debt is named to the right person only.
  constraint arrears_call_right_person check (identified_at is not null
    or outcome is null or outcome in ('not_answered', 'other_person', 'wrong_number', 'deceased', 'call_back', 'hung_up', 'left_open'))
);
create unique index arrears_call_one_at_a_time on arrears_call (borrower_id) where outcome is null;
create index arrears_call_by_loan on arrears_call (borrower_id, loan_id, call_id);

create function refuse_second_outcome() returns trigger language plpgsql as $$
begin
  raise exception 'the outcome of a call is written once'
    using errcode = 'check_violation', constraint = 'arrears_call_ends_once';
end
$$;
create trigger arrears_call_ends_once before update on arrears_call for each row
  when (old.outcome is not null and (new.outcome is distinct from old.outcome
    or new.identified_at is distinct from old.identified_at or new.tries <> old.tries))
  execute function refuse_second_outcome();

-- What a borrower promised in a call. It moves neither penalties nor dates nor classes.
create table arrears_promise (
  borrower_id bigint not null,
  promise_id bigint generated always as identity,
  loan_id bigint not null,
  call_id bigint not null,
  promised_on date not null,
  due_on date not null,
  amount_ngwee bigint not null check (amount_ngwee > 0),
  -- Paid on the day of the promise before it was made. It does not count for the promise.
  paid_before_ngwee bigint not null check (paid_before_ngwee >= 0),
  -- `lapsed`: the loan ended without a payment, or got new dates.
  state text not null default 'open' check (state in ('open', 'kept', 'broken', 'lapsed')),
  judged_on date,
  actor text not null,
  made_at timestamptz not null,
  primary key (borrower_id, promise_id),
  foreign key (borrower_id, call_id) references arrears_call (borrower_id, call_id),
  check (due_on between promised_on and promised_on + 14),
  check ((judged_on is null) = (state = 'open'))
);
create unique index arrears_promise_one_open on arrears_promise (borrower_id, loan_id) where state = 'open';
create index arrears_promise_by_loan on arrears_promise (borrower_id, loan_id, promise_id);
-- Promises are judged again for a while, because a payment of the promised day can be learned of later.
create index arrears_promise_to_judge on arrears_promise (due_on) where state <> 'lapsed';

-- Why a borrower is not contacted about a late loan. Another person ends it.
create table contact_stop (
  borrower_id bigint not null,
  stop_id bigint generated always as identity,
  kind text not null check (kind in ('deceased', 'wrong_number', 'vulnerable')),
  note_sealed bytea not null,
  actor text not null,
  set_at timestamptz not null,
  ended_by text,
  ended_at timestamptz,
  end_note_sealed bytea,
  primary key (borrower_id, stop_id),
  check (num_nonnulls(ended_by, ended_at, end_note_sealed) in (0, 3)),
  constraint contact_stop_ended_by_another check (ended_by is null or person_of(ended_by) <> person_of(actor))
);
create unique index contact_stop_stands_once on contact_stop (borrower_id, kind) where ended_at is null;

alter table reminder drop constraint reminder_dropped_because_check;
alter table reminder add constraint reminder_dropped_because_check
  check (dropped_because in ('too_late', 'payment_pending', 'paid', 'due_date_moved', 'disputed', 'stopped', 'promised'));
-- Staff send these two. They count as the reminder of their day.
alter table reminder drop constraint reminder_kind_check;
alter table reminder add constraint reminder_kind_check check (kind in ('reminder_before_due', 'reminder_due_day',
  'reminder_overdue', 'reminder_overdue_frozen', 'reminder_call_us', 'reminder_ways_out'));
