-- The end of a month that a person of staff had run from the console. The program works it off in the background. One is
-- under way at a time. A program that works on it says again and again that it does; one that was killed says so no more,
-- and the next program goes on where the run stands.
create table month_end_order (
  order_id bigint generated always as identity primary key,
  month text not null check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  asked_by text not null,
  asked_at timestamptz not null,
  claimed_until timestamptz,
  ended_at timestamptz,
  is_done boolean,
  lines text[] not null default '{}',
  check ((ended_at is null) = (is_done is null))
);
create unique index month_end_order_one_under_way on month_end_order ((ended_at is null)) where ended_at is null;
