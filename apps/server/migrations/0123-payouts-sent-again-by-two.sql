-- Staff send the payout of a loan again, or wallet credit back to its owner. Another number for a payout and each refund
-- need a request that a second person approved; the number of a payout that failed needs none
-- (docs/rules/payouts-sent-again.md). Payouts from before name neither.
alter table payment_attempt
  add column request_id bigint references staff_request,
  add column same_number_as uuid;
create unique index payment_attempt_one_for_request on payment_attempt (request_id) where request_id is not null;

-- Whether the statement of an operator says that a payout of the loan was made which the book holds for failed. Until the
-- difference is resolved, another payout may be the second one.
create function payout_on_statement(bigint, bigint) returns boolean language sql stable as $$
  select exists (select from payment_attempt p
    join operator_statement_row r on r.borrower_id = p.borrower_id and r.attempt_id = p.attempt_id
      and r.direction = 'payout' and r.outcome = 'succeeded'
    join reconciliation_difference d on d.operator = r.operator and d.row_hash = r.row_hash and d.state <> 'resolved'
    where p.borrower_id = $1 and p.loan_id = $2 and p.purpose = 'loan_payout')
$$;

create function refuse_payout_without_approval() returns trigger language plpgsql as $$
begin
  if new.request_id is not null and not exists (select from staff_request r
    where r.request_id = new.request_id and r.state = 'approved' and r.borrower_id = new.borrower_id
      and ((r.kind = 'payout_retry' and new.purpose = 'loan_payout' and r.loan_id = new.loan_id)
        or (r.kind = 'refund' and new.purpose = 'wallet_payout')))
  then
    raise exception 'a payout by staff names a request for it that a second person approved'
      using errcode = 'check_violation', constraint = 'payout_is_approved';
  end if;
  if new.same_number_as is not null and not exists (select from payment_attempt p
    where p.borrower_id = new.borrower_id and p.attempt_id = new.same_number_as and p.loan_id = new.loan_id
      and p.purpose = 'loan_payout' and new.purpose = 'loan_payout' and p.operator = new.operator
      and p.state in ('failed', 'expired'))
  then
    raise exception 'a payout to the same number names the payout of its loan that failed'
      using errcode = 'check_violation', constraint = 'payout_to_the_same_number';
  end if;
  if new.purpose = 'loan_payout' and payout_on_statement(new.borrower_id, new.loan_id) then
    raise exception 'the statement of the operator has a payout of this loan'
      using errcode = 'check_violation', constraint = 'payout_is_not_on_statement';
  end if;
  return new;
end
$$;
create trigger payment_attempt_is_approved before insert or update of request_id, same_number_as on payment_attempt
  for each row when (new.request_id is not null or new.same_number_as is not null)
  execute function refuse_payout_without_approval();

-- The first payout of a loan follows from the decision on its application, which has rules of its own.
create function refuse_payout_by_one_person() returns trigger language plpgsql as $$
begin
  if exists (select from loan_event e where e.borrower_id = new.borrower_id and e.loan_id = new.loan_id
      and e.kind = 'payout_started' and e.loan_version < new.loan_version)
    and not exists (select from payment_attempt p where p.borrower_id = new.borrower_id
      and p.attempt_id = (new.detail ->> 'attemptId')::uuid
      and (p.request_id is not null or p.same_number_as is not null))
  then
    raise exception 'a payout that staff send again needs a second person, or the number of the one that failed'
      using errcode = 'check_violation', constraint = 'payout_by_two_people';
  end if;
  return null;
end
$$;
create trigger loan_event_payout_by_two_people after insert on loan_event
  for each row when (new.kind = 'payout_started' and (new.actor like 'staff:%' or new.actor like 'unverified:%'))
  execute function refuse_payout_by_one_person();

create function refuse_refund_by_one_person() returns trigger language plpgsql as $$
begin
  if not exists (select from payment_attempt p where p.borrower_id = new.borrower_id
    and p.attempt_id = new.attempt_id and p.request_id is not null)
  then
    raise exception 'wallet credit that staff send needs a second person'
      using errcode = 'check_violation', constraint = 'refund_by_two_people';
  end if;
  return null;
end
$$;
create trigger wallet_payout_event_refund_by_two_people after insert on wallet_payout_event
  for each row when (new.kind = 'submitted' and (new.actor like 'staff:%' or new.actor like 'unverified:%'))
  execute function refuse_refund_by_one_person();

-- Payouts that are held since a restore are released by two people.
create function refuse_release_by_one_person() returns trigger language plpgsql as $$
begin
  if (select count(distinct person_of(r.actor)) from payout_release r where r.restored_at = new.restored_at) < 2 then
    raise exception 'payouts that are held since a restore are released by two people'
      using errcode = 'check_violation', constraint = 'payout_release_by_two_people';
  end if;
  return new;
end
$$;
create trigger restored_book_release_by_two_people before update of held_until on restored_book
  for each row when (new.ended_by = 'staff' and old.ended_by is null)
  execute function refuse_release_by_one_person();
