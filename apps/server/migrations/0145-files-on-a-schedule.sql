-- A report that is written as a file after each day, week or month, for the people who get it by another way than the
-- console. It was asked for by one person and approved by another (docs/decisions/0132). One person ends it.
create table export_schedule (
  schedule_id bigint generated always as identity primary key,
  report text not null,
  every text not null check (every in ('day', 'week', 'month')),
  -- So many days after its period a file is made, when the last payments of the period are in.
  days_after smallint not null check (days_after between 1 and 28),
  file_format text not null check (file_format in ('csv', 'xlsx')),
  -- The first day of the first period.
  begins_on date not null,
  request_id bigint not null unique references staff_request,
  made_by text not null,
  made_at timestamptz not null,
  ended_by text,
  ended_at timestamptz,
  check ((ended_by is null) = (ended_at is null))
);
create trigger export_schedule_is_approved before insert on export_schedule
  for each row execute function refuse_without_approval('export_schedule');

create function keep_export_schedule() returns trigger language plpgsql as $$
begin
  if (new.report, new.every, new.days_after, new.file_format, new.begins_on, new.request_id, new.made_by, new.made_at)
    is distinct from (old.report, old.every, old.days_after, old.file_format, old.begins_on, old.request_id, old.made_by,
      old.made_at)
    or old.ended_at is not null
  then
    raise exception 'a schedule stays as it was approved';
  end if;
  return new;
end
$$;
create trigger export_schedule_stays before update on export_schedule
  for each row execute function keep_export_schedule();

-- One file for each period of a schedule. A program that makes it says until when it does; one that was killed says so no
-- more, and the next program makes it anew. What was written once stays.
create table export_run (
  run_id bigint generated always as identity primary key,
  schedule_id bigint not null references export_schedule,
  from_on date not null,
  through_on date not null,
  tries smallint not null default 0,
  claimed_until timestamptz,
  failure text,
  made_at timestamptz,
  file_name text,
  row_count bigint,
  byte_count bigint,
  sha256 bytea,
  open_checks integer,
  unique (schedule_id, through_on),
  check (num_nulls(made_at, file_name, row_count, byte_count, sha256, open_checks) in (0, 6))
);
create index export_run_waits on export_run (claimed_until) where made_at is null;

create function keep_export_run() returns trigger language plpgsql as $$
begin
  if old.made_at is not null or (new.schedule_id, new.from_on, new.through_on)
    is distinct from (old.schedule_id, old.from_on, old.through_on)
  then
    raise exception 'a file that was made stays as it is';
  end if;
  return new;
end
$$;
create trigger export_run_stays before update on export_run for each row execute function keep_export_run();
