-- Late loans that an agency collects. The files for the agencies are made from them.
create table agency_file (
  file_id bigint generated always as identity primary key,
  agency text not null,
  on_day date not null,
  made_at timestamptz not null,
  actor text not null,
  -- Loans to collect, and loans to leave.
  loans integer not null check (loans >= 0),
  stops integer not null check (stops >= 0),
  sha256 bytea not null check (length(sha256) = 32)
);

create table agency_placement (
  borrower_id bigint not null,
  placement_id bigint generated always as identity,
  loan_id bigint not null,
  agency text not null,
  request_id bigint not null unique references staff_request,
  placed_on date not null,
  placed_at timestamptz not null,
  actor text not null,
  approved_by text not null,
  owed_ngwee bigint not null check (owed_ngwee > 0),
  -- One person recalls a loan. The other three end a placement when a day begins.
  ended_because text check (ended_because in ('recalled', 'not_late', 'stopped', 'disputed')),
  ended_on date,
  ended_by text,
  end_note_sealed bytea,
  -- The first file that told the agency of the loan, and of its end.
  placed_file_id bigint references agency_file,
  ended_file_id bigint references agency_file,
  primary key (borrower_id, placement_id),
  check ((ended_because is null) = (ended_on is null)),
  check (num_nonnulls(ended_by, end_note_sealed) = case when ended_because = 'recalled' then 2 else 0 end),
  check (ended_file_id is null or ended_on is not null)
);
create unique index agency_placement_one_at_a_time on agency_placement (borrower_id, loan_id) where ended_on is null;
create index agency_placement_of_loan on agency_placement (borrower_id, loan_id, placement_id);
create index agency_placement_with_agency on agency_placement (agency, loan_id) include (placed_file_id)
  where ended_on is null;
create index agency_placement_to_stop on agency_placement (agency, loan_id)
  where ended_on is not null and placed_file_id is not null and ended_file_id is null;
create index agency_placement_ended on agency_placement (agency, ended_on)
  where ended_on is not null and placed_file_id is not null;

create function refuse_handover_without_request() returns trigger language plpgsql as $$
begin
  if not exists (select from staff_request r where r.request_id = new.request_id and r.kind = 'agency_handover'
    and r.state = 'approved' and r.borrower_id = new.borrower_id and r.loan_id = new.loan_id
    and person_of(r.made_by) = person_of(new.actor) and person_of(r.checked_by) = person_of(new.approved_by))
  then
    raise exception 'a loan is handed to an agency by a request that a second person approved'
      using errcode = 'integrity_constraint_violation', constraint = 'agency_placement_is_approved';
  end if;
  return new;
end
$$;
create trigger agency_placement_is_approved before insert on agency_placement
  for each row execute function refuse_handover_without_request();

alter table reminder drop constraint reminder_dropped_because_check;
alter table reminder add constraint reminder_dropped_because_check check (dropped_because in ('too_late',
  'payment_pending', 'paid', 'due_date_moved', 'disputed', 'stopped', 'promised', 'with_agency'));
