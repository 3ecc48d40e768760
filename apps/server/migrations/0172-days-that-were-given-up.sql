-- Days whose count for the reports of the books PostgreSQL gave up, so that the others are counted
-- (docs/decisions/0142-a-day-that-cannot-be-counted.md).
create table report_day_failure (
  business_on date primary key,
  tries smallint not null check (tries > 0)
);
