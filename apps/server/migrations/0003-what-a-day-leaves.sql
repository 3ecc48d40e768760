-- What the end of each day keeps of the portfolio: open loans by how late their oldest unpaid instalment is.

create table ageing_bucket (
  bucket text primary key,
  from_days_late integer not null unique,
  through_days_late integer not null,
  check (through_days_late >= from_days_late)
);
insert into ageing_bucket (bucket, from_days_late, through_days_late) values
  ('current', 0, 0), ('1-7', 1, 7), ('8-15', 8, 15), ('16-30', 16, 30), ('31-60', 31, 60), ('61-90', 61, 90),
  ('91+', 91, 2147483647);

create table portfolio_snapshot (
  business_on date not null,
  bucket text not null references ageing_bucket,
  loans bigint not null,
  principal_ngwee bigint not null,
  total_ngwee bigint not null,
  primary key (business_on, bucket)
);

-- Portfolio at risk: the principal of loans late by a day or more, or by more than 7, 30 and 90 days, beside all of it.
create view portfolio_at_risk as
  select s.business_on,
    sum(s.loans)::bigint as loans,
    sum(s.principal_ngwee)::bigint as principal_ngwee,
    coalesce(sum(s.principal_ngwee) filter (where b.from_days_late >= 1), 0)::bigint as par1_ngwee,
    coalesce(sum(s.principal_ngwee) filter (where b.from_days_late > 7), 0)::bigint as par7_ngwee,
    coalesce(sum(s.principal_ngwee) filter (where b.from_days_late > 30), 0)::bigint as par30_ngwee,
    coalesce(sum(s.principal_ngwee) filter (where b.from_days_late > 90), 0)::bigint as par90_ngwee
  from portfolio_snapshot s join ageing_bucket b using (bucket)
  group by s.business_on;

-- The day on which something happens next changes with almost every move of a loan. In no index it lets PostgreSQL put
-- the new row beside the old one (HOT) without touching any; the end of a day walks the running loans instead.
drop index loan_next_event;
create index loan_running on loan (borrower_id, loan_id) where state in ('active', 'overdue');
alter table loan set (fillfactor = 60);
alter table instalment set (fillfactor = 70);
