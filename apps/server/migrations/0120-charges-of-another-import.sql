-- Another person than the one who imported a statement posts its charges. Otherwise a forged file alone would move money.
create function refuse_charge_of_own_import() returns trigger language plpgsql as $$
begin
  if exists (select from operator_statement_row r join operator_statement s using (statement_id)
    join float_movement m on m.movement_id = new.movement_id
    where r.operator = new.operator and r.row_hash = new.row_hash and person_of(s.actor) = person_of(m.actor))
  then
    raise exception 'another person than the importer of a statement posts its charges'
      using errcode = 'check_violation', constraint = 'operator_charge_posting_by_another';
  end if;
  return null;
end
$$;
create trigger operator_charge_posting_by_another after insert on operator_charge_posting
  for each row execute function refuse_charge_of_own_import();
