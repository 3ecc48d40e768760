-- The bank accounts of the lender are settings that two people change (docs/decisions/0151). A statement of the bank is of
-- one of them. What was imported before is of the first one, which every lender has.
alter table setting_version drop constraint setting_version_setting_check;
alter table setting_version add constraint setting_version_setting_check check (setting in
  ('float_reserve', 'sms_part_price', 'application_hold', 'waiver_alone', 'unused_credit', 'operator_prefixes',
    'bank_account', 'second_bank_account'));

create or replace function refuse_setting_without_request() returns trigger language plpgsql as $$
begin
  if not exists (select from staff_request r where r.request_id = new.request_id
    and r.kind = case when new.setting in ('bank_account', 'second_bank_account') then 'bank_details'
      else 'setting_change' end
    and r.state = 'approved' and person_of(r.made_by) = person_of(new.saved_by)
    and person_of(r.checked_by) = person_of(new.approved_by))
  then
    raise exception 'a setting of the lender is changed by a request that a second person approved'
      using errcode = 'integrity_constraint_violation', constraint = 'setting_version_is_approved';
  end if;
  return new;
end
$$;

-- The default is a constant, so no row is written anew.
alter table bank_statement add column bank_account text not null default 'bank_account'
  constraint bank_statement_bank_account check (bank_account in ('bank_account', 'second_bank_account'));

-- The last statement of an account.
create index bank_statement_of_account on bank_statement (bank_account, covers_through_on, statement_id);

-- Money that the lender moves from one of its accounts to the other is in transit between their two statements.
alter table bank_row_posting drop constraint bank_row_posting_posted_as_check;
alter table bank_row_posting add constraint bank_row_posting_posted_as_check
  check (posted_as in ('booked_before', 'transit', 'share_capital', 'borrowings', 'funding_expense',
    'bank_charge_expense', 'suspense', 'other_income', 'other_expense', 'other_bank_account'));
