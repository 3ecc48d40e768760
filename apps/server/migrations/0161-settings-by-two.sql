-- Settings of the lender that two people change, each with its versions (docs/decisions/0135). Until a setting has a
-- version, the value of the environment counts. Of the versions whose instant has come, the one with the highest number
-- counts.
create table setting_version (
  setting text not null check (setting in
    ('float_reserve', 'sms_part_price', 'application_hold', 'waiver_alone', 'unused_credit', 'operator_prefixes')),
  version integer not null check (version > 0),
  content jsonb not null check (jsonb_typeof(content) = 'object'),
  effective_from timestamptz not null,
  saved_by text not null,
  approved_by text not null,
  saved_at timestamptz not null,
  request_id bigint not null unique references staff_request,
  primary key (setting, version),
  constraint setting_version_two_people check (person_of(approved_by) <> person_of(saved_by)),
  constraint setting_version_not_backdated check (effective_from >= saved_at)
);
create trigger setting_version_append_only before update or delete or truncate on setting_version
  for each statement execute function refuse_change_of_history();

create function refuse_setting_without_request() returns trigger language plpgsql as $$
begin
  if not exists (select from staff_request r where r.request_id = new.request_id and r.kind = 'setting_change'
    and r.state = 'approved' and person_of(r.made_by) = person_of(new.saved_by)
    and person_of(r.checked_by) = person_of(new.approved_by))
  then
    raise exception 'a setting of the lender is changed by a request that a second person approved'
      using errcode = 'integrity_constraint_violation', constraint = 'setting_version_is_approved';
  end if;
  return new;
end
$$;
create trigger setting_version_is_approved before insert on setting_version
  for each row execute function refuse_setting_without_request();
