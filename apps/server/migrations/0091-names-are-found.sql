-- Names are sealed. These rows find them: a keyed hash of each beginning of each word of a name. The highest byte of a
-- hash is the number of its look-up key, the other seven are the beginning of the HMAC.
create table borrower_name_prefix (
  prefix_hash bigint not null,
  borrower_id bigint not null references borrower,
  primary key (prefix_hash, borrower_id)
);
create index borrower_name_prefix_by_borrower on borrower_name_prefix (borrower_id);

-- The confirmation whose name stands in borrower_name_prefix. Another one has to be written there: of an identity of
-- before, or one that an earlier version of the program confirmed.
alter table borrower_identity add column name_found_of timestamptz;
create index borrower_identity_without_prefixes on borrower_identity (borrower_id)
  where name_found_of is distinct from confirmed_at;

-- Staff find a borrower by the reference that an operator gave a payment, and by the number of a claim.
create index payment_attempt_by_reference on payment_attempt (upper(operator_reference))
  where operator_reference is not null;
create index claim_ticket_by_ticket on claim_ticket (ticket_id);
