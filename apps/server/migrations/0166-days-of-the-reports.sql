-- What reports of the books say of the end of a day, so that they read a row and not each loan
-- (docs/decisions/0137-reports-of-a-large-book.md). It is counted after the book of the day.
create table report_day (
  business_on date primary key,
  -- Income that loans had earned by then and that was not posted.
  accrued_loans bigint not null,
  accrued_interest_ngwee bigint not null,
  accrued_fee_ngwee bigint not null,
  -- How many loans paid out by then were cancelled when it was counted. They earned nothing, so one more changes it.
  cancelled_loans bigint not null
);

-- Loans that owed anything, by the buckets of AGEING_BUCKETS in packages/accounting. Unlike those of book_day, they count
-- the days through the end of the day also while a payment is pending, as the loan tape does.
create table ageing_day (
  business_on date not null references report_day on delete cascade,
  bucket smallint not null check (bucket between 0 and 6),
  original_bucket smallint not null check (original_bucket between 0 and 6),
  loans integer not null check (loans > 0),
  principal_ngwee bigint not null,
  owed_ngwee bigint not null,
  primary key (business_on, bucket, original_bucket)
);

create index loan_cancelled_by_payout on loan (disbursed_on) where state = 'cancelled';
