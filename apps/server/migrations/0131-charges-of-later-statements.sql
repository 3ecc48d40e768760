-- A charge that the first statement of a row did not have is taken from a later one, which answers for it from then on.
-- Null: the statement of the row does.
alter table operator_statement_row add column charge_statement_id bigint references operator_statement;

-- Rows of a statement for which an earlier one has another charge. The earlier charge stands.
create table operator_other_charge (
  statement_id bigint not null references operator_statement,
  line integer not null,
  operator text not null,
  row_hash bytea not null,
  charge_ngwee bigint not null,
  primary key (statement_id, line),
  foreign key (operator, row_hash) references operator_statement_row
);

-- The person of a charge is the importer of the statement that has it.
create or replace function refuse_charge_of_own_import() returns trigger language plpgsql as $$
begin
  if exists (select from operator_statement_row r
    join operator_statement s on s.statement_id = coalesce(r.charge_statement_id, r.statement_id)
    join float_movement m on m.movement_id = new.movement_id
    where r.operator = new.operator and r.row_hash = new.row_hash and person_of(s.actor) = person_of(m.actor))
  then
    raise exception 'another person than the importer of a statement posts its charges'
      using errcode = 'check_violation', constraint = 'operator_charge_posting_by_another';
  end if;
  return null;
end
$$;
