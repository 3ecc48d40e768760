-- When an operator first showed that it knows the instruction: it accepted it, or told of it in an answer or a callback. Null also
-- for an attempt of an earlier version.
alter table payment_attempt add column known_to_operator_at timestamptz;

alter table payment_attempt drop constraint payment_attempt_handed_over_for_check;
alter table payment_attempt add constraint payment_attempt_handed_over_for_check
  check (handed_over_for in ('route_gone', 'route_unknown', 'operator_forgets', 'operator_denies')) not valid;
