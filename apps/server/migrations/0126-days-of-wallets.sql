-- A day of a wallet looks for payments that the operator and the book have on different days. A payment that succeeded in
-- the book long after it was made is found by this, and not among all rows of the operator's statements before that day.
create index payment_attempt_late_success on payment_attempt (finished_at)
  where state = 'succeeded' and finished_at - created_at > interval '1 day';

-- Payments that their operator took back are few among all differences.
create index reconciliation_difference_taken_back on reconciliation_difference (operator, direction)
  where resolution = 'taken_back';
