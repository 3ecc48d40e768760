-- The report of a suspicion (docs/rules/compliance.md). One person writes the draft and another approves it, which keeps
-- what it says. It never changes after that: a correction is another report.
create table suspicion_report (
  borrower_id bigint not null,
  report_id bigint generated always as identity,
  case_id bigint not null,
  corrects_report_id bigint,
  text_sealed bytea not null,
  written_by text not null,
  written_at timestamptz not null,
  content_sealed bytea,
  content_sha256 bytea check (length(content_sha256) = 32),
  approved_by text,
  approved_at timestamptz,
  primary key (borrower_id, report_id),
  foreign key (borrower_id, case_id) references alert_case,
  check (num_nonnulls(content_sealed, content_sha256, approved_by, approved_at) in (0, 4)),
  constraint suspicion_report_two_people check (approved_by is null or person_of(approved_by) <> person_of(written_by))
);
create unique index suspicion_report_one_draft on suspicion_report (borrower_id, case_id) where approved_at is null;
create index suspicion_report_of_case on suspicion_report (borrower_id, case_id);

create function refuse_change_of_report() returns trigger language plpgsql as $$
begin
  if old.approved_at is not null then
    raise exception 'a report of a suspicion that was approved does not change: write a correction'
      using errcode = 'integrity_constraint_violation', constraint = 'suspicion_report_is_final';
  end if;
  if new.approved_at is not null
    and (new.text_sealed, new.written_by, new.written_at) is distinct from (old.text_sealed, old.written_by, old.written_at)
  then
    raise exception 'a report of a suspicion is approved as it was written'
      using errcode = 'integrity_constraint_violation', constraint = 'suspicion_report_is_as_written';
  end if;
  return new;
end
$$;
create trigger suspicion_report_is_final before update on suspicion_report
  for each row execute function refuse_change_of_report();

-- A report begins as a draft. So the second person always approves what another person has written before.
create function refuse_report_without_draft() returns trigger language plpgsql as $$
begin
  raise exception 'a report of a suspicion begins as a draft'
    using errcode = 'integrity_constraint_violation', constraint = 'suspicion_report_begins_as_draft';
end
$$;
create trigger suspicion_report_begins_as_draft before insert on suspicion_report
  for each row when (new.approved_at is not null) execute function refuse_report_without_draft();

-- It is kept as long as the law asks: only the erasure of a deleted account removes it, after the years.
create function refuse_loss_of_report() returns trigger language plpgsql as $$
begin
  if not exists (select from account_deletion d where d.borrower_id = old.borrower_id) then
    raise exception 'a report of a suspicion that was approved is kept'
      using errcode = 'integrity_constraint_violation', constraint = 'suspicion_report_is_kept';
  end if;
  return old;
end
$$;
create trigger suspicion_report_is_kept before delete on suspicion_report
  for each row when (old.approved_at is not null) execute function refuse_loss_of_report();

create table suspicion_report_export (
  borrower_id bigint not null,
  export_id bigint generated always as identity,
  report_id bigint not null,
  format text not null check (format in ('xml', 'json', 'pdf')),
  sha256 bytea not null check (length(sha256) = 32),
  actor text not null,
  exported_at timestamptz not null,
  primary key (borrower_id, export_id),
  foreign key (borrower_id, report_id) references suspicion_report
);
create index suspicion_report_export_of_report on suspicion_report_export (borrower_id, report_id);
