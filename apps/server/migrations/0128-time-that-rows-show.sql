-- What the rows of a statement show at each import, and who imported it: from the beginning of the day of the first row to
-- the last row. Days that a person names are not in here. A person can name days, leave rows out of a file or invent a
-- row, so nothing that one person imports says that the book has everything.
create table operator_statement_shown (
  shown_id bigint generated always as identity primary key,
  statement_id bigint not null references operator_statement,
  shown_from timestamptz not null,
  shown_until timestamptz not null,
  imported_at timestamptz not null,
  actor text not null,
  check (shown_from < shown_until)
);
create index operator_statement_shown_of_statement on operator_statement_shown (statement_id);

-- The time that the imports of two different people show, each of them for itself.
create view operator_statement_time_of_two as
  with of_person as (
    select s.operator, person_of(w.actor) as person,
      range_agg(tstzrange(w.shown_from, least(w.shown_until, w.imported_at))) as times
    from operator_statement_shown w join operator_statement s using (statement_id)
    where w.shown_from < w.imported_at
    group by s.operator, person_of(w.actor)
  )
  select a.operator, unnest(a.times * b.times) as instants
  from of_person a join of_person b on b.operator = a.operator and b.person > a.person;

-- What the statements of each operator that was ever served do not show of the time that a restored book lost. A little
-- time before the backup has to be shown too, because the clocks of the operators differ from ours.
create view restored_book_time_not_shown as
  select restored_at, operator, lower(times) as from_at, upper(times) as until_at from (
    select h.restored_at, served.operator,
      tstzmultirange(tstzrange(h.data_until - interval '5 minutes', h.restored_at)) - coalesce((
        select range_agg(k.instants) from operator_statement_time_of_two k where k.operator = served.operator
      ), '{}') as times
    from restored_book h cross join (select distinct operator from operator_route) served
  ) not_shown where not isempty(times);

create function refuse_end_without_statements() returns trigger language plpgsql as $$
begin
  if exists (select from restored_book_time_not_shown n where n.restored_at = new.restored_at)
    or not exists (select from operator_route)
  then
    raise exception 'payouts that are held since a restore go on once statements that two people imported show the lost time'
      using errcode = 'check_violation', constraint = 'restored_book_shown_by_two_people';
  end if;
  return new;
end
$$;
create trigger restored_book_shown_by_two_people before update of held_until on restored_book
  for each row when (new.ended_by = 'statements' and old.ended_by is null)
  execute function refuse_end_without_statements();
