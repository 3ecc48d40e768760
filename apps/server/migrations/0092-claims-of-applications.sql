-- Who of staff has which application that waits. It is free again ten minutes after the last call about it.
create table application_claim (
  loan_id bigint primary key,
  borrower_id bigint not null,
  staff_id bigint not null references staff_member,
  held_until timestamptz not null
);
create index application_claim_by_borrower on application_claim (borrower_id);

-- The applications that wait, the oldest first.
create index loan_waiting on loan (applied_at, loan_id) where state = 'applied';

-- How often a person asked for an approval against the rules.
create index staff_request_by_maker on staff_request (made_by, kind, made_at);
