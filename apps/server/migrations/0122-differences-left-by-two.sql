-- Leaving both books as they are hides money that moved. One person alone leaves only what the operator gave back and our
-- book never had.
create function refuse_difference_by_one_person() returns trigger language plpgsql as $$
begin
  if new.resolution = 'ignored' and new.kind = 'reversed' and new.attempt_id is null then
    return new;
  end if;
  raise exception 'a match by hand needs the request that a second person approved'
    using errcode = 'check_violation', constraint = 'manual_match_by_two_people';
end
$$;
drop trigger reconciliation_difference_by_two_people on reconciliation_difference;
create trigger reconciliation_difference_by_two_people before update of state on reconciliation_difference
  for each row when (old.state = 'open' and new.state <> 'open' and new.request_id is null
    and coalesce(new.resolution, '') <> 'agreed')
  execute function refuse_difference_by_one_person();
