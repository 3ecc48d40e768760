-- The role of the running program may add to ledger, history and audit, and neither change nor remove what is there.
-- Personal data in them is erased by functions of the owner, only for borrowers whose account is deleted and whose years
-- are over. The day counts by the clock of the database, and no sooner than a year after the last decision, which the
-- program cannot change: a deletion that it invents erases nothing of a borrower who applied lately.
create function refuse_before_the_years(borrower_ids bigint[]) returns void
language plpgsql stable set search_path = pg_catalog, public as $$
declare
  kept bigint;
begin
  select asked.borrower_id into kept from unnest(borrower_ids) as asked (borrower_id)
  where not exists (
    select from account_deletion d
    left join lateral (
      select max(l.decided_at at time zone 'Africa/Lusaka')::date as decided_on
      from loan_decision l where l.borrower_id = d.borrower_id
    ) last_decision on true
    where d.borrower_id = asked.borrower_id
      and greatest(d.kept_until, (decided_on + interval '1 year')::date) <= greatest(
        (now() at time zone 'Africa/Lusaka')::date + (select offset_days from business_calendar),
        -- Without a decision nothing has to be kept after the day of the deletion.
        case when decided_on is null then d.deleted_on end)
  ) limit 1;
  if kept is not null then
    raise exception 'borrower % is not deleted, or the years are not over', kept using errcode = 'insufficient_privilege';
  end if;
end
$$;

create function erase_consent_changes(borrower_ids bigint[]) returns void
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  perform refuse_before_the_years(borrower_ids);
  delete from consent_change where borrower_id = any (borrower_ids);
end
$$;

create function erase_mobile_change_events(borrower_ids bigint[]) returns void
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  perform refuse_before_the_years(borrower_ids);
  delete from mobile_change_event where borrower_id = any (borrower_ids);
end
$$;

create function erase_loan_purposes(borrower_ids bigint[]) returns void
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  perform refuse_before_the_years(borrower_ids);
  update loan_acceptance set purpose = '' where borrower_id = any (borrower_ids);
end
$$;

create function erase_decision_inputs(borrower_ids bigint[]) returns void
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  perform refuse_before_the_years(borrower_ids);
  update loan_decision set inputs = '{}', review_reason = case when review_reason is not null then '' end
    where borrower_id = any (borrower_ids);
end
$$;

-- The review of a person is added to a decision once. Afterwards only the owner touches it, to seal or to erase its words.
create function refuse_second_review() returns trigger language plpgsql as $$
begin
  if not pg_has_role(current_user, (select relowner from pg_class where oid = tg_relid), 'usage') then
    raise exception 'a decision is reviewed once' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger loan_decision_is_reviewed_once before update on loan_decision
  for each row when (old.review_outcome is not null) execute function refuse_second_review();
