-- Staff answer an "I paid" ticket whose payment is nowhere. A statement that has it later, and the borrower who names it
-- again, open the ticket again: the answer is gone then, and stays in the audit.
alter table claim_ticket
  drop constraint claim_ticket_state_check,
  add constraint claim_ticket_state_check check (state in ('open', 'found', 'answered', 'settled')),
  add column answer text check (answer in ('not_received', 'other_receiver', 'unsuccessful', 'counted_already')),
  add column answered_by text,
  add column answered_on date,
  add column answered_at timestamptz,
  add constraint claim_ticket_answer check (num_nonnulls(answer, answered_by, answered_on, answered_at)
    = case when state = 'answered' then 4 else 0 end);

drop index claim_ticket_waiting;
create index claim_ticket_waiting on claim_ticket (claimed_at, ticket_id) where state in ('open', 'found');
create index claim_ticket_answered on claim_ticket (answered_at, ticket_id) where state = 'answered';
