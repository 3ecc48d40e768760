-- The address at which operators call back has a secret of its own. The earlier address, derived from the look-up key,
-- answers while a payment is open that began under it.
alter table payment_attempt add column has_earlier_callback boolean not null default false;
update payment_attempt set has_earlier_callback = true where state not in ('succeeded', 'failed', 'expired');
create index payment_attempt_earlier_callback on payment_attempt (operator) where has_earlier_callback;

-- A claim is stored under the hash that its reference has already in another claim.
create index claim_ticket_by_reference on claim_ticket (reference_hash);
drop index claim_ticket_waiting;
