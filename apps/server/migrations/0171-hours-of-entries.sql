-- The entries of the ledger of a day by who wrote them and in which hour, so that a report of a month reads sums and not
-- each entry (docs/decisions/0141-entries-by-hour-are-kept-for-each-day.md).
create table entry_day (
  business_on date primary key,
  -- All rows of the day when it was counted. It is read while this is what the totals of the accounts have.
  amount_ngwee bigint not null
);

create table entry_hour (
  business_on date not null references entry_day on delete cascade,
  booking_kind text not null check (booking_kind in ('ordinary', 'adjustment', 'year_end')),
  actor text not null,
  -- In Lusaka.
  hour smallint not null check (hour between 0 and 23),
  -- 0 where the entries count on a later day, on which they have rows too.
  entries bigint not null check (entries >= 0),
  amount_ngwee bigint not null,
  primary key (business_on, booking_kind, actor, hour)
);
