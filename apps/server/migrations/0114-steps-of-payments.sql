-- What an operator told of a payment, answer by answer, and who asked it out of turn. `payment_attempt` has the last answer
-- alone. The same answer again and again (no answer, the same hold, a hand-over) is one row.
create table payment_attempt_step (
  borrower_id bigint not null,
  attempt_id uuid not null,
  step_id bigint generated always as identity,
  taken_at timestamptz not null,
  told text not null check (told in ('accepted', 'known_already', 'pending', 'unknown', 'amount_differs', 'unanswered',
    'not_found', 'to_be_sent_again', 'held', 'handed_over', 'no_news', 'asked_by_staff')),
  -- The code of the operator, or why it is held or handed over.
  code text,
  -- The person who asked.
  actor text,
  primary key (borrower_id, attempt_id, step_id),
  constraint payment_attempt_step_actor check ((told = 'asked_by_staff') = (actor is not null))
);
create trigger payment_attempt_step_append_only before update or delete or truncate on payment_attempt_step
  for each statement execute function refuse_change_of_history();

-- The page of a payment shows what its operator reported.
create index operator_callback_of_attempt on operator_callback (attempt_id) where attempt_id is not null;

-- "I paid" tickets that wait, the oldest first.
create index claim_ticket_waiting on claim_ticket (claimed_at, ticket_id) where state <> 'settled';
create index claim_ticket_settled on claim_ticket (settled_at, ticket_id) where state = 'settled';
