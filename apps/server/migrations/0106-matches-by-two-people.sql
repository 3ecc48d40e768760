-- A difference, a row of the bank and the end of a payment that a second person approved name the request and that
-- person. Those of earlier versions have none.
alter table reconciliation_difference
  add column request_id bigint unique references staff_request,
  add column approved_by text,
  add constraint reconciliation_difference_approval check ((request_id is null) = (approved_by is null));
alter table bank_row_posting
  add column request_id bigint unique references staff_request,
  add column approved_by text,
  add constraint bank_row_posting_approval check ((request_id is null) = (approved_by is null));
alter table payment_settlement
  add column request_id bigint unique references staff_request,
  add column approved_by text,
  add constraint payment_settlement_approval check ((request_id is null) = (approved_by is null));

create function refuse_match_without_approval() returns trigger language plpgsql as $$
begin
  if not exists (select from staff_request r where r.request_id = new.request_id and r.kind = 'manual_match'
    and r.state = 'approved' and r.checked_by = new.approved_by)
  then
    raise exception 'a match by hand names a request that this person approved'
      using errcode = 'check_violation', constraint = 'manual_match_is_approved';
  end if;
  return new;
end
$$;
create trigger reconciliation_difference_is_approved before update of request_id on reconciliation_difference
  for each row when (new.request_id is not null and new.request_id is distinct from old.request_id)
  execute function refuse_match_without_approval();
create trigger bank_row_posting_is_approved before insert on bank_row_posting
  for each row when (new.request_id is not null) execute function refuse_match_without_approval();
create trigger payment_settlement_is_approved before insert or update of request_id on payment_settlement
  for each row when (new.request_id is not null) execute function refuse_match_without_approval();
