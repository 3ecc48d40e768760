-- The vintages at the end of a day, as report_day has the rest of what reports of the books say of it
-- (docs/decisions/0137-reports-of-a-large-book.md).
create table vintage_day (
  business_on date not null references report_day on delete cascade,
  payout_month text not null,
  months_late integer not null,
  loans bigint not null,
  lent_ngwee bigint not null,
  -- What was taken off the principal so many months after the due date, less what was added.
  reduced_ngwee bigint not null,
  last_due_on date not null,
  primary key (business_on, payout_month, months_late)
);

-- Days that were counted without them are counted again.
delete from report_day;
