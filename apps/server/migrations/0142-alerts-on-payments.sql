-- The rules of alerts, each with its versions (docs/rules/compliance.md). The program looks at payments by them.
create table alert_rule_version (
  rule text not null check (rule in ('quick_settlement', 'many_payers', 'pass_through', 'large_cash')),
  version integer not null check (version > 0),
  is_on boolean not null,
  rule_values jsonb not null,
  -- Null for what the program began with.
  request_id bigint references staff_request,
  saved_by text not null,
  approved_by text,
  saved_at timestamptz not null,
  primary key (rule, version),
  constraint alert_rule_version_two_people check (approved_by is null or person_of(approved_by) <> person_of(saved_by))
);
create unique index alert_rule_version_one_for_request on alert_rule_version (request_id) where request_id is not null;
create trigger alert_rule_version_append_only before update or delete or truncate on alert_rule_version
  for each statement execute function refuse_change_of_history();
insert into alert_rule_version (rule, version, is_on, rule_values, saved_by, saved_at) values
  ('quick_settlement', 1, true, '{"withinHours": 24}', 'setup', now()),
  ('many_payers', 1, true, '{"numbers": 3, "withinDays": 30}', 'setup', now()),
  ('pass_through', 1, true, '{"withinDays": 3, "leastKwacha": 500, "sharePercent": 80}', 'setup', now()),
  -- The law asks for reports of cash. Mobile money is none, so the rule is off until a lender takes cash.
  ('large_cash', 1, false, '{"leastKwacha": 250000}', 'setup', now());

create function refuse_alert_rule_without_request() returns trigger language plpgsql as $$
begin
  if not exists (select from staff_request r where r.request_id = new.request_id and r.kind = 'alert_rule_change'
    and r.state = 'approved' and person_of(r.made_by) = person_of(new.saved_by)
    and person_of(r.checked_by) = person_of(new.approved_by))
  then
    raise exception 'a rule of alerts is changed by a request that a second person approved'
      using errcode = 'integrity_constraint_violation', constraint = 'alert_rule_version_is_approved';
  end if;
  return new;
end
$$;
create trigger alert_rule_version_is_approved before insert on alert_rule_version
  for each row execute function refuse_alert_rule_without_request();

-- A case of a borrower. An alert joins the open one.
create table alert_case (
  borrower_id bigint not null references borrower,
  case_id bigint generated always as identity,
  state text not null check (state in ('open', 'suspicion', 'no_suspicion', 'reported')),
  opened_at timestamptz not null,
  last_alert_at timestamptz not null,
  alert_count integer not null check (alert_count > 0),
  assigned_staff_id bigint references staff_member,
  suspected_on date,
  report_due_on date,
  reason_sealed bytea,
  decided_by text,
  decided_at timestamptz,
  primary key (borrower_id, case_id),
  check (num_nonnulls(reason_sealed, decided_by, decided_at) = case when state = 'open' then 0 else 3 end),
  check (num_nonnulls(suspected_on, report_due_on) = case when state in ('suspicion', 'reported') then 2 else 0 end)
);
create unique index alert_case_by_id on alert_case (case_id);
create unique index alert_case_one_open on alert_case (borrower_id) where state = 'open';
create index alert_case_open on alert_case (opened_at, case_id) where state = 'open';
create index alert_case_to_report on alert_case (report_due_on, case_id) where state = 'suspicion';
create index alert_case_decided on alert_case (decided_at, case_id) where state in ('no_suspicion', 'reported');

-- What a rule found, once for each thing that it is about. It has figures and no words of people.
create table payment_alert (
  borrower_id bigint not null,
  alert_id bigint generated always as identity,
  case_id bigint not null,
  rule text not null,
  rule_version integer not null,
  subject text not null,
  loan_id bigint,
  figures jsonb not null,
  attempt_ids uuid[] not null,
  found_at timestamptz not null,
  primary key (borrower_id, alert_id),
  foreign key (rule, rule_version) references alert_rule_version,
  foreign key (borrower_id, case_id) references alert_case,
  constraint payment_alert_found_once unique (borrower_id, rule, subject)
);
create index payment_alert_of_case on payment_alert (borrower_id, case_id);

create table alert_case_note (
  borrower_id bigint not null,
  note_id bigint generated always as identity,
  case_id bigint not null,
  text_sealed bytea not null,
  actor text not null,
  written_at timestamptz not null,
  primary key (borrower_id, note_id),
  foreign key (borrower_id, case_id) references alert_case
);
create index alert_case_note_of_case on alert_case_note (borrower_id, case_id);

-- Up to which payment, in the order of their success, the rules have looked.
create table alert_progress (
  is_only boolean primary key default true check (is_only),
  looked_through_at timestamptz not null,
  looked_through_id uuid not null
);
create index payment_attempt_succeeded on payment_attempt (finished_at, attempt_id) where state = 'succeeded';
