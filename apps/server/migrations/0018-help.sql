-- Complaints and changes of the number that a borrower signs in with. Their tickets and those of claims are counted by
-- one sequence, so that a ticket's number names one thing.

create table complaint (
  borrower_id bigint not null,
  ticket_id bigint not null default nextval('claim_ticket_ticket_id_seq'),
  written_on date not null,
  ordinal_of_day integer not null check (ordinal_of_day >= 1),
  topic text not null check (topic in ('payment', 'cost', 'reminders', 'decision', 'data', 'app', 'other')),
  loan_id bigint,
  text_hash bytea not null,
  text_sealed bytea not null,
  state text not null default 'open' check (state in ('open', 'looked_at', 'answered', 'closed')),
  answer_due_on date not null,
  written_at timestamptz not null,
  answer_sealed bytea,
  answered_on date,
  primary key (borrower_id, ticket_id),
  -- The same words on the same day are one complaint, however often they arrive.
  unique (borrower_id, written_on, text_hash),
  unique (borrower_id, written_on, ordinal_of_day),
  check ((answer_sealed is null) = (answered_on is null)),
  check ((state in ('answered', 'closed')) = (answer_sealed is not null))
);
create index complaint_by_ticket on complaint (ticket_id);
create index complaint_unanswered on complaint (answer_due_on, ticket_id) where state in ('open', 'looked_at');

-- Who did what to a complaint. Each of these happens once.
create table complaint_event (
  borrower_id bigint not null,
  ticket_id bigint not null,
  kind text not null check (kind in ('written', 'looked_at', 'answered', 'closed')),
  on_day date not null,
  actor text not null,
  recorded_at timestamptz not null,
  primary key (borrower_id, ticket_id, kind)
);
create trigger complaint_event_append_only before update or delete or truncate on complaint_event
  for each statement execute function refuse_change_of_history();

-- Somebody whose old number is gone asks staff to move the account to a number that they have proved.
create table mobile_change_request (
  borrower_id bigint not null,
  ticket_id bigint not null default nextval('claim_ticket_ticket_id_seq'),
  new_mobile_hash bytea not null,
  new_mobile_sealed bytea not null,
  -- withdrawn: the borrower changed the number without staff after all
  state text not null default 'open' check (state in ('open', 'approved', 'declined', 'withdrawn')),
  asked_on date not null,
  asked_at timestamptz not null,
  reason_sealed bytea,
  settled_on date,
  primary key (borrower_id, ticket_id),
  check ((state = 'open') = (settled_on is null)),
  check ((state in ('approved', 'declined')) = (reason_sealed is not null))
);
create unique index mobile_change_request_one_open on mobile_change_request (borrower_id) where state = 'open';
create index mobile_change_request_by_ticket on mobile_change_request (ticket_id);

-- Every number an account was ever moved to, or was asked to be moved to, and by whom.
create table mobile_change_event (
  borrower_id bigint not null,
  event_id bigint generated always as identity,
  kind text not null check (kind in ('asked', 'declined', 'changed')),
  ticket_id bigint,
  old_mobile_sealed bytea not null,
  new_mobile_sealed bytea not null,
  on_day date not null,
  actor text not null,
  recorded_at timestamptz not null,
  primary key (borrower_id, event_id)
);
create trigger mobile_change_event_append_only before update or delete or truncate on mobile_change_event
  for each statement execute function refuse_change_of_history();

-- A message for a number that is no longer the borrower's.
alter table message add column to_mobile_sealed bytea;
