-- The long lists of the console are read in the order of an index, a page at a time, whatever the size of the book
-- (docs/decisions/0134-a-page-continues-after-a-place.md). What narrows a list stands before what it is sorted by, so the
-- rows of each state are read in order and put together. A running loan changes none of these columns from day to day.
create index loan_list_number on loan (state, loan_id);
create index loan_list_disbursed on loan (state, disbursed_on, loan_id) where disbursed_on is not null;
create index loan_list_amount on loan (state, principal_ngwee, loan_id);

create index borrower_standing_by_step on borrower_standing (ladder_step, borrower_id);
create index borrower_blocked on borrower (borrower_id) where blocked_at is not null;

-- A payment comes into this when it ends, at the end of the index, so that it costs nothing while it goes from state to
-- state. Those without an end are few, and payment_attempt_next_step has them.
create index payment_attempt_ended_made on payment_attempt (state, direction, operator, created_at, attempt_id)
  where state in ('succeeded', 'failed', 'expired');

create index loan_decision_list_decided
  on loan_decision (outcome, coalesce(review_outcome, ''), coalesce(reviewed_at, decided_at), loan_id);
create index loan_decision_list_points on loan_decision (outcome, coalesce(review_outcome, ''), points, loan_id);
