-- A person who imports a known file again may name days that it covers too, and it is known until a later instant then. The
-- program only adds rows: the days of the first import stay in operator_statement.
create table operator_statement_days (
  days_id bigint generated always as identity primary key,
  statement_id bigint not null references operator_statement,
  covers_from timestamptz not null,
  covers_until timestamptz not null,
  imported_at timestamptz not null,
  actor text not null,
  check (covers_from < covers_until)
);
create index operator_statement_days_of_statement on operator_statement_days (statement_id);

-- What each import says that a statement covers.
create view operator_statement_cover as
  select statement_id, operator, covers_from, covers_until, imported_at from operator_statement
  union all
  select statement_id, s.operator, d.covers_from, d.covers_until, d.imported_at
  from operator_statement_days d join operator_statement s using (statement_id);

-- On a quiet day a statement has no rows.
alter table operator_statement drop constraint operator_statement_row_count_check;
alter table operator_statement add constraint operator_statement_row_count_check check (row_count >= 0) not valid;
