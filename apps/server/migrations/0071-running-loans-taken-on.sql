-- Running loans of an earlier system (docs/rules/take-on.md). What a loan brought with it; null for a loan of this book.
alter table loan add column taken_on jsonb;

-- A file of loans that one person checked and asked for, and another one confirmed. The file itself is not kept.
create table loan_take_on (
  take_on_id bigint generated always as identity primary key,
  on_day date not null,
  file_hash bytea not null,
  loans integer not null check (loans > 0),
  owed_ngwee bigint not null check (owed_ngwee > 0),
  asked_by text not null,
  asked_at timestamptz not null,
  confirmed_by text,
  confirmed_at timestamptz,
  check ((confirmed_by is null) = (confirmed_at is null)),
  constraint loan_take_on_two_people check (person_of(confirmed_by) <> person_of(asked_by))
);

-- Each loan of the earlier system comes once.
create table taken_on_loan (
  earlier_loan_no text primary key,
  take_on_id bigint not null references loan_take_on,
  borrower_id bigint not null,
  loan_id bigint not null unique
);

-- The card of a borrower who was taken on was seen by the earlier system, which leaves no picture here.
alter table borrower_identity alter column front_file_id drop not null;
