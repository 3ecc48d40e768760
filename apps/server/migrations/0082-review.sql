-- What was done with an application that waits for a person: staff decide it or send it back, and a borrower who was
-- declined asks for another look. Each is written with the change of the loan, and has the version that it made.
create table application_review (
  borrower_id bigint not null,
  loan_id bigint not null,
  loan_version integer not null,
  outcome text not null check (outcome in ('approve', 'decline', 'send_back', 'another_look')),
  -- Why staff declined, by the list of reasons. It may be more than what the borrower is told.
  reason_code text,
  -- What is to be taken again, and the picture that staff saw, if there was one. Another picture answers it.
  picture text check (picture in ('identity', 'face')),
  file_id text,
  note_sealed bytea,
  actor text not null,
  reviewed_at timestamptz not null,
  primary key (borrower_id, loan_id, loan_version),
  constraint application_review_reason check ((reason_code is not null) = (outcome = 'decline')),
  constraint application_review_picture check ((picture is not null) = (outcome = 'send_back'))
);

create function erase_review_notes(borrower_ids bigint[]) returns void
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  perform refuse_before_the_years(borrower_ids);
  update application_review set note_sealed = null where borrower_id = any (borrower_ids);
end
$$;

-- What the borrower was told of a decline by a person, and when they asked for another look. Another look takes the
-- review off the decision, once: the table above keeps it.
alter table loan_decision add column declined_for text, add column another_look_at timestamptz;

create or replace function refuse_second_review() returns trigger language plpgsql as $$
begin
  if not pg_has_role(current_user, (select relowner from pg_class where oid = tg_relid), 'usage') then
    if old.another_look_at is not null and new.another_look_at is distinct from old.another_look_at then
      raise exception 'there is one other look at a decision' using errcode = 'insufficient_privilege';
    end if;
    if old.review_outcome is not null and not (old.review_outcome = 'decline' and new.review_outcome is null
      and old.another_look_at is null and new.another_look_at is not null)
    then
      raise exception 'a decision is reviewed once' using errcode = 'insufficient_privilege';
    end if;
  end if;
  return new;
end
$$;
drop trigger loan_decision_is_reviewed_once on loan_decision;
create trigger loan_decision_is_reviewed_once before update on loan_decision
  for each row when (old.review_outcome is not null or old.another_look_at is not null)
  execute function refuse_second_review();
