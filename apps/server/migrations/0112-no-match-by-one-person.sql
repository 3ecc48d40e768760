-- Money that staff match by hand moves only where it names the request that a second person approved. What earlier
-- versions matched stays as it is, and a posting that one of them had begun may end.
create function refuse_match_by_one_person() returns trigger language plpgsql as $$
begin
  raise exception 'a match by hand needs the request that a second person approved'
    using errcode = 'check_violation', constraint = 'manual_match_by_two_people';
end
$$;

-- The program closes a difference that agrees, and one person may leave both books as they are.
create trigger reconciliation_difference_by_two_people before update of state on reconciliation_difference
  for each row when (old.state = 'open' and new.state <> 'open' and new.request_id is null
    and coalesce(new.resolution, '') not in ('agreed', 'ignored'))
  execute function refuse_match_by_one_person();

-- Only staff end a payment whose outcome the operator does not tell.
create trigger payment_settlement_by_two_people before insert on payment_settlement
  for each row when (new.request_id is null) execute function refuse_match_by_one_person();

-- The program posts a row whose other half is in the book: an entry, or a movement that two people declared.
create function refuse_bank_posting_by_one_person() returns trigger language plpgsql as $$
begin
  if new.posted_as = 'booked_before' or (new.posted_as = 'transit' and exists (
    select from bank_statement_row r join float_movement m on m.operator = new.operator and m.direction = new.direction
      and m.posted_against = 'in_transit' and abs(m.amount_ngwee) = abs(r.amount_ngwee)
    where r.row_id = new.row_id))
  then
    return new;
  end if;
  raise exception 'a match by hand needs the request that a second person approved'
    using errcode = 'check_violation', constraint = 'manual_match_by_two_people';
end
$$;
create trigger bank_row_posting_by_two_people before insert on bank_row_posting
  for each row when (new.request_id is null) execute function refuse_bank_posting_by_one_person();
