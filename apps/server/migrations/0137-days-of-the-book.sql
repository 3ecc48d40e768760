-- What is out and how late it is at the end of each day, so that a report reads sums and not a million loans
-- (docs/decisions/0127-reports-read-totals.md). The end of a day counts the day before.
create table book_day_progress (
  is_one boolean primary key default true check (is_one),
  -- Days up to here are counted.
  counted_through_on date
);
insert into book_day_progress default values;

-- Buckets are those of AGEING_BUCKETS in packages/accounting, by number: 0 is on time, 6 is 181 days and more.
create table book_day (
  business_on date not null,
  product_id integer not null,
  bucket smallint not null check (bucket between 0 and 6),
  -- By the due dates of the contract, which no extension moves.
  original_bucket smallint not null check (original_bucket between 0 and 6),
  loans integer not null check (loans > 0),
  principal_ngwee bigint not null,
  primary key (business_on, product_id, bucket, original_bucket)
);

-- The days on which a loan was in a bucket with the same principal. A loan has a row for each change and not for each
-- day; the row that still holds has no end. So the loans behind a number of a past day are found.
create table loan_state_span (
  borrower_id bigint not null,
  loan_id bigint not null,
  from_on date not null,
  through_on date not null default 'infinity' check (through_on >= from_on),
  product_id integer not null,
  bucket smallint not null check (bucket between 0 and 6),
  original_bucket smallint not null check (original_bucket between 0 and 6),
  principal_ngwee bigint not null,
  primary key (loan_id, from_on)
);
create index loan_state_span_open on loan_state_span (loan_id) where through_on = 'infinity';
create index loan_state_span_by_bucket on loan_state_span (bucket, loan_id);
create index loan_state_span_by_original_bucket on loan_state_span (original_bucket, loan_id);
create index loan_state_span_ended on loan_state_span (through_on) where through_on <> 'infinity';

-- The first day on which a loan was more than 30 days late by the due dates of the contract.
create table loan_first_late (
  borrower_id bigint not null,
  loan_id bigint not null primary key,
  product_id integer not null,
  paid_out_on date not null,
  late_on date not null
);
create index loan_first_late_by_month on loan_first_late (paid_out_on, late_on, loan_id);

-- How many loans went from one bucket to another between the ends of two months. From -1: not in the book before.
-- To 7: paid, to 8: written off.
create table roll_month (
  month_on date not null,
  product_id integer not null,
  from_bucket smallint not null check (from_bucket between -1 and 6),
  to_bucket smallint not null check (to_bucket between 0 and 8),
  loans integer not null check (loans > 0),
  -- At the end of the month before, and of a new loan at the end of the month.
  principal_ngwee bigint not null,
  primary key (month_on, product_id, from_bucket, to_bucket)
);

-- What was lent, paid back, written off and earned on each day of booking.
create table flow_day (
  business_on date not null,
  product_id integer not null,
  loans bigint not null,
  lent_ngwee bigint not null,
  principal_ngwee bigint not null,
  interest_ngwee bigint not null,
  fee_ngwee bigint not null,
  penalty_ngwee bigint not null,
  extension_ngwee bigint not null,
  recovery_ngwee bigint not null,
  written_off_ngwee bigint not null,
  earned_ngwee bigint not null,
  primary key (business_on, product_id)
);

-- What staff did about late loans is counted by day.
create index arrears_call_by_day on arrears_call (on_day, loan_id);
create index arrears_promise_by_day on arrears_promise (promised_on, loan_id);

-- A row of a loan that was booked into a day which was announced for its totals. The day is counted again.
create table late_booking (
  late_booking_id bigint generated always as identity primary key,
  booked_on date not null,
  moves_principal boolean not null
);

create or replace function add_to_day_totals() returns trigger language plpgsql as $$
begin
  if (select min(a.business_on) from added a) <= (select announced_through_on from day_total_progress) then
    perform pg_advisory_xact_lock_shared(hashtext('day totals'));
    insert into account_day_total as total (business_on, account, booking_kind, debit_ngwee, credit_ngwee)
      select a.business_on, side.account, a.booking_kind, sum(side.debit), sum(side.credit)
      from added a join day_total_progress p on a.business_on <= p.totalled_through_on
      cross join lateral (values (a.debit_account, a.amount_ngwee, 0), (a.credit_account, 0, a.amount_ngwee))
        as side (account, debit, credit)
      group by a.business_on, side.account, a.booking_kind order by 1, 2, 3
    on conflict (business_on, account, booking_kind) do update
      set debit_ngwee = total.debit_ngwee + excluded.debit_ngwee,
        credit_ngwee = total.credit_ngwee + excluded.credit_ngwee;
    insert into late_booking (booked_on, moves_principal)
      select a.business_on, bool_or('principal_receivable' in (a.debit_account, a.credit_account))
      from added a join day_total_progress p on a.business_on <= p.announced_through_on
      where a.loan_id is not null
      group by a.business_on;
  end if;
  return null;
end
$$;
