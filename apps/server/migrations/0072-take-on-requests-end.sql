-- A person declines a file of running loans that will not be confirmed, with a reason (docs/rules/take-on.md).
alter table loan_take_on add column declined_by text;
alter table loan_take_on add column declined_at timestamptz;
alter table loan_take_on add column decline_reason text;
alter table loan_take_on add constraint loan_take_on_declined_whole check (
  (declined_by is null) = (declined_at is null) and (declined_by is null) = (decline_reason is null)) not valid;
alter table loan_take_on add constraint loan_take_on_one_answer
  check (confirmed_by is null or declined_by is null) not valid;

-- Numbers of an earlier system that differ only in capital letters are one number. An earlier version took both on, so
-- the index is not unique.
create index taken_on_loan_by_number on taken_on_loan (lower(earlier_loan_no));
